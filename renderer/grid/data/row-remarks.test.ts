import { expect, test } from 'vitest'
import { describeComments, describeNotes, sumUpComments, sumUpNotes } from './row-remarks.ts'

test('a mark says what is to be done first, and how many notes there are', () => {
  expect(describeNotes({ count: 1, open: 0, text: 'Sent' })).toBe('Note: Sent')
  expect(describeNotes({ count: 3, open: 1, text: 'Ask' })).toBe('To-do: Ask (3 in all)')
})

test('the notes of a row and its cells count together; what is to be done is told, else that on the row itself', () => {
  const ofRow = { count: 1, open: 0, text: 'Row' }
  const ofCell = { count: 2, open: 1, text: 'Cell' }
  expect(sumUpNotes(undefined)).toBeUndefined()
  expect(sumUpNotes({})).toBeUndefined()
  expect(sumUpNotes({ price: ofCell, '': ofRow })).toEqual({ count: 3, open: 1, text: 'Cell' })
  expect(sumUpNotes({ sku: { ...ofRow, text: 'Plain' }, '': ofRow })).toEqual({
    count: 2,
    open: 0,
    text: 'Row',
  })
  expect(sumUpNotes({ sku: { ...ofRow, text: 'Plain' }, price: ofCell })).toEqual({
    count: 3,
    open: 1,
    text: 'Cell',
  })
})

test('the comments of a row and its cells count together; what was said on the row itself is told first', () => {
  const author = { type: 'user', id: 'a', name: 'Ana' } as const
  const comments = {
    price: { count: 1, open: 1, text: 'With VAT?', author },
    '': { count: 2, open: 1, text: 'New pictures', author },
  }
  expect(sumUpComments({})).toBeUndefined()
  const all = sumUpComments(comments)
  expect(all && describeComments(all)).toBe('Ana: New pictures (3 in all)')
})
