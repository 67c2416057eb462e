import { createAtom, type Atom } from '@tanstack/react-store'
import { startBulkEdit, type BulkEditBody } from '../../query/bulk-requests.ts'
import { showError } from '../../ui/toast.tsx'
import type { GridSession } from '../data/grid-session.ts'

/** Bulk edits that the server is working off, one after the other, as one step of the user. */
export interface BulkRun {
  readonly title: string
  readonly waiting: readonly BulkEditBody[]
  readonly jobId: string
  readonly editIds: readonly string[]
  /** What the jobs that have ended did. */
  readonly changed: number
  readonly failed: number
  readonly firstError: string | undefined
}

const runs = new WeakMap<GridSession, Atom<{ run: BulkRun | undefined }>>()

/** The bulk edit of a grid that is at work. */
export function runOf(session: GridSession): Atom<{ run: BulkRun | undefined }> {
  const run = runs.get(session) ?? createAtom<{ run: BulkRun | undefined }>({ run: undefined })
  runs.set(session, run)
  return run
}

const nothingDone = { editIds: [], changed: 0, failed: 0, firstError: undefined }

/** Starts bulk edits; throws nothing, what fails is told. */
export async function startRun(
  session: GridSession,
  title: string,
  bodies: readonly BulkEditBody[],
): Promise<void> {
  try {
    await startNext(session, { ...nothingDone, title, waiting: bodies, jobId: '' })
  } catch (error) {
    showError('The change could not be started', { description: (error as Error).message })
  }
}

/** Starts the next of the bulk edits that wait; throws what the server refuses. */
export async function startNext(session: GridSession, run: BulkRun): Promise<void> {
  const [body, ...waiting] = run.waiting
  if (!body) return
  const job = await startBulkEdit(session.api, body)
  const editId = job.metadata['edit_id']
  const editIds = typeof editId === 'string' ? [...run.editIds, editId] : run.editIds
  runOf(session).set({ run: { ...run, waiting, jobId: job.id, editIds } })
}
