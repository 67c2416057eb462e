import { useSelector, type Atom, createAtom } from '@tanstack/react-store'
import type { Job } from '#shared/jobs.ts'
import { JobOverRows } from '../../jobs/running-job.tsx'
import { showError, errorText, showSuccess } from '../../ui/toast.tsx'
import type { GridSession } from '../data/grid-session.ts'
import { useGrid } from '../data/grid-context.ts'
import './bulk-run.css'
import { t } from '../../ui/text.ts'
import { describeFault } from '../../api/api-error.ts'
import { offerUndo } from '../actions/history.ts'
import type { BulkEdit } from '#shared/bulk-operations.ts'
import { startBulkEdit } from '../../query/bulk-requests.ts'

export function BulkRunBar() {
  const { session } = useGrid()
  const { run } = useSelector(runOf(session))
  return run === undefined ? null : <RunningBar key={run.jobId} session={session} run={run} />
}

function RunningBar({ session, run }: { session: GridSession; run: BulkRun }) {
  return (
    <JobOverRows
      jobId={run.jobId}
      name={t('Bulk edit')}
      label={run.title}
      className="bulk-run"
      cancelFault={t('The change could not be stopped')}
      onEnd={(ended) => void finish(session, run, ended)}
    />
  )
}

/**
 * Continues with pending edits, or reports the outcome. Written parts of a cancelled edit can be undone
 * too.
 */
async function finish(session: GridSession, before: BulkRun, job: Job): Promise<void> {
  const run = withResult(before, job.result)
  if (job.status === 'completed' && run.waiting.length > 0) {
    try {
      return await startNext(session, run)
    } catch (error) {
      showError(t('The rest of the rows could not be changed'), { description: errorText(error) })
    }
  }
  runOf(session).set({ run: undefined })
  session.source.get()?.refresh()
  showOutcome(session, run, job)
}

function withResult(run: BulkRun, result: Job['result']): BulkRun {
  if (result === null || !('changed' in result && 'unchanged' in result)) return run
  const { changed, failed, errors } = result
  const [error] = errors
  return {
    ...run,
    changed: run.changed + changed,
    failed: run.failed + failed,
    firstError: run.firstError ?? (error && `${error.field}: ${describeFault(error)}`),
  }
}

function showOutcome(session: GridSession, run: BulkRun, job: Job): void {
  if (job.status === 'failed')
    showError(t('The bulk edit failed'), {
      description: t('Some rows may have been changed. Undo the changes, or try again.'),
    })
  const title =
    job.status === 'completed'
      ? t('Changed {changed, plural, one {# row} other {# rows}}', { changed: run.changed })
      : job.status === 'cancelled'
        ? t('Stopped after changing some rows')
        : t('Changed some rows')
  rememberEdits(session, {
    title,
    description:
      run.failed === 0
        ? undefined
        : run.firstError === undefined
          ? t('{failed, plural, one {# row} other {# rows}} could not be changed.', { failed: run.failed })
          : t(
              '{failed, plural, one {# row} other {# rows}} could not be changed, the first because of {error}.',
              {
                failed: run.failed,
                error: run.firstError,
              },
            ),
    label: t('bulk edit'),
    editIds: run.editIds,
  })
}

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

interface BulkRun {
  readonly title: string
  readonly waiting: readonly BulkEdit[]
  readonly jobId: string
  readonly editIds: readonly string[]
  readonly changed: number
  readonly failed: number
  readonly firstError: string | undefined
}

const runs = new WeakMap<GridSession, Atom<{ run: BulkRun | undefined }>>()

function runOf(session: GridSession): Atom<{ run: BulkRun | undefined }> {
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
