import { expect, test } from 'vitest'
import { describeNotes, sumUpNotes } from './noted-rows.ts'

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
