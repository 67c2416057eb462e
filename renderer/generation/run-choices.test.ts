import { expect, test } from 'vitest'
import { emptyGridQuery } from '../query/grid-query.ts'
import {
  findBudgetFault,
  areCallsPaid,
  readDollars,
  toEstimateBody,
  toRunRows,
  type RunChoices,
} from './run-parts.tsx'

const choices: RunChoices = {
  attributes: ['description'],
  scope: 'view',
  overwrite: 'empty',
  mode: 'review',
  budget: '',
  provider: '',
  model: ' ',
}

test('a run is about ids, or about what the list finds without its order', () => {
  const query = {
    ...emptyGridQuery,
    clauses: [{ key: 'price', operator: 'gte' as const, value: '100' }],
    sort: [{ key: 'price', descending: true }],
    q: 'oak',
  }
  expect(toRunRows({ query })).toEqual({ filter: 'filter%5Bprice%5D%5Bgte%5D=100&q=oak' })
  expect(toRunRows({ query: emptyGridQuery })).toEqual({ filter: '' })
  expect(toEstimateBody('product', choices, toRunRows({ ids: ['a'] }))).toEqual({
    type: 'product',
    attributes: ['description'],
    ids: ['a'],
    overwrite: 'empty',
    mode: 'review',
  })
})

test('a budget is an amount of dollars, needed where calls cost something', () => {
  expect(readDollars('2.50')).toBe(2.5)
  expect(readDollars('$ 0,5')).toBe(0.5)
  for (const text of ['', '0', '-1', 'much', '1e9']) expect(readDollars(text)).toBeUndefined()
  expect(findBudgetFault('', false)).toBeUndefined()
  expect(findBudgetFault('', true)).toContain('Enter the amount')
  expect(findBudgetFault('x', true)).toContain('2.50')
  expect(findBudgetFault('2', true)).toBeUndefined()
})

test('calls of a local model without a price are free, pictures are asked apart', () => {
  const local = { price: null, base_url: 'http://127.0.0.1:11434/v1' }
  const hosted = {
    price: { input: 0, output: 0, image: 0.04, video: null, as_of: '', source: 'owner' as const },
    base_url: 'https://models.example/v1',
  }
  expect(areCallsPaid(local, [{ data_type: 'number' }, { data_type: 'image' }])).toBe(false)
  expect(areCallsPaid(hosted, [{ data_type: 'number' }])).toBe(false)
  expect(areCallsPaid(hosted, [{ data_type: 'number' }, { data_type: 'image' }])).toBe(true)
})
