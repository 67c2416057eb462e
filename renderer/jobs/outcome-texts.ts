import { type Job, isTerminal, type ImportResult } from '#shared/jobs.ts'
import { isObject } from '#shared/exact-json.ts'
import { describeAllChangedSince } from '../state/event-texts.ts'
import { formatCount } from '../ui/format-count.ts'
import { cachedByLanguage, answerLabel, t, tMessage } from '../ui/text.ts'
import { textEncodings } from '#shared/imports.ts'

interface Headline {
  readonly tone: 'success' | 'warning' | 'danger'
  readonly title: string
  readonly text?: string
}

export function describeOutcome(job: Job, isDryRun: boolean): Headline {
  if (job.status === 'failed') return failed(job, isDryRun)
  if (job.status === 'cancelled') return cancelled(job, isDryRun)
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
    ? { tone: 'success', title: t('Every row is fine'), text: t('Nothing has been saved yet.') }
    : { tone: 'success', title: t('The file was imported') }
}

const noCounts: Partial<ImportResult> = {}

function failed({ result }: Job, isDryRun: boolean): Headline {
  return {
    tone: 'danger',
    title: isDryRun ? t('The check failed') : t('The import failed'),
    text: resultError(result) ?? t('The server gave no reason. Try it again.'),
  }
}

function cancelled(job: Job, isDryRun: boolean): Headline {
  const title = isDryRun ? t('The check was cancelled') : t('The import was cancelled')
  const what = isDryRun
    ? t('Nothing was saved.')
    : t('Rows that were imported before stay. With a merge key the file can be imported again safely.')
  const why = cancelReason(job)
  return { tone: 'warning', title, text: why === undefined ? what : `${why} ${what}` }
}

function sumOf({ created = 0, updated = 0, unchanged = 0 }: Partial<ImportResult>): number {
  return created + updated + unchanged
}

function nothingImported(refused: number): Headline {
  return refused === 0
    ? { tone: 'warning', title: t('Nothing was imported'), text: t('The file holds no rows.') }
    : {
        tone: 'danger',
        title: t(
          '{refused, plural, one {Nothing was imported: the only row failed} other {Nothing was imported: all # rows failed}}',
          { refused },
        ),
        text: t(
          'Look at the reasons below, correct the file or the settings of its columns, and import it again.',
        ),
      }
}

function incomplete(refused: number, isDryRun: boolean): Headline {
  const isOne = refused === 1
  const correct = isOne
    ? t('Correct it in the file, or import the others now and this one later.')
    : t('Correct them in the file, or import the others now and these later.')
  const download = isOne
    ? t('Download it with the reason, correct it and import the corrected file.')
    : t('Download them with the reasons, correct them and import the corrected file.')
  return isDryRun
    ? {
        tone: 'warning',
        title: t('{refused, plural, one {# row} other {# rows}} would be left out', { refused }),
        text: correct,
      }
    : {
        tone: 'warning',
        title: t('Imported, but {refused, plural, one {# row was} other {# rows were}} left out', {
          refused,
        }),
        text: download,
      }
}

function withoutCells(refused: NonNullable<ImportResult['refused_cells']>, isDryRun: boolean): Headline {
  const count = refused.reduce((sum, { cells }) => sum + cells, 0)
  const columns = refused
    .map(({ column, cells }) => t('{cells} of {column}', { cells: formatCount(cells), column }))
    .join(', ')
  return {
    tone: 'warning',
    title: isDryRun
      ? t('{count, plural, one {# cell} other {# cells}} would be left out', { count })
      : t('Imported, but {count, plural, one {# cell was} other {# cells were}} left out', { count }),
    text: isDryRun
      ? t(
          '{count, plural, one {It does not fit: {columns}. The rest of its row is fine. The reason is below.} other {They do not fit: {columns}. The rest of their rows is fine. The reasons are below.}}',
          { count, columns },
        )
      : t(
          '{count, plural, one {It does not fit: {columns}. The rest of its row came in. The reason is below.} other {They do not fit: {columns}. The rest of their rows came in. The reasons are below.}}',
          { count, columns },
        ),
  }
}

