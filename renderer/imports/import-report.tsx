import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isTerminal, type Job } from '#shared/jobs.ts'
import { jobQuery } from '../api/jobs-queries.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { ErrorFileButton } from '../jobs/error-file-button.tsx'
import { ImportOutcome } from '../jobs/import-outcome.tsx'
import { RunningImport } from './running-import.tsx'
import { UndoImport } from '../jobs/undo-import.tsx'
import { useRefreshAfterImport } from '../jobs/use-refresh-after-import.ts'

interface ImportReportProps {
  jobId: string
  /** Goes back to the settings, where the file is still at hand. */
  onBack: () => void
  onClose: () => void
}

/** An import at work, and what came of it: counts, refused rows, the way back. */
export function ImportReport({ jobId, onBack, onClose }: ImportReportProps) {
  const { api } = useWorkspace()
  const { data: job, error } = useQuery(jobQuery(api, jobId))
  const refresh = useRefreshAfterImport()
  const hasEnded = job !== undefined && isTerminal(job.status)
  useEffect(() => {
    if (hasEnded) refresh()
  }, [hasEnded, refresh])
  if (job === undefined) {
    if (error === null) return <Skeleton height={160} />
    return (
      <Notice tone="danger" title="The report cannot be shown">
        {error.message}
      </Notice>
    )
  }
  if (!hasEnded) return <RunningImport {...{ job, jobId, error }} isDryRun={false} name={fileNameOf(job)} />
  return (
    <>
      <ImportOutcome job={job} isDryRun={false} />
      <UndoImport job={job} />
      <div className="ui-dialog-actions">
        <Button variant="ghost" className="ui-footer-start" onClick={onBack}>
          Back to the settings
        </Button>
        <ErrorFileButton job={job} />
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </>
  )
}

function fileNameOf({ metadata }: Job): string {
  return typeof metadata['file'] === 'string' ? metadata['file'] : 'the file'
}
