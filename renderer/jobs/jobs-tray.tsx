import { useMutation, useQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { useState } from 'react'
import { isTerminal, type Job } from '#shared/jobs.ts'
import { cancelJob, jobsQuery } from '../api/jobs-queries.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Popover } from '../ui/popover.tsx'
import { Progress } from '../ui/progress.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { showError } from '../ui/toast.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { describeProgress, nameJob } from './describe-job.ts'
import { EndedJob } from './ended-job.tsx'
import { readPause } from './generation-outcome.ts'
import { RetryButton } from './retry-button.tsx'
import { useJobNotices } from './use-job-notices.ts'
import './jobs-tray.css'
import { t } from '../ui/text.ts'

/** What runs in the background and what has ended lately; the number says how many are running. */
export function JobsTray() {
  const { api } = useWorkspace()
  const [isOpen, setOpen] = useState(false)
  useJobNotices(api)
  const { data: jobs, error } = useQuery(jobsQuery(api))
  const running = jobs?.filter(({ status }) => !isTerminal(status)).length ?? 0
  return (
    <Popover
      title={t('Jobs')}
      open={isOpen}
      onOpenChange={setOpen}
      className="jobs-tray"
      trigger={
        <button type="button" className="side-link">
          <ListChecks aria-hidden />
          <span className="side-link-text">{t('Jobs')}</span>
          {running > 0 && (
            <span className="side-count jobs-running">{t('{running} running', { running })}</span>
          )}
        </button>
      }
    >
      <h2>{t('Jobs')}</h2>
      {error !== null && <Notice tone="danger">{error.message}</Notice>}
      {jobs === undefined && error === null && <Skeleton height={80} />}
      {jobs?.length === 0 && (
        <p className="ui-field-hint">
          {t(
            'Nothing has run yet. Imports, exports and bulk edits work in the background and are listed here.',
          )}
        </p>
      )}
      <ul>
        {jobs?.map((job) => (
          <JobLine key={job.id} job={job} onReport={() => setOpen(false)} />
        ))}
      </ul>
    </Popover>
  )
}

function JobLine({ job, onReport }: { job: Job; onReport: () => void }) {
  return (
    <li className="job-line" data-status={job.status}>
      {isTerminal(job.status) ? <EndedJob job={job} onReport={onReport} /> : <RunningJob job={job} />}
    </li>
  )
}

function RunningJob({ job }: { job: Job }) {
  const { workspace } = useWorkspace()
  const name = nameJob(job)
  const cancel = useMutation({
    mutationFn: () => cancelJob(workspace.id, job.id),
    onError: (error) =>
      showError(t('{name} could not be cancelled', { name }), { description: error.message }),
  })
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
          {readPause(job) && <RetryButton job={job} name={name} text={t('Go on now')} />}
          <Button
            variant="ghost"
            aria-label={t('Cancel {name}', { name })}
            busy={cancel.isPending || cancel.isSuccess}
            onClick={() => cancel.mutate()}
          >
            {cancel.isSuccess ? t('Cancelling…') : t('Cancel')}
          </Button>
        </div>
      </div>
    </>
  )
}
