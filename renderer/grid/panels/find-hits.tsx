import { useSelector } from '@tanstack/react-store'
import { CellBox } from '../view/cell-box.tsx'
import { useGrid, useViewport } from '../view/grid-context.ts'
import { findStateOf } from './find-state.ts'

/** Marks what has been found, as far as it is in view. */
export function FindHits() {
  const { session } = useGrid()
  const viewport = useViewport()
  const { firstRow, lastRow } = useSelector(viewport.range)
  const { hits, current } = useSelector(findStateOf(session))
  if (hits.length === 0) return null
  const from = hits.findIndex(({ position }) => position >= firstRow)
  if (from === -1) return null
  const shown = []
  for (let at = from; at < hits.length; at += 1) {
    const hit = hits[at]
    if (!hit || hit.position > lastRow) break
    shown.push(
      <CellBox key={`${hit.position} ${hit.key}`} cell={{ row: hit.position, columnId: hit.key }}>
        <div className="find-hit" data-current={at === current || undefined} />
      </CellBox>,
    )
  }
  return shown
}
