import { useQuery, useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { type ImportResult, isTerminal, type RowError, type Job } from '#shared/jobs.ts'
import { jobQuery, cancelJob } from '../api/jobs-queries.ts'
import { Button } from '../ui/button.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { DifferencesTable } from '../jobs/differences-table.tsx'
import { CreateAllMissing } from './cell-remedies.tsx'
import { PlanProblems, ImportFault } from './import-fault.tsx'
import { ImportOutcome } from '../jobs/import-outcome.tsx'
import { readImportResult } from '../jobs/outcome-texts.ts'
import type { StepProps } from './stepper.tsx'
import type { ImportRun } from './use-import-run.ts'
import { t, tNodes } from '../ui/text.ts'
import type { CellCorrection } from '#shared/imports.ts'
import type { Correcting } from '../jobs/row-errors.tsx'
import { withCorrections } from './import-choices.ts'
import { formatCount } from '../ui/format-count.ts'
import { Notice } from '../ui/notice.tsx'
import { Progress, Skeleton } from '../ui/progress.tsx'
import { showError } from '../ui/toast.tsx'

/** The dry run, started with the step and again after changes, including those of files in a folder. */
export function CheckStep(props: StepProps & { fileName: string }) {
  const { run } = props
  const { trialId, isStarting, error } = run
  const [outdatedId] = useState(readsFolder(run) ? trialId : undefined)
  const isCurrent = trialId !== undefined && trialId !== outdatedId
  const isCheckDue = run.isReady && !isCurrent && !isStarting && error === null
  const begin = useEffectEvent(run.try)
  useEffect(() => {
    if (isCheckDue) begin()
  }, [isCheckDue])
  if (!isCurrent) return <Unchecked {...props} />
  return <Trial key={trialId} {...props} jobId={trialId} />
}

function readsFolder({ settings }: ImportRun): boolean {
  return settings?.images_folder !== undefined
}

function Unchecked({ run, plan, onStep }: StepProps) {
  const { error, isReady, isStarting } = run
  const isHeldUp = error !== null || (plan?.preview.problems.length ?? 0) > 0
  return (
    <>
      {error !== null && <ImportFault error={error} />}
      {!isHeldUp && <Skeleton height={180} />}
      <PlanProblems plan={plan} onStep={onStep} />
      <div className="ui-dialog-actions">
        <Button variant="ghost" className="ui-footer-start" onClick={() => onStep('rows')}>
          {t('Back')}
        </Button>
        {error !== null && (
          <Button variant="primary" disabled={!isReady} busy={isStarting} onClick={run.try}>
            {t('Check again')}
          </Button>
        )}
      </div>
    </>
  )
}

function comesTo({ created, updated, pictures }: ImportResult): number {
  return created + updated + (pictures?.wanted ?? 0)
}

interface TrialProps extends StepProps {
  jobId: string
  fileName: string
}

interface RunningImportProps {
  job: Job | undefined
  jobId: string
  name: string
  isDryRun: boolean
  error: Error | null
}

const notBegun = { current: 0, total: 0, percent: 0 }

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
  const { api } = useWorkspace()
  const cancel = useMutation({
    mutationFn: () => cancelJob(api, jobId),
    onError: (error) => showError(t('The import could not be cancelled'), { description: error.message }),
  })
  return (
    <Button busy={cancel.isPending || cancel.isSuccess} onClick={() => cancel.mutate()}>
      {cancel.isSuccess ? t('Cancelling…') : t('Cancel')}
    </Button>
  )
}

function Trial(props: TrialProps) {
  const { jobId, fileName, run, onStep } = props
  const drafts = useCellDrafts(props)
  const { api } = useWorkspace()
  const { data: job, error } = useQuery(jobQuery(api, jobId))
  if (job === undefined || !isTerminal(job.status)) {
    return <RunningImport job={job} jobId={jobId} name={fileName} isDryRun error={error} />
  }
  const isWhole = job.status === 'completed'
  const counts = readImportResult(job.result)
  const isWorthIt = isWhole && counts !== undefined && comesTo(counts) > 0
  return (
    <>
      <ImportOutcome job={job} isDryRun correcting={drafts.correcting}>
        <CreateAllMissing {...props} />
      </ImportOutcome>
      <CorrectedCells {...props} />
      {isWhole && <DifferencesTable job={job} />}
      <div className="ui-dialog-actions">
        <Button variant="ghost" className="ui-footer-start" onClick={() => onStep('rows')}>
          {t('Back')}
        </Button>
        {(!isWhole || readsFolder(run)) && (
          <Button busy={run.isStarting} onClick={run.try}>
            {t('Check again')}
          </Button>
        )}
        {drafts.count > 0 ? (
          <Button variant="primary" onClick={drafts.take}>
            {t('Check with {count, plural, one {# correction} other {# corrections}}', {
              count: drafts.count,
            })}
          </Button>
        ) : (
          <Button variant="primary" disabled={!isWorthIt} busy={run.isStarting} onClick={run.import}>
            {t('Import now')}
          </Button>
        )}
      </div>
    </>
  )
}

interface CellDrafts {
  readonly correcting: Correcting
  readonly count: number
  readonly take: () => void
}

function useCellDrafts({
  plan,
  choices,
  onChoices,
}: Pick<StepProps, 'plan' | 'choices' | 'onChoices'>): CellDrafts {
  const [drafts, setDrafts] = useState<readonly CellCorrection[]>([])
  const take = (): void => {
    if (drafts.length > 0)
      onChoices({ ...choices, corrections: withCorrections(choices.corrections, drafts) })
  }
  const correcting: Correcting = {
    columns: new Set(plan?.columns.map(({ header }) => header)),
    draftOf: (error) => drafts.find((draft) => isOf(draft, error))?.value,
    onDraft: (error, value) => {
      const others = drafts.filter((draft) => !isOf(draft, error))
      const { row, field: column } = error
      setDrafts(value === error.value ? others : [...others, { row, column, value }])
    },
    onDone: take,
  }
  return { correcting, count: drafts.length, take }
}

function isOf({ row, column }: CellCorrection, error: RowError): boolean {
  return row === error.row && column === error.field
}

function CorrectedCells({ choices, onChoices }: Pick<StepProps, 'choices' | 'onChoices'>) {
  const { corrections } = choices
  if (corrections.length === 0) return null
  return (
    <details className="import-created">
      <summary>
        {t('{count, plural, one {# cell} other {# cells}} corrected', { count: corrections.length })}
      </summary>
      <ul className="import-corrected">
        {corrections.map((correction) => {
          const { row, column, value } = correction
          return (
            <li key={`${row} ${column}`}>
              <span>
                {tNodes('Row {row}, {column}: {value}', {
                  row,
                  column,
                  value: value === '' ? <i>{t('empty')}</i> : <b>{value}</b>,
                })}
              </span>
              <Button
                variant="ghost"
                aria-label={t('Remove the correction of row {row}, {column}', { row, column })}
                onClick={() =>
                  onChoices({ ...choices, corrections: corrections.filter((one) => one !== correction) })
                }
              >
                {t('Remove')}
              </Button>
            </li>
          )
        })}
      </ul>
    </details>
  )
}
