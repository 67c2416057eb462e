import { useSelector } from '@tanstack/react-store'
import { useEffect } from 'react'
import { select } from '../actions/navigation.ts'
import { useGrid } from '../data/grid-context.ts'
import { selectCell } from '../model/selection.ts'

/** Puts the cursor on the column that a link has asked for, once it is laid out, and on its row, once its list is there. */
export function useSoughtColumn(): void {
  const { session, look } = useGrid()
  const { key, row } = useSelector(look.sought)
  const source = useSelector(session.source)
  const isLoaded = useSelector(source?.state ?? unloaded, (state) => state?.total !== undefined)
  const isPlaced = useSelector(session.geometry, ({ placed }) =>
    placed.some(({ column }) => column.id === key),
  )
  const isListed =
    row === undefined || (isLoaded && JSON.stringify(source?.query?.clauses) === JSON.stringify(row.clauses))
  useEffect(() => {
    if (key === undefined || !isPlaced || !isListed) return
    look.sought.set({ key: undefined })
    // A row that is still on its way keeps its place; the first rows keep the column of the cursor.
    const place = row && (session.rowOf(row.id) ?? session.rows.plan?.rowOf(row.position) ?? row.position)
    const last = Math.max(0, session.rowCount - 1)
    select(session, selectCell({ row: Math.min(place ?? 0, last), columnId: key }))
    // For those who use the keyboard: the link that had the focus has gone with its page.
    if (document.activeElement === document.body) session.screen.focusInput()
  }, [session, look, key, row, isPlaced, isListed])
}

const unloaded = { get: () => undefined, subscribe: () => ({ unsubscribe: () => undefined }) }
