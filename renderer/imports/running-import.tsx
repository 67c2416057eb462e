import { useMutation } from '@tanstack/react-query'
import type { Job } from '#shared/jobs.ts'
import { cancelJob } from '../api/jobs-queries.ts'
import { formatCount } from '../ui/format-count.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Progress } from '../ui/progress.tsx'
import { showError } from '../ui/toast.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { t } from '../ui/text.ts'

interface RunningImportProps {
  job: Job | undefined
  jobId: string
  name: string
  isDryRun: boolean
  error: Error | null
}

const notBegun = { current: 0, total: 0, percent: 0 }

/** How far a dry run or an import has come; it can be cancelled. */
export function RunningImport({ job, jobId, name, isDryRun, error }: RunningImportProps) {
  const { current, total, percent } = job?.progress ?? notBegun
  const isReading = total === 0
  return (
    <>
      {error !== null && (
        <Notice tone="warning">
          {t('{message} The import continues meanwhile.', { message: error.message })}
        </Notice>
      )}
      <Progress
        label={isDryRun ? t('Checking {name}', { name }) : t('Importing {name}', { name })}
        percent={isReading ? undefined : percent}
        text={
          isReading
            ? t('Reading the file…')
            : t('{current} of {total} rows', { current: formatCount(current), total: formatCount(total) })
        }
      />
      <div className="ui-dialog-actions">
        <span className="ui-field-hint ui-footer-start">
          {isDryRun ? t('Nothing is saved.') : t('You can close this window: the import continues.')}
        </span>
        <CancelButton jobId={jobId} />
      </div>
    </>
  )
}

function CancelButton({ jobId }: { jobId: string }) {
  const { workspace } = useWorkspace()
  const cancel = useMutation({
    mutationFn: () => cancelJob(workspace.id, jobId),
    onError: (error) => showError(t('The import could not be cancelled'), { description: error.message }),
  })
  return (
    <Button busy={cancel.isPending || cancel.isSuccess} onClick={() => cancel.mutate()}>
      {cancel.isSuccess ? t('Cancelling…') : t('Cancel')}
    </Button>
  )
}
