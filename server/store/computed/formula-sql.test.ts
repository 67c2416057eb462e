import { afterAll, expect, test } from 'vitest'
import { evaluateFormula, FormulaFault, type FormulaValue, type ValueType } from '#shared/formula/value.ts'
import { checkFormula, type Formula } from '#shared/formula/formula.ts'
import { formulaFunctions, type FunctionName } from '#shared/formula/functions/functions.ts'
import { openDatabase } from '../database/database.ts'
import { formulaLanguage } from './formulas.ts'
import { raw } from '../database/fragment.ts'

const database = openDatabase(':memory:')
database.read((db) => db.defineFunctions(formulaLanguage().functions))
afterAll(() => database.close())

const types: Record<string, ValueType> = {
  a: 'number',
  b: 'number',
  c: 'number',
  s: 'text',
  u: 'text',
  f: 'boolean',
  g: 'boolean',
  d: 'date',
  e: 'date',
  l: 'list',
  m: 'list',
}
const columns = Object.keys(types)
const today = '2026-11-21'

type Row = Record<string, FormulaValue>

function compile(text: string): Formula {
  return checkFormula(text, { typeOf: (key) => types[key], keys: () => columns })
}

function bySql(formula: Formula, row: Row): unknown {
  const cells = columns.map((key) => {
    const value = row[key] ?? null
    if (typeof value === 'boolean') return Number(value)
    return Array.isArray(value) ? JSON.stringify(value) : value
  })
  const { text, params } = formulaLanguage().toSql(formula, raw, today)
  const values = columns.map(() => '?').join(', ')
  const statement = database.sqlite.prepare(
    `WITH t(${columns.join(', ')}) AS (VALUES (${values})) SELECT ${text} FROM t`,
  )
  const value = statement.pluck().get(...cells, ...params)
  return formula.type === 'boolean' && value !== null ? value === 1 : value
}

class Dice {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit)
  }

  of<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)] as T
  }
}

const texts = [
  'oak',
  'Oak',
  ' oak ',
  'straße',
  'STRASSE',
  '😀 chair',
  'a-b-c',
  '12',
  '1,234.5',
  '50%',
  '[]',
  'a😀b',
  'ﬁ',
  'day',
  '"',
]
const numbers = [
  0,
  1,
  -1,
  2,
  3,
  0.1,
  0.2,
  0.3,
  2.5,
  -2.5,
  1.005,
  99.95,
  1e15,
  2 ** 53,
  1e-7,
  1e300,
  -1e300,
  12345678.9,
]
const dates = ['2024-02-29', '2026-01-31', '2026-11-21', '1999-12-31', '0001-01-01', '9999-12-31']

const valueMakers: Record<string, (random: Dice) => FormulaValue> = {
  number: (random) => random.of([random.of(numbers), random.below(200_000) / 100, random.below(50) - 10]),
  text: (random) => random.of(texts),
  boolean: (random) => random.below(2) === 1,
  date: (random) =>
    random.of([
      random.of(dates),
      `20${10 + random.below(80)}-0${1 + random.below(9)}-${10 + random.below(19)}`,
    ]),
  list: (random) => Array.from({ length: 1 + random.below(3) }, () => random.of([...texts, 1, 2.5, 129])),
}

function rowOf(random: Dice): Row {
  const valueOf = (type: ValueType) => (random.below(4) === 0 ? null : (valueMakers[type]?.(random) ?? null))
  return Object.fromEntries(Object.entries(types).map(([key, type]) => [key, valueOf(type)]))
}

function leafOf(random: Dice, type: string): string {
  if (type === 'list' || random.below(3) > 0) {
    return `{{${random.of(columns.filter((key) => types[key] === type))}}}`
  }
  if (type === 'date' && random.below(2) === 0) return 'TODAY()'
  const value = random.below(6) === 0 ? '' : valueMakers[type]?.(random)
  if (typeof value === 'number') return value < 0 ? `(${value})` : String(value)
  return typeof value === 'boolean' ? String(value) : `"${String(value).replaceAll('"', '""')}"`
}

