import { explainCell } from '#shared/describe-fault.ts'
import { pluralOf } from '#shared/entities.ts'
import { type LeftOutReason, shapeNames } from '#shared/imports.ts'
import type { ImportResult, Job, RowError } from '#shared/jobs.ts'
import { textOf } from '#shared/messages/message.ts'
import { undoLines, UsageError } from './command.ts'

export function summaryOf(job: Job): string {
  const result = resultOf(job)
  if (!result) return ''
  const { created_attributes: attributes, ignored_columns: ignored = [], errors, errors_truncated } = result
  return [
    headingOf(result),
    ...(attributes.length > 0 ? [`Attributes created: ${attributes.join(', ')}`] : []),
    ...(ignored.length > 0 ? [`Columns left out: ${ignored.join(', ')}`] : []),
    ...describeLeftOut(result),
    ...describeShape(result),
    ...describeLanguage(result),
    ...(result.notes ?? []).map((note) => note.message),
    ...(result.warnings ?? []),
    ...describeGuess(result),
    ...describeRepeated(result),
    ...errors.map(describeError),
    ...(result.missing_references ?? []).map(describeMissing),
    ...(errors_truncated
      ? ['Further rows failed; --errors FILE keeps all of them, with their reasons.']
      : []),
    ...describeCorrected(result),
    ...describeRefused(result),
    ...describeAliases(result),
    ...undoLines(hasWritten(result) ? job.id : null),
    countsOf(result),
  ].join('\n')
}

function hasWritten({ dry_run: isTrial, created, updated }: ImportResult): boolean {
  return !isTrial && created + updated > 0
}

export interface MaxFailed {
  readonly text: string
  readonly isShare: boolean
  readonly value: number
}

export function parseMaxFailed(text = '10%'): MaxFailed {
  const [, digits, percent] = /^\s*(\d+(?:\.\d+)?)\s*(%?)\s*$/.exec(text) ?? []
  const value = Number(digits)
  if (digits !== undefined && percent && value <= 100) return { text, isShare: true, value: value / 100 }
  if (digits !== undefined && !percent && Number.isInteger(value)) return { text, isShare: false, value }
  throw new UsageError(`--max-failed takes a share such as 10% or a number of rows, not "${text}".`)
}

/**
 * Says why an import that came to its end is no success: nothing was imported, or too many rows failed.
 * Undefined for a success.
 */
export function tooManyFailed(job: Job, { text, isShare, value }: MaxFailed): string | undefined {
  const result = resultOf(job)
  if (!result) return undefined
  const { failed } = result
  const fine = fineRows(result)
  if (fine === 0) return `${nothingOf(result)} ${countsOf(result)}.`
  if (failed <= (isShare ? value * (fine + failed) : value)) return undefined
  const undo = result.dry_run ? '' : ` vitrine undo ${job.id} takes the import back.`
  return `${failed} of ${fine + failed} rows failed, more than --max-failed ${text} allows: ${countsOf(result)}.${undo}`
}

function resultOf({ result, status }: Job): ImportResult | undefined {
  return status === 'completed' && result !== null && 'created_attributes' in result ? result : undefined
}

function fineRows({ created, updated, unchanged }: ImportResult): number {
  return created + updated + unchanged
}

function countsOf({ created, updated, unchanged, failed, held = 0 }: ImportResult): string {
  const counts = `${created} created, ${updated} updated, ${unchanged} unchanged, ${failed} failed`
  return held === 0 ? counts : `${counts}, ${held} held`
}

function headingOf(result: ImportResult): string {
  if (result.dry_run) return 'Nothing was changed. The import would come to:'
  return fineRows(result) === 0 ? nothingOf(result) : 'Imported.'
}

function nothingOf({ failed, held = 0, dry_run: isDry }: ImportResult): string {
  if (held > 0 && failed === 0) return 'Nothing was imported: every row is held.'
  if (failed === 0) return 'Nothing was imported: the file holds no rows.'
  return isDry ? 'Nothing would be imported: every row failed.' : 'Nothing was imported: every row failed.'
}

