import { expect, test } from 'vitest'
import { nextCursor, rowsOf } from './entities-queries.ts'

test('the next page begins behind the last one, and there is none after the end', () => {
  expect(nextCursor({ pagination: { has_more: true, next_cursor: 'c2' } })).toBe('c2')
  expect(nextCursor({ pagination: { has_more: false, next_cursor: '' } })).toBeUndefined()
})

test('the rows of all loaded pages are one list; before the first page there is none', () => {
  expect(rowsOf({ pages: [{ data: [1, 2] }, { data: [3] }] })).toEqual([1, 2, 3])
  expect(rowsOf(undefined)).toBeUndefined()
})
