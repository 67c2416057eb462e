import { duplicateWays } from '#shared/duplicates.ts'
import { findDuplicates } from '../../api/duplicates-queries.ts'
import { maxNamedRows } from '../../query/list-queries.ts'
import { goTo, createPageLocation } from '../../query/location.ts'
import { startedSearch } from '../../state/started-jobs.ts'
import { t } from '../../ui/text.ts'
import { showError, errorText } from '../../ui/toast.tsx'
import { isDraftId } from '../data/draft-rows.ts'
import type { GridSession } from '../data/grid-session.ts'
import { listRowIds, selectedRows } from './bulk-target.ts'
import { presentSession } from './grid-commands.ts'
import type { OpenDialog } from '../../state/dialogs.ts'

/** Compares the selected rows with each other, and goes to the page of the results. */
export async function searchRows(session: GridSession): Promise<void> {
  const { spans, count } = selectedRows(session)
  const isFitting = count > 1 && count <= maxNamedRows
  const ids = isFitting
    ? (await listRowIds(session, session.query, spans)).filter((id) => !isDraftId(id))
    : []
  if (ids.length < 2)
    return session.announce(
      t('Select 2 to {most} saved rows, then search for duplicates.', { most: maxNamedRows }),
    )
  const { api, type } = session
  try {
    const job = await findDuplicates(api, { type, by: duplicateWays, ids })
    startedSearch.set({ type, jobId: job.id })
    goTo(createPageLocation(api.workspaceId, 'quality', { tab: 'duplicates', type }))
  } catch (error) {
    showError(t('The search could not be started'), { description: errorText(error) })
  }
}

export function searchSelected(): void {
  const session = presentSession.get()
  if (session) void searchRows(session)
}

export const fewestMerged = 2
export const maxMerged = 10

/** Opens the selected rows side by side for a merge; shows a message where they are too few or too many. */
export async function mergeRows(session: GridSession, openDialog: OpenDialog): Promise<void> {
  const { spans, count } = selectedRows(session)
  const canMerge = count >= fewestMerged && count <= maxMerged
  const ids = canMerge ? (await listRowIds(session, session.query, spans)).filter((id) => !isDraftId(id)) : []
  if (ids.length >= fewestMerged) return openDialog({ kind: 'merge', type: session.type, ids })
  return session.announce(
    t('Select {fewest} to {most} saved rows, then merge them.', { fewest: fewestMerged, most: maxMerged }),
  )
}

export function mergeSelected(openDialog: OpenDialog): void {
  const session = presentSession.get()
  if (session) void mergeRows(session, openDialog)
}
