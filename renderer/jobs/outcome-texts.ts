import { type Job, isTerminal, type ImportResult } from '#shared/jobs.ts'
import { countOf, formatCount } from '../ui/format-count.ts'

interface Headline {
  readonly tone: 'success' | 'warning' | 'danger'
  readonly title: string
  readonly text?: string
}

/** How an import or its trial ended, in a title and a sentence that says what to do next. */
export function describeOutcome(job: Job, isDryRun: boolean): Headline {
  if (job.status === 'failed') return failed(job, isDryRun)
  if (job.status === 'cancelled') return cancelled(isDryRun)
  const {
    failed: refused = 0,
    refused_cells: cells = [],
    ...counts
  } = readImportResult(job.result) ?? noCounts
  if (!isDryRun && sumOf(counts) === 0) return nothingImported(refused)
  if (refused > 0) return incomplete(refused, isDryRun)
  return cells.length > 0 ? withoutCells(cells, isDryRun) : whole(isDryRun)
}

function whole(isDryRun: boolean): Headline {
  return isDryRun
    ? { tone: 'success', title: 'Every row is fine', text: 'Nothing has been saved yet.' }
    : { tone: 'success', title: 'The file was imported' }
}

const noCounts: Partial<ImportResult> = {}

function failed({ result }: Job, isDryRun: boolean): Headline {
  return {
    tone: 'danger',
    title: isDryRun ? 'The check failed' : 'The import failed',
    text: resultError(result) ?? 'The server gave no reason. Try it again.',
  }
}

function cancelled(isDryRun: boolean): Headline {
  return isDryRun
    ? { tone: 'warning', title: 'The check was cancelled', text: 'Nothing was saved.' }
    : {
        tone: 'warning',
        title: 'The import was cancelled',
        text: 'Rows that were imported before stay. With a merge key the file can be imported again safely.',
      }
}

function sumOf({ created = 0, updated = 0, unchanged = 0 }: Partial<ImportResult>): number {
  return created + updated + unchanged
}

function nothingImported(refused: number): Headline {
  return refused === 0
    ? { tone: 'warning', title: 'Nothing was imported', text: 'The file holds no rows.' }
    : {
        tone: 'danger',
        title: `Nothing was imported: ${refused === 1 ? 'the only row' : `all ${formatCount(refused)} rows`} failed`,
        text: 'Look at the reasons below, correct the file or the settings of its columns, and import it again.',
      }
}

function incomplete(refused: number, isDryRun: boolean): Headline {
  const rows = countOf(refused, 'row')
  const isOne = refused === 1
  const correct = isOne
    ? 'Correct it in the file, or import the others now and this one later.'
    : 'Correct them in the file, or import the others now and these later.'
  const download = isOne
    ? 'Download it with the reason, correct it and import that file.'
    : 'Download them with the reasons, correct them and import that file.'
  return isDryRun
    ? { tone: 'warning', title: `${rows} would be left out`, text: correct }
    : { tone: 'warning', title: `Imported, but ${rows} ${isOne ? 'was' : 'were'} left out`, text: download }
}

/** Rows came in whole but for cells that did not fit. */
function withoutCells(refused: NonNullable<ImportResult['refused_cells']>, isDryRun: boolean): Headline {
  const count = refused.reduce((sum, { cells }) => sum + cells, 0)
  const columns = refused.map(({ column, cells }) => `${formatCount(cells)} of ${column}`).join(', ')
  const [were, they, theirRows, reasons] =
    count === 1
      ? ['was', 'It does', 'its row', 'The reason is']
      : ['were', 'They do', 'their rows', 'The reasons are']
  return {
    tone: 'warning',
    title: isDryRun
      ? `${countOf(count, 'cell')} would be left out`
      : `Imported, but ${countOf(count, 'cell')} ${were} left out`,
    text: `${they} not fit: ${columns}. The rest of ${theirRows} ${isDryRun ? 'is fine' : 'came in'}. ${reasons} below.`,
  }
}

/** How the undo of an import ended. */
export function describeUndo({ status, result }: Job): Headline {
  if (status === 'failed')
    return {
      tone: 'danger',
      title: 'The undo failed',
      text: resultError(result) ?? 'The server gave no reason. Try it again.',
    }
  const text = [...undoneIn(result), ...attributesIn(result)].join(' ')
  return status === 'cancelled'
    ? { tone: 'warning', title: 'The undo was cancelled half way', text: `${text} Undo again to go on.` }
    : {
        tone: result !== null && 'failed' in result && result.failed > 0 ? 'warning' : 'success',
        title: 'The import was undone',
        text,
      }
}

/** What an undo tells of each count of its result. */
const undoSentences: Readonly<Record<string, (count: number) => string>> = {
  trashed: (count) => `${countOf(count, 'new entry', 'new entries')} moved to the trash.`,
  changed: (count) => `${countOf(count, 'entry', 'entries')} got the old values back.`,
  kept: (count) =>
    `${countOf(count, 'value')} stayed because somebody has changed ${count === 1 ? 'it' : 'them'} since.`,
  changed_meanwhile: (count) =>
    `${countOf(count, 'new entry', 'new entries')} stayed: changed since, or others refer to them.`,
  failed: (count) => `${countOf(count, 'entry', 'entries')} could not be changed back.`,
}

function undoneIn(result: Job['result']): string[] {
  const counts: Readonly<Record<string, unknown>> = { ...result }
  return Object.entries(undoSentences).flatMap(([name, sentence]) => {
    const count = counts[name]
    return typeof count === 'number' && count > 0 ? [sentence(count)] : []
  })
}

function attributesIn(result: Job['result']): string[] {
  if (result === null || !('trashed' in result)) return []
  const { removed_attributes: removed = [], kept_attributes: kept = [] } = result
  return [
    ...(removed.length > 0 ? [`${countOf(removed.length, 'new attribute')} removed.`] : []),
    ...kept.map(({ key, reason }) => `The new attribute ${key} stays. ${reason}`),
  ]
}

/** The counts of an import from the result of its job; undefined where the job ended without any. */
export function readImportResult(result: Job['result']): ImportResult | undefined {
  if (result === null || !('created_attributes' in result)) return undefined
  return result
}

/** Why a job failed, in the words of the server. */
export function resultError(result: Job['result']): string | undefined {
  return result !== null && 'error' in result ? result.error.message : undefined
}

/** Tells whether a job has refused rows or pictures that can be downloaded with their reasons. */
export function hasErrorFile({ name, status, result }: Job): boolean {
  return (
    (name === 'import' || name === 'fetch_pictures') &&
    isTerminal(status) &&
    result !== null &&
    'errors_file' in result &&
    typeof result.errors_file === 'string'
  )
}

/** Tells whether an import has written something that can be taken back; one that failed may have. */
export function canBeUndone({ name, status, result, metadata, progress }: Job): boolean {
  if (name !== 'import' || metadata['dry_run'] === true || !isTerminal(status)) return false
  const counts = readImportResult(result)
  return counts === undefined
    ? progress.current > 0
    : counts.created + counts.updated + (counts.pictures?.wanted ?? 0) > 0
}
