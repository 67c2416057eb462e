import type { OpenDialog } from '../../state/dialogs.ts'
import { t } from '../../ui/text.ts'
import { isDraftId } from '../data/draft-rows.ts'
import type { GridSession } from '../data/grid-session.ts'
import { listRowIds, selectedRows } from './bulk-target.ts'
import { presentSession } from './grid-commands.ts'

/** How many rows are merged at once. */
export const fewestMerged = 2
export const maxMerged = 10

/** Opens the selected rows side by side, to be made one; says how many it takes where they are too few or too many. */
export async function mergeRows(session: GridSession, openDialog: OpenDialog): Promise<void> {
  const { spans, count } = selectedRows(session)
  const isFew = count >= fewestMerged && count <= maxMerged
  const ids = isFew ? (await listRowIds(session, session.query, spans)).filter((id) => !isDraftId(id)) : []
  if (ids.length >= fewestMerged) return openDialog({ kind: 'merge', type: session.type, ids })
  return session.announce(
    t('Select {fewest} to {most} saved rows, then merge them.', { fewest: fewestMerged, most: maxMerged }),
  )
}

/** The same of the grid on the screen; nothing happens where there is none. */
export function mergeSelected(openDialog: OpenDialog): void {
  const session = presentSession.get()
  if (session) void mergeRows(session, openDialog)
}
