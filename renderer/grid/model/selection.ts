/** Where the cursor goes after a commit; `leave` moves the focus away as well. */
export type AfterCommit = 'stay' | 'down' | 'up' | 'right' | 'left' | 'leave'

export interface Way {
  readonly along: 'rows' | 'columns'
  readonly step: 1 | -1
}

/** Returns the cursor after an entry: on inside its range, otherwise the adjacent cell. */
export function afterEntry(selection: Selection, axes: Axes, way: Way): Selection {
  const walked = walkInRange(selection, axes, way)
  if (walked) return walked
  if (way.along === 'rows') return moveInReadingOrder(selection, axes, way.step) ?? selection
  return way.step === 1 ? nextLine(selection, axes) : moveBy(selection, axes, { rows: -1 })
}

/**
 * The next or previous cell of the range, around its ends; the range stays selected. Undefined without a
 * range of several cells.
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
  const [lines, position] = [Math.floor(next / line), next % line]
  const columnId = axes.columnIds[block.left + (along === 'rows' ? position : lines)]
  if (columnId === undefined) return undefined
  const row = block.top + (along === 'rows' ? lines : position)
  return { ...selection, cursor: { row, columnId }, anchor: selection.anchor ?? selection.cursor }
}

function nextLine(selection: Selection, axes: Axes): Selection {
  const { cursor, home = cursor.columnId } = selection
  const columnId = axes.columnIds.includes(home) ? home : cursor.columnId
  return moveBy({ ...selection, cursor: { ...cursor, columnId } }, axes, { rows: 1 })
}

export interface CellPosition {
  readonly row: number
  readonly columnId: string
}

/** The extent of a range: a block, or whole rows or columns, however many there are. */
export type Span = 'cells' | 'rows' | 'columns' | 'all'

/**
 * A block between the fixed corner (`cursor`, or `anchor` while the cursor walks inside) and the moving one
 * (`focus`).
 */
interface CellRange {
  readonly cursor: CellPosition
  readonly anchor?: CellPosition | undefined
  readonly focus: CellPosition
  readonly span: Span
}

/** The range of the cursor, whose cell is edited, and ranges added before. */
export interface Selection extends CellRange {
  readonly more: readonly CellRange[]
  /** The column where moves by Tab began: Enter returns to it, one row below. */
  readonly home?: string | undefined
}

export interface Axes {
  readonly rowCount: number
  readonly columnIds: readonly string[]
}

