import { useSelector } from '@tanstack/react-store'
import type { CSSProperties, ReactNode } from 'react'
import type { PlacedColumn } from '../model/geometry.ts'
import type { CellPosition } from '../model/selection.ts'
import { useGrid, useViewport } from './grid-context.ts'

interface CellBoxProps {
  /** Without a cell the box lies unseen at the first row; its content stays mounted. */
  readonly cell: CellPosition | undefined
  readonly children: ReactNode
}

/** Puts something over a cell; over a pinned one it stays in place while the others scroll. */
export function CellBox({ cell, children }: CellBoxProps) {
  const { session } = useGrid()
  const viewport = useViewport()
  const baseRow = useSelector(viewport.range, (range) => range.baseRow)
  const geometry = useSelector(session.geometry)
  const place = cell && geometry.placed[geometry.indexById.get(cell.columnId) ?? -1]
  const top = cell ? (cell.row - baseRow) * viewport.rowHeight : 0
  return (
    <div
      className="grid-over-row"
      data-pinned={place?.isPinned || undefined}
      style={{ top, width: geometry.totalWidth }}
    >
      <div className="grid-over-cell" style={{ height: viewport.rowHeight, ...overPlace(place) }}>
        {children}
      </div>
    </div>
  )
}

function overPlace(place: PlacedColumn | undefined): CSSProperties {
  if (!place) return { width: 0 }
  const { width, left, isPinned } = place
  return isPinned ? { width, position: 'sticky', left } : { width, marginLeft: left }
}
