import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { findEntityType, type UpsertableType } from '#shared/entities.ts'
import type { ImportUpload } from '#shared/imports.ts'
import { isTerminal, type Job } from '#shared/jobs.ts'
import type { NamedFile } from '../api/assets-queries.ts'
import { uploadQuery } from '../api/imports-queries.ts'
import { jobQuery } from '../api/jobs-queries.ts'
import { ImportOutcome } from '../jobs/import-outcome.tsx'
import { ErrorFileButton, UndoImport, useRefreshAfterImport } from '../jobs/undo-import.tsx'
import { dropPictures, MissingPictures } from '../jobs/missing-pictures.tsx'
import { readImportResult } from '../jobs/outcome-texts.ts'
import { emptyGridQuery } from '../query/grid-query.ts'
import { countQuery } from '../query/list-queries.ts'
import { everything, goTo, type PageLocation, useLocation } from '../query/location.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Progress, Skeleton } from '../ui/progress.tsx'
import { t } from '../ui/text.ts'
import { ColumnsTable } from './columns-table.tsx'
import { FileSummary } from './file-summary.tsx'
import { startChoices, takeRemembered } from './import-choices.ts'
import { FaultList } from './import-fault.tsx'
import type { PlannedImportProps } from './import-props.ts'
import { RowsCheck, RunningImport } from './rows-check.tsx'
import { type PictureSender, usePictureSender } from './sent-pictures.tsx'
import { useImportPlan } from './use-import-plan.ts'
import { useImportRun } from './use-import-run.ts'

interface ImportScreenProps {
  readonly file: File
  readonly initialType: UpsertableType
  /** Pictures that come with the file, which are sent at once. */
  readonly pictures?: readonly NamedFile[] | undefined
  readonly onOtherFile: () => void
  readonly onSettings: (areMade: boolean) => void
  readonly onClose: () => void
}

/** Shows on one screen what a file is, where its columns go and what becomes of its rows. */
export function ImportScreen(props: ImportScreenProps) {
  const { api } = useWorkspace()
  const { file, onOtherFile } = props
  const upload = useQuery(uploadQuery(api, file))
  if (upload.data !== undefined) return <Screen {...props} upload={upload.data} />
  if (upload.error === null)
    return <Progress label={t('Reading {name}', { name: file.name })} percent={undefined} text="" />
  return (
    <>
      <Unreadable title={t('{name} cannot be imported', { name: file.name })} error={upload.error} />
      <div className="ui-dialog-actions">
        <Button onClick={onOtherFile}>{t('Choose another file')}</Button>
      </div>
    </>
  )
}

function Unreadable({ title, error }: { readonly title: string; readonly error: Error }) {
  return (
    <Notice tone="danger" title={title}>
      <FaultList error={error} />
    </Notice>
  )
}

function Screen({
  upload,
  file,
  initialType,
  pictures: given,
  onOtherFile,
  onSettings,
  onClose,
}: ImportScreenProps & { readonly upload: ImportUpload }) {
  const [isReported, setReported] = useState(false)
  const { choices, setChoices, plan, error } = usePlannedChoices(upload.id, initialType)
  const begin = (): void => {
    onSettings(false)
    setReported(true)
  }
  const run = useImportRun({ uploadId: upload.id, choices, plan, onImport: begin })
  const onChoices: typeof setChoices = (next) => {
    onSettings(true)
    setChoices(next)
  }
  const pictures = usePictureSender(upload.id, (sentPictures) =>
    setChoices((present) => ({ ...present, sentPictures })),
  )
  useGivenPictures(pictures, given)
  if (run.jobId !== undefined && isReported)
    return <ImportReport jobId={run.jobId} onBack={() => setReported(false)} onClose={onClose} />
  const shared = { choices, plan, run, pictures, onChoices }
  return (
    <div className="import-screen" {...dropPictures(pictures.send)}>
      <div className="import-top">
        {error !== null && <Unreadable title={t('The file cannot be read in this way')} error={error} />}
        <FileSummary {...shared} file={file} upload={upload} />
      </div>
      {plan === undefined ? (
        <Skeleton height={320} />
      ) : (
        <Planned {...shared} plan={plan} fileName={file.name} />
      )}
      <div className="ui-dialog-actions">
        <Button variant="ghost" className="ui-footer-start" onClick={onOtherFile}>
          {t('Choose another file')}
        </Button>
        <Button variant="primary" disabled={!run.isReady} busy={run.isStarting} onClick={run.import}>
          {t('Import now')}
        </Button>
      </div>
    </div>
  )
}