const operators: Record<string, [left: string, operator: string, right: string][]> = {
  number: [
    ...['+', '-', '*', '/', '%', '^'].map((operator): [string, string, string] => [
      'number',
      operator,
      'number',
    ]),
    ['date', '-', 'date'],
    ['list', '+', 'number'],
    ['boolean', '*', 'number'],
  ],
  text: [
    ['text', '&', 'number'],
    ['list', '&', 'text'],
    ['boolean', '&', 'date'],
  ],
  boolean: ['number', 'text', 'date', 'boolean'].flatMap((type) =>
    ['=', '<>', '<', '<=', '>', '>='].map((operator): [string, string, string] => [type, operator, type]),
  ),
  date: [
    ['date', '+', 'number'],
    ['date', '-', 'number'],
  ],
}

const typesTaken: Partial<Record<string, readonly string[]>> = {
  formattable: ['number', 'date'],
  numbers: ['number', 'list'],
  texts: ['text', 'number', 'list'],
  items: ['text', 'number', 'list', 'boolean', 'date'],
  any: ['text', 'number', 'boolean', 'date', 'list'],
}
const formats = ['"0.00"', '"#,##0.0#"', '"0%"', '"yyyy-mm-dd"', '"d mmm"', '"0;(0);""zero"""']
const units = ['"D"', '"month"', '"Y"', '{{u}}']

function expressionOf(random: Dice, type: string, depth: number): string {
  if (depth === 0 || type === 'list' || random.below(5) === 0) return leafOf(random, type)
  if (random.below(3) > 0) return callOf(random, type, depth)
  const [left, operator, right] = random.of(operators[type] as [string, string, string][])
  const operation = `(${expressionOf(random, left, depth - 1)} ${operator} ${expressionOf(random, right, depth - 1)})`
  return type === 'number' && random.below(5) === 0
    ? random.of([`(-${operation})`, `${operation}%`])
    : operation
}

function callOf(random: Dice, type: string, depth: number): string {
  const fitting = Object.entries(formulaFunctions).filter(
    ([name, { result }]) => name !== 'TODAY' && (result === type || result === 'common'),
  )
  const [name, { parameters, repeats = 0 }] = random.of(fitting)
  const least = parameters.filter(({ isOptional }) => !isOptional).length
  const given = parameters.slice(0, least + random.below(parameters.length - least + 1))
  const repeated = repeats > 0 && random.below(2) === 0 ? parameters.slice(-repeats) : []
  const args = [...given, ...repeated].map((parameter) => {
    if (parameter.name === 'format') return random.of(formats)
    if (parameter.name === 'unit') return random.of(units)
    if (parameter.type === 'common')
      return expressionOf(random, random.below(9) === 0 ? 'text' : type, depth - 1)
    const choices = name === 'SWITCH' ? ['text'] : (typesTaken[parameter.type] ?? [parameter.type])
    return expressionOf(random, random.of(choices), depth - 1)
  })
  return `${name as FunctionName}(${args.join(', ')})`
}

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
const runs = Number(process.env.RUNS ?? 4000)

test(`evaluator and SQL give the same for random expressions and values [FORMULA-05] (SEED=${seed})`, () => {
  const random = new Dice(seed)
  const differences: unknown[] = []
  let compared = 0
  for (let run = 0; run < runs; run += 1) {
    const text = expressionOf(random, random.of(['number', 'text', 'boolean', 'date']), 3)
    const row = rowOf(random)
    const formula = tryCompile(text)
    if (!formula) continue
    compared += 1
    const expected = evaluateFormula(formula, (key) => row[key] ?? null, today)
    const found = bySql(formula, row)
    // -0 and 0 are the same number.
    if (found !== expected) differences.push({ text, row, expected, found })
  }
  expect(differences).toEqual([])
  expect(compared).toBeGreaterThan(runs / 2)
}, 60_000)

function tryCompile(text: string): Formula | undefined {
  try {
    return compile(text)
  } catch (error) {
    if (error instanceof FormulaFault) return undefined
    throw error
  }
}