function describeError(error: RowError): string {
  const { row, field, value } = error
  return `Row ${row}${field && `, ${field}`}${value && `, "${value}"`}: ${textOf(explainCell(error))}`
}

const reasons: Readonly<Record<LeftOutReason, string>> = {
  title: 'above the header',
  units: 'names units',
  header: 'repeats the header',
  page: 'the foot of a page',
  total: 'a total',
  note: 'a note',
  section: 'the title of a section',
  store_view: 'of another store view',
  deleted: 'to be deleted',
  rule: 'a rule of the shop',
  category: 'of a category',
}

function describeLeftOut({ left_out_rows: leftOut = [] }: ImportResult): string[] {
  return leftOut.map(
    ({ reason, count, rows, texts = [] }) =>
      `${count} ${count === 1 ? 'row' : 'rows'} left out (in the file row ${rows.join(', ')}${count > rows.length ? ', …' : ''}): ${[reasons[reason], ...texts.map((text) => `"${text}"`)].join(' ')}`,
  )
}

function describeLanguage({ language }: ImportResult): string[] {
  if (language === undefined) return []
  return [
    `Texts are taken in ${language.taken}; those in ${language.left_out.join(', ')} are left out. (--language takes another.)`,
  ]
}

function describeShape({ shape = null }: ImportResult): string[] {
  if (shape === null) return []
  return [`Read as a file of ${shapeNames[shape]}; --shape none reads every row as it stands.`]
}

type Missing = NonNullable<ImportResult['missing_references']>[number]

const creatable = new Map([
  ['create_missing_options', 'options'],
  ['create_missing_vendors', 'vendors'],
  ['create_missing_categories', 'categories'],
  ['create_missing_images', 'images'],
])

function describeMissing({ header, type, creates, missing, names }: Missing): string {
  const isOne = missing === 1
  const flag = creatable.get(creates ?? '')
  const remedy = flag === undefined ? 'Add them first.' : `--create ${flag} makes ${isOne ? 'it' : 'them'}.`
  const shown = `${names.join(', ')}${missing > names.length ? ' and more' : ''}`
  return `${header} names ${missing} ${kindOf(type, isOne)} not there: ${shown}. ${remedy}`
}

function kindOf(type: Missing['type'], isOne: boolean): string {
  const [one, several] = type === null ? ['option', 'options'] : [type, pluralOf[type]]
  return isOne ? `${one} that is` : `${several} that are`
}

function describeGuess({ encoding, encoding_guessed: isGuess = false }: ImportResult): string[] {
  return isGuess ? [`The file was read as ${encoding}, which is a guess; --encoding says another.`] : []
}

function describeCorrected({ corrected }: ImportResult): string[] {
  return corrected ? [`Cells taken as corrected: ${corrected.cells}.`] : []
}

function describeAliases({ aliases = [] }: ImportResult): string[] {
  return aliases.map(({ text, stands_for: other, cells, origin, created_at: at }) => {
    const why = origin === 'merge' ? 'merged' : 'said'
    return `${text} → ${other}: ${cells} ${cells === 1 ? 'cell' : 'cells'}, as ${why} on ${at.slice(0, 10)}.`
  })
}

function describeRefused({ refused_cells: refused = [] }: ImportResult): string[] {
  const count = refused.reduce((sum, { cells }) => sum + cells, 0)
  if (count === 0) return []
  const columns = refused.map(({ column, cells }) => `${cells} of ${column}`).join(', ')
  return [
    `Cells that did not fit and were left out of their rows: ${columns}. (--misfits row leaves out such rows.)`,
  ]
}

/** Only the author of the file can decide which of several rows with one merge key is right. */
function describeRepeated({ repeated_rows: count = 0, repeated_keys: keys = [] }: ImportResult): string[] {
  if (count === 0) return []
  return [
    `${count} ${count === 1 ? 'row has' : 'rows have'} the merge key of an earlier row and ${count === 1 ? 'is' : 'are'} held; the first row of each key is imported:`,
    ...keys.slice(0, 10).map(({ value, rows }) => `  "${value}": rows ${rows.join(', ')}`),
  ]
}
