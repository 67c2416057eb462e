/**
 * The steps of a column: what is done to its cells one after the other, before they become values.
 *
 * [{ split: { separator: '-', part: 2 } }, { prefix: 'No. ' }] // CH-100 becomes 100, then No. 100
 */
import { changeCase, letterCases, maxOperationText } from '#shared/bulk-operations.ts'
import { isObject } from '#shared/exact-json.ts'
import { checkFormula, type Formula } from '#shared/formula/formula.ts'
import { numberToText, textToNumber } from '#shared/formula/number-text.ts'
import { describeFault, evaluateFormula, FormulaFault, formulaLimits } from '#shared/formula/value.ts'
import { localToday } from '#shared/formula/calendar.ts'
import { htmlToText } from '#shared/html-to-text.ts'
import {
  type ColumnStep,
  type ColumnStepName,
  columnStepNames,
  dateOrders,
  decimalMarks,
  maxColumnSteps,
  type PreviewColumn,
  unmappedModes,
} from '#shared/imports.ts'
import { message, type Sentence } from '#shared/messages/message.ts'

import { foldText, isOneOf } from '#shared/text.ts'
import { convertExactly, familyOfUnit, findUnit } from '#shared/units.ts'
import { compileReplacement } from '../../attributes/data-types/pattern.ts'
import type { Faults } from '../../errors.ts'
import { readDate } from './dates.ts'
import { isCurrency, parseNumberCell, readDigits } from './numbers.ts'

/** A cell of the row by the name of its column; the column of the steps is `own`, its cell as it is now. */
export type CellOfColumn = (column: string, own: string) => string

/** The cell after a step: a text, null where the value is to be cleared, undefined where the step fails. */
type Step = (cell: string, cellOf: (column: string) => string) => string | null | undefined

interface ParsedStep {
  readonly run: Step
  /** Whether it is done to blank cells too. */
  readonly takesBlank: boolean
  /** Whether it leaves a number written with a point. */
  readonly givesNumber: boolean
  readonly columns: readonly string[]
}

// Far above any value, and low enough for a million rows.
const maxLength = 200_000
const maxTable = 10_000

type Parse = (given: unknown) => StepReading | Sentence
type StepReading = Partial<ParsedStep> & Pick<ParsedStep, 'run'>
type Members = Readonly<Record<string, unknown>>

/** A parser of a step whose members stand in an object; others are refused by the sentence. */
function ofMembers(
  names: readonly string[],
  sentence: Sentence,
  parse: (members: Members) => StepReading | Sentence | undefined,
): Parse {
  return (given) => {
    if (!isObject(given) || Object.keys(given).some((name) => !names.includes(name))) return sentence
    return parse(given) ?? sentence
  }
}

const expectedTrue = message('step.true')
const expectedText = message('step.text', { count: maxOperationText })
const oneOf = (values: readonly string[]) => message('step.one_of', { values: values.join(', ') })

const parsers: Readonly<Record<ColumnStepName, Parse>> = {
  trim: (given) => (given === true ? { run: (cell) => cell.trim() } : expectedTrue),
  case: (given) =>
    isOneOf(letterCases, given) ? { run: (cell) => changeCase(cell, given) } : oneOf(letterCases),
  replace: ofMembers(['find', 'with', 'pattern'], message('step.replace'), parseReplace),
  split: ofMembers(['separator', 'part'], message('step.split'), ({ separator, part }) => {
    if (!isFilled(separator) || typeof part !== 'number' || !Number.isInteger(part) || part === 0)
      return undefined
    return { run: (cell) => cell.split(separator).at(part > 0 ? part - 1 : part) ?? '' }
  }),
  join: ofMembers(['columns', 'separator'], message('step.join', { count: maxColumnSteps }), parseJoin),
  map: ofMembers(['table', 'otherwise'], message('step.map', { count: maxTable }), parseMap),
  number: ofMembers(['decimal'], oneOf(decimalMarks), ({ decimal }) =>
    isOneOf(decimalMarks, decimal)
      ? { run: (cell) => readNumber(cell, decimal), givesNumber: true }
      : undefined,
  ),
  date: ofMembers(['order'], oneOf(dateOrders), ({ order }) =>
    isOneOf(dateOrders, order) ? { run: (cell) => readDate(cell.trim(), order) } : undefined,
  ),
  unit: ofMembers(['from', 'to'], message('step.unit'), parseUnits),
  strip_html: (given) => (given === true ? { run: htmlToText } : expectedTrue),
  prefix: (given) => (isFilled(given) ? { run: (cell) => given + cell } : expectedText),
  suffix: (given) => (isFilled(given) ? { run: (cell) => cell + given } : expectedText),
  default: (given) =>
    isFilled(given) ? { run: (cell) => (cell.trim() === '' ? given : cell), takesBlank: true } : expectedText,
  formula: parseFormula,
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= maxOperationText
}

