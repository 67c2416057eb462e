import { useMutation, useQuery } from '@tanstack/react-query'
import { type Job, isTerminal } from '#shared/jobs.ts'
import { cancelJob, jobQuery } from '../api/jobs-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Progress } from '../ui/progress.tsx'
import { t } from '../ui/text.ts'
import { showError } from '../ui/toast.tsx'
import { describeProgress, jobTitle, readPause } from './describe-job.ts'
import { RetryButton } from './undo-import.tsx'
import { Allowed } from '../state/rights.tsx'
import { useEffect, useEffectEvent } from 'react'
import { formatCount } from '../ui/format-count.ts'

export function RunningJob({ job }: { job: Job }) {
  const name = jobTitle(job)
  const isUnknown = job.progress.total === 0
  return (
    <>
      <Progress
        label={name}
        percent={isUnknown ? undefined : job.progress.percent}
        text={isUnknown ? '' : `${job.progress.percent}%`}
      />
      <div className="job-foot">
        <span className="ui-field-hint">{describeProgress(job)}</span>
        <div className="job-actions">
          <Allowed to="jobs">
            {readPause(job) && <RetryButton job={job} name={name} text={t('Continue now')} />}
            <CancelButton job={job} name={name} />
          </Allowed>
        </div>
      </div>
    </>
  )
}

function CancelButton({ job, name }: { job: Job; name: string }) {
  const { api } = useWorkspace()
  const cancel = useMutation({
    mutationFn: () => cancelJob(api, job.id),
    onError: (error) =>
      showError(t('{name} could not be cancelled', { name }), { description: error.message }),
  })
  return (
    <Button
      variant="ghost"
      aria-label={t('Cancel {name}', { name })}
      busy={cancel.isPending || cancel.isSuccess}
      onClick={() => cancel.mutate()}
    >
      {cancel.isSuccess ? t('Cancelling…') : t('Cancel')}
    </Button>
  )
}

interface JobOverRowsProps {
  readonly jobId: string
  readonly name: string
  readonly label: string
  readonly className: string
  /** The title of the message where the job cannot be cancelled. */
  readonly cancelFault: string
  readonly onEnd: (ended: Job) => void
}

/** The progress of a job that changes rows, with a button to cancel it, until the job has ended. */
export function JobOverRows({ jobId, name, label, className, cancelFault, onEnd }: JobOverRowsProps) {
  const { api } = useWorkspace()
  const { data: job } = useQuery(jobQuery(api, jobId))
  const cancel = useMutation({
    mutationFn: () => cancelJob(api, jobId),
    onError: (error) => showError(cancelFault, { description: error.message }),
  })
  const end = useEffectEvent(onEnd)
  const hasEnded = job !== undefined && isTerminal(job.status)
  useEffect(() => {
    if (hasEnded) end(job)
  }, [hasEnded, job])
  const { current = 0, total = 0, percent = 0 } = job?.progress ?? {}
  return (
    <section className={className} aria-label={name}>
      <Progress
        label={label}
        percent={total === 0 ? undefined : percent}
        text={
          total === 0
            ? t('Looking for the rows…')
            : t('{current} of {total} rows', { current: formatCount(current), total: formatCount(total) })
        }
      />
      <Button busy={cancel.isPending} onClick={() => cancel.mutate()}>
        {t('Cancel')}
      </Button>
    </section>
  )
}
