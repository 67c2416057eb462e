import { createAtom } from '@tanstack/react-store'
import { openDetails } from '../detail/detail-state.ts'
import { collapseAll } from './actions/groups.ts'
import { redo, undo } from './actions/history.ts'
import { addRow, addVariant, goToError } from './actions/rows.ts'
import type { GridSession } from './data/grid-session.ts'

/** The grid that menus, toolbars and shortcuts are for. */
export const openGrid = createAtom<GridSession | undefined>(undefined)

function withGrid(run: (session: GridSession) => unknown): () => void {
  return () => {
    const session = openGrid.get()
    if (session) run(session)
  }
}

/** What menus and toolbars may ask of the grid that is open; nothing happens where there is none. */
export const gridCommands = {
  addRow: withGrid(addRow),
  addVariant: withGrid(addVariant),
  showDetails: withGrid((session) => openDetails(session)),
  nextError: withGrid((session) => goToError(session, 1)),
  undo: withGrid(undo),
  redo: withGrid(redo),
  goToRow: withGrid((session) => session.isGoingTo.set(true)),
  focus: withGrid((session) => session.view.focusInput()),
  /** The entity that the cursor is on, or the first one. */
  entityId: (): string | undefined => {
    const session = openGrid.get()
    return session?.rowAt(session.selection.get()?.cursor.row ?? 0)?.id
  },
  collapseGroups: withGrid((session) => collapseAll(session, true)),
  expandGroups: withGrid((session) => collapseAll(session, false)),
  refresh: withGrid((session) => session.source.get()?.refresh()),
}

/** Whether keys go to the cells of a grid: the focus is there, and no cell is edited. */
export function isSelectingCells(): boolean {
  const session = openGrid.get()
  return session !== undefined && session.editor.get() === undefined && session.view.hasFocus()
}

/** Makes a grid the one that commands are for, until the returned function is called. */
export function offerGrid(session: GridSession): () => void {
  openGrid.set(session)
  return () => openGrid.set((open) => (open === session ? undefined : open))
}
