import { dateFunctions } from './date-functions.ts'
import { textFunctions } from './text-functions.ts'
import type { FormulaValue, ListItem, ValueType } from '../value.ts'
import { roundTo, textToNumber } from '../number-text.ts'

const condition = { name: 'condition', type: 'boolean' } as const
const value = { name: 'value', type: 'common' } as const

/**
 * The checker knows IF, IFS, SWITCH and COALESCE by name, because their branches determine their type. A
 * branch that is not chosen may fail; a failing condition makes the whole call fail.
 */
const logicFunctions = {
  IF: {
    group: 'logic',
    help: 'One value where the condition is TRUE, another (or blank) where it is FALSE.',
    parameters: [
      condition,
      { name: 'then', type: 'common' },
      { name: 'otherwise', type: 'common', isOptional: true },
    ],
    result: 'common',
    takesBlank: true,
    apply: (condition: boolean | null, then: FormulaValue, otherwise: FormulaValue) =>
      condition === null ? null : condition ? then : otherwise,
  },
  IFS: {
    group: 'logic',
    help: 'The value behind the first condition that is TRUE; write TRUE as the last condition for all other cases.',
    parameters: [condition, value],
    repeats: 2,
    result: 'common',
    takesBlank: true,
    apply: firstTrue,
  },
  SWITCH: {
    group: 'logic',
    help: 'Compares a value with others in turn and gives what stands behind the first that is equal, or the last argument.',
    parameters: [
      { name: 'value', type: 'any' },
      { name: 'match', type: 'any' },
      { name: 'result', type: 'common' },
    ],
    repeats: 2,
    result: 'common',
    takesBlank: true,
    apply: switchTo,
  },
  AND: {
    group: 'logic',
    help: 'TRUE if all conditions are.',
    parameters: [condition],
    repeats: 1,
    result: 'boolean',
    takesBlank: true,
    apply: (...conditions: (boolean | null)[]) =>
      conditions.includes(false) ? false : conditions.includes(null) ? null : true,
  },
  OR: {
    group: 'logic',
    help: 'TRUE if one of the conditions is.',
    parameters: [condition],
    repeats: 1,
    result: 'boolean',
    takesBlank: true,
    apply: (...conditions: (boolean | null)[]) =>
      conditions.includes(true) ? true : conditions.includes(null) ? null : false,
  },
  NOT: {
    group: 'logic',
    help: 'TRUE if the condition is FALSE.',
    parameters: [condition],
    result: 'boolean',
    apply: (condition: boolean) => !condition,
  },
  ISBLANK: {
    group: 'logic',
    help: 'TRUE if there is no value, or an error.',
    parameters: [{ name: 'value', type: 'any' }],
    result: 'boolean',
    takesBlank: true,
    apply: isBlank,
  },
  COALESCE: {
    group: 'logic',
    help: 'The first of several values that is neither blank nor an error.',
    parameters: [value],
    repeats: 1,
    result: 'common',
    takesBlank: true,
    apply: (...values: FormulaValue[]) => values.find((value) => !isBlank(value)) ?? null,
  },
} as const satisfies Record<string, FormulaFunction>

const listFunctions = {
  COUNT: {
    group: 'list',
    help: 'How many members a list has, or how many of several values are not blank.',
    parameters: [{ name: 'values', type: 'items' }],
    repeats: 1,
    result: 'number',
    apply: (...values: (FormulaValue | readonly ListItem[])[]) =>
      values.flat().filter((value) => value !== '').length,
  },
} as const satisfies Record<string, FormulaFunction>

function isBlank(value: FormulaValue): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

function firstTrue(...pairs: FormulaValue[]): FormulaValue {
  for (let index = 0; index < pairs.length; index += 2) {
    if (pairs[index] === null) return null
    if (pairs[index] === true) return pairs[index + 1] ?? null
  }
  return null
}

function switchTo(value: FormulaValue, ...cases: FormulaValue[]): FormulaValue {
  for (let index = 0; index + 1 < cases.length; index += 2) {
    if (value !== null && cases[index] === value) return cases[index + 1] ?? null
  }
  return cases.length % 2 === 1 ? (cases.at(-1) ?? null) : null
}

const number = { name: 'number', type: 'number' } as const
const digits = { name: 'digits', type: 'number', isOptional: true } as const
const numbers = { name: 'numbers', type: 'numbers' } as const

type Numbers = (number | string | readonly ListItem[])[]

