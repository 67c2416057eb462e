import { expect, test } from 'vitest'
import { describeClause } from './filter-chip.tsx'
import {
  aroundFields,
  choiceOf,
  newClause,
  operatorChoices,
  toFilterFields,
  withChoice,
  type FilterField,
} from './filter-fields.ts'
import { sampleAttribute } from '../query/testing/samples.ts'

const fields = toFilterFields('product', [
  sampleAttribute('sku', { name: 'SKU' }),
  sampleAttribute('price', { name: 'Price', data_type: 'number' }),
  sampleAttribute('launch', { name: 'Launch', data_type: 'date' }),
  sampleAttribute('active', { name: 'Active', data_type: 'boolean' }),
  sampleAttribute('size', { name: 'Size', data_type: 'single_select_list', acceptable_values: ['S', 'M'] }),
  sampleAttribute('name', { name: 'Name', is_primary: true }),
])
const fieldOf = (key: string): FilterField => fields.find((field) => field.key === key) as FilterField

test('grid.filter.9 what surrounds a row is asked by whole values, told in words', () => {
  const channels = [{ key: 'shop', name: 'Shop' }]
  const around = aroundFields('product', {
    fields,
    channels,
    people: { owner: 'You', 'via:api': 'The API' },
    rules: { short_names: 'Short names' },
  })
  expect(around.map(({ key }) => key)).toEqual([
    'changed_by',
    'quality:rule',
    'quality:severity',
    'row:remarks',
    'empty_in_parent',
    'has_variants',
    'is_used',
    'not_accepted:shop',
  ])
  const of = (key: string) => around.find((field) => field.key === key) as FilterField
  const [changedBy, found, notAccepted] = [of('changed_by'), of('quality:rule'), of('not_accepted:shop')]
  const remarks = (isTeam: boolean) =>
    aroundFields('image', { fields, people: {}, isTeam }).find(({ key }) => key === 'row:remarks')?.options
  expect(remarks(false)).toEqual(['notes', 'to_dos'])
  expect(remarks(true)).toEqual(['notes', 'to_dos', 'comments'])
  expect(operatorChoices(changedBy).map(({ id }) => id)).toEqual(['eq', 'ne', 'in'])
  const sentenceOf = (field: FilterField, value: string, operator = 'eq') =>
    Object.values(describeClause({ key: field.key, operator, value }, field)).join(' ')
  expect(sentenceOf(changedBy, 'owner,via:api', 'in')).toBe('Changed by is any of You, The API')
  expect(sentenceOf(found, 'short_names')).toBe('Found by the rule is Short names')
  expect(sentenceOf(notAccepted, 'price:too_long')).toBe('Not accepted by Shop is Price')
  expect(sentenceOf(notAccepted, 'price:missing')).toBe('Not accepted by Shop is Price (missing)')
  expect(aroundFields('vendor', { fields, people: {} }).map(({ key }) => key)).toEqual([
    'changed_by',
    'quality:rule',
    'quality:severity',
    'row:remarks',
    'is_used',
  ])
})

test('the primary attribute comes first and the system fields last', () => {
  expect(fields.map(({ key }) => key)).toEqual([
    'name',
    'sku',
    'price',
    'launch',
    'active',
    'size',
    'quality:score',
    'created_at',
    'updated_at',
    'parent_id',
    'id',
  ])
})

test.each([
  ['sku', 'eq ne contains not_contains starts_with ends_with exists:true exists:false in'],
  ['price', 'eq ne gt gte lt lte exists:true exists:false'],
  ['active', 'eq ne exists:true exists:false'],
  ['parent_id', 'eq ne exists:true exists:false in'],
])('the operators that fit %s', (key, ids) => {
  expect(operatorChoices(fieldOf(key)).map(({ id }) => id)).toEqual(ids.split(' '))
})

test('of several values the first stays where the operator takes one', () => {
  const clause = { key: 'size', operator: 'in', value: 'S, M' }
  const isNot = operatorChoices(fieldOf('size')).find(({ id }) => id === 'ne')
  expect(withChoice(clause, isNot as never)).toEqual({ key: 'size', operator: 'ne', value: 'S' })
})

test.each([
  ['sku', 'contains'],
  ['size', 'eq'],
  ['price', 'eq'],
])('a new clause about %s starts with %s', (key, operator) => {
  expect(newClause(fieldOf(key))).toEqual({ key, operator, value: '' })
})

test('choosing "is empty" sets the value, leaving it clears it', () => {
  const clause = { key: 'price', operator: 'gt', value: '5' }
  const isEmpty = operatorChoices(fieldOf('price')).find(({ id }) => id === 'exists:false')
  const empty = withChoice(clause, isEmpty as never)
  expect(empty).toEqual({ key: 'price', operator: 'exists', value: 'false' })
  expect(withChoice(empty, choiceOf(clause, fieldOf('price')) as never)).toEqual({ ...clause, value: '' })
})

test.each([
  [{ key: 'price', operator: 'gte', value: '10' }, 'Price is at least 10'],
  [{ key: 'launch', operator: 'lt', value: '2026-01-01' }, 'Launch is before 2026-01-01'],
  [{ key: 'active', operator: 'eq', value: 'false' }, 'Active is not checked'],
  [{ key: 'sku', operator: 'exists', value: 'false' }, 'SKU is empty'],
  [{ key: 'sku', operator: 'in', value: 'A-1,,B-2' }, 'SKU is any of A-1, B-2'],
  [
    { key: 'parent_id', operator: 'eq', value: '0192f0c1-0000-7000-8000-000000000000' },
    'Parent is 0192f0c1…',
  ],
])('a clause is told in words', (clause, sentence) => {
  const { name, operator, value } = describeClause(clause, fieldOf(clause.key))
  expect(`${name} ${operator} ${value}`.trim()).toBe(sentence)
})

test('entities are named where their label is known', () => {
  const clause = { key: 'parent_id', operator: 'in', value: 'a,b' }
  const labels = new Map([['a', 'Chair']])
  expect(describeClause(clause, fieldOf('parent_id'), (id) => labels.get(id)).value).toBe('Chair, b')
})

test('a clause about an attribute that is gone keeps its raw words', () => {
  expect(describeClause({ key: 'gone', operator: 'eq', value: '1' }, undefined)).toEqual({
    name: 'gone',
    operator: 'eq',
    value: '1',
  })
})
