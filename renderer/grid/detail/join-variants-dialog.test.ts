import { expect, test } from 'vitest'
import { commonName } from './join-variants-dialog.tsx'

test('the name of products together is that with which all begin (surfaces.4.2)', () => {
  expect(commonName(['Cup red', 'Cup blue'])).toBe('Cup')
  expect(commonName(['Oak chair, red', 'Oak chair, blue', 'Oak chair, white'])).toBe('Oak chair')
  expect(commonName(['Oak chair', 'Oak chair'])).toBe('Oak chair')
  expect(commonName(['Lamp', 'Table'])).toBe('')
  expect(commonName([])).toBe('')
})
