import { type DataType, dataTypeTraits } from '#shared/attributes.ts'
import type { EmptyCells, ColumnRule, MisfitKind, MisfitRemedy, DateOrder } from '#shared/imports.ts'
import { foldText, splitList } from '#shared/text.ts'
import { isYes, isNo } from './flags.ts'
import { parseNumberCell, readDigits, isCurrency, isPlaceholder, scientific } from './numbers.ts'
import { readDate, readSureDate } from './dates.ts'
import { convertUnit } from '../../channel-files/measures.ts'

/**
 * Turns the text of a cell into the value to write, or undefined where the cell is to be left alone. A
 * value of another data type is passed on unchanged: the catalog reports why it is refused.
 */
export function readCell(cell: string, dataType: DataType, emptyCells: EmptyCells): unknown {
  if (isEmpty(cell, dataType)) return emptyValue(dataType, emptyCells)
  const { family, shape, hasTokens } = dataTypeTraits[dataType]
  if (family === 'boolean') return readBoolean(cell)
  if (shape === 'reference_list') return readMembers(cell, undefined)
  if (hasTokens && cell.startsWith('[')) return readOptions(cell, undefined)
  return keepsSpaces(dataType) ? cell : cell.trim()
}

export class Unreadable {
  readonly issue: 'expected_number' | 'expected_date' | 'not_an_acceptable_value'

  constructor(issue: Unreadable['issue']) {
    this.issue = issue
  }
}

/**
 * As `readCell`, by the rule of the column. A cell that breaks the rule is `Unreadable`, so that it is not
 * misread; a cell that is a number in its file (`isNumber`) needs no reading.
 */
export function ruledReader(
  rule: ColumnRule,
  dataType: DataType,
  emptyCells: EmptyCells,
): (cell: string, isNumber: boolean) => unknown {
  const empty = rule.empty_cells ?? emptyCells
  const prepare = toPreparer(rule)
  return (cell, isNumber) => {
    const prepared = prepare(cell)
    if (isEmpty(prepared, dataType)) return emptyValue(dataType, empty)
    const converted = isNumber ? inUnitOf(rule, prepared) : convert(prepared, dataType, rule)
    if (converted instanceof Unreadable) return converted
    return readCell(converted, dataType, converted === '' ? modeOf(prepared, dataType, rule) : empty)
  }

  function modeOf(...[cell, type, { remedies = {} }]: Parameters<typeof convert>): EmptyCells {
    if (!Object.values(remedies).includes('clear')) return empty
    const { misfit } =
      dataTypeTraits[type].family === 'date' ? takeDate(cell, rule.dates) : takeNumber(cell, rule)
    return misfit !== undefined && remedies[misfit] === 'clear' ? 'clear' : empty
  }
}

/** Leaves cells as they are where the column has steps, which have been done with the rest of the row. */
export function toPreparer({ trim = false, values, steps = [] }: ColumnRule): (cell: string) => string {
  if (steps.length > 0) return (cell) => cell
  const map = values && new Map(Object.entries(values).map(([from, to]) => [foldText(from), to]))
  return (cell) => {
    const trimmed = trim ? cell.trim() : cell
    return map?.get(foldText(trimmed)) ?? trimmed
  }
}

function convert(cell: string, dataType: DataType, rule: ColumnRule): string | Unreadable {
  const { family } = dataTypeTraits[dataType]
  if (family === 'number') return readWrittenNumber(cell, rule) ?? new Unreadable('expected_number')
  if (family === 'date') return readWrittenDate(cell, rule) ?? new Unreadable('expected_date')
  return rule.separator ? readSeparated(cell, dataType, rule.separator) : cell
}

function readSeparated(cell: string, dataType: DataType, separator: string): string | Unreadable {
  const { hasTokens, shape } = dataTypeTraits[dataType]
  if (hasTokens) return readOptions(cell, separator)
  return shape === 'reference_list' ? readMembers(cell, separator).join(', ') : cell
}

/** The options of a cell. The catalog joins them by commas, so an option with a comma would become two. */
function readOptions(cell: string, separator: string | undefined): string | Unreadable {
  const options = readMembers(cell, separator)
  const isSplit = options.some((option) => option.includes(','))
  return isSplit ? new Unreadable('not_an_acceptable_value') : options.join(', ')
}

/** The members of a list: a JSON array as in JSON files, else the parts between separators. */
export function readMembers(cell: string, separator: string | undefined): string[] {
  if (cell.startsWith('[')) {
    const members = parseArray(cell)
    if (members) return members
  }
  if (separator === undefined) return splitList(cell)
  return tidy(cell.split(separator))
}

const betweenAddresses = /[|;\n\r\t]+|,\s+|,(?=https?:|files\/)|\s+(?=https?:|files\/)/i
const betweenFiles = /[|;\n\r\t]+/
const fileName = /\.\w{3,4}$/

/** The pictures of a cell, with any separator; commas within an address do not end it. */
export function readPictures(cell: string, separator: string | undefined): string[] {
  if (cell.startsWith('[')) return readMembers(cell, undefined)
  const isAddress = /^(?:https?:|files\/)/i.test(cell.trim())
  const parts = tidy(cell.split(isAddress ? betweenAddresses : betweenFiles))
  if (isAddress || (parts.length > 1 && parts.every((part) => fileName.test(part)))) return parts
  return readMembers(cell, separator)
}

