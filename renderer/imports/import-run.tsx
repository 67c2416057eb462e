import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isTerminal, type Job } from '#shared/jobs.ts'
import { startImport } from '../api/imports-queries.ts'
import { cancelJob, jobQuery } from '../api/jobs-queries.ts'
import { formatCount } from '../shell/format-count.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Progress } from '../ui/progress.tsx'
import { showError } from '../ui/toast.tsx'
import { useWorkspace } from '../workspaces/workspace-context.ts'
import { ImportFault } from './import-fault.tsx'
import { ImportOutcome } from './import-outcome.tsx'
import type { RunningImport } from './running-import.ts'
import { useRefreshAfterImport } from './use-refresh-after-import.ts'

interface ImportRunProps {
  running: RunningImport
  onBack: () => void
  onRunning: (running: RunningImport) => void
  onClose: () => void
}

/** The job at work, and what came of it. */
export function ImportRun(props: ImportRunProps) {
  const { api } = useWorkspace()
  const { running } = props
  const { data: job, error } = useQuery(jobQuery(api, running.jobId))
  const refresh = useRefreshAfterImport()
  const hasEnded = job !== undefined && isTerminal(job.status)
  useEffect(() => {
    if (hasEnded && !running.isDryRun) refresh()
  }, [hasEnded, running.isDryRun, refresh])

  if (hasEnded) return <EndedImport {...props} job={job} />
  return (
    <div className="stack">
      {error !== null && <Notice tone="warning">{error.message} The import goes on meanwhile.</Notice>}
      <ProgressOf job={job} running={running} />
    </div>
  )
}

function ProgressOf({ job, running }: { job: Job | undefined; running: RunningImport }) {
  const { current = 0, total = 0, percent = 0 } = job?.progress ?? {}
  const isReading = total === 0
  return (
    <>
      <Progress
        label={`${running.isDryRun ? 'Trying' : 'Importing'} ${running.file.name}`}
        percent={isReading ? undefined : percent}
        text={isReading ? 'Reading the file…' : `${formatCount(current)} of ${formatCount(total)} rows`}
      />
      <div className="ui-dialog-actions">
        <span className="ui-field-hint ui-footer-start">
          {running.isDryRun ? 'Nothing is saved.' : 'You may close this window: the import goes on.'}
        </span>
        <CancelButton jobId={running.jobId} />
      </div>
    </>
  )
}

function CancelButton({ jobId }: { jobId: string }) {
  const { workspace } = useWorkspace()
  const cancel = useMutation({
    mutationFn: () => cancelJob(workspace.id, jobId),
    onError: (error) => showError('The import could not be cancelled', { description: error.message }),
  })
  return (
    <Button busy={cancel.isPending || cancel.isSuccess} onClick={() => cancel.mutate()}>
      {cancel.isSuccess ? 'Cancelling…' : 'Cancel'}
    </Button>
  )
}

function EndedImport({ job, running, onBack, onRunning, onClose }: ImportRunProps & { job: Job }) {
  const { api } = useWorkspace()
  const start = useMutation({
    mutationFn: () => startImport(api, running.file, running.options, false),
    onSuccess: ({ id }) => onRunning({ ...running, jobId: id, isDryRun: false }),
  })
  const isTrial = running.isDryRun && job.status === 'completed'
  return (
    <div className="stack">
      <ImportOutcome job={job} isDryRun={running.isDryRun} />
      {start.error !== null && <ImportFault error={start.error} />}
      <div className="ui-dialog-actions">
        <Button variant="ghost" className="ui-footer-start" onClick={onBack}>
          Back to the settings
        </Button>
        {isTrial ? (
          <Button variant="primary" busy={start.isPending} onClick={() => start.mutate()}>
            Import now
          </Button>
        ) : (
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        )}
      </div>
    </div>
  )
}
