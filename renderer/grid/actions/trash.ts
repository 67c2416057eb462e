import { pluralOf } from '#shared/entities.ts'
import { moveToTrash } from '../../api/trash-requests.ts'
import { showError } from '../../ui/toast.tsx'
import type { GridSession } from '../data/grid-session.ts'
import { offerUndo } from './history.ts'
import { selectedIds } from './selected-ids.ts'

/** Moves the rows of the selection to the trash, unsaved ones aside; a toast offers to bring them back. */
export async function trashSelected(session: GridSession): Promise<void> {
  const ids = await selectedIds(session)
  if (!ids || ids.length === 0) return
  // An undo pressed meanwhile is about these rows.
  await session.queue.follow(() => trash(session, ids))
  session.source.get()?.refresh()
  session.view.focusInput()
}

async function trash(session: GridSession, ids: readonly string[]): Promise<void> {
  try {
    const count = await moveToTrash(session.api, session.type, ids)
    const title = `${session.context.formats.formatNumber(count)} ${nounOf(session, count)} moved to the trash`
    session.log.add({ label: `removal of ${nounOf(session, count)}`, steps: [{ kind: 'trashed', ids }] })
    offerUndo(session, title)
    session.announce(`${title}.`)
  } catch (error) {
    showError('The rows could not be moved to the trash', { description: (error as Error).message })
  }
}

function nounOf({ type }: GridSession, count: number): string {
  return count === 1 ? type : pluralOf[type]
}
