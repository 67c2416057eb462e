import { useSelector } from '@tanstack/react-store'
import type { ReactNode } from 'react'
import type { CellPosition } from '../model/selection.ts'
import { useGrid } from '../data/grid-context.ts'
import { useViewport } from './viewport.ts'
import { overStyle } from './over-style.ts'

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
    <div className="grid-over-row" data-pinned={place?.pin} style={{ top, width: geometry.totalWidth }}>
      <div
        className="grid-over-cell"
        style={{ height: viewport.rowHeight, ...(place ? overStyle(place, geometry) : { width: 0 }) }}
      >
        {children}
      </div>
    </div>
  )
}
