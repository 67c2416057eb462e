import type { Painter } from './colour-rules.ts'
import type { GridColumn } from './columns.ts'

export const gutterWidth = 56
const overscanPx = 160

export interface PlacedColumn {
  readonly column: GridColumn
  readonly width: number
  /** Distance from the left edge of the canvas. */
  readonly left: number
  readonly isPinned: boolean
}

/** Where the columns stand: the gutter, the pinned column, then the others. */
export interface Geometry {
  readonly placed: readonly PlacedColumn[]
  readonly indexById: ReadonlyMap<string, number>
  readonly pinnedWidth: number
  readonly totalWidth: number
  /** What colours the rows and cells; undefined where nothing does. */
  readonly paint?: Painter | undefined
}

/** Places the columns from left to right; the first `pinnedCount` stay in view. */
export function placeColumns(
  columns: readonly { readonly column: GridColumn; readonly width: number }[],
  pinnedCount = 1,
): Geometry {
  let left = gutterWidth
  const placed = columns.map(({ column, width }, index) => {
    const place = { column, width, left, isPinned: index < pinnedCount }
    left += width
    return place
  })
  const lastPinned = placed.findLast(({ isPinned }) => isPinned)
  return {
    placed,
    indexById: new Map(placed.map(({ column }, index) => [column.id, index])),
    pinnedWidth: lastPinned ? lastPinned.left + lastPinned.width : gutterWidth,
    totalWidth: left,
  }
}

export interface IndexRange {
  readonly first: number
  readonly last: number
}

/** The columns that scroll and are in view, with some to spare on both sides; empty when `last < first`. */
export function columnsInView(geometry: Geometry, scrollLeft: number, viewWidth: number): IndexRange {
  const { placed, pinnedWidth } = geometry
  const start = placed.findIndex(({ isPinned }) => !isPinned)
  if (start === -1) return { first: placed.length, last: placed.length - 1 }
  const from = scrollLeft + pinnedWidth - overscanPx
  const to = scrollLeft + viewWidth + overscanPx
  const first = placed.findIndex(({ isPinned, left, width }) => !isPinned && left + width > from)
  const last = placed.findLastIndex(({ isPinned, left }) => !isPinned && left < to)
  return { first: first === -1 ? placed.length : first, last }
}

const rowStep = 4
const rowOverscan = 4
/** By how much at most `rowsInView` exceeds the rows that are seen. */
export const spareRows = 2 * (rowStep + rowOverscan) + 1

/** The rows in view, widened to steps of four so that a small scroll keeps the same range. */
export function rowsInView(top: number, viewHeight: number, rowHeight: number, rowCount: number): IndexRange {
  const first = Math.floor(top / rowHeight) - rowOverscan
  const last = Math.ceil((top + viewHeight) / rowHeight) + rowOverscan
  return {
    first: Math.max(0, Math.floor(first / rowStep) * rowStep),
    last: Math.min(rowCount - 1, Math.ceil(last / rowStep) * rowStep),
  }
}

/** The scroll position that brings a span into view with the least movement. */
export function revealSpan(
  span: { readonly start: number; readonly size: number },
  view: { readonly start: number; readonly size: number },
): number {
  if (span.start < view.start) return span.start
  const overshoot = span.start + span.size - (view.start + view.size)
  return overshoot > 0 ? view.start + Math.min(overshoot, span.start - view.start) : view.start
}

/** The column under a horizontal position of the canvas, or undefined over the gutter or behind the last one. */
export function columnAt(geometry: Geometry, x: number): PlacedColumn | undefined {
  return geometry.placed.find(({ left, width }) => x >= left && x < left + width)
}