function useGivenPictures({ send }: PictureSender, given: readonly NamedFile[] = []): void {
  const sendGiven = useEffectEvent((): void => {
    send(given)
  })
  useEffect(() => {
    sendGiven()
  }, [])
}

function Planned(props: PlannedImportProps & { readonly fileName: string }) {
  const { choices, plan, pictures, onChoices } = props
  return (
    <>
      <ColumnsTable {...{ choices, plan, pictures, onChoices }} />
      <RowsCheck {...props} />
    </>
  )
}

/** The choices and their plan; a file like an earlier one starts with that one's settings. */
function usePlannedChoices(uploadId: string, initialType: UpsertableType) {
  const [choices, setChoices] = useState(() => startChoices(initialType))
  const { plan, error } = useImportPlan(uploadId, choices)
  const remembered = plan?.isBehind === false ? plan.preview.remembered : null
  if (plan !== undefined && remembered !== null && choices.remembered === undefined) {
    const headers = plan.columns.map(({ header }) => header)
    setChoices(takeRemembered(choices, remembered, headers))
  }
  return { choices, setChoices, plan, error }
}

interface ImportReportProps {
  jobId: string
  onBack: () => void
  onClose: () => void
}

function ImportReport({ jobId, onBack, onClose }: ImportReportProps) {
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
      <Notice tone="danger" title={t('The report cannot be shown')}>
        {error.message}
      </Notice>
    )
  }
  if (!hasEnded) return <RunningImport {...{ job, jobId, error }} name={fileNameOf(job)} />
  return <EndedImport {...{ job, onBack, onClose }} />
}

function EndedImport({ job, onBack, onClose }: Omit<ImportReportProps, 'jobId'> & { readonly job: Job }) {
  const rows = useRowsElsewhere(job)
  return (
    <>
      <ImportOutcome job={job} isDryRun={false} />
      <MissingPictures job={job} />
      <UndoImport job={job} />
      <div className="ui-dialog-actions">
        <Button variant="ghost" className="ui-footer-start" onClick={onBack}>
          {t('Back to the settings')}
        </Button>
        <ErrorFileButton job={job} />
        <Button
          variant="primary"
          onClick={() => {
            onClose()
            if (rows) goTo(rows)
          }}
        >
          {rows ? t('Show the rows') : t('Done')}
        </Button>
      </div>
    </>
  )
}

/** Where the imported rows are, for an import that was begun on another page than their list. */
function useRowsElsewhere({ metadata, result, created_at: since }: Job): PageLocation | undefined {
  const { api, workspace } = useWorkspace()
  const { location } = useLocation()
  const type = findEntityType(metadata['type']) ?? 'product'
  const { created = 0, updated = 0 } = readImportResult(result) ?? {}
  const { data: total } = useQuery(countQuery(api, type))
  if (location.view === type || created + updated === 0) return undefined
  const clauses = created === total ? [] : [{ key: 'updated_at', operator: 'gte', value: since }]
  return {
    workspaceId: workspace.id,
    view: type,
    savedView: everything,
    query: { ...emptyGridQuery, clauses },
  }
}

function fileNameOf({ metadata }: Job): string {
  return typeof metadata['file'] === 'string' ? metadata['file'] : t('the file')
}
