import { useSelector } from '@tanstack/react-store'
import type { Job } from '#shared/jobs.ts'
import { JobOverRows } from '../../jobs/job-over-rows.tsx'
import { showError, errorText } from '../../ui/toast.tsx'
import type { GridSession } from '../data/grid-session.ts'
import { useGrid } from '../data/grid-context.ts'
import { type BulkRun, rememberEdits, runOf, startNext } from './bulk-run-state.ts'
import './bulk-run.css'
import { t } from '../../ui/text.ts'
import { describeFault } from '../../api/api-error.ts'

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
