/** Reads numbers and dates as people write them, with what stands around them in lists. */
import type { ColumnRule, DateOrder, MisfitKind, MisfitRemedy } from '#shared/imports.ts'
import { foldText } from '#shared/text.ts'
import { convertUnit } from '../channel-files/measures.ts'
import { parseNumberCell, readDigits } from './number-cell.ts'
import { isCurrency, isPlaceholder } from './number-words.ts'

/** What a cell holds: a value, and what keeps it from being one as it stands. */
interface CellReading {
  readonly value: string | undefined
  readonly misfit: MisfitKind | undefined
}

/** What becomes of cells that do not quite fit, where the rule of their column does not say. */
export const usualRemedies: Readonly<Record<MisfitKind, MisfitRemedy>> = {
  qualified: 'read',
  unit: 'read',
  other_unit: 'refuse',
  placeholder: 'empty',
  text: 'refuse',
}

const plainNumber = /^-?\d+(?:\.\d+)?$/
// One digit stands before the mark, so it is no mark of thousands: exports write 1.5e-7, Excel 1,5E-07.
const scientific = /^[-+]?\d(?:[.,]\d+)?e[-+]?\d+$/i

/** A number as the catalog reads it, '' for none; undefined where the cell is refused. */
export function readWrittenNumber(cell: string, rule: ColumnRule): string | undefined {
  if (rule.decimal !== 'comma' && plainNumber.test(cell)) return inUnitOf(rule, cell)
  if (scientific.test(cell)) return inUnitOf(rule, cell.replace(',', '.'))
  return remedied(takeNumber(cell, rule), rule)
}

/** A date as the catalog reads it, '' for none; undefined where the cell is refused. */
export function readWrittenDate(cell: string, rule: ColumnRule): string | undefined {
  return remedied(takeDate(cell, rule.dates), rule)
}

/** What keeps a cell from being a number as it stands. */
export function takeNumber(cell: string, rule: ColumnRule): CellReading {
  const { decimal = 'point', unit } = rule
  const parsed = parseNumberCell(cell)
  const value = parsed && readDigits(parsed, decimal)
  if (!parsed || value === undefined) return { value: undefined, misfit: misfitOf(cell) }
  const isOther = !isLeftOut(parsed.unit, unit)
  const converted = isOther ? converter(parsed.unit, unit)?.(value) : inUnitOf(rule, value, parsed.unit)
  if (converted === undefined) return { value, misfit: 'other_unit' }
  if (parsed.qualifier !== '') return { value: converted, misfit: 'qualified' }
  return { value: converted, misfit: parsed.unit === '' ? undefined : 'unit' }
}

/** A number that says no unit is in that of its column, which may be another than that of the attribute. */
export function inUnitOf({ unit, from_unit: from }: ColumnRule, value: string, own = ''): string {
  return own === '' ? (converter(from, unit)?.(value) ?? value) : value
}

/** Undefined where the one is no measure as the other. */
function converter(
  from: string | undefined,
  to: string | undefined,
): ((value: string) => string) | undefined {
  if (from === undefined || to === undefined || convertUnit(1, from, to) === undefined) return undefined
  return (value) => String(convertUnit(Number(value), from, to))
}

/** Without a unit of its own a column takes currencies and per cent. */
function isLeftOut(unit: string, ofColumn: string | undefined): boolean {
  if (unit === '') return true
  return ofColumn === undefined ? unit === '%' || isCurrency(unit) : unit === ofColumn
}

const plainDate = /^\d{4}-\d{2}-\d{2}$/

const year = String.raw`(?<year>\d{4}|\d{2})`
const month = String.raw`(?<month>\d{1,2})`
const day = String.raw`(?<day>\d{1,2})`
const between = String.raw`[./\- ]`

const written: Record<DateOrder, RegExp> = {
  ymd: pattern(year, month, day),
  dmy: pattern(day, month, year),
  mdy: pattern(month, day, year),
}

function pattern(...parts: readonly string[]): RegExp {
  return new RegExp(`^${parts.join(between)}$`)
}

/** A date written in that order, as the catalog writes it; undefined where it is none. Years of two digits are 1970 to 2069. */
export function readDate(cell: string, order: DateOrder): string | undefined {
  const parts = written[order].exec(cell.trim())?.groups
  if (!parts) return undefined
  const text = [fullYear(parts['year'] ?? ''), parts['month'], parts['day']]
    .map((part) => part?.padStart(2, '0'))
    .join('-')
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : undefined
}

function fullYear(digits: string): string {
  if (digits.length === 4) return digits
  return `${Number(digits) < 70 ? 20 : 19}${digits}`
}

/** A date as the catalog writes it cannot be mistaken. */
function takeDate(cell: string, order: DateOrder | undefined): CellReading {
  const text = cell.trim()
  const value = (order && readDate(text, order)) ?? (plainDate.test(text) ? text : undefined)
  return value === undefined ? { value, misfit: misfitOf(cell) } : { value, misfit: undefined }
}

function misfitOf(cell: string): MisfitKind {
  return isPlaceholder(foldText(cell)) ? 'placeholder' : 'text'
}

function remedied({ value, misfit }: CellReading, { remedies }: ColumnRule): string | undefined {
  const remedy = misfit === undefined ? 'read' : (remedies?.[misfit] ?? usualRemedies[misfit])
  return remedy === 'empty' ? '' : remedy === 'read' ? value : undefined
}