export function describeUndo({ status, result }: Job): Headline {
  if (status === 'failed')
    return {
      tone: 'danger',
      title: t('The undo failed'),
      text: resultError(result) ?? t('The server gave no reason. Try it again.'),
    }
  const text = [...undoneIn(result), ...changedSinceIn(result), ...attributesIn(result)].join(' ')
  return status === 'cancelled'
    ? {
        tone: 'warning',
        title: t('The undo was cancelled halfway'),
        text: t('{text} Undo again to continue.', { text }),
      }
    : {
        tone: result !== null && 'failed' in result && result.failed > 0 ? 'warning' : 'success',
        title: t('The import was undone'),
        text,
      }
}

export const encodingChoices = textEncodings.map((value) => ({
  value,
  label: answerLabel('encoding', value),
}))

/** Returns the name of an encoding; an unknown one is returned unchanged. */
export function encodingName(encoding: string): string {
  return encodingChoices.find(({ value }) => value === encoding)?.label ?? encoding
}

const undoSentences = cachedByLanguage((): Readonly<Record<string, (count: number) => string>> => ({
  trashed: (count) =>
    t('{count, plural, one {# new entry} other {# new entries}} moved to the trash.', { count }),
  changed: (count) =>
    t('{count, plural, one {# entry} other {# entries}} got the old values back.', { count }),
  kept: (count) =>
    t(
      '{count, plural, one {# value} other {# values}} stayed because somebody has changed {count, plural, one {it} other {them}} since.',
      { count },
    ),
  changed_meanwhile: (count) =>
    t(
      '{count, plural, one {# new entry} other {# new entries}} stayed: changed since, or others refer to them.',
      { count },
    ),
  failed: (count) =>
    t('{count, plural, one {# entry} other {# entries}} could not be changed back.', { count }),
}))

function undoneIn(result: Job['result']): string[] {
  const counts: Readonly<Record<string, unknown>> = { ...result }
  return Object.entries(undoSentences()).flatMap(([name, sentence]) => {
    const count = counts[name]
    return typeof count === 'number' && count > 0 ? [sentence(count)] : []
  })
}

/** By whom and when the first of the values that stay were changed. */
export function changedSinceIn(result: Job['result']): string[] {
  if (result === null || !('changed_since' in result)) return []
  const { changed_since: left = [] } = result
  const all = 'kept' in result ? result.kept : result.changed_meanwhile
  const text = describeAllChangedSince(left, { count: all ?? left.length })
  return text === undefined ? [] : [text]
}

function attributesIn(result: Job['result']): string[] {
  if (result === null || !('trashed' in result)) return []
  const { removed_attributes: removed = [], kept_attributes: stayed = [] } = result
  return [
    ...(removed.length > 0
      ? [
          t('{count, plural, one {# new attribute} other {# new attributes}} removed.', {
            count: removed.length,
          }),
        ]
      : []),
    ...stayed.map((attribute) =>
      t('The new attribute {key} stays. {reason}', {
        key: attribute.key,
        reason: tMessage(attribute.reason, attribute),
      }),
    ),
  ]
}

export function readImportResult(result: Job['result']): ImportResult | undefined {
  if (result === null || !('created_attributes' in result)) return undefined
  return result
}

export function resultError(result: Job['result']): string | undefined {
  return result !== null && 'error' in result ? tMessage(result.error.message, result.error) : undefined
}

/** Explains that the server cancelled a job whose person lost the right. */
export function cancelReason({ status, metadata }: Job): string | undefined {
  const { cancelled_because: reason, cancelled_because_message: beside } = metadata
  if (status !== 'cancelled' || typeof reason !== 'string') return undefined
  return tMessage(reason, isObject(beside) ? beside : {})
}

/** Whether a job has refused rows or pictures to download with their reasons. */
export function hasErrorFile({ name, status, result }: Job): boolean {
  return (
    (name === 'import' || name === 'fetch_pictures') &&
    isTerminal(status) &&
    result !== null &&
    'errors_file' in result &&
    typeof result.errors_file === 'string'
  )
}

/** Whether an import has written anything that can be undone; a failed one may have. */
export function canBeUndone({ name, status, result, metadata, progress }: Job): boolean {
  if (name !== 'import' || metadata['dry_run'] === true || !isTerminal(status)) return false
  const counts = readImportResult(result)
  return counts === undefined
    ? progress.current > 0
    : counts.created + counts.updated + (counts.pictures?.wanted ?? 0) > 0
}