function isFilled(value: unknown): value is string {
  return isText(value) && value !== ''
}

function parseReplace({
  find,
  with: replacement,
  pattern = false,
}: Members): StepReading | Sentence | undefined {
  if (!isFilled(find) || !isText(replacement) || typeof pattern !== 'boolean') return undefined
  if (!pattern)
    return {
      run: (cell) => {
        const parts = cell.split(find)
        return cell.length + parts.length * replacement.length > maxLength
          ? undefined
          : parts.join(replacement)
      },
    }
  const replace = compileReplacement(find, replacement, maxLength)
  if (replace === undefined) return message('step.no_pattern')
  return 'fault' in replace ? replace.fault : { run: replace }
}

function parseJoin({ columns, separator }: Members): StepReading | undefined {
  if (!Array.isArray(columns) || !columns.every(isFilled) || !isText(separator)) return undefined
  if (columns.length === 0 || columns.length > maxColumnSteps) return undefined
  return {
    run: (_cell, cellOf) =>
      columns
        .map(cellOf)
        .filter((cell) => cell.trim() !== '')
        .join(separator),
    takesBlank: true,
    columns,
  }
}

function parseMap({ table, otherwise = 'keep' }: Members): StepReading | undefined {
  if (!isObject(table) || !isOneOf(unmappedModes, otherwise)) return undefined
  const entries = Object.entries(table)
  if (entries.length > maxTable) return undefined
  const texts = new Map<string, string>()
  for (const [from, to] of entries) {
    if (!isText(to)) return undefined
    texts.set(foldText(from), to)
  }
  const others = { keep: (cell: string) => cell, clear: () => null, fail: () => undefined }
  return { run: (cell) => texts.get(foldText(cell)) ?? others[otherwise](cell) }
}

/** A currency or per cent goes; a measure stays behind the number, for the steps and the unit of the rule. */
function readNumber(cell: string, decimal: (typeof decimalMarks)[number]): string | undefined {
  const parsed = parseNumberCell(cell)
  const digits = parsed && readDigits(parsed, decimal)
  if (!parsed || digits === undefined) return undefined
  const { unit } = parsed
  return unit === '' || unit === '%' || isCurrency(unit) ? digits : `${digits} ${unit}`
}

function parseUnits({ from, to }: Members): StepReading | undefined {
  const [source, target] = [from, to].map((unit) => (isFilled(unit) ? findUnit(unit) : undefined))
  if (!source || !target || familyOfUnit(source) !== familyOfUnit(target)) return undefined
  return {
    givesNumber: true,
    run: (cell) => {
      const parsed = parseNumberCell(cell)
      const digits = parsed && readDigits(parsed, 'point')
      const own = parsed?.unit === '' ? source : findUnit(parsed?.unit ?? '')
      const number = digits === undefined || !own ? undefined : convertExactly(Number(digits), own, target)
      return number === undefined ? undefined : (numberToText(number) ?? undefined)
    },
  }
}

/** Columns are texts; where a formula computes with them as they stand, they are numbers. */
function parseFormula(given: unknown): StepReading | Sentence {
  if (typeof given !== 'string' || given.trim() === '' || given.length > formulaLimits.length)
    return message('step.formula', { count: formulaLimits.length })
  const read = readFormula(given)
  if (read instanceof FormulaFault) return describeFault(read)
  const { formula, type } = read
  const today = localToday()
  return {
    takesBlank: true,
    givesNumber: formula.type === 'number',
    columns: formula.keys,
    run: (cell, cellOf) => {
      const cells = formula.keys.map(cellOf)
      const hasText = (one: string) => one.trim() !== ''
      const values = cells.map((one) => (type === 'number' ? textToNumber(one) : one))
      if (cells.some((one, index) => hasText(one) && values[index] === null)) return undefined
      const value = evaluateFormula(formula, (key) => values[formula.keys.indexOf(key)] ?? null, today)
      if (value !== null)
        return typeof value === 'number' ? (numberToText(value) ?? undefined) : String(value)
      return hasText(cell) && cells.every(hasText) ? undefined : ''
    },
  }
}

