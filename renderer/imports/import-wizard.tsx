import { useQuery } from '@tanstack/react-query'
import { useState, useEffect } from 'react'
import type { UpsertableType } from '#shared/entities.ts'
import type { ImportUpload } from '#shared/imports.ts'
import { isTerminal, type Job } from '#shared/jobs.ts'
import { uploadQuery } from '../api/imports-queries.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Progress } from '../ui/progress.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { CheckStep } from './check-step.tsx'
import { ColumnsStep } from './columns-step.tsx'
import { FileStep } from './file-step.tsx'
import { startChoices, takeRemembered } from './import-choices.ts'
import { FaultList } from './import-fault.tsx'
import { RowsStep } from './rows-step.tsx'
import { Stepper, type Step } from './stepper.tsx'
import { useImportPlan } from './use-import-plan.ts'
import { useImportRun } from './use-import-run.ts'
import { jobQuery } from '../api/jobs-queries.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { ErrorFileButton } from '../jobs/error-file-button.tsx'
import { ImportOutcome } from '../jobs/import-outcome.tsx'
import { RunningImport } from './running-import.tsx'
import { UndoImport, useRefreshAfterImport } from '../jobs/undo-import.tsx'
import { t } from '../ui/text.ts'

interface ImportWizardProps {
  file: File
  initialType: UpsertableType
  onOtherFile: () => void
  /** Told when settings are made, and when they are used. */
  onSettings: (areMade: boolean) => void
  onClose: () => void
}

/** From a file to its entities: what is in it, where its columns go, how rows are matched, what would change, what came of it. */
export function ImportWizard(props: ImportWizardProps) {
  const { api } = useWorkspace()
  const { file, onOtherFile } = props
  const upload = useQuery(uploadQuery(api, file))
  if (upload.data !== undefined) return <WizardSteps {...props} upload={upload.data} />
  if (upload.error === null)
    return <Progress label={t('Reading {name}', { name: file.name })} percent={undefined} text="" />
  return (
    <>
      <Notice tone="danger" title={t('{name} cannot be imported', { name: file.name })}>
        <FaultList error={upload.error} />
      </Notice>
      <div className="ui-dialog-actions">
        <Button onClick={onOtherFile}>{t('Choose another file')}</Button>
      </div>
    </>
  )
}

function WizardSteps({
  upload,
  file,
  initialType,
  onOtherFile,
  onSettings,
  onClose,
}: ImportWizardProps & { upload: ImportUpload }) {
  const [step, setStep] = useState<Step>('file')
  const { choices, setChoices, plan, error } = usePlannedChoices(upload.id, initialType)
  const begin = (): void => {
    onSettings(false)
    setStep('import')
  }
  const run = useImportRun({ uploadId: upload.id, choices, plan, onImport: begin })
  const choose: typeof setChoices = (next) => {
    onSettings(true)
    setChoices(next)
  }
  if (run.jobId !== undefined && step === 'import') {
    return (
      <div className="import-wizard">
        <Stepper step="import" />
        <ImportReport jobId={run.jobId} onBack={() => setStep('file')} onClose={onClose} />
      </div>
    )
  }
  const shared = { choices, plan, run, onChoices: choose, onStep: setStep }
  return (
    <div className="import-wizard">
      <Stepper step={step} onStep={setStep} />
      {error !== null && (
        <Notice tone="danger" title={t('The file cannot be read in this way')}>
          <FaultList error={error} />
        </Notice>
      )}
      {step === 'file' && <FileStep {...shared} file={file} upload={upload} onOtherFile={onOtherFile} />}
      {step === 'columns' && <ColumnsStep {...shared} />}
      {step === 'rows' && <RowsStep {...shared} />}
      {step === 'check' && <CheckStep {...shared} fileName={file.name} />}
    </div>
  )
}

/** The choices and what comes of them; a file like an earlier one begins with the settings of that one. */
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
  /** Goes back to the settings, where the file is still at hand. */
  onBack: () => void
  onClose: () => void
}

/** An import at work, and what came of it: counts, refused rows, the way back. */
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
  if (!hasEnded) return <RunningImport {...{ job, jobId, error }} isDryRun={false} name={fileNameOf(job)} />
  return (
    <>
      <ImportOutcome job={job} isDryRun={false} />
      <UndoImport job={job} />
      <div className="ui-dialog-actions">
        <Button variant="ghost" className="ui-footer-start" onClick={onBack}>
          {t('Back to the settings')}
        </Button>
        <ErrorFileButton job={job} />
        <Button variant="primary" onClick={onClose}>
          {t('Done')}
        </Button>
      </div>
    </>
  )
}

function fileNameOf({ metadata }: Job): string {
  return typeof metadata['file'] === 'string' ? metadata['file'] : t('the file')
}
