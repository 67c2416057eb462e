import { useMutation } from '@tanstack/react-query'
import type { Job } from '#shared/jobs.ts'
import { cancelJob } from '../api/jobs-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Progress } from '../ui/progress.tsx'
import { t } from '../ui/text.ts'
import { showError } from '../ui/toast.tsx'
import { describeProgress, jobTitle, readPause } from './describe-job.ts'
import { RetryButton } from './undo-import.tsx'
import { Allowed } from '../state/allowed.tsx'

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
