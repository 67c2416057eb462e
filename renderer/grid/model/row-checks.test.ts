import { expect, test } from 'vitest'
import { checkedRows, isChecked, toggleRow, selectCell, type Selection } from './selection.ts'

const axes = { rowCount: 10, columnIds: ['name', 'price'] }

const pressed = (rows: readonly number[], from?: Selection): Selection | undefined =>
  rows.reduce((selection: Selection | undefined, row) => toggleRow(selection, axes, row), from)

test('grid.range.4 boxes check rows one by one; pressed again they take their mark away', () => {
  expect(checkedRows(pressed([2, 5, 3]), axes)).toEqual([
    [2, 3],
    [5, 5],
  ])
  expect(checkedRows(pressed([2, 5, 3, 2]), axes)).toEqual([
    [3, 3],
    [5, 5],
  ])
  expect(pressed([2, 5])?.cursor).toEqual({ row: 5, columnId: 'name' })
  expect(pressed([2, 2])).toEqual(selectCell({ row: 2, columnId: 'name' }))
})

test('grid.range.4 one row of all is left out; cells that were selected are no rows', () => {
  const all: Selection = { ...selectCell({ row: 0, columnId: 'name' }), span: 'all' }
  const rows = checkedRows(pressed([4], all), axes)
  expect(rows).toEqual([
    [0, 3],
    [5, 9],
  ])
  expect([3, 4, 5].map((row) => isChecked(rows, row))).toEqual([true, false, true])
  const cells = selectCell({ row: 7, columnId: 'price' })
  expect(checkedRows(cells, axes)).toEqual([])
  expect(checkedRows(pressed([1], cells), axes)).toEqual([[1, 1]])
})
