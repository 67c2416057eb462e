import { type DataType, dataTypeTraits } from '#shared/attributes.ts'
import type { ColumnRule, EmptyCells } from '#shared/imports.ts'
import { foldText, splitList } from '#shared/text.ts'
import { isNo, isYes } from './column-words.ts'
import { inUnitOf, readWrittenDate, readWrittenNumber } from './read-written.ts'

/**
 * Turns the text of a cell into the value to write, or undefined where the cell is to be left alone. What does not fit the
 * data type is passed on as it is: the catalog says why it is refused.
 */
export function readCell(cell: string, dataType: DataType, emptyCells: EmptyCells): unknown {
  if (isEmpty(cell, dataType)) return emptyValue(dataType, emptyCells)
  const { family, shape, hasTokens } = dataTypeTraits[dataType]
  if (family === 'boolean') return readBoolean(cell)
  if (shape === 'reference_list') return readMembers(cell, undefined)
  if (hasTokens && cell.startsWith('[')) return readOptions(cell, undefined)
  return keepsSpaces(dataType) ? cell : cell.trim()
}

/** A cell that is not written as its column says. */
export class Unreadable {
  readonly issue: 'expected_number' | 'expected_date' | 'not_an_acceptable_value'

  constructor(issue: Unreadable['issue']) {
    this.issue = issue
  }
}

/**
 * As `readCell`, with what the rule of the column says of its cells. What is not written so is `Unreadable`, lest it be taken for
 * something else; a cell that is a number in its file (`isNumber`) needs no reading.
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
    return converted instanceof Unreadable ? converted : readCell(converted, dataType, empty)
  }
}

/** What happens to every cell of a column first: white space and the value map. */
export function toPreparer({ trim = false, values }: ColumnRule): (cell: string) => string {
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

/** The options of a cell. The catalog keeps them between commas, so that one with a comma would become two. */
function readOptions(cell: string, separator: string | undefined): string | Unreadable {
  const options = readMembers(cell, separator)
  const isSplit = options.some((option) => option.includes(','))
  return isSplit ? new Unreadable('not_an_acceptable_value') : options.join(', ')
}

/** The members of a list: a JSON array as JSON files have them, else what stands between the separators. */
export function readMembers(cell: string, separator: string | undefined): string[] {
  if (cell.startsWith('[')) {
    const members = parseArray(cell)
    if (members) return members
  }
  if (separator === undefined) return splitList(cell)
  return cell
    .split(separator)
    .map((member) => member.trim())
    .filter((member) => member !== '')
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
