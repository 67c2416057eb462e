import { expect, test } from 'vitest'
import type { PreviewColumn } from '#shared/imports.ts'
import {
  applyProfile,
  readAnew,
  startChoices,
  takeRemembered,
  toSettings,
  trimAll,
  withRule,
} from './import-choices.ts'
import { mergeKeyChoices, findMergeKey } from './merge-key-field.tsx'
import { newKeyFor, joinChoices, type PlannedColumn } from './plan-columns.ts'
import { countRefused, misfitsOf, sampleProblem } from './sample-problem.ts'
import { pricesWithoutCurrency } from './type-proposals.tsx'
import { sampleAttribute } from '../query/testing/samples.ts'

const attributes = [
  sampleAttribute('sku', { name: 'SKU' }),
  sampleAttribute('product_name', { name: 'Product name', is_primary: true }),
  sampleAttribute('price', { name: 'Price', data_type: 'number' }),
  sampleAttribute('margin', { name: 'Margin', data_type: 'formula', writable: false }),
]

const column = (header: string, part: Partial<PreviewColumn> = {}): PreviewColumn => ({
  index: 0,
  header,
  samples: [],
  filled: 1,
  data_type: 'single_line_text_field',
  acceptable_values: [],
  rule: { key: null },
  new_key: header.toLowerCase(),
  reason: 'none',
  because: '',
  confidence: 'certain',
  converted: [],
  proposals: [],
  names_pictures: false,
  misfits: [],
  ...part,
})

const columns = [
  column('Code', { rule: { key: 'sku' }, reason: 'name' }),
  column('Preis', { rule: { key: 'price', decimal: 'comma' }, reason: 'content', data_type: 'number' }),
  column('Colour', { rule: { key: 'colour' }, reason: 'new' }),
  column('Margin'),
  column('Parent SKU', { rule: { key: 'parent_id' }, reason: 'new' }),
]
const start = startChoices('product')
const plan = (choices = start, of = columns) =>
  joinChoices({ columns: of, merge_key: 'sku' }, choices, attributes)
const kinds = (choices = start, of = columns) => plan(choices, of).map(({ kind }) => kind)

test('columns go where the server proposes, unless the user has decided otherwise', () => {
  expect(plan().map(({ kind, targetName }) => [kind, targetName])).toEqual([
    ['attribute', 'SKU'],
    ['attribute', 'Price'],
    ['new', 'Colour'],
    ['none', 'computed, so it is left out'],
    ['parent', 'Parent'],
  ])
  expect(kinds({ ...start, rules: { Code: null, 'Parent SKU': null } })).toEqual([
    'none',
    'attribute',
    'new',
    'none',
    'none',
  ])
})

test('what was chosen holds before the server has looked at it', () => {
  const rules = { Preis: { key: 'price', trim: true }, Colour: 'price' }
  const [, price, colour] = plan({ ...start, rules })
  expect(price).toMatchObject({ rule: rules.Preis, reason: 'mapping', data_type: 'number' })
  expect(colour).toMatchObject({ kind: 'attribute', rule: { key: 'price' }, data_type: 'number' })
  const proposed = plan({ ...start, rules: { Preis: 'price' } })[1]
  expect(proposed?.rule).toEqual({ key: 'price', decimal: 'comma' })
})

test('without leave to create attributes only those that the user asked for are new', () => {
  const creations = { ...start.creations, create_missing_attributes: false }
  expect(kinds({ ...start, creations })).toEqual(['attribute', 'attribute', 'none', 'none', 'parent'])
  const asked = columns.map((it) => (it.header === 'Colour' ? { ...it, reason: 'mapping' as const } : it))
  const choices = { ...start, creations, rules: { Colour: 'colour' } }
  expect(kinds(choices, asked)[2]).toBe('new')
  expect(toSettings(choices, plan(choices, asked), '')).toMatchObject({ create_missing_attributes: true })
})

const proposal = (key: string, header: string, known: number) => ({
  key,
  header,
  reason: '',
  rows: 10,
  is_estimate: false,
  unique: true,
  filled: 10,
  known,
  new: 10 - known,
  is_sure: true,
})

test('the keys that are proposed come first; other texts can be chosen too', () => {
  const proposals = [proposal('sku', 'Code', 9), proposal('gone', 'Gone', 0)]
  const choices = mergeKeyChoices(proposals, plan(), attributes)
  expect(choices.map(({ key, name, proposal: of }) => [key, name, of?.known])).toEqual([
    ['sku', 'SKU', 9],
    ['colour', 'Colour', undefined],
  ])
  expect(findMergeKey(undefined, choices, 'sku')).toBe('sku')
  expect(findMergeKey('', choices, 'sku')).toBe('')
  expect(findMergeKey('colour', choices, 'sku')).toBe('colour')
  expect(findMergeKey('product_name', choices, 'sku')).toBe('sku')
  expect(findMergeKey(undefined, choices, null)).toBe('sku')
  expect(findMergeKey(undefined, choices.slice(1), null)).toBe('')
})

test('a file of the catalog itself is matched by its ids unless another key is chosen', () => {
  const own = [column('id'), column('label'), ...columns]
  const ofOwn = (choices: typeof start) =>
    joinChoices({ columns: own, merge_key: 'id' }, choices, attributes)[0]?.kind
  expect(ofOwn(start)).toBe('id')
  expect(ofOwn({ ...start, mergeKey: 'sku' })).toBe('none')
  const [first] = mergeKeyChoices([proposal('id', 'id', 9)], plan(start, own), attributes)
  expect(first).toMatchObject({ key: 'id', name: 'ID' })
})