function readFormula(
  text: string,
): { readonly formula: Formula; readonly type: 'text' | 'number' } | FormulaFault {
  let first: FormulaFault | undefined
  for (const type of ['text', 'number'] as const) {
    try {
      return { formula: checkFormula(text, { typeOf: () => type, keys: () => [] }), type }
    } catch (error) {
      if (!(error instanceof FormulaFault)) throw error
      first ??= error
    }
  }
  return first as FormulaFault
}

function parseStep(step: unknown): ParsedStep | Sentence {
  const [name, ...others] = isObject(step) ? Object.keys(step) : []
  if (!isObject(step) || !isOneOf(columnStepNames, name) || others.length > 0)
    return message('step.not_known', { names: columnStepNames.join(', ') })
  const read = parsers[name](step[name])
  if (typeof read === 'string' || !('run' in read)) return read
  return { takesBlank: false, givesNumber: false, columns: [], ...read }
}

/** Notes wrong steps, each at its place: `mapping.Price.steps[1]`. */
export function checkSteps(steps: unknown, field: string, faults: Faults): void {
  if (!Array.isArray(steps)) return faults.addType(field, ['array'], steps)
  if (steps.length > maxColumnSteps)
    return faults.addExpected(field, 'too_many_values', { max_items: maxColumnSteps })
  for (const [index, step] of steps.entries()) {
    const read = parseStep(step)
    if (typeof read === 'string' || !('run' in read)) faults.addSentence(`${field}[${index}]`, read)
  }
}

/** Notes the columns that steps name and the file does not have. */
export function checkStepColumns(
  steps: readonly ColumnStep[],
  { field, headers }: { readonly field: string; readonly headers: readonly string[] },
  faults: Faults,
): void {
  for (const [index, step] of steps.entries()) {
    const read = parseStep(step)
    const unknown =
      typeof read !== 'string' && 'run' in read
        ? read.columns.find((name) => !headers.includes(name))
        : undefined
    if (unknown !== undefined)
      faults.addSentence(
        `${field}.steps[${index}]`,
        message('import.column_unknown'),
        headers.slice(0, 50),
        unknown,
      )
  }
}

/** Whether the last step that changes what a cell is leaves a number with a point. */
export function givesNumbers(steps: readonly ColumnStep[]): boolean {
  const last = steps
    .map(parseStep)
    .findLast(
      (read) => typeof read !== 'string' && 'run' in read && (read.givesNumber || read.columns.length > 0),
    )
  return last !== undefined && typeof last !== 'string' && 'run' in last && last.givesNumber
}

export interface SteppedCell {
  /** Null where the value is to be cleared, undefined where a step fails. */
  readonly text: string | null | undefined
  /** The step that failed, from 1. */
  readonly failed?: number
  /** The cell before each step and after it, where a step changes it. */
  readonly changes: readonly {
    readonly step: number
    readonly before: string
    readonly after: string | null
  }[]
}

/**
 * Compiles steps that have been checked; the result takes a cell through them. One that is a number in its
 * file, as in a workbook, has no decimal mark to be told.
 */
export function compileSteps(
  steps: readonly ColumnStep[],
): (cell: string, cellOf: CellOfColumn, isNumber?: boolean) => SteppedCell {
  const parsed = steps
    .map(parseStep)
    .filter((read): read is ParsedStep => typeof read !== 'string' && 'run' in read)
  const readers = new Set(steps.flatMap((step, index) => ('number' in step ? index : [])))
  const isPassed = (step: number, text: string, isSameNumber: boolean) =>
    (isSameNumber && readers.has(step)) || (parsed[step]?.takesBlank !== true && text.trim() === '')
  return (cell, cellOf, isNumber = false) => {
    const changes: SteppedCell['changes'][number][] = []
    let text = cell
    for (const [step, read] of parsed.entries()) {
      if (isPassed(step, text, isNumber && text === cell)) continue
      const before = text
      const after = runBounded(read, before, (column) => cellOf(column, before))
      if (after !== before) changes.push({ step, before, after: after ?? null })
      if (after === undefined) return { text: after, failed: step + 1, changes }
      if (after === null) return { text: after, changes }
      text = after
    }
    return { text, changes }
  }
}

/** A step whose text is longer than any value fails. */
function runBounded({ run }: ParsedStep, ...given: Parameters<Step>): ReturnType<Step> {
  const result = run(...given)
  return typeof result === 'string' && result.length > maxLength ? undefined : result
}

export type StepChanges = NonNullable<PreviewColumn['steps']>[number]

/** The steps of a column as a preview shows them. */
export interface StepSamples {
  /** Cells as the file has them, and what they are after all steps. */
  readonly cells: readonly { readonly cell: string; readonly after: SteppedCell['text'] }[]
  readonly changes: readonly StepChanges[]
}
