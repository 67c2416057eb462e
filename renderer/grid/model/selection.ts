/** A cell by its absolute row position and its column id. */
export interface CellPosition {
  readonly row: number
  readonly columnId: string
}

/** The cursor, and the corner that the selected block spans to it. They are equal for a single cell. */
export interface Selection {
  readonly anchor: CellPosition
  readonly cursor: CellPosition
}

/** What a selection moves over: the rows by count, the columns in display order. */
export interface Axes {
  readonly rowCount: number
  readonly columnIds: readonly string[]
}

/** A block of cells by positions, both ends included. */
export interface Block {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

export type Direction = 'up' | 'down' | 'left' | 'right'

/** Selects one cell. */
export function selectCell(cursor: CellPosition): Selection {
  return { anchor: cursor, cursor }
}

/** The selection kept within the axes; undefined when there is no cell left. */
export function clampSelection(selection: Selection, axes: Axes): Selection | undefined {
  if (axes.rowCount === 0 || axes.columnIds.length === 0) return undefined
  const clamp = ({ row, columnId }: CellPosition): CellPosition => ({
    row: Math.max(0, Math.min(axes.rowCount - 1, row)),
    columnId: axes.columnIds.includes(columnId) ? columnId : (axes.columnIds[0] ?? columnId),
  })
  return { anchor: clamp(selection.anchor), cursor: clamp(selection.cursor) }
}

/** Moves the cursor by rows and columns, stopping at the edges; `extend` leaves the anchor where it is. */
export function moveBy(
  selection: Selection,
  axes: Axes,
  step: { readonly rows?: number; readonly columns?: number; readonly extend?: boolean },
): Selection {
  const { cursor, anchor } = selection
  const index = axes.columnIds.indexOf(cursor.columnId) + (step.columns ?? 0)
  const next = {
    row: Math.max(0, Math.min(axes.rowCount - 1, cursor.row + (step.rows ?? 0))),
    columnId: axes.columnIds[Math.max(0, Math.min(axes.columnIds.length - 1, index))] ?? cursor.columnId,
  }
  return { anchor: step.extend ? anchor : next, cursor: next }
}

/** Moves the cursor to the edge in a direction. */
export function moveToEdge(
  selection: Selection,
  axes: Axes,
  direction: Direction,
  extend = false,
): Selection {
  const far = Math.max(axes.rowCount, axes.columnIds.length)
  return moveBy(selection, axes, {
    rows: direction === 'up' ? -far : direction === 'down' ? far : 0,
    columns: direction === 'left' ? -far : direction === 'right' ? far : 0,
    extend,
  })
}

/**
 * The next cell in reading order, wrapping to the next row (Tab), or the one before. Undefined at the first and last
 * cell: there the focus leaves the grid.
 */
export function moveInReadingOrder(selection: Selection, axes: Axes, step: 1 | -1): Selection | undefined {
  const { row, columnId } = selection.cursor
  const columns = axes.columnIds.length
  const index = row * columns + axes.columnIds.indexOf(columnId) + step
  if (index < 0 || index >= axes.rowCount * columns) return undefined
  const next = axes.columnIds[index % columns]
  return next === undefined ? undefined : selectCell({ row: Math.floor(index / columns), columnId: next })
}

/** The block between anchor and cursor. */
export function blockOf({ anchor, cursor }: Selection, axes: Axes): Block {
  const columns = [axes.columnIds.indexOf(anchor.columnId), axes.columnIds.indexOf(cursor.columnId)]
  return {
    top: Math.min(anchor.row, cursor.row),
    bottom: Math.max(anchor.row, cursor.row),
    left: Math.max(0, Math.min(...columns)),
    right: Math.max(...columns),
  }
}

/** How many cells a block holds. */
export function cellCount({ top, bottom, left, right }: Block): number {
  return (bottom - top + 1) * (right - left + 1)
}
