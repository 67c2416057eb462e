/** Reads numbers and dates as people write them, with what stands around them in lists. */
import type { ColumnRule, DateOrder, MisfitKind, MisfitRemedy } from '#shared/imports.ts'
import { foldText } from '#shared/text.ts'
import { parseNumberCell, readDigits } from './number-cell.ts'
import { isCurrency, isPlaceholder } from './number-words.ts'
import { readDate } from './read-date.ts'

/** What a cell holds: a value, and what keeps it from being one as it stands. */
interface Written {
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
  if (rule.decimal !== 'comma' && plainNumber.test(cell)) return cell
  if (scientific.test(cell)) return cell.replace(',', '.')
  return remedied(takeNumber(cell, rule), rule)
}

/** A date as the catalog reads it, '' for none; undefined where the cell is refused. */
export function readWrittenDate(cell: string, rule: ColumnRule): string | undefined {
  return remedied(takeDate(cell, rule.dates), rule)
}

/** What keeps a cell from being a number as it stands. */
export function takeNumber(cell: string, { decimal = 'point', unit }: ColumnRule): Written {
  const parsed = parseNumberCell(cell)
  const value = parsed && readDigits(parsed, decimal)
  if (!parsed || value === undefined) return { value: undefined, misfit: misfitOf(cell) }
  if (!isLeftOut(parsed.unit, unit)) return { value, misfit: 'other_unit' }
  if (parsed.qualifier !== '') return { value, misfit: 'qualified' }
  return { value, misfit: parsed.unit === '' ? undefined : 'unit' }
}

/** Without a unit of its own a column takes currencies and per cent. */
function isLeftOut(unit: string, ofColumn: string | undefined): boolean {
  if (unit === '') return true
  return ofColumn === undefined ? unit === '%' || isCurrency(unit) : unit === ofColumn
}

const plainDate = /^\d{4}-\d{2}-\d{2}$/

/** A date as the catalog writes it cannot be mistaken. */
function takeDate(cell: string, order: DateOrder | undefined): Written {
  const text = cell.trim()
  const value = (order && readDate(text, order)) ?? (plainDate.test(text) ? text : undefined)
  return value === undefined ? { value, misfit: misfitOf(cell) } : { value, misfit: undefined }
}

function misfitOf(cell: string): MisfitKind {
  return isPlaceholder(foldText(cell)) ? 'placeholder' : 'text'
}

function remedied({ value, misfit }: Written, { remedies }: ColumnRule): string | undefined {
  const remedy = misfit === undefined ? 'read' : (remedies?.[misfit] ?? usualRemedies[misfit])
  return remedy === 'empty' ? '' : remedy === 'read' ? value : undefined
}
