import { expect, test } from 'vitest'
import {
  type Axes,
  type Selection,
  type Way,
  afterEntry,
  blockOf,
  extendTo,
  moveBy,
  moveInReadingOrder,
  selectCell,
  walkInRange,
  widen,
} from './selection.ts'

const axes: Axes = { rowCount: 10, columnIds: ['a', 'b', 'c'] }
const down: Way = { along: 'columns', step: 1 }
const range = extendTo(selectCell({ row: 4, columnId: 'b' }), { row: 5, columnId: 'c' })

function places(along: 'rows' | 'columns', step: 1 | -1): string[] {
  let selection: Selection = range
  return Array.from({ length: 5 }, () => {
    selection = walkInRange(selection, axes, { along, step }) ?? selection
    expect(blockOf(selection, axes)).toEqual(blockOf(range, axes))
    return `${selection.cursor.columnId}${selection.cursor.row}`
  })
}

test.each([
  ['rows', 1, 'c4 b5 c5 b4 c4'],
  ['rows', -1, 'c5 b5 c4 b4 c5'],
  ['columns', 1, 'b5 c4 c5 b4 b5'],
  ['columns', -1, 'c5 c4 b5 b4 c5'],
] as const)('inside a range the cursor walks along the %s by %i and wraps', (along, step, expected) => {
  expect(places(along, step).join(' ')).toBe(expected)
})

test('there is nothing to walk in: a cell alone, or whole rows', () => {
  const cell = selectCell({ row: 1, columnId: 'a' })
  const walk = { along: 'rows', step: 1 } as const
  expect(walkInRange(cell, axes, walk)).toBeUndefined()
  expect(walkInRange(widen(cell, 'rows'), axes, walk)).toBeUndefined()
})

test('a range that was walked in grows from the cursor on', () => {
  const walked = walkInRange(range, axes, { along: 'columns', step: 1 }) ?? range
  const grown = moveBy(walked, axes, { rows: 2, extend: true })
  expect(blockOf(grown, axes)).toEqual({ top: 5, bottom: 7, left: 1, right: 2 })
})

test('the line after a run of Tab begins where the run began; any other move ends the run', () => {
  const start = selectCell({ row: 2, columnId: 'b' })
  const tabbed = moveInReadingOrder(start, axes, 1) ?? start
  expect(afterEntry(tabbed, axes, down)).toEqual(selectCell({ row: 3, columnId: 'b' }))
  const moved = moveBy(tabbed, axes, { rows: 1 })
  expect(afterEntry(moved, axes, down)).toEqual(selectCell({ row: 4, columnId: 'c' }))
})