const numberFunctions = {
  ROUND: {
    group: 'number',
    help: 'Rounds to a number of decimals, halves away from zero; to whole numbers if none is given.',
    parameters: [number, digits],
    result: 'number',
    apply: (value: number, digits = 0) => roundTo(value, digits),
  },
  ROUNDUP: {
    group: 'number',
    help: 'Rounds away from zero.',
    parameters: [number, digits],
    result: 'number',
    apply: (value: number, digits = 0) => roundTo(value, digits, Math.ceil),
  },
  ROUNDDOWN: {
    group: 'number',
    help: 'Rounds towards zero.',
    parameters: [number, digits],
    result: 'number',
    apply: (value: number, digits = 0) => roundTo(value, digits, Math.floor),
  },
  ABS: {
    group: 'number',
    help: 'The number without its sign.',
    parameters: [number],
    result: 'number',
    apply: (value: number) => Math.abs(value),
  },
  MIN: {
    group: 'number',
    help: 'The smallest of several numbers, or the earliest of several dates.',
    parameters: [numbers],
    repeats: 1,
    result: 'number',
    apply: (...values: Numbers) => extreme(values, (a, b) => a < b),
  },
  MAX: {
    group: 'number',
    help: 'The largest of several numbers, or the latest of several dates.',
    parameters: [numbers],
    repeats: 1,
    result: 'number',
    apply: (...values: Numbers) => extreme(values, (a, b) => a > b),
  },
  SUM: {
    group: 'number',
    help: 'All numbers added up.',
    parameters: [numbers],
    repeats: 1,
    result: 'number',
    apply: (...values: Numbers) => sum(numbersOf(values)),
  },
  AVERAGE: {
    group: 'number',
    help: 'The mean of the numbers; blanks do not count.',
    parameters: [numbers],
    repeats: 1,
    result: 'number',
    apply: average,
  },
  MOD: {
    group: 'number',
    help: 'What remains of a division; it has the sign of the divisor.',
    parameters: [number, { name: 'divisor', type: 'number' }],
    result: 'number',
    apply: modulo,
  },
  POWER: {
    group: 'number',
    help: 'A number raised to a power.',
    parameters: [number, { name: 'exponent', type: 'number' }],
    result: 'number',
    apply: power,
  },
  VALUE: {
    group: 'number',
    help: 'The number that a text shows, blank if it shows none.',
    parameters: [{ name: 'text', type: 'text' }],
    result: 'number',
    apply: textToNumber,
  },
} as const satisfies Record<string, FormulaFunction>

/** Texts in a list are no numbers, and spreadsheets pass over them. */
function numbersOf(values: Numbers): number[] {
  const numbers: number[] = []
  for (const value of values) {
    if (typeof value === 'number') numbers.push(value)
    else if (typeof value === 'object')
      for (const item of value) if (typeof item === 'number') numbers.push(item)
  }
  return numbers
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function average(...values: Numbers): number | null {
  const numbers = numbersOf(values)
  return numbers.length === 0 ? null : sum(numbers) / numbers.length
}

/** As in spreadsheets, the extreme of an empty list is 0. */
function extreme(values: Numbers, isBetter: (a: number, b: number) => boolean): number {
  const numbers = numbersOf(values)
  return numbers.reduce((best, value) => (isBetter(value, best) ? value : best), numbers[0] ?? 0)
}

function modulo(value: number, divisor: number): number | null {
  if (divisor === 0) return null
  const rest = value % divisor
  if (rest === 0) return 0
  return rest < 0 === divisor < 0 ? rest : rest + divisor
}

/** Zero has no negative power, which is a division by zero, and 0^0 has no value in spreadsheets. */
function power(base: number, exponent: number): number | null {
  return base === 0 && exponent <= 0 ? null : base ** exponent
}

const table = {
  ...textFunctions,
  ...logicFunctions,
  ...numberFunctions,
  ...dateFunctions,
  ...listFunctions,
}

export type FunctionName = keyof typeof table

export const formulaFunctions: Readonly<Record<FunctionName, FormulaFunction>> = table

export function isFunctionName(name: string): name is FunctionName {
  return Object.hasOwn(formulaFunctions, name)
}

/** Formats a signature: `LEFT(text, [count])`. */
export function describeSignature(name: FunctionName): string {
  const { parameters, repeats } = formulaFunctions[name]
  const shown = parameters.map(({ name, isOptional }) => (isOptional ? `[${name}]` : name))
  return `${name}(${[...shown, ...(repeats ? ['…'] : [])].join(', ')})`
}

/**
 * The type of a parameter. Other types are converted where that is safe. `numbers`, `texts` and `items`
 * also accept lists and leave out blanks; `any` accepts every type; `common` is the common type of all
 * such arguments of a call.
 */
export type ParameterType =
  | 'text'
  | 'number'
  | 'boolean'
  | 'date'
  | 'formattable'
  | 'numbers'
  | 'texts'
  | 'items'
  | 'any'
  | 'common'

export interface Parameter {
  readonly name: string
  readonly type: ParameterType
  readonly isOptional?: true
  /** The accepted texts, in any case; another literal is a fault. */
  readonly choices?: readonly string[]
}

/**
 * Computes a value from others. Blank or failed arguments make the result blank unless `takesBlank` is
 * set.
 */
export interface Implementation {
  /** Returns null where a spreadsheet shows an error. */
  readonly apply: (...args: never[]) => FormulaValue
  readonly takesBlank?: true
}

/**
 * One function of the language. Parser, checker, evaluator, SQL, completion and documentation read only
 * this.
 */
export interface FormulaFunction extends Implementation {
  readonly group: 'text' | 'logic' | 'number' | 'date' | 'list'
  readonly help: string
  readonly parameters: readonly Parameter[]
  readonly repeats?: number
  readonly result: Exclude<ValueType, 'blank' | 'list'> | 'common'
}
