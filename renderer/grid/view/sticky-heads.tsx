import { useSelector } from '@tanstack/react-store'
import type { MouseEvent } from 'react'
import { select } from '../actions/navigation.ts'
import { useGrid } from '../data/grid-context.ts'
import { selectCell } from '../model/selection.ts'
import { stuckHeads } from '../model/sticky-groups.ts'
import { GroupRow } from './group-row.tsx'
import { useGroupSums } from './use-group-sums.ts'
import { useRowChanges } from './use-row-changes.ts'
import { headerHeight, useViewport } from './viewport.ts'

/**
 * The heads of the groups that the first rows in view are in, over these rows. They repeat what stands above, so that readers of
 * the screen pass over them; a press goes to the head itself.
 */
export function StickyHeads() {
  const { session } = useGrid()
  const viewport = useViewport()
  const geometry = useSelector(session.geometry)
  const top = useSelector(viewport.topRow)
  const firstColumn = useSelector(viewport.range, (range) => range.firstColumn)
  const lastColumn = useSelector(viewport.range, (range) => range.lastColumn)
  const { groupBy } = useSelector(session.rows.state)
  const sums = useGroupSums()
  useRowChanges()

  const { plan } = session.rows
  const goTo = (row: number) => (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('button')) return
    const columnId = session.selection.get()?.cursor.columnId ?? geometry.placed[0]?.column.id
    if (columnId !== undefined) select(session, selectCell({ row, columnId }))
    session.screen.focusInput()
  }
  const stuck = plan ? stuckHeads(plan, top, groupBy.length) : []
  return (
    <div aria-hidden className="grid-stuck" style={{ top: headerHeight }}>
      {stuck.map(({ id, row }, slot) => {
        const head = session.rows.head(id)
        if (!head) return null
        const columns = { first: firstColumn, last: lastColumn }
        const place = { row, top: slot * viewport.rowHeight, isActive: false, activeId: '' }
        return (
          <div key={id} onClick={goTo(row)} onMouseDown={(event) => event.preventDefault()}>
            <GroupRow {...{ session, head, geometry, columns, sums }} {...place} />
          </div>
        )
      })}
    </div>
  )
}
