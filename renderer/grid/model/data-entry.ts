import { blockOf, cellCount, moveBy, moveInReadingOrder, type Axes, type Selection } from './selection.ts'

/** Where the cursor goes after a commit; `leave` gives up the focus as well. */
export type AfterCommit = 'stay' | 'down' | 'up' | 'right' | 'left' | 'leave'

/** Along a row or down a column, to the next cell or the one before. */
export interface Way {
  readonly along: 'rows' | 'columns'
  readonly step: 1 | -1
}

/** Where the cursor goes once a cell has been entered: on inside its range, else to the cell beside it. */
export function afterEntry(selection: Selection, axes: Axes, way: Way): Selection {
  const walked = walkInRange(selection, axes, way)
  if (walked) return walked
  if (way.along === 'rows') return moveInReadingOrder(selection, axes, way.step) ?? selection
  return way.step === 1 ? nextLine(selection, axes) : moveBy(selection, axes, { rows: -1 })
}

/**
 * The cursor goes to the next cell of its range (or the one before), along the rows or down the columns, and from the last one to
 * the first; the range stays selected. Undefined where no block of several cells is selected.
 */
export function walkInRange(selection: Selection, axes: Axes, { along, step }: Way): Selection | undefined {
  const block = blockOf(selection, axes)
  const count = cellCount(block)
  if (selection.span !== 'cells' || count < 2) return undefined
  const across = Math.max(0, axes.columnIds.indexOf(selection.cursor.columnId) - block.left)
  const down = selection.cursor.row - block.top
  const line = along === 'rows' ? block.right - block.left + 1 : block.bottom - block.top + 1
  const present = along === 'rows' ? down * line + across : across * line + down
  const next = (present + step + count) % count
  const [lines, place] = [Math.floor(next / line), next % line]
  const columnId = axes.columnIds[block.left + (along === 'rows' ? place : lines)]
  if (columnId === undefined) return undefined
  const row = block.top + (along === 'rows' ? lines : place)
  return { ...selection, cursor: { row, columnId }, anchor: selection.anchor ?? selection.cursor }
}

/** One row down; after a run of the Tab key, to the column in which it began. */
function nextLine(selection: Selection, axes: Axes): Selection {
  const { cursor, home = cursor.columnId } = selection
  const columnId = axes.columnIds.includes(home) ? home : cursor.columnId
  return moveBy({ ...selection, cursor: { ...cursor, columnId } }, axes, { rows: 1 })
}
