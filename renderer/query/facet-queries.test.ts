import { expect, test } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { goesOn } from './facets.ts'

const refused = (isRetriable: boolean) =>
  new ApiError({ status: 400, code: 'validation_failed', message: 'Reading this took longer.', isRetriable })

test('a facet that is still counted is asked for again, some minutes long, and no other is', () => {
  expect(goesOn(0, refused(true))).toBe(true)
  expect(goesOn(19, refused(true))).toBe(true)
  expect(goesOn(20, refused(true))).toBe(false)
  expect(goesOn(0, refused(false))).toBe(false)
  expect(goesOn(0, new ApiError({ status: 0, code: 'unreachable', message: '', isRetriable: true }))).toBe(
    false,
  )
  expect(goesOn(0, new Error('A fault of the page.'))).toBe(false)
})
