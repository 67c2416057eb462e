import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Job } from '#shared/jobs.ts'
import { jobsKey, retryJob } from '../api/jobs-queries.ts'
import { ExportFiles } from './export-files.tsx'
import { exportOutcome } from './export-outcome.ts'
import { formatAgo } from '../ui/format-time.ts'
import { useOpenDialog } from '../state/dialogs.ts'
import { Button } from '../ui/button.tsx'
import { showError } from '../ui/toast.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { describeEnd, nameJob } from './describe-job.ts'

interface EndedJobProps {
  readonly job: Job
  /** The report is about to open. */
  readonly onReport: () => void
}

/** What came of a job; its report tells more, and one that failed can be tried again. */
export function EndedJob({ job, onReport }: EndedJobProps) {
  const openDialog = useOpenDialog()
  const name = nameJob(job)
  const openReport = (): void => {
    onReport()
    openDialog({ kind: 'job-report', job })
  }
  return (
    <>
      <div className="job-head">
        <span>{name}</span>
        <span className="ui-field-hint">{formatAgo(job.completed_at ?? job.created_at)}</span>
      </div>
      <div className="job-foot">
        <p className="job-end">{describeEnd(job)}</p>
        <div className="job-actions">
          {job.status === 'failed' && <RetryButton job={job} name={name} />}
          {/* An export has files to tell of. */}
          {exportOutcome(job) === undefined && (
            <Button variant="ghost" aria-label={`Report of ${name}`} onClick={openReport}>
              Report
            </Button>
          )}
        </div>
      </div>
      <ExportFiles job={job} />
    </>
  )
}

function RetryButton({ job, name }: { job: Job; name: string }) {
  const { workspace } = useWorkspace()
  const queryClient = useQueryClient()
  const retry = useMutation({
    mutationFn: () => retryJob(workspace.id, job.id),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: jobsKey(workspace.id) }),
    onError: (error) => showError(`${name} could not be tried again`, { description: error.message }),
  })
  return (
    <Button
      variant="ghost"
      aria-label={`Try ${name} again`}
      busy={retry.isPending}
      onClick={() => retry.mutate()}
    >
      Try again
    </Button>
  )
}
