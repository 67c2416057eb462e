import type { Job } from '#shared/jobs.ts'
import { DifferencesGrid } from './differences-grid.tsx'
import { ErrorFileButton, UndoImport } from './undo-import.tsx'
import { ImportOutcome } from './import-outcome.tsx'
import { MissingPictures } from './missing-pictures.tsx'
import { hasErrorFile } from './outcome-texts.ts'
import { HeldRunButtons, HeldRunText, readHeldRun } from './held-run.tsx'
import './import-outcome.css'
import { formatMoment } from '../ui/format-count.ts'
import { Button } from '../ui/button.tsx'
import type { DialogProps } from '../state/dialogs.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import {
  describeJobResult,
  describeWait,
  jobTitle,
  listErrors,
  readPause,
  waitsForPerson,
} from './describe-job.ts'
import { t } from '../ui/text.ts'

declare module '../state/dialogs.ts' {
  interface DialogData {
    'job-report': { readonly job: Job }
  }
}

export function JobReportDialog({ request, onClose }: DialogProps<'job-report'>) {
  const job = request?.job
  return (
    <Dialog
      title={job === undefined ? t('Report') : jobTitle(job)}
      description={job === undefined ? '' : describeTimes(job)}
      open={job !== undefined}
      onClose={onClose}
      size="wide"
      footer={
        <>
          <Button onClick={onClose}>{t('Close')}</Button>
          {job !== undefined && readHeldRun(job) && <HeldRunButtons job={job} onClose={onClose} />}
        </>
      }
    >
      {job !== undefined && <JobReport job={job} />}
    </Dialog>
  )
}

function JobReport({ job }: { job: Job }) {
  const held = readHeldRun(job)
  if (held && job.name !== 'import') return <HeldRunText job={job} held={held} />
  if (readPause(job) !== undefined) return <WaitingJob job={job} />
  return job.name === 'import' ? <ImportReport job={job} /> : <PlainReport job={job} />
}

function PlainReport({ job }: { job: Job }) {
  const isDryRun = isTried(job)
  return (
    <>
      <Notice tone={toneOf(job)} title={describeJobResult(job)}>
        {isDryRun && t('Nothing was changed: this is what the edit would do.')}
      </Notice>
      <JobErrors job={job} />
      {hasErrorFile(job) && (
        <div className="job-error-file">
          <ErrorFileButton job={job} />
        </div>
      )}
      {isDryRun && job.status === 'completed' && <DifferencesGrid job={job} />}
    </>
  )
}

function ImportReport({ job }: { job: Job }) {
  const isDryRun = isTried(job)
  return (
    <>
      <ImportOutcome job={job} isDryRun={isDryRun} />
      <MissingPictures job={job} />
      {hasErrorFile(job) && (
        <div className="job-error-file">
          <ErrorFileButton job={job} />
          <p className="ui-field-hint">
            {t('As CSV, with the reason in the first column. Corrected, it can be imported.')}
          </p>
        </div>
      )}
      {isDryRun && job.status === 'completed' && <DifferencesGrid job={job} />}
      <UndoImport job={job} />
    </>
  )
}

function isTried(job: Job): boolean {
  return job.metadata['dry_run'] === true
}

/** The changes of a run that waits for a person. */
function WaitingJob({ job }: { job: Job }) {
  return (
    <>
      <Notice
        tone="warning"
        title={waitsForPerson(job) ? describeWait(job) : (readPause(job)?.reason ?? '')}
      />
      {job.name === 'import' && <DifferencesGrid job={job} />}
    </>
  )
}

function toneOf(job: Job): 'danger' | 'warning' | 'success' {
  if (job.status === 'failed') return 'danger'
  return hasErrorFile(job) ? 'warning' : 'success'
}

function JobErrors({ job }: { job: Job }) {
  const errors = listErrors(job)
  if (errors.length === 0) return null
  return (
    <div className="import-table" tabIndex={0} role="region" aria-label={t('Errors')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('Where')}</th>
            <th scope="col">{t('What is wrong')}</th>
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
    ? t('Started {created}', { created: formatMoment(created) })
    : t('Started {created}, ended {completed}', {
        created: formatMoment(created),
        completed: formatMoment(completed),
      })
}
