import { type Atom, createAtom } from '@tanstack/react-store'
import { offerUndo } from '../actions/history.ts'
import type { GridSession } from '../data/grid-session.ts'
import type { BulkEdit } from '#shared/edits.ts'
import { startBulkEdit } from '../../query/bulk-requests.ts'
import { showError, showSuccess, errorText } from '../../ui/toast.tsx'
import { t } from '../../ui/text.ts'

interface DoneEdits {
  readonly title: string
  readonly description?: string | undefined
  readonly label: string
  readonly editIds: readonly string[]
}

/** Reports the changes and adds them to the history as one step. */
export function rememberEdits(session: GridSession, { title, description, label, editIds }: DoneEdits): void {
  session.log.add({ label, steps: editIds.map((editId) => ({ kind: 'edit', editId })) })
  session.announce(`${title}.`)
  if (editIds.length > 0) offerUndo(session, title, description)
  else showSuccess(title, description === undefined ? {} : { description })
}

export interface BulkRun {
  readonly title: string
  readonly waiting: readonly BulkEdit[]
  readonly jobId: string
  readonly editIds: readonly string[]
  readonly changed: number
  readonly failed: number
  readonly firstError: string | undefined
}

const runs = new WeakMap<GridSession, Atom<{ run: BulkRun | undefined }>>()

export function runOf(session: GridSession): Atom<{ run: BulkRun | undefined }> {
  const run = runs.get(session) ?? createAtom<{ run: BulkRun | undefined }>({ run: undefined })
  runs.set(session, run)
  return run
}

export const nothingDone = { editIds: [], changed: 0, failed: 0, firstError: undefined }

/** Starts bulk edits; failures are shown, never thrown. */
export async function startRun(
  session: GridSession,
  title: string,
  bodies: readonly BulkEdit[],
): Promise<void> {
  try {
    await startNext(session, { ...nothingDone, title, waiting: bodies, jobId: '' })
  } catch (error) {
    showError(t('The change could not be started'), { description: errorText(error) })
  }
}

export async function startNext(session: GridSession, run: BulkRun): Promise<void> {
  const [body, ...waiting] = run.waiting
  if (!body) return
  const job = await startBulkEdit(session.api, body)
  const editId = job.metadata['edit_id']
  const editIds = typeof editId === 'string' ? [...run.editIds, editId] : run.editIds
  runOf(session).set({ run: { ...run, waiting, jobId: job.id, editIds } })
}
