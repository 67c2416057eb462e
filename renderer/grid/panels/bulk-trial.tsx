import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { isTerminal, type Job } from '#shared/jobs.ts'
import type { BulkEdit } from '#shared/bulk-operations.ts'
import { cancelJob, jobQuery } from '../../api/jobs-queries.ts'
import { listErrors } from '../../jobs/describe-job.ts'
import { DifferencesGrid } from '../../jobs/differences-grid.tsx'
import { startBulkEdit } from '../../query/bulk-requests.ts'
import { useWorkspace } from '../../state/workspace-context.ts'
import { Button } from '../../ui/button.tsx'
import { formatCount } from '../../ui/format-count.ts'
import { Notice } from '../../ui/notice.tsx'
import { Progress } from '../../ui/progress.tsx'
import type { GridColumn } from '../../query/columns.ts'
import { t } from '../../ui/text.ts'
import { ApiError, describeFault } from '../../api/api-error.ts'
import { errorText } from '../../ui/toast.tsx'

interface Counts {
  readonly changed: number
  readonly unchanged: number
  readonly failed: number
}

const noCounts: Counts = { changed: 0, unchanged: 0, failed: 0 }

interface BulkTrialProps {
  bodies: readonly BulkEdit[]
  columns: readonly GridColumn[]
  onEnd: () => void
}

/** Tries the edit on all of its rows; shows counts and the first hundred values. */
export function BulkTrial({ bodies, columns, onEnd }: BulkTrialProps) {
  const { api } = useWorkspace()
  const [done, setDone] = useState<readonly Job[]>([])
  const [jobId, setJobId] = useState<string>()
  const [fault, setFault] = useState<string>()
  const next = bodies[done.length]
  const refuse = useEffectEvent((error: unknown) => setFault(explainRefusal(error, columns)))
  useEffect(() => {
    if (next === undefined) return
    startBulkEdit(api, { ...next, dry_run: true }).then(
      ({ id }) => setJobId(id),
      (error: unknown) => refuse(error),
    )
  }, [api, next])
  const finish = (job: Job): void => {
    setJobId(undefined)
    if (job.status === 'completed') setDone((before) => [...before, job])
    else if (job.status === 'cancelled') onEnd()
    else setFault(t('The rows could not be tried out. Try again, or look at Jobs for the reason.'))
  }
  if (fault !== undefined) return <Notice tone="danger">{fault}</Notice>
  if (next === undefined) return <TrialOutcome jobs={done} />
  return jobId === undefined ? (
    <Progress label={t('Trying out all rows')} percent={undefined} text="" />
  ) : (
    <Trying key={jobId} jobId={jobId} onFinish={finish} />
  )
}

function Trying({ jobId, onFinish }: { jobId: string; onFinish: (job: Job) => void }) {
  const { api } = useWorkspace()
  const { data: job } = useQuery(jobQuery(api, jobId))
  const end = useEffectEvent(onFinish)
  useEffect(() => {
    if (job !== undefined && isTerminal(job.status)) end(job)
  }, [job])
  const { current = 0, total = 0, percent = 0 } = job?.progress ?? {}
  return (
    <div className="bulk-trying">
      <Progress
        label={t('Trying out all rows')}
        percent={total === 0 ? undefined : percent}
        text={
          total === 0
            ? t('Looking for the rows…')
            : t('{current} of {total} rows', { current: formatCount(current), total: formatCount(total) })
        }
      />
      <Button onClick={() => void cancelJob(api, jobId)}>{t('Stop')}</Button>
    </div>
  )
}

function TrialOutcome({ jobs }: { jobs: readonly Job[] }) {
  const counts = jobs.reduce((sum, { result }) => addCounts(sum, result), noCounts)
  const refused = jobs.flatMap(listErrors)
  const [first] = jobs
  return (
    <section className="bulk-preview" aria-label={t('What all rows would become')}>
      <p role="status">
        <strong>
          {t(
            '{changed, plural, one {# row} other {# rows}} would change, {unchanged} would stay as they are, {failed} would be rejected.',
            {
              changed: counts.changed,
              unchanged: formatCount(counts.unchanged),
              failed: formatCount(counts.failed),
            },
          )}
        </strong>
      </p>
      {refused.length > 0 && (
        <details className="bulk-refused">
          <summary>{t('Why rows would be rejected')}</summary>
          <ul>
            {refused.slice(0, 100).map(({ where, what }) => (
              <li key={`${where} ${what}`}>
                {where}: {what}
              </li>
            ))}
          </ul>
        </details>
      )}
      {first && <DifferencesGrid job={first} />}
    </section>
  )
}

function addCounts(sum: Counts, result: Job['result']): Counts {
  if (result === null || !('changed' in result && 'unchanged' in result)) return sum
  return {
    changed: sum.changed + result.changed,
    unchanged: sum.unchanged + result.unchanged,
    failed: sum.failed + result.failed,
  }
}

export function explainRefusal(error: unknown, columns: readonly GridColumn[]): string {
  const faults = error instanceof ApiError ? error.fieldErrors : []
  if (faults.length === 0) return errorText(error)
  return faults
    .map((fault) => {
      const keys = fault.field.split(/[.[\]]/)
      const name = columns.find(({ id }) => keys.includes(id))?.name ?? fault.field
      return `${name}: ${describeFault(fault)}`
    })
    .join(' ')
}
