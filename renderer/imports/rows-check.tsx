import { useQuery, useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { CellCorrection } from '#shared/imports.ts'
import { type Difference, type ImportResult, isTerminal, type RowError, type Job } from '#shared/jobs.ts'
import { jobQuery, cancelJob } from '../api/jobs-queries.ts'
import { DifferencesGrid } from '../jobs/differences-grid.tsx'
import { ImportNotes } from '../jobs/import-outcome.tsx'
import { describeOutcome, readImportResult } from '../jobs/outcome-texts.ts'
import { type Correcting, RowErrors } from '../jobs/row-errors.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { formatCount } from '../ui/format-count.ts'
import { Notice } from '../ui/notice.tsx'
import { Progress, Skeleton } from '../ui/progress.tsx'
import { t, tNodes } from '../ui/text.ts'
import { showError } from '../ui/toast.tsx'
import { withCorrections } from './import-choices.ts'
import type { ImportProps, PlannedImportProps } from './import-props.ts'
import type { ImportRun } from './use-import-run.ts'

/**
 * The rows as the import would leave them: a dry run of the present choices, begun again whenever these
 * change. A file that is longer than its preview is checked on demand, as that takes a while.
 */
export function RowsCheck(props: PlannedImportProps & { readonly fileName: string }) {
  const { run, plan } = props
  const { trialId, isStarting, error } = run
  const isCheckDue = run.isReady && trialId === undefined && !isStarting && error === null
  const isAutomatic = plan.preview.is_whole
  const [filter, setFilter] = useState<RowFilter>('all')
  const begin = useEffectEvent(run.try)
  useEffect(() => {
    if (isCheckDue && isAutomatic) begin()
  }, [isCheckDue, isAutomatic])
  return (
    <section className="import-part import-rows" aria-label={t('Rows')}>
      {trialId === undefined ? (
        <Unchecked {...props} isDue={isCheckDue && !isAutomatic} />
      ) : (
        <Trial key={trialId} {...props} jobId={trialId} filter={filter} onFilter={setFilter} />
      )}
    </section>
  )
}

function Unchecked({ run, plan, isDue }: PlannedImportProps & { readonly isDue: boolean }) {
  const { rows, problems } = plan.preview
  if (problems.length > 0 || run.error !== null)
    return <p className="ui-field-hint">{t('The rows are checked once this is settled.')}</p>
  if (rows === 0) return <p className="ui-field-hint">{t('The file has a header, but no rows.')}</p>
  if (!isDue) return <Skeleton height={120} />
  return (
    <div className="import-part-head">
      <h3>{t('More than {rows} rows', { rows: formatCount(rows) })}</h3>
      <Button busy={run.isStarting} onClick={run.try}>
        {t('Check all rows')}
      </Button>
    </div>
  )
}

function readsFolder({ settings }: ImportRun): boolean {
  return settings?.images_folder !== undefined
}

interface TrialProps extends PlannedImportProps {
  readonly jobId: string
  readonly filter: RowFilter
  readonly onFilter: (filter: RowFilter) => void
  readonly fileName: string
}

function Trial(props: TrialProps) {
  const { jobId, fileName, run } = props
  const { api } = useWorkspace()
  const { data: job, error } = useQuery(jobQuery(api, jobId))
  if (job === undefined || !isTerminal(job.status))
    return <Running job={job} label={t('Checking {name}', { name: fileName })} error={error} />
  const counts = job.status === 'completed' ? readImportResult(job.result) : undefined
  if (counts !== undefined) return <CheckedRows {...props} job={job} counts={counts} />
  const { tone, title, text } = describeOutcome(job, true)
  return (
    <>
      <Notice tone={tone} title={title}>
        {text}
      </Notice>
      <div>
        <Button busy={run.isStarting} onClick={run.try}>
          {t('Check again')}
        </Button>
      </div>
    </>
  )
}

type RowFilter = 'all' | Difference['status'] | 'errors'

interface CheckedRowsProps extends TrialProps {
  readonly job: Job
  readonly counts: ImportResult
}

function CheckedRows(props: CheckedRowsProps) {
  const { job, counts, run, filter: chosen, onFilter } = props
  const drafts = useCellDrafts(props)
  const filter = chosen === 'errors' && counts.errors.length === 0 ? 'all' : chosen
  const { title, text, tone } = describeOutcome(job, true)
  return (
    <>
      <div className="import-part-head">
        <RowFilters counts={counts} filter={filter} onFilter={onFilter} />
        <span className="import-verdict" data-tone={tone} role="status">
          {title}
        </span>
        {readsFolder(run) && (
          <Button variant="ghost" busy={run.isStarting} onClick={run.try}>
            {t('Check again')}
          </Button>
        )}
        {drafts.count > 0 && (
          <Button variant="primary" onClick={drafts.take}>
            {t('Check with {count, plural, one {# correction} other {# corrections}}', {
              count: drafts.count,
            })}
          </Button>
        )}
      </div>
      {tone !== 'success' && <p className="ui-field-hint">{text}</p>}
      <ImportNotes result={counts} isDryRun />
      <CorrectedCells {...props} />
      {filter === 'errors' ? (
        <RowErrors result={counts} correcting={drafts.correcting} />
      ) : (
        <DifferencesGrid job={job} status={filter === 'all' ? undefined : filter} />
      )}
    </>
  )
}

interface RowFiltersProps {
  readonly counts: ImportResult
  readonly filter: RowFilter
  readonly onFilter: (filter: RowFilter) => void
}

function RowFilters({ counts, filter, onFilter }: RowFiltersProps) {
  const { created, updated, unchanged, failed, held = 0, errors } = counts
  const rows = created + updated + unchanged + failed + held
  const filters: readonly { readonly value: RowFilter; readonly name: string; readonly count: number }[] = [
    { value: 'all', name: t('All rows'), count: rows },
    { value: 'created', name: t('New'), count: created },
    { value: 'updated', name: t('Changed'), count: updated },
    { value: 'errors', name: t('Does not fit'), count: errors.length },
  ]
  return (
    <div className="import-filters" role="group" aria-label={t('Rows shown')}>
      {filters.map(({ value, name, count }) => (
        <Button
          key={value}
          variant="ghost"
          aria-pressed={filter === value}
          disabled={count === 0 && value !== 'all'}
          onClick={() => onFilter(value)}
        >
          {name} <span className="import-filter-count">{formatCount(count)}</span>
        </Button>
      ))}
      <span className="ui-field-hint">
        {[
          unchanged > 0 && t('{count} unchanged', { count: formatCount(unchanged) }),
          held > 0 && t('{count} held', { count: formatCount(held) }),
          failed > 0 && t('{count} left out', { count: formatCount(failed) }),
        ]
          .filter((part) => part !== false)
          .join(', ')}
      </span>
    </div>
  )
}

interface RunningProps {
  readonly job: Job | undefined
  readonly label: string
  readonly error: Error | null
}

const notBegun = { current: 0, total: 0, percent: 0 }

function Running({ job, label, error }: RunningProps) {
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
        label={label}
        percent={isReading ? undefined : percent}
        text={
          isReading
            ? t('Reading the file…')
            : t('{current} of {total} rows', { current: formatCount(current), total: formatCount(total) })
        }
      />
    </>
  )
}

interface RunningImportProps {
  readonly job: Job | undefined
  readonly jobId: string
  readonly name: string
  readonly error: Error | null
}

export function RunningImport({ job, jobId, name, error }: RunningImportProps) {
  return (
    <>
      <Running job={job} label={t('Importing {name}', { name })} error={error} />
      <div className="ui-dialog-actions">
        <span className="ui-field-hint ui-footer-start">
          {t('You can close this window: the import continues.')}
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

interface CellDrafts {
  readonly correcting: Correcting
  readonly count: number
  readonly take: () => void
}

function useCellDrafts({
  plan,
  choices,
  onChoices,
}: Pick<ImportProps, 'plan' | 'choices' | 'onChoices'>): CellDrafts {
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

function CorrectedCells({ choices, onChoices }: Pick<ImportProps, 'choices' | 'onChoices'>) {
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
