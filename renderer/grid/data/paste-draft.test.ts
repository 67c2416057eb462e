import { expect, test } from 'vitest'
import { scalarWrite } from './cell-write.ts'
import { needsPreview, type PasteDraft } from './paste-draft.ts'

const write = scalarWrite('x')
const cell = { entityId: 'one', key: 'name', write }
const failure = { ...cell, reason: 'No.', columnName: 'Name', rowNumber: 1 }
const oneCell: PasteDraft = {
  label: 'paste of 1 cell',
  cells: [cell],
  failures: [],
  readOnly: 0,
  newRows: [],
  outsideColumns: 0,
  outsideRows: 0,
}

test.each<[string, Partial<PasteDraft>, boolean]>([
  ['one cell that fits', {}, false],
  ['one cell that shows its own failure', { cells: [], failures: [failure] }, false],
  ['one cell of two with a failure', { failures: [failure] }, true],
  ['a failure beside a cell that cannot be edited', { cells: [], failures: [failure], readOnly: 1 }, true],
  ['one cell with new rows behind it', { newRows: [{ writes: new Map(), failures: new Map() }] }, true],
  ['one cell with columns outside', { outsideColumns: 1 }, true],
  ['one cell with rows that cannot be added', { outsideRows: 2 }, true],
  ['more cells than are written unasked', { cells: Array.from({ length: 501 }, () => cell) }, true],
])('the user is asked about what is pasted as needed: %s', (_name, change, isAsked) => {
  expect(needsPreview({ ...oneCell, ...change })).toBe(isAsked)
})
