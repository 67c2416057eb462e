import { useSelector } from '@tanstack/react-store'
import { useEffect } from 'react'
import { select } from '../actions/navigation.ts'
import { useGrid } from '../data/grid-context.ts'
import { selectCell } from '../model/selection.ts'

/** Puts the cursor on the column that a link has asked for, once it is laid out. */
export function useSoughtColumn(): void {
  const { session, look } = useGrid()
  const { key } = useSelector(look.sought)
  const isPlaced = useSelector(session.geometry, ({ placed }) =>
    placed.some(({ column }) => column.id === key),
  )
  useEffect(() => {
    if (key === undefined || !isPlaced) return
    look.sought.set({ key: undefined })
    // Rows that are still on their way keep the column of the cursor.
    select(session, selectCell({ row: 0, columnId: key }))
  }, [session, look, key, isPlaced])
}
