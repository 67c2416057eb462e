import { useSelector } from '@tanstack/react-store'
import { Check } from 'lucide-react'
import { axesOf } from '../actions/navigation.ts'
import { useGrid } from '../data/grid-context.ts'
import { isDraftId } from '../data/draft-rows.ts'
import { checkedRows } from '../model/row-checks.ts'
import type { Selection } from '../model/selection.ts'
import { useViewport } from './viewport.ts'

/** The marks of the rows in view that are selected as a whole. They lie over the rows, which are not drawn anew for them. */
export function RowChecks({ selection }: { selection: Selection }) {
  const { session } = useGrid()
  const viewport = useViewport()
  const { baseRow, firstRow, lastRow } = useSelector(viewport.range)
  const { totalWidth: width } = useSelector(session.geometry)
  const shown = checkedRows(selection, axesOf(session)).flatMap(([first, last]) => {
    const from = Math.max(first, firstRow)
    return Array.from({ length: Math.max(0, Math.min(last, lastRow) - from + 1) }, (_, at) => from + at)
  })
  return shown.map((row) => {
    const id = session.shownAt(row)?.id
    if (session.headAt(row) || (id !== undefined && isDraftId(id))) return null
    const top = (row - baseRow) * viewport.rowHeight
    return (
      <div key={row} className="grid-over-row" data-pinned="left" style={{ top, width }}>
        <div className="grid-row-check" style={{ marginTop: (viewport.rowHeight - 16) / 2 }}>
          <Check size={12} strokeWidth={3} aria-hidden />
        </div>
      </div>
    )
  })
}