test('an earlier file like this one brings its settings back once, until the user reads the file otherwise', () => {
  const settings = {
    delimiter: ';',
    decimal: 'comma' as const,
    merge_key: 'sku',
    mapping: { Code: 'sku', Gone: 'x' },
  }
  const remembered = { job_id: '1', file: 'prices 1.csv', imported_at: '2026-11-01T00:00:00.000Z', settings }
  const taken = takeRemembered({ ...start, delimiter: ',' }, remembered, ['Code', 'Preis'])
  expect(taken).toMatchObject({
    delimiter: ',',
    decimal: 'comma',
    mergeKey: 'sku',
    rules: { Code: 'sku' },
    remembered,
  })
  expect(readAnew(taken, { delimiter: '|' })).toMatchObject({ delimiter: '|', rules: {}, remembered: null })
  expect(readAnew(start).remembered).toBeUndefined()
})

test('the settings name every column, and a profile brings back those that the file has', () => {
  const settings = toSettings(start, plan(), 'sku')
  expect(settings).toMatchObject({
    merge_key: 'sku',
    create_missing_attributes: true,
    mapping: {
      Code: { key: 'sku' },
      Preis: { key: 'price', decimal: 'comma' },
      Colour: { key: 'colour' },
      Margin: null,
      'Parent SKU': { key: 'parent_id' },
    },
  })
  const profile = { id: '1', name: 'Acme', entity_type: 'product' as const, settings }
  const applied = applyProfile(start, profile, ['Code', 'Preis'])
  expect(applied).toMatchObject({ mergeKey: 'sku', creations: { create_missing_attributes: true } })
  expect(Object.keys(applied.rules)).toEqual(['Code', 'Preis'])
})

test('an attribute that is given to another column is taken from the first', () => {
  expect(withRule(start, plan(), 'Colour', 'sku').rules).toEqual({ Code: null, Colour: 'sku' })
})

test('spaces around cells are left out in all columns that go somewhere, and taken in again', () => {
  const trimmed = trimAll(start, plan(), true)
  expect(trimmed.rules['Preis']).toEqual({ key: 'price', decimal: 'comma', trim: true })
  expect(Object.keys(trimmed.rules)).toEqual(['Code', 'Preis', 'Colour', 'Parent SKU'])
  expect(trimAll(trimmed, plan(trimmed), false).rules['Preis']).toEqual({ key: 'price', decimal: 'comma' })
})

test('a price is asked for its currency where neither its name nor a cell nor a choice says it (surfaces.2.1)', () => {
  const found = (header: string, more: Partial<PlannedColumn> = {}): PlannedColumn =>
    ({ header, kind: 'new', data_type: 'number', rule: { key: header }, ...more }) as PlannedColumn
  const asked = pricesWithoutCurrency([
    found('Price'),
    found('EK-Preis', { kind: 'attribute' }),
    found('Stock'),
    found('UVP', { constraints: { kind: 'money', currency: 'EUR' } }),
    found('Cost', { rule: { key: 'cost', unit: 'EUR' } }),
  ])
  expect(asked.map(({ header }) => header)).toEqual(['Price'])
})

test('a new attribute gets a key that nothing else has', () => {
  expect(newKeyFor(column('Price'), plan(), attributes)).toBe('price_2')
})

test('samples that do not fit are told', () => {
  const [, price] = plan(start, [
    column('Code', { rule: { key: 'sku' }, samples: ['x'], converted: ['x'] }),
    column('Preis', {
      rule: { key: 'price', values: { 'n/a': '' } },
      data_type: 'number',
      samples: ['7,5', '8', 'n/a'],
      converted: ['7,5', '8', null],
    }),
  ])
  if (price === undefined) throw new Error('no column')
  expect([0, 1, 2].map((index) => sampleProblem(price, index))).toEqual([
    'Not a number. Choose how numbers are written.',
    undefined,
    undefined,
  ])
  expect(misfitsOf(price, false)).toEqual(['7,5'])
})

test('cells that are not quite numbers count as faults unless something becomes of them', () => {
  const cells = [
    { cell: 'bald', count: 8, value: null },
    { cell: 'später', count: 2, value: null },
  ]
  const of = (rule: PreviewColumn['rule']) => {
    const part = column('Preis', {
      rule,
      data_type: 'number',
      samples: ['bald', '>10'],
      converted: [null, null],
      misfits: [
        { kind: 'text', count: 12, remedy: 'refuse', samples: cells },
        { kind: 'qualified', count: 3, remedy: 'empty', samples: [{ cell: '>10', count: 3, value: null }] },
      ],
    })
    const [planned] = plan(start, [part])
    return (
      planned && [countRefused(planned), sampleProblem(planned, 0) !== undefined, sampleProblem(planned, 1)]
    )
  }
  expect(of({ key: 'price' })).toEqual([12, true, undefined])
  expect(of({ key: 'price', values: { bald: '' } })).toEqual([4, false, undefined])
  expect(of({ key: 'price', remedies: { text: 'empty' } })).toEqual([0, false, undefined])
})