const pictureFile = /^[^<>"|?*\n]+\.(?:png|jpe?g|jfif|gif|webp|avif|svg|tiff?|bmp|heic)$/i

/** Whether a text is the name or path of a file that is a picture by its ending, and no address. */
export function isPictureFile(name: string): boolean {
  return pictureFile.test(name) && !name.includes('://') && !name.startsWith('files/')
}

function tidy(parts: readonly string[]): string[] {
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

function parseArray(cell: string): string[] | undefined {
  try {
    const members: unknown = JSON.parse(cell)
    return Array.isArray(members) ? members.map(toMember) : undefined
  } catch {
    return undefined
  }
}

function toMember(member: unknown): string {
  return typeof member === 'string' ? member : JSON.stringify(member)
}

export function isEmpty(cell: string, dataType: DataType): boolean {
  return cell === '' || (cell.trim() === '' && !keepsSpaces(dataType))
}

export function emptyValue(dataType: DataType, emptyCells: EmptyCells): unknown {
  if (emptyCells === 'ignore') return undefined
  return dataTypeTraits[dataType].shape === 'reference_list' ? [] : null
}

function keepsSpaces(dataType: DataType): boolean {
  return dataTypeTraits[dataType].layout !== undefined
}

function readBoolean(cell: string): unknown {
  const word = foldText(cell)
  if (isYes(word)) return true
  return isNo(word) ? false : cell
}

interface CellReading {
  readonly value: string | undefined
  readonly misfit: MisfitKind | undefined
}

/** The treatment of cells that do not quite fit, unless the rule of their column decides it. */
export const usualRemedies: Readonly<Record<MisfitKind, MisfitRemedy>> = {
  qualified: 'read',
  unit: 'read',
  other_unit: 'refuse',
  placeholder: 'empty',
  text: 'refuse',
}

const plainNumber = /^-?\d+(?:\.\d+)?$/

function readWrittenNumber(cell: string, rule: ColumnRule): string | undefined {
  if (rule.decimal !== 'comma' && plainNumber.test(cell)) return inUnitOf(rule, cell)
  if (scientific.test(cell)) return inUnitOf(rule, cell.replace(',', '.'))
  return remedied(takeNumber(cell, rule), rule)
}

function readWrittenDate(cell: string, rule: ColumnRule): string | undefined {
  return remedied(takeDate(cell, rule.dates), rule)
}

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

/** A number without a unit is in that of its column, which may differ from that of the attribute. */
function inUnitOf({ unit, from_unit: from }: ColumnRule, value: string, own = ''): string {
  return own === '' ? (converter(from, unit)?.(value) ?? value) : value
}

/** Undefined where the units measure different quantities. */
function converter(
  from: string | undefined,
  to: string | undefined,
): ((value: string) => string) | undefined {
  if (from === undefined || to === undefined || convertUnit(1, from, to) === undefined) return undefined
  return (value) => String(convertUnit(Number(value), from, to))
}

/** A column without a unit of its own accepts currencies and per cent. */
function isLeftOut(unit: string, ofColumn: string | undefined): boolean {
  if (unit === '') return true
  return ofColumn === undefined ? unit === '%' || isCurrency(unit) : unit === ofColumn
}

const plainDate = /^\d{4}-\d{2}-\d{2}$/

/** The catalog itself reads dates in its own form. */
function takeDate(cell: string, order: DateOrder | undefined): CellReading {
  const text = cell.trim()
  if (plainDate.test(text)) return { value: text, misfit: undefined }
  const value = (order && readDate(text, order)) ?? readSureDate(text)
  return value === undefined ? { value, misfit: misfitOf(cell) } : { value, misfit: undefined }
}

function misfitOf(cell: string): MisfitKind {
  return isPlaceholder(foldText(cell)) ? 'placeholder' : 'text'
}

function remedied({ value, misfit }: CellReading, { remedies }: ColumnRule): string | undefined {
  const remedy = misfit === undefined ? 'read' : (remedies?.[misfit] ?? usualRemedies[misfit])
  if (remedy === 'empty' || remedy === 'clear') return ''
  return remedy === 'read' ? value : undefined
}

function filledText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

export interface NamedPicture {
  readonly address: string
  readonly alt: string | undefined
  /** The name of its file, where the address does not tell it. */
  readonly name?: string | undefined
}

export const pictureAddress = /^(?:https?:\/\/|files\/)\S+$/i

export function readPicture(text: string): NamedPicture | undefined {
  const trimmed = text.trim()
  if (pictureAddress.test(trimmed)) return { address: trimmed, alt: undefined }
  if (!trimmed.startsWith('{')) return undefined
  try {
    const { url, alt, name }: Record<'url' | 'alt' | 'name', unknown> = JSON.parse(trimmed)
    if (typeof url !== 'string' || !pictureAddress.test(url)) return undefined
    return { address: url, alt: filledText(alt), name: filledText(name) }
  } catch {
    return undefined
  }
}
