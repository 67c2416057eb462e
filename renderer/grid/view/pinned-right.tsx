import type { ReactNode } from 'react'
import { cornerWidth, type Geometry, type PlacedColumn } from '../model/geometry.ts'

interface PinnedRightProps {
  readonly geometry: Geometry
  readonly cell: (index: number) => ReactNode
}

/** The cells of a row that stay at its right end, before the corner of the header. */
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

/** Where a cell stands in the part of its row that it belongs to. */
export function leftOf({ left, pin }: PlacedColumn, { totalWidth, pinnedRightWidth }: Geometry): number {
  return pin === 'right' ? left - (totalWidth - pinnedRightWidth) : left
}
