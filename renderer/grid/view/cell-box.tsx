import { useSelector } from '@tanstack/react-store'
import type { CSSProperties, ReactNode } from 'react'
import { useGrid } from '../data/grid-context.ts'
import { type Geometry, type ColumnBox, cornerWidth, gutterFor } from '../model/geometry.ts'
import type { Block, CellPosition } from '../model/selection.ts'
import { useViewport } from './viewport.ts'
import type { RowSource } from '../data/row-source.ts'
import type { GridSession } from '../data/grid-session.ts'

function overStyle(
  { left, width, pin }: Pick<ColumnBox, 'left' | 'width' | 'pin'>,
  { totalWidth }: Geometry,
): CSSProperties {
  if (pin === undefined) return { width, marginLeft: left }
  if (pin === 'left') return { width, position: 'sticky', left }
  // A left margin would keep it there, since sticky elements keep their margins inside the row.
  const behind = totalWidth - left - width
  return { width, position: 'sticky', right: cornerWidth + behind, marginRight: behind }
}

interface BlockBoxesProps {
  readonly block: Block
  readonly kind: 'block' | 'fill'
}

export function BlockBoxes({ block, kind }: BlockBoxesProps) {
  const { session } = useGrid()
  const viewport = useViewport()
  const geometry = useSelector(session.geometry)
  const { baseRow, firstRow, lastRow } = useSelector(viewport.range)
  // A block of a million rows is drawn only as far as it is in view.
  const from = Math.max(block.top, firstRow - 1)
  const to = Math.min(block.bottom, lastRow + 1)
  const places = geometry.placed.slice(block.left, block.right + 1)
  const height = (to - from + 1) * viewport.rowHeight
  return (['left', undefined, 'right'] as const).map((pin) => {
    const part = places.filter((box) => box.pin === pin)
    const [first, last] = [part[0], part.at(-1)]
    if (!first || !last || to < from) return null
    const width = last.left + last.width - first.left
    return (
      <div
        key={String(pin)}
        className="grid-over-row"
        data-pinned={pin}
        style={{ top: (from - baseRow) * viewport.rowHeight, width: geometry.totalWidth }}
      >
        <div
          className={`grid-${kind}`}
          style={{ height, ...overStyle({ left: first.left, width, pin }, geometry) }}
        />
      </div>
    )
  })
}

interface CellBoxProps {
  readonly cell: CellPosition | undefined
  readonly children: ReactNode
}

/** Lays content over a cell; over a pinned one it stays while the others scroll. */
export function CellBox({ cell, children }: CellBoxProps) {
  const { session } = useGrid()
  const viewport = useViewport()
  const baseRow = useSelector(viewport.range, (range) => range.baseRow)
  const geometry = useSelector(session.geometry)
  const box = cell && geometry.placed[geometry.indexById.get(cell.columnId) ?? -1]
  const top = cell ? (cell.row - baseRow) * viewport.rowHeight : 0
  return (
    <div className="grid-over-row" data-pinned={box?.pin} style={{ top, width: geometry.totalWidth }}>
      <div
        className="grid-over-cell"
        style={{ height: viewport.rowHeight, ...(box ? overStyle(box, geometry) : { width: 0 }) }}
      >
        {children}
      </div>
    </div>
  )
}

interface PinnedRightProps {
  readonly geometry: Geometry
  readonly cell: (index: number) => ReactNode
}

export function PinnedRight({ geometry: { placed, pinnedRightWidth }, cell }: PinnedRightProps) {
  if (pinnedRightWidth === 0) return null
  return (
    <div
      role="presentation"
      className="grid-pinned grid-pinned-end"
      style={{ width: pinnedRightWidth + cornerWidth }}
    >
      {placed.map(({ pin }, index) => (pin === 'right' ? cell(index) : null))}
    </div>
  )
}

export function leftOf({ left, pin }: ColumnBox, { totalWidth, pinnedRightWidth }: Geometry): number {
  return pin === 'right' ? left - (totalWidth - pinnedRightWidth) : left
}

/** Renders again with every change of rows; returns the current source. */
export function useRowChanges(): RowSource | undefined {
  const { session } = useGrid()
  const source = useSelector(session.source)
  useSelector(source?.state ?? unchanging)
  useSelector(session.drafts.list)
  useSelector(session.overlay.counts)
  useSelector(session.lookups.version)
  return source
}

/** Returns the width of the row numbers, which changes only with their digits. */
export function useGutterWidth(session: GridSession): number {
  const source = useSelector(session.source)
  return useSelector(source?.state ?? unchanging, () => gutterFor(session.rowCount))
}

const unchanging = { get: () => undefined, subscribe: () => ({ unsubscribe: () => undefined }) }
