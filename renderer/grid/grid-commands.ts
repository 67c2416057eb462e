import { addRow, goToNextError } from './actions/rows.ts'
import { openDetails } from '../detail/detail-state.ts'
import type { GridSession } from './data/grid-session.ts'

let open: GridSession | undefined

/** What menus and toolbars may ask of the grid that is open; nothing happens where there is none. */
export const gridCommands = {
  addRow: (): void => open && addRow(open),
  showDetails: (): void => open && openDetails(open),
  nextError: (): void => open && goToNextError(open),
  focus: (): void => open?.view.focusInput(),
  /** The entity that the cursor is on, or the first one. */
  entityId: (): string | undefined => open?.rowAt(open.selection.get()?.cursor.row ?? 0)?.id,
  refresh: (): void => open?.source.get()?.refresh(),
}

/** Makes a grid the one that commands are for, until the returned function is called. */
export function offerGrid(session: GridSession): () => void {
  open = session
  return () => {
    if (open === session) open = undefined
  }
}
