import { expect, test } from 'vitest'
import { readNoteFilter } from './page-filters.ts'

test('an address says which notes are shown; what it cannot mean is left out', () => {
  const read = (text: string) => readNoteFilter(new URLSearchParams(text))
  expect(read('status=done&type=product&q=oak')).toEqual({ status: 'done', type: 'product', q: 'oak' })
  expect(read('status=all')).toEqual({ status: 'all' })
  expect(read('status=later&type=chair&q=')).toEqual({})
})
