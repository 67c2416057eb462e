import { expect, test } from 'vitest'
import { remarksKey } from '#shared/views.ts'
import { sampleEntity } from '../../query/testing/samples.ts'
import { describeRemarks, withRemarks } from './row-lookups.ts'

const ana = { type: 'user', id: 'a', name: 'Ana' } as const
const notes = { price: { count: 1, open: 1, text: 'Ask Nordlys' } }
const comments = {
  price: { count: 1, text: 'With VAT?', author: ana },
  '': { count: 2, text: 'New pictures', author: ana },
}

test.each([
  [{ notes, comments: undefined }, 'To-do: Ask Nordlys'],
  [{ notes: undefined, comments }, 'Ana: New pictures (3 in all)'],
  [{ notes, comments }, 'Ana: New pictures (3 in all) · To-do: Ask Nordlys'],
  [{ notes: {}, comments: {} }, ''],
])('notes.column.1 what is said about a row and its cells is one text', (said, told) => {
  expect(describeRemarks(said as never)).toBe(told)
})

test('notes.column.1 a row is the same until something else is said, so that it is not drawn anew', () => {
  const entity = sampleEntity('CH-1')
  const said = { notes, comments: undefined }
  const shown = withRemarks(entity, said)
  expect(shown.attributes[remarksKey]).toBe('To-do: Ask Nordlys')
  expect(withRemarks(entity, said)).toBe(shown)
  expect(withRemarks(entity, { notes: undefined, comments: undefined })).toBe(entity)
})
