import type { Painter } from './colour-rules.ts'
import type { GridColumn } from '../../query/columns.ts'
import type { Pin } from '../../state/grid-layout.ts'

const digitWidth = 8
const fewestDigits = 3
export const checkWidth = 24
const gutterSpare = 46

export function gutterFor(rowCount: number): number {
  return gutterSpare + digitWidth * Math.max(fewestDigits, String(rowCount).length)
}

export const cornerWidth = 46
const overscanPx = 160

export interface ColumnBox {
  readonly column: GridColumn
  readonly width: number
  readonly left: number
  readonly pin: Pin | undefined
}

export interface Geometry {
  readonly placed: readonly ColumnBox[]
  readonly indexById: ReadonlyMap<string, number>
  readonly gutterWidth: number
  readonly pinnedWidth: number
  readonly pinnedRightWidth: number
  readonly totalWidth: number
  /** Right-pinned columns are left of the corner of the header. */
  readonly rowWidth: number
  readonly paint?: Painter | undefined
}

export function placeColumns(
  columns: readonly { readonly column: GridColumn; readonly width: number; readonly pin?: Pin | undefined }[],
  gutterWidth = gutterFor(0),
): Geometry {
  let left = gutterWidth
  const placed = columns.map(({ column, width, pin }) => {
    const place = { column, width, left, pin }
    left += width
    return place
  })
  const lastLeft = placed.findLast(({ pin }) => pin === 'left')
  const firstRight = placed.find(({ pin }) => pin === 'right')
  return {
    placed,
    gutterWidth,
    indexById: new Map(placed.map(({ column }, index) => [column.id, index])),
    pinnedWidth: lastLeft ? lastLeft.left + lastLeft.width : gutterWidth,
    pinnedRightWidth: firstRight ? left - firstRight.left : 0,
    totalWidth: left,
    rowWidth: firstRight ? left + cornerWidth : left,
  }
}

export interface IndexRange {
  readonly first: number
  readonly last: number
}

/** Returns the visible scrolling columns with some to spare; empty when `last < first`. */
export function columnsInView(geometry: Geometry, scrollLeft: number, viewWidth: number): IndexRange {
  const { placed, pinnedWidth, pinnedRightWidth } = geometry
  const start = placed.findIndex(({ pin }) => pin === undefined)
  if (start === -1) return { first: placed.length, last: placed.length - 1 }
  const from = scrollLeft + pinnedWidth - overscanPx
  const to = scrollLeft + viewWidth - pinnedRightWidth + overscanPx
  const first = placed.findIndex(({ pin, left, width }) => pin === undefined && left + width > from)
  const last = placed.findLastIndex(({ pin, left }) => pin === undefined && left < to)
  return { first: first === -1 ? placed.length : first, last }
}

const rowStep = 4
const rowOverscan = 3

/** The number of drawn rows, the same at every scroll position, so that elements are reused. */
export function slotsFor(viewHeight: number, rowHeight: number): number {
  return Math.ceil(viewHeight / rowHeight) + 2 * rowOverscan + rowStep
}

/** The visible rows with some to spare, in steps of four, so that a small scroll changes nothing. */
export function rowsInView(top: number, viewHeight: number, rowHeight: number, rowCount: number): IndexRange {
  const slots = slotsFor(viewHeight, rowHeight)
  const requested = Math.floor((Math.floor(top / rowHeight) - rowOverscan) / rowStep) * rowStep
  const first = Math.max(0, Math.min(requested, rowCount - slots))
  return { first, last: Math.min(rowCount, first + slots) - 1 }
}

/** The rows in the order of their elements: by remainder alone, so that scrolling moves no element. */
export function rowsBySlot({ first, last }: IndexRange, origin: number, slots: number): number[] {
  const offset = (((origin - first) % slots) + slots) % slots
  return Array.from({ length: slots }, (_, slot) => first + ((offset + slot) % slots)).filter(
    (row) => row <= last,
  )
}

export function runsOf(rows: readonly number[]): IndexRange[] {
  const runs: { first: number; last: number }[] = []
  for (const row of rows.toSorted((a, b) => a - b)) {
    const run = runs.at(-1)
    if (run?.last === row - 1) run.last = row
    else runs.push({ first: row, last: row })
  }
  return runs
}

export function revealSpan(
  span: { readonly start: number; readonly size: number },
  view: { readonly start: number; readonly size: number },
): number {
  if (span.start < view.start) return span.start
  const overshoot = span.start + span.size - (view.start + view.size)
  return overshoot > 0 ? view.start + Math.min(overshoot, span.start - view.start) : view.start
}

export function toCanvasX(
  { pinnedWidth, pinnedRightWidth, totalWidth }: Geometry,
  x: number,
  { scrollLeft, viewWidth }: { readonly scrollLeft: number; readonly viewWidth: number },
): number {
  if (x < pinnedWidth) return x
  const rightStart = totalWidth - pinnedRightWidth
  const shownAt = Math.min(rightStart - scrollLeft, viewWidth - cornerWidth - pinnedRightWidth)
  return pinnedRightWidth > 0 && x >= shownAt ? x - shownAt + rightStart : x + scrollLeft
}

export function columnAt(geometry: Geometry, x: number): ColumnBox | undefined {
  return geometry.placed.find(({ left, width }) => x >= left && x < left + width)
}

/** Returns the pixels per frame that a drag scrolls by, for a distance beyond the edge. */
export function edgeSpeed(distance: number): number {
  return Math.min(60, Math.ceil(distance / 3))
}

const frameMs = 1000 / 60
const maxFrames = 12

/**
 * Returns the pixels to scroll for the elapsed time: slow frames scroll more, up to a jump that the eye
 * can follow, always by whole pixels.
 */
export function edgeStep(speed: number, sinceMs: number): number {
  const frames = Math.min(sinceMs / frameMs, maxFrames)
  return Math.sign(speed) * Math.max(1, Math.round(Math.abs(speed) * frames))
}
