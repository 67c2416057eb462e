/**
 * Our functions against @formulajs/formulajs, which is used nowhere else. The arguments avoid intended
 * differences, and a comment explains each; the results of spreadsheets themselves are in
 * `spreadsheet-results.test.ts`.
 */
import * as oracle from '@formulajs/formulajs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evaluateFormula, type FormulaValue, type ResultValue, type ValueType } from './value.ts'
import { checkFormula } from './formula.ts'

type Oracle = (...args: unknown[]) => unknown
type Arguments = readonly fc.Arbitrary<FormulaValue>[]

function typeOf(value: FormulaValue): ValueType {
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'number' || typeof value === 'boolean') return typeof value as 'number' | 'boolean'
  return /^\d{4}-\d\d-\d\d$/.test(String(value)) ? 'date' : 'text'
}

function ours(name: string, args: readonly FormulaValue[]): ResultValue {
  const text = `${name}(${args.map((_, index) => `{{k${index}}}`).join(', ')})`
  const at = (key: string) => args[Number(key.slice(1))] ?? null
  const formula = checkFormula(text, { typeOf: (key) => typeOf(at(key)), keys: () => [] })
  return evaluateFormula(formula, at, '2026-11-21')
}

function oracleOf(name: string): Oracle {
  const found = Object.entries(oracle).find(([other]) => other === name)
  if (!found) throw new Error(`The oracle has no ${name}.`)
  return found[1] as Oracle
}

function theirs(apply: Oracle, args: readonly FormulaValue[]): unknown {
  const value = apply(...args)
  if (value instanceof Error || value === '' || Number.isNaN(value)) return null
  return value instanceof Date ? value.toISOString().slice(0, 10) : value
}

function tidy(value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toPrecision(12)) + 0 : value
}

const amount = fc.integer({ min: -10_000_000, max: 10_000_000 }).map((cents) => cents / 100)
const small = fc.integer({ min: -3, max: 12 })
const positive = fc.integer({ min: 1, max: 12 })
const digits = fc.integer({ min: -2, max: 4 })
// Only characters of one code unit: the oracle counts code units.
const text = fc.oneof(
  fc.constantFrom('Oak chair', 'a-b-c', 'banana', 'Größe', '  a   b ', 'x'),
  fc.string({ unit: fc.constantFrom(...'abcAB -äé1'), minLength: 1, maxLength: 10 }),
)
const letter = fc.constantFrom(...'abA -')
const part = fc.string({ unit: fc.constantFrom(...'abA -'), minLength: 1, maxLength: 2 })
const dateBetween = (min: string, max: string) =>
  fc
    .date({ min: new Date(min), max: new Date(max), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))
const date = dateBetween('1901-01-01', '2100-12-31')
const early = dateBetween('1901-01-01', '1999-12-31').map(
  (date) => `${date.slice(0, 8)}${date.slice(8) > '28' ? '28' : date.slice(8)}`,
)
const late = dateBetween('2000-01-01', '2100-12-31')
const truth = fc.boolean()

test.each<[name: string, args: Arguments, as?: Oracle]>([
  ['CONCATENATE', [text, text, amount]],
  ['UPPER', [text]],
  ['LOWER', [text]],
  // Spreadsheets begin a word after every character that is no letter, the oracle only after spaces.
  ['PROPER', [fc.constantFrom('oak chair', 'OAK', 'Größe XL', 'a b c')]],
  // The oracle trims every kind of space, and we only ordinary ones, as in these texts.
  ['TRIM', [text]],
  ['LEFT', [text]],
  ['LEFT', [text, fc.nat(12)]],
  ['RIGHT', [text]],
  ['RIGHT', [text, positive]],
  ['MID', [text, positive, fc.nat(12)]],
  ['LEN', [text]],
  ['REPLACE', [text, positive, fc.nat(5), part]],
  ['SUBSTITUTE', [text, part, part]],
  // The oracle counts occurrences that overlap, and none at the very beginning.
  ['SUBSTITUTE', [text.map((text) => `x${text}`), letter, part, positive]],
  ['FIND', [part, text]],
  ['FIND', [part, text, positive]],
  ['TEXT', [amount, fc.constantFrom('0.00', '#,##0.00', '0')]],
  ['JOIN', [part, text, text], (separator, ...texts) => oracle.TEXTJOIN(separator, true, ...texts)],
  ['IF', [truth, amount, amount]],
  ['IFS', [truth, amount, truth, amount]],
  ['SWITCH', [small, small, text, small, text, text]],
  ['AND', [truth, truth, truth]],
  ['OR', [truth, truth, truth]],
  ['NOT', [truth]],
  ['ROUND', [amount, digits]],
  ['ROUNDUP', [amount, digits]],
  ['ROUNDDOWN', [amount, digits]],
  ['ABS', [amount]],
  ['MIN', [amount, amount, amount]],
  ['MAX', [amount, amount, amount]],
  ['SUM', [amount, amount, amount]],
  ['AVERAGE', [amount, amount, amount]],
  // The oracle returns the divisor instead of 0 where a negative number is divisible.
  ['MOD', [fc.nat(500), positive]],
  ['MOD', [fc.nat(100).map((n) => -7 * n - 1), fc.constant(7)]],
  ['POWER', [positive, small]],
  ['VALUE', [amount.map(String)]],
  ['YEAR', [date]],
  ['MONTH', [date]],
  ['DAY', [date]],
  // The oracle counts backwards where spreadsheets show an error, begins a new month where a day is missing,
  // and has years of 365 days.
  ['DATEDIF', [early, late, fc.constantFrom('D', 'M')]],
  ['DATEADD', [date, small, fc.constant('month')], (date, count) => oracle.EDATE(date, count)],
  ['COUNT', [text, amount], oracle.COUNTA as Oracle],
])('%s agrees with the oracle', (name, args, as) => {
  const apply = as ?? oracleOf(name)
  fc.assert(
    fc.property(fc.tuple(...args), (values) => {
      const [found, expected] = [ours(name, values), theirs(apply, values)]
      expect(tidy(found)).toEqual(tidy(expected))
    }),
    { numRuns: 300 },
  )
})
