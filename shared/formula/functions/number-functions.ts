import type { ListItem } from '../value.ts'
import { roundTo, textToNumber } from '../number-text.ts'
import type { FormulaFunction } from './formula-function.ts'

const number = { name: 'number', type: 'number' } as const
const digits = { name: 'digits', type: 'number', isOptional: true } as const
const numbers = { name: 'numbers', type: 'numbers' } as const

type Numbers = (number | string | readonly ListItem[])[]

export const numberFunctions = {
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

/** As in spreadsheets, nothing at all has the extreme 0. */
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

function power(base: number, exponent: number): number | null {
  return base === 0 && exponent === 0 ? null : base ** exponent
}
