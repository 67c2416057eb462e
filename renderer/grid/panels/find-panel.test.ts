import { expect, test } from 'vitest'
import { replaceEdits, replaceText, valueCount } from './find-panel.tsx'

const plain = { text: 'oak', replacement: 'ash', matchesCase: false, isWhole: false }

test.each([
  ['Oak and oak', plain, 'ash and ash'],
  ['Oak and oak', { ...plain, matchesCase: true }, 'Oak and ash'],
  ['Oak', { ...plain, isWhole: true }, 'ash'],
  ['a.b axb', { ...plain, text: 'a.b', replacement: '$&$1' }, '$&$1 axb'],
  ['ÄHRE ähre', { ...plain, text: 'ähre' }, 'ash ash'],
  ['50 %', { ...plain, text: ' %', replacement: '' }, '50'],
])('%j: %j gives %j', (stored, replacement, expected) => {
  expect(replaceText(stored, replacement)).toBe(expected)
})

test('edits go by row, hold what was seen, and leave out what stays as it is', () => {
  const cells = [
    { position: 0, id: 'a', key: 'name', text: 'Oak' },
    { position: 0, id: 'a', key: 'note', text: 'an oak' },
    { position: 1, id: 'b', key: 'name', text: 'ash' },
    { position: 2, id: 'c', key: 'name' },
  ]
  const edits = replaceEdits(cells, plain)
  expect(edits).toEqual([
    { id: 'a', attributes: { name: 'ash', note: 'an ash' }, if: { name: 'Oak', note: 'an oak' } },
  ])
  expect(valueCount(edits)).toBe(2)
})
