import { useMutation } from '@tanstack/react-query'
import type { ChangedSince, Job } from '#shared/jobs.ts'
import { describeAllChangedSince } from '../state/event-texts.ts'
import { Download, FileWarning, Images } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ExportedFile } from '#shared/exports.ts'
import { exportOutcome, isChannelOutcome, leftOutReasons } from './export-outcome.ts'
import { formatAgo, formatDay, isPast } from '../ui/format-count.ts'
import { useOpenDialog } from '../state/dialogs.ts'
import { Button } from '../ui/button.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import {
  describeJobResult,
  jobTitle,
  startedByName,
  readGeneration,
  reviewLocation,
  entityTypeOfRun,
} from './describe-job.ts'
import { RetryButton } from './undo-import.tsx'
import { t } from '../ui/text.ts'
import { useMay, Allowed } from '../state/rights.tsx'
import { undoEdit } from '../api/changes-queries.ts'
import { goTo } from '../query/location.ts'
import { startedRuns } from '../state/started-jobs.ts'
import { showError, showSuccess, errorText } from '../ui/toast.tsx'
import type { Api } from '../api/client.ts'
import { fetchExportedFile } from '../api/jobs-queries.ts'
import { saveFile } from '../ui/save-file.ts'

interface EndedJobProps {
  readonly job: Job
  readonly onReport: () => void
}

export function EndedJob({ job, onReport }: EndedJobProps) {
  return (
    <>
      <div className="job-head">
        <span>{jobTitle(job)}</span>
        <span className="ui-field-hint">{formatAgo(job.completed_at ?? job.created_at)}</span>
      </div>
      <JobStarter job={job} />
      <div className="job-foot">
        <p className="job-end">{describeJobResult(job)}</p>
        <EndedJobActions job={job} onReport={onReport} />
      </div>
      <ExportFiles job={job} />
    </>
  )
}

export function EndedJobActions({ job, onReport }: EndedJobProps) {
  const openDialog = useOpenDialog()
  const name = jobTitle(job)
  const openReport = (): void => {
    onReport()
    openDialog({ kind: 'job-report', job })
  }
  return (
    <div className="job-actions">
      <GenerationActions job={job} onLeave={onReport} />
      {job.status === 'failed' && job.name !== 'automation' && (
        <Allowed to="jobs">
          <RetryButton job={job} name={name} />
        </Allowed>
      )}
      {exportOutcome(job) === undefined && (
        <Button variant="ghost" aria-label={t('Report of {name}', { name })} onClick={openReport}>
          {t('Report')}
        </Button>
      )}
    </div>
  )
}

export function ExportFiles({ job }: { job: Job }) {
  const outcome = exportOutcome(job)
  if (outcome === undefined) return null
  if (isPast(outcome.expires_at))
    return <p className="ui-field-hint">{t('The file is no longer kept. Export again.')}</p>
  const reasons = leftOutReasons(outcome)
  return (
    <>
      <Notes notes={'notes' in outcome ? outcome.notes : []} />
      {reasons.length > 0 && (
        <details>
          <summary>{t('Why some are left out')}</summary>
          <ul className="job-errors">
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </details>
      )}
      <div className="export-files">
        {'file' in outcome && (
          <SaveButton file={outcome.file} icon={<Download aria-hidden />} label={t('Download')} />
        )}
        {'pictures' in outcome && outcome.pictures && (
          <SaveButton file={outcome.pictures} icon={<Images aria-hidden />} label={t('Pictures')} />
        )}
        {isChannelOutcome(outcome) && reasons.length > 0 && (
          <SaveButton file={outcome.report} icon={<FileWarning aria-hidden />} label={t('Report')} />
        )}
        <span className="ui-field-hint">
          {t('Kept until {expires_at}', { expires_at: formatDay(outcome.expires_at) })}
        </span>
      </div>
    </>
  )
}

function Notes({ notes = [] }: { notes?: readonly string[] | undefined }) {
  return notes.map((note) => (
    <p key={note} className="ui-field-hint">
      {note}
    </p>
  ))
}

interface SaveButtonProps {
  file: ExportedFile
  icon: ReactNode
  label: string
}

function SaveButton({ file, icon, label }: SaveButtonProps) {
  const { api } = useWorkspace()
  const save = useMutation({ mutationFn: () => saveExportedFile(api, file) })
  return (
    <Button aria-label={`${label} ${file.name}`} busy={save.isPending} onClick={() => save.mutate()}>
      {icon}
      {label}
    </Button>
  )
}

interface GenerationActionsProps {
  readonly job: Job
  readonly onLeave: () => void
}

function GenerationActions({ job, onLeave }: GenerationActionsProps) {
  const result = readGeneration(job)
  const may = useMay()
  if (!result) return null
  return (
    <>
      {result.proposed > 0 && <ReviewButton job={job} onLeave={onLeave} />}
      {result.stopped !== null && may('generation') && <RestButton job={job} onLeave={onLeave} />}
      {result.edit_id !== null && may('rows') && <UndoButton editId={result.edit_id} />}
    </>
  )
}

function ReviewButton({ job, onLeave }: GenerationActionsProps) {
  const { workspace } = useWorkspace()
  const go = (): void => {
    onLeave()
    goTo(reviewLocation(workspace.id, job))
  }
  return (
    <Button variant="ghost" onClick={go}>
      {t('Review')}
    </Button>
  )
}

function RestButton({ job: { id, metadata }, onLeave }: GenerationActionsProps) {
  const openDialog = useOpenDialog()
  const run = (): void => {
    onLeave()
    const again = startedRuns.find(id)
    const type = entityTypeOfRun(metadata)
    const attributes = metadata['attributes'] as string[]
    openDialog({ kind: 'generate', type, ...(again ? { again } : { attributes, scope: 'all' }) })
  }
  return (
    <Button variant="ghost" onClick={run}>
      {t('Run the rest')}
    </Button>
  )
}

function UndoButton({ editId }: { editId: string }) {
  const { api } = useWorkspace()
  const undo = useMutation({
    mutationFn: () => undoEdit(api, editId),
    onSuccess: (left) => showSuccess(t('What the run wrote was undone'), describedBy(left)),
    onError: (error) => showError(t('The run was not undone'), { description: error.message }),
  })
  return (
    <Button variant="ghost" busy={undo.isPending} disabled={undo.isSuccess} onClick={() => undo.mutate()}>
      {undo.isSuccess ? t('Undone') : t('Undo')}
    </Button>
  )
}

function describedBy(left: readonly ChangedSince[]): { description?: string } {
  const description = describeAllChangedSince(left)
  return description === undefined ? {} : { description }
}

export function JobStarter({ job }: { job: Job }) {
  const name = startedByName(job)
  return name === undefined ? null : <p className="job-starter">{t('Started by {name}', { name })}</p>
}

export async function saveExportedFile(api: Api, { path, name }: ExportedFile): Promise<void> {
  try {
    saveFile(name, await fetchExportedFile(api, path))
  } catch (error) {
    showError(t('{name} could not be downloaded', { name }), { description: errorText(error) })
  }
}
