import { useSelector } from '@tanstack/react-store'
import { useMemo } from 'react'
import { CellBox } from './cell-box.tsx'
import { useGrid } from '../data/grid-context.ts'
import { useViewport } from './viewport.ts'
import { findStateOf } from '../panels/find-state.ts'
import { rowOfHit } from '../panels/use-find.ts'

/** Marks what has been found, as far as it is in view. */
export function FindHits() {
  const { session } = useGrid()
  const viewport = useViewport()
  const { firstRow, lastRow } = useSelector(viewport.range)
  const { hits, current } = useSelector(findStateOf(session))
  const { plan } = session.rows
  const { places } = session.shown
  const placed = useMemo(
    () => hits.map(({ position, key }, index) => ({ row: rowOfHit(session, position) ?? -1, key, index })),
    // Plan and places say which row a position has.
    // oxlint-disable-next-line react/exhaustive-deps
    [session, hits, plan, places],
  )
  const from = placed.findIndex(({ row }) => row >= firstRow)
  if (from === -1) return null
  const shown = []
  for (const { row, key, index } of placed.slice(from)) {
    if (row > lastRow) break
    if (row === -1) continue
    shown.push(
      <CellBox key={`${row} ${key}`} cell={{ row, columnId: key }}>
        <div className="find-hit" data-current={index === current || undefined} />
      </CellBox>,
    )
  }
  return shown
}
