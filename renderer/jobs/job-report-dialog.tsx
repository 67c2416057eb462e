import { useState } from 'react'
import type { Job } from '#shared/jobs.ts'
import { fetchErrorFile } from '../api/jobs-queries.ts'
import { ImportOutcome } from '../imports/import-outcome.tsx'
import { readImportResult } from '../imports/read-import-result.ts'
import '../imports/import-dialog.css'
import { formatMoment } from '../settings/format-time.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { saveFile } from '../ui/save-file.ts'
import { showError } from '../ui/toast.tsx'
import { useWorkspace } from '../workspaces/workspace-context.ts'
import { describeEnd, errorFileName, errorsOf, nameJob } from './describe-job.ts'

/** What a job did, when, and what it could not do, row by row. */
export function JobReportDialog({ job, onClose }: { job: Job | undefined; onClose: () => void }) {
  return (
    <Dialog
      title={job === undefined ? 'Report' : nameJob(job)}
      description={job === undefined ? '' : describeTimes(job)}
      open={job !== undefined}
      onClose={onClose}
      size="large"
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {job !== undefined && <JobReport job={job} />}
    </Dialog>
  )
}

function JobReport({ job }: { job: Job }) {
  if (job.name !== 'import') {
    return (
      <>
        <Notice tone={job.status === 'failed' ? 'danger' : 'success'} title={describeEnd(job)} />
        <JobErrors job={job} />
      </>
    )
  }
  const refused = readImportResult(job.result)?.failed ?? 0
  return (
    <>
      <ImportOutcome job={job} isDryRun={job.metadata['dry_run'] === true} />
      {refused > 0 && <ErrorFile job={job} />}
    </>
  )
}

/** The rows that were refused as a file: corrected, it can be imported as it is. */
function ErrorFile({ job }: { job: Job }) {
  const { api } = useWorkspace()
  const [isBusy, setBusy] = useState(false)
  const download = async (): Promise<void> => {
    setBusy(true)
    try {
      const file = await fetchErrorFile(api, job.id)
      if (file.size > 0) saveFile(errorFileName(job), file)
      else showError('The rows are not kept any more', { description: 'They are kept for a month.' })
    } catch (error) {
      showError('The file could not be downloaded', { description: (error as Error).message })
    }
    setBusy(false)
  }
  return (
    <div className="job-error-file">
      <Button busy={isBusy} onClick={() => void download()}>
        Download the rows that were left out
      </Button>
      <p className="ui-field-hint">
        As CSV, with the reason in the first column. Corrected, it can be imported.
      </p>
    </div>
  )
}

function JobErrors({ job }: { job: Job }) {
  const errors = errorsOf(job)
  if (errors.length === 0) return null
  return (
    <div className="csv-scroll" tabIndex={0} role="region" aria-label="Errors">
      <table>
        <thead>
          <tr>
            <th scope="col">Where</th>
            <th scope="col">What is wrong</th>
          </tr>
        </thead>
        <tbody>
          {errors.map(({ where, what }, index) => (
            <tr key={`${where} ${index}`}>
              <td>{where}</td>
              <td>{what}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function describeTimes({ created_at: created, completed_at: completed }: Job): string {
  return completed === null
    ? `Started ${formatMoment(created)}`
    : `Started ${formatMoment(created)}, ended ${formatMoment(completed)}`
}