export interface Block {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

export type Direction = 'up' | 'down' | 'left' | 'right'

export function selectCell(cursor: CellPosition): Selection {
  return { cursor, focus: cursor, span: 'cells', more: [] }
}

export function addRange({ more, ...present }: Selection, cursor: CellPosition): Selection {
  return { cursor, focus: cursor, span: 'cells', more: [...more, present] }
}

export function widen(selection: Selection, span: Exclude<Span, 'cells'>): Selection {
  const isCrossed = selection.span !== 'cells' && selection.span !== span
  return { ...selection, span: isCrossed ? 'all' : span }
}

export function extendTo({ cursor, span, more }: Selection, focus: CellPosition): Selection {
  return { cursor, focus, span, more }
}

export function clampSelection(selection: Selection, axes: Axes): Selection | undefined {
  if (axes.rowCount === 0 || axes.columnIds.length === 0) return undefined
  const clamp = ({ row, columnId }: CellPosition): CellPosition => ({
    row: Math.max(0, Math.min(axes.rowCount - 1, row)),
    columnId: axes.columnIds.includes(columnId) ? columnId : (axes.columnIds[0] ?? columnId),
  })
  return mapCells(selection, clamp)
}

export function shiftRows(selection: Selection, rows: number): Selection {
  return mapCells(selection, ({ row, columnId }) => ({ row: Math.max(0, row + rows), columnId }))
}

function mapCells(selection: Selection, map: (cell: CellPosition) => CellPosition): Selection {
  const mapRange = <T extends CellRange>(range: T): T => ({
    ...range,
    cursor: map(range.cursor),
    ...(range.anchor && { anchor: map(range.anchor) }),
    focus: map(range.focus),
  })
  return { ...mapRange(selection), more: selection.more.map(mapRange) }
}

/** Moves the cursor by rows and columns up to the edges; `extend` moves the other corner instead. */
export function moveBy(
  selection: Selection,
  axes: Axes,
  step: { readonly rows?: number; readonly columns?: number; readonly extend?: boolean },
): Selection {
  const from = step.extend ? selection.focus : selection.cursor
  const index = axes.columnIds.indexOf(from.columnId) + (step.columns ?? 0)
  const next = {
    row: Math.max(0, Math.min(axes.rowCount - 1, from.row + (step.rows ?? 0))),
    columnId: axes.columnIds[Math.max(0, Math.min(axes.columnIds.length - 1, index))] ?? from.columnId,
  }
  return step.extend ? extendTo(selection, next) : selectCell(next)
}

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
 * The next or previous cell in reading order across rows (Tab). Undefined at both ends, where the focus
 * leaves the grid.
 */
export function moveInReadingOrder(selection: Selection, axes: Axes, step: 1 | -1): Selection | undefined {
  const { row, columnId } = selection.cursor
  const home = selection.home ?? (step === 1 ? columnId : undefined)
  const columns = axes.columnIds.length
  const index = row * columns + axes.columnIds.indexOf(columnId) + step
  if (index < 0 || index >= axes.rowCount * columns) return undefined
  const next = axes.columnIds[index % columns]
  if (next === undefined) return undefined
  return { ...selectCell({ row: Math.floor(index / columns), columnId: next }), home }
}

export function blockOf({ cursor, anchor = cursor, focus, span }: CellRange, axes: Axes): Block {
  const columns = [axes.columnIds.indexOf(anchor.columnId), axes.columnIds.indexOf(focus.columnId)]
  const isWide = span === 'rows' || span === 'all'
  const isHigh = span === 'columns' || span === 'all'
  return {
    top: isHigh ? 0 : Math.min(anchor.row, focus.row),
    bottom: isHigh ? axes.rowCount - 1 : Math.max(anchor.row, focus.row),
    left: isWide ? 0 : Math.max(0, Math.min(...columns)),
    right: isWide ? axes.columnIds.length - 1 : Math.max(...columns),
  }
}

/** The blocks of every range, the cursor's last; they may overlap. */
export function blocksOf(selection: Selection, axes: Axes): Block[] {
  return [...selection.more, selection].map((range) => blockOf(range, axes))
}

export function cellCount({ top, bottom, left, right }: Block): number {
  return Math.max(0, bottom - top + 1) * Math.max(0, right - left + 1)
}

/** The cells of all blocks, each once, row by row. */
export function* cellsOf(blocks: readonly Block[], { columnIds }: Axes): Generator<CellPosition> {
  const isIn = (block: Block, row: number, column: number): boolean =>
    row >= block.top && row <= block.bottom && column >= block.left && column <= block.right
  for (const [index, block] of blocks.entries()) {
    const earlier = blocks.slice(0, index)
    for (let row = block.top; row <= block.bottom; row += 1) {
      for (let column = block.left; column <= block.right; column += 1) {
        const columnId = columnIds[column]
        if (columnId === undefined || earlier.some((other) => isIn(other, row, column))) continue
        yield { row, columnId }
      }
    }
  }
}

type Rows = readonly [first: number, last: number]

/** The rows that are selected as a whole, in order; adjacent ones are one range. */
export function checkedRows(selection: Selection | undefined, axes: Axes): Rows[] {
  if (!selection) return []
  const whole = [...selection.more, selection].filter(({ span }) => span === 'rows' || span === 'all')
  const ranges: [number, number][] = []
  const blocks = whole.map((range) => blockOf(range, axes)).toSorted((a, b) => a.top - b.top)
  for (const { top, bottom } of blocks) {
    const before = ranges.at(-1)
    if (before && top <= before[1] + 1) before[1] = Math.max(before[1], bottom)
    else ranges.push([top, bottom])
  }
  return ranges
}

export function isChecked(rows: readonly Rows[], row: number): boolean {
  return rows.some(([first, last]) => row >= first && row <= last)
}

export function toggleRow(selection: Selection | undefined, axes: Axes, row: number): Selection | undefined {
  const columnId = axes.columnIds[0]
  if (columnId === undefined) return undefined
  const before = checkedRows(selection, axes)
  const others = before.flatMap(([first, last]): Rows[] => {
    if (row < first || row > last) return [[first, last]]
    return (
      [
        [first, row - 1],
        [row + 1, last],
      ] as const
    ).filter(([from, to]) => from <= to)
  })
  const rangeOf = ([first, last]: Rows) => ({
    cursor: { row: first, columnId },
    focus: { row: last, columnId },
    span: 'rows' as const,
  })
  if (!isChecked(before, row)) return { ...rangeOf([row, row]), more: others.map(rangeOf) }
  const present = others.at(-1)
  if (!present) return selectCell({ row, columnId })
  return { ...rangeOf(present), more: others.slice(0, -1).map(rangeOf) }
}
