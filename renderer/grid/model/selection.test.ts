import { describe, expect, test } from 'vitest'
import {
  blockOf,
  cellCount,
  clampSelection,
  moveBy,
  moveInReadingOrder,
  moveToEdge,
  selectCell,
  type Axes,
} from './selection.ts'

const axes: Axes = { rowCount: 10, columnIds: ['a', 'b', 'c'] }
const start = selectCell({ row: 4, columnId: 'b' })

describe('the cursor', () => {
  test('moves and takes the anchor along', () => {
    expect(moveBy(start, axes, { rows: 1 })).toEqual(selectCell({ row: 5, columnId: 'b' }))
    expect(moveBy(start, axes, { columns: -1 })).toEqual(selectCell({ row: 4, columnId: 'a' }))
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

  test('comes back into what is left of the grid', () => {
    const fewer: Axes = { rowCount: 2, columnIds: ['a'] }
    expect(clampSelection(start, fewer)).toEqual(selectCell({ row: 1, columnId: 'a' }))
    expect(clampSelection(start, { rowCount: 0, columnIds: ['a'] })).toBeUndefined()
  })
})

test('extending keeps the anchor and spans a block', () => {
  const extended = moveBy(moveBy(start, axes, { rows: 2, extend: true }), axes, { columns: -1, extend: true })
  expect(extended.anchor).toEqual({ row: 4, columnId: 'b' })
  expect(blockOf(extended, axes)).toEqual({ top: 4, bottom: 6, left: 0, right: 1 })
  expect(cellCount(blockOf(extended, axes))).toBe(6)
})
