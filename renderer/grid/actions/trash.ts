import { pluralOf } from '#shared/entities.ts'
import { moveToTrash, restoreFromTrash } from '../../api/trash-requests.ts'
import { showError, showSuccess } from '../../ui/toast.tsx'
import { isDraftId } from '../data/draft-rows.ts'
import type { GridSession } from '../data/grid-session.ts'
import { blockOf } from '../model/selection.ts'
import { axesOf } from './navigation.ts'

/** Moves the rows of the selection to the trash, unsaved ones aside; a toast offers to bring them back. */
export async function trashSelected(session: GridSession): Promise<void> {
  const ids = selectedIds(session)
  if (!ids || ids.length === 0) return
  try {
    const count = await moveToTrash(session.api, session.type, ids)
    const title = `${session.context.formats.formatNumber(count)} ${nounOf(session, count)} moved to the trash`
    showSuccess(title, { action: { label: 'Undo', onPress: () => void bringBack(session, ids) } })
    session.announce(`${title}.`)
  } catch (error) {
    showError('The rows could not be moved to the trash', { description: (error as Error).message })
  }
  session.source.get()?.refresh()
  session.view.focusInput()
}

function selectedIds(session: GridSession): string[] | undefined {
  const selection = session.selection.get()
  if (!selection) return undefined
  const { top, bottom } = blockOf(selection, axesOf(session))
  const ids: string[] = []
  for (let row = top; row <= bottom; row += 1) {
    const entity = session.rowAt(row)
    if (!entity) {
      session.announce('Some of the selected rows are not loaded. Select fewer rows and try again.')
      return undefined
    }
    if (!isDraftId(entity.id)) ids.push(entity.id)
  }
  return ids
}

function nounOf({ type }: GridSession, count: number): string {
  return count === 1 ? type : pluralOf[type]
}

async function bringBack(session: GridSession, ids: readonly string[]): Promise<void> {
  try {
    await restoreFromTrash(session.api, ids)
    showSuccess('The rows are back')
  } catch (error) {
    showError('The rows could not be brought back', { description: (error as Error).message })
  }
  session.source.get()?.refresh()
}
