import { foldText } from '../text.ts'
import { fromDayNumber, formatDate, parseDate, toDayNumber } from './calendar.ts'
import { formulaFunctions, type FunctionName, type Implementation } from './functions/functions.ts'
import { numberToText, tidyNumber } from './number-text.ts'
import type { FormulaValue, ListItem } from './value.ts'

/** The operators and conversions. Like functions they return null for an error, and pass an error on. */
const operations = {
  add: { apply: (a: number, b: number) => a + b },
  subtract: { apply: (a: number, b: number) => a - b },
  multiply: { apply: (a: number, b: number) => a * b },
  divide: { apply: (a: number, b: number) => (b === 0 ? null : a / b) },
  negate: { apply: (a: number) => -a },
  percent: { apply: (a: number) => a / 100 },
  concat: { apply: (a: string, b: string) => a + b },
  equal: { apply: (a: FormulaValue, b: FormulaValue) => a === b },
  unequal: { apply: (a: FormulaValue, b: FormulaValue) => a !== b },
  less: { apply: (a: Comparable, b: Comparable) => compare(a, b) < 0 },
  at_most: { apply: (a: Comparable, b: Comparable) => compare(a, b) <= 0 },
  greater: { apply: (a: Comparable, b: Comparable) => compare(a, b) > 0 },
  at_least: { apply: (a: Comparable, b: Comparable) => compare(a, b) >= 0 },
  add_days: { apply: addDays },
  days_between: { apply: daysBetween },
  earliest: { apply: (...dates: string[]) => inOrder(dates).at(0) ?? null },
  latest: { apply: (...dates: string[]) => inOrder(dates).at(-1) ?? null },
  fold: { apply: foldText },
  /** Rounds off errors of binary fractions before numbers are compared or shown. */
  tidy: { apply: tidyNumber },
  number_to_text: { apply: numberToText },
  boolean_to_text: { apply: (value: boolean) => (value ? 'TRUE' : 'FALSE') },
  list_to_text: { apply: listToText },
  list_to_number: { apply: onlyNumber },
  boolean_to_number: { apply: Number },
  number_to_boolean: { apply: (value: number) => value !== 0 },
  or: { takesBlank: true, apply: (value: FormulaValue, other: FormulaValue) => value ?? other },
  /** An empty text is no value. */
  result_text: { apply: (text: string) => (text === '' ? null : text) },
} as const satisfies Record<string, Implementation>

type Comparable = string | number | boolean
export type FormulaOperation = keyof typeof operations
export type CallName = FormulaOperation | FunctionName

/**
 * The computation of each operator, conversion and function: for the evaluator, and for SQL where it has
 * no expression of its own.
 */
export const implementations: Readonly<Record<CallName, Implementation>> = {
  ...formulaFunctions,
  ...operations,
}

/** Applies an operation or function to values; a result that is no number is an error. */
export function applyCall(
  { apply, takesBlank }: Implementation,
  args: readonly FormulaValue[],
): FormulaValue {
  if (takesBlank !== true) for (const arg of args) if (arg === null) return null
  const value = (apply as (...args: readonly FormulaValue[]) => FormulaValue)(...args)
  return Number.isNaN(value) ? null : value
}

function compare(a: Comparable, b: Comparable): number {
  if (typeof a === 'string' && typeof b === 'string') return compareCodePoints(a, b)
  return a < b ? -1 : Number(a > b)
}

/** Compares by code points, like UTF-8 and SQLite, and unlike JavaScript's own comparison. */
function compareCodePoints(a: string, b: string): number {
  if (a === b) return 0
  let index = 0
  while (index < a.length && a[index] === b[index]) index += 1
  return codePointAround(a, index) - codePointAround(b, index)
}

function codePointAround(text: string, index: number): number {
  return text.codePointAt(isSecondHalf(text, index) ? index - 1 : index) ?? -1
}

function isSecondHalf(text: string, index: number): boolean {
  const code = text.charCodeAt(index)
  return code >= 0xdc00 && code <= 0xdfff
}

function inOrder(dates: readonly string[]): string[] {
  return dates.filter((date) => date !== '').sort()
}

function addDays(text: string, count: number): string | null {
  const date = parseDate(text)
  return date && Math.abs(count) < 1e7
    ? formatDate(fromDayNumber(toDayNumber(date) + Math.floor(count)))
    : null
}

function daysBetween(later: string, earlier: string): number | null {
  const [to, from] = [parseDate(later), parseDate(earlier)]
  return to && from && toDayNumber(to) - toDayNumber(from)
}

function itemToText(item: ListItem): string {
  return typeof item === 'number' ? (numberToText(item) ?? '') : item
}

/** An entity without a list has an empty text instead. */
type List = readonly ListItem[] | ''

function listToText(list: List): string {
  return list === '' ? '' : list.map(itemToText).join(', ')
}

function onlyNumber(list: List): number | null {
  if (list.length === 0) return 0
  const [only] = list
  return list.length === 1 && typeof only === 'number' ? only : null
}
