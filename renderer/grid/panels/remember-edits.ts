import { undoEdits } from '../../api/bulk-requests.ts'
import { showError, showSuccess } from '../../ui/toast.tsx'
import type { GridSession } from '../data/grid-session.ts'

/** Tells what was changed and offers to take it back as one step. */
export function rememberEdits(
  session: GridSession,
  {
    title,
    description,
    editIds,
  }: { title: string; description?: string | undefined; editIds: readonly string[] },
): void {
  const undo = async (): Promise<void> => {
    try {
      await undoEdits(session.api, editIds)
      showSuccess('The change was taken back')
    } catch (error) {
      showError('The change could not be taken back', { description: (error as Error).message })
    }
    session.source.get()?.refresh()
  }
  session.announce(`${title}.`)
  showSuccess(title, {
    ...(description !== undefined && { description }),
    ...(editIds.length > 0 && { action: { label: 'Undo', onPress: () => void undo() } }),
  })
}
