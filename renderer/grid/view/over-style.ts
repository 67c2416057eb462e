import type { CSSProperties } from 'react'
import { cornerWidth, type Geometry, type PlacedColumn } from '../model/geometry.ts'

/** Where something lies over a row; over pinned cells it stays in place while the others scroll. */
export function overStyle(
  { left, width, pin }: Pick<PlacedColumn, 'left' | 'width' | 'pin'>,
  { totalWidth }: Geometry,
): CSSProperties {
  if (pin === undefined) return { width, marginLeft: left }
  if (pin === 'left') return { width, position: 'sticky', left }
  // A margin at its left would hold it there: sticky elements keep their margins inside the row.
  const behind = totalWidth - left - width
  return { width, position: 'sticky', right: cornerWidth + behind, marginRight: behind }
}
