import { useQuery } from '@tanstack/react-query'
import { useState, useEffect } from 'react'
import type { UpsertableType } from '#shared/entities.ts'
import type { ImportUpload, Creation } from '#shared/imports.ts'
import { isTerminal, type Job } from '#shared/jobs.ts'
import { uploadQuery } from '../api/imports-queries.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Progress, Skeleton } from '../ui/progress.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { CheckStep, RunningImport } from './check-step.tsx'
import { ColumnsStep } from './columns-step.tsx'
import { FileStep } from './file-step.tsx'
import { startChoices, takeRemembered, emptyCellTexts, isCreated } from './import-choices.ts'
import { FaultList, PlanProblems } from './import-fault.tsx'
import { Stepper, type Step, type StepProps } from './stepper.tsx'
import { useImportPlan } from './use-import-plan.ts'
import { useImportRun } from './use-import-run.ts'
import { jobQuery } from '../api/jobs-queries.ts'
import { ErrorFileButton, UndoImport, useRefreshAfterImport } from '../jobs/undo-import.tsx'
import { ImportOutcome } from '../jobs/import-outcome.tsx'
import { t, cachedByLanguage } from '../ui/text.ts'
import { FolderField } from '../ui/folder-field.tsx'
import { Field, Checkbox } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { MergeKeyField, ImportWarnings } from './merge-key-field.tsx'
import { hasPictures } from './plan-columns.ts'
import { SaveProfile } from './profile-field.tsx'

interface ImportWizardProps {
  file: File
  initialType: UpsertableType
  onOtherFile: () => void
  onSettings: (areMade: boolean) => void
  onClose: () => void
}

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

const creationTexts = cachedByLanguage((): readonly { creation: Creation; label: string; hint: string }[] => [
  {
    creation: 'create_missing_attributes',
    label: t('Create attributes for columns that have none'),
    hint: t(
      'Their data type is guessed from the whole file unless you have chosen one. Codes with leading zeros stay text.',
    ),
  },
  {
    creation: 'create_missing_options',
    label: t('Create missing options of selects'),
    hint: t('Otherwise a cell with an unknown option does not fit.'),
  },
  {
    creation: 'create_missing_vendors',
    label: t('Create missing vendors'),
    hint: t('A vendor that is named but missing is created with that name.'),
  },
  {
    creation: 'create_missing_categories',
    label: t('Create missing categories'),
    hint: t('If a cell gives a path, the categories above it are created, too.'),
  },
  {
    creation: 'create_missing_images',
    label: t('Create missing images'),
    hint: t('An address of a picture in a list of images becomes an image of its own.'),
  },
])

function RowsStep(props: StepProps) {
  const { choices, plan, onChoices, onStep } = props
  if (plan === undefined) return <Skeleton height={240} />
  return (
    <>
      <div className="import-settings">
        <MergeKeyField {...props} />
        <Field label={t('An empty cell')} hint={t('Each column can be set differently.')}>
          {({ id, describedBy }) => (
            <Select
              id={id}
              describedBy={describedBy}
              value={choices.emptyCells}
              options={emptyCellTexts()}
              onChange={(emptyCells) => onChoices({ ...choices, emptyCells })}
            />
          )}
        </Field>
      </div>
      <ImportWarnings plan={plan} />
      <div className="import-creations">
        {creationTexts().map(({ creation, label, hint }) => (
          <Checkbox
            key={creation}
            label={label}
            hint={hint}
            checked={isCreated(choices, plan.preview.creations, creation)}
            onChange={(isChosen) =>
              onChoices({ ...choices, creations: { ...choices.creations, [creation]: isChosen } })
            }
          />
        ))}
      </div>
      <PicturesField {...props} />
      <SaveProfile choices={choices} plan={plan} />
      <PlanProblems plan={plan} onStep={onStep} />
      <div className="ui-dialog-actions">
        <Button variant="ghost" className="ui-footer-start" onClick={() => onStep('columns')}>
          {t('Back')}
        </Button>
        <Button variant="primary" onClick={() => onStep('check')}>
          {t('Next: check')}
        </Button>
      </div>
    </>
  )
}

function PicturesField({ choices, plan, onChoices }: StepProps) {
  if (plan === undefined || !hasPictures(plan.columns)) return null
  return (
    <FolderField
      label={t('Folder of pictures')}
      hint={t(
        'On this computer, for cells that name a picture, such as chair.jpg. Web addresses stay links, unless the step before has their pictures fetched.',
      )}
      value={choices.imagesFolder}
      onChange={(imagesFolder) => onChoices({ ...choices, imagesFolder })}
    />
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
