import { expect, test } from 'vitest'
import { parseVisit } from './last-visit.ts'

test.each([
  ['{"sequence":7,"at":"2026-01-05T10:00:00.000Z"}', { sequence: 7, at: '2026-01-05T10:00:00.000Z' }],
  ['{"sequence":"7","at":"2026-01-05T10:00:00.000Z"}', undefined],
  ['{"sequence":7,"at":"yesterday"}', undefined],
  ['null', undefined],
  ['{', undefined],
])('a visit is read from what the browser keeps, whatever that is: %s [surfaces.5.1]', (text, visit) => {
  expect(parseVisit(text)).toEqual(visit)
})
