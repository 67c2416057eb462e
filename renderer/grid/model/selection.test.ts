import { describe, expect, test } from 'vitest'
import {
  addRange,
  blockOf,
  blocksOf,
  cellCount,
  cellsOf,
  clampSelection,
  extendTo,
  moveBy,
  moveInReadingOrder,
  moveToEdge,
  selectCell,
  shiftRows,
  widen,
  type Axes,
} from './selection.ts'

const axes: Axes = { rowCount: 10, columnIds: ['a', 'b', 'c'] }
const start = selectCell({ row: 4, columnId: 'b' })

describe('the cursor', () => {
  test('moves and leaves the ranges behind', () => {
    expect(moveBy(start, axes, { rows: 1 })).toEqual(selectCell({ row: 5, columnId: 'b' }))
    expect(moveBy(start, axes, { columns: -1 })).toEqual(selectCell({ row: 4, columnId: 'a' }))
    const wide = addRange(extendTo(start, { row: 6, columnId: 'c' }), { row: 0, columnId: 'a' })
    expect(moveBy(wide, axes, { rows: 1 })).toEqual(selectCell({ row: 1, columnId: 'a' }))
  })

  test('stops at the edges', () => {
    expect(moveBy(start, axes, { rows: -50, columns: 9 })).toEqual(selectCell({ row: 0, columnId: 'c' }))
    expect(moveToEdge(start, axes, 'down').cursor).toEqual({ row: 9, columnId: 'b' })
    expect(moveToEdge(start, axes, 'left').cursor).toEqual({ row: 4, columnId: 'a' })
  })

  test('wraps in reading order and leaves at both ends', () => {
    const last = selectCell({ row: 4, columnId: 'c' })
    expect(moveInReadingOrder(last, axes, 1)?.cursor).toEqual({ row: 5, columnId: 'a' })
    expect(moveInReadingOrder(selectCell({ row: 0, columnId: 'a' }), axes, -1)).toBeUndefined()
    expect(moveInReadingOrder(selectCell({ row: 9, columnId: 'c' }), axes, 1)).toBeUndefined()
  })

  test('comes back into what is left of the grid, and follows rows that move', () => {
    const fewer: Axes = { rowCount: 2, columnIds: ['a'] }
    expect(clampSelection(start, fewer)).toEqual(selectCell({ row: 1, columnId: 'a' }))
    expect(clampSelection(start, { rowCount: 0, columnIds: ['a'] })).toBeUndefined()
    expect(shiftRows(start, 3)).toEqual(selectCell({ row: 7, columnId: 'b' }))
  })
})

describe('a range', () => {
  test('spans from the cursor, which stays, to the corner that moves', () => {
    const down = moveBy(start, axes, { rows: 2, extend: true })
    const extended = moveBy(down, axes, { columns: -1, extend: true })
    expect(extended.cursor).toEqual({ row: 4, columnId: 'b' })
    expect(blockOf(extended, axes)).toEqual({ top: 4, bottom: 6, left: 0, right: 1 })
    expect(cellCount(blockOf(extended, axes))).toBe(6)
    expect(blockOf(moveToEdge(extended, axes, 'down', true), axes)).toMatchObject({ top: 4, bottom: 9 })
  })

  test('of whole rows, columns or everything is a symbol: it grows with the grid', () => {
    const grown: Axes = { rowCount: 12, columnIds: ['a', 'b', 'c', 'd'] }
    const rows = widen(moveBy(start, axes, { rows: 1, extend: true }), 'rows')
    expect(blockOf(rows, grown)).toEqual({ top: 4, bottom: 5, left: 0, right: 3 })
    const columns = widen(start, 'columns')
    expect(blockOf(columns, grown)).toEqual({ top: 0, bottom: 11, left: 1, right: 1 })
    expect(blockOf(widen(columns, 'rows'), grown)).toEqual({ top: 0, bottom: 11, left: 0, right: 3 })
  })

  test('can be one of several; a cell in two of them counts once', () => {
    const first = extendTo(selectCell({ row: 0, columnId: 'a' }), { row: 1, columnId: 'b' })
    const both = extendTo(addRange(first, { row: 1, columnId: 'b' }), { row: 1, columnId: 'c' })
    expect(blocksOf(both, axes)).toHaveLength(2)
    const cells = [...cellsOf(blocksOf(both, axes), axes)].map(({ row, columnId }) => `${row}${columnId}`)
    expect(cells).toEqual(['0a', '0b', '1a', '1b', '1c'])
  })
})
