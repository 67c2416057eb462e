import { expect, test } from 'vitest'
import type { AttributeDefinition } from '#shared/attributes.ts'
import type { Channel, ChannelCompleteness } from '#shared/channels.ts'
import { toListParams } from '../query/list-params.ts'
import { columnOrder, leftOutQuery, listToFix, percentOf, rowsQuery, toFixQuery } from './to-fix.ts'

const names: Readonly<Record<string, string>> = { gtin: 'GTIN', title: 'Title', colour: 'Colour' }
const nameOf = (key: string): string => names[key] ?? key
const text = 'single_line_text_field'

const completeness: ChannelCompleteness = {
  channel: 'shop',
  products: 9,
  complete: 3,
  percent: 60,
  required: { filled: 6, total: 10 },
  recommended: { filled: 0, total: 0 },
  missing: [
    { key: 'gtin', name: 'GTIN', data_type: text, requirement: 'required', products: 2 },
    { key: 'gtin', name: 'GTIN or MPN', data_type: text, requirement: 'required', products: 4 },
    { key: 'size', name: 'size', data_type: null, requirement: 'recommended', products: 9 },
    { key: 'colour', name: 'Colour', data_type: text, requirement: 'recommended', products: 5 },
  ],
  invalid: [{ key: 'title', issue: 'too_long', products: 1 }],
}

const field = (attribute: string | null) =>
  ({ target: 'a', attribute, requirement: 'optional' }) satisfies Channel['fields'][number]
const channel = { key: 'shop', fields: [field('title'), field('gtin'), field(null)] } as unknown as Channel
const status = { key: 'status', acceptable_values: ['Draft', 'Live'] } as unknown as AttributeDefinition

test('surfaces.5.2 what is missing is listed by what it means for the channel, most products first', () => {
  const items = listToFix(completeness, nameOf)
  expect(items.map(({ id, group, name, products }) => [id, group, name, products])).toEqual([
    ['gtin:missing', 'required', 'GTIN or MPN', 4],
    ['gtin', 'required', 'GTIN', 2],
    ['title:too_long', 'refused', 'Title is too long', 1],
    ['colour', 'recommended', 'Colour', 5],
    ['fields:recommended', 'unmapped', 'A recommended field', 1],
  ])
  expect(items.map(({ rows }) => rows?.clause)).toEqual([
    { key: 'not_accepted:shop', operator: 'eq', value: 'gtin:missing' },
    { key: 'gtin', operator: 'exists', value: 'false' },
    { key: 'not_accepted:shop', operator: 'eq', value: 'title:too_long' },
    { key: 'colour', operator: 'exists', value: 'false' },
    undefined,
  ])
})

test('surfaces.5.2 the rows are exactly the products that are sold and not right, without drafts', () => {
  const items = listToFix(completeness, nameOf)
  const [[, filter] = []] = toListParams(toFixQuery(channel, [status], items))
  expect(JSON.parse(filter ?? '')).toEqual({
    and: [
      { attribute: 'has_variants', operator: 'eq', value: 'false' },
      { attribute: 'status', operator: 'ne', value: 'Draft' },
      {
        or: [
          { attribute: 'not_accepted:shop', operator: 'eq', value: 'gtin:missing' },
          { attribute: 'gtin', operator: 'exists', value: false },
          { attribute: 'not_accepted:shop', operator: 'eq', value: 'title:too_long' },
        ],
      },
    ],
  })
  const [gtin] = items.flatMap(({ id, rows }) => (id === 'gtin' && rows ? [rows.clause] : []))
  if (gtin === undefined) throw new Error('GTIN is not to fix.')
  expect(toListParams(rowsQuery(channel, [], gtin))).toEqual([
    ['filter[gtin][exists]', 'false'],
    ['filter[has_variants]', 'false'],
  ])
  expect(toListParams(leftOutQuery(channel, [status]))).toEqual([
    ['filter[has_variants]', 'true'],
    ['filter[status]', 'Draft'],
    ['filter_join', 'or'],
  ])
})

test('surfaces.4.4 a channel that lists products with variants leaves none of them out', () => {
  const listing = { ...channel, parents: 'count' } as Channel
  const items = listToFix({ ...completeness, invalid: [] }, nameOf).filter(({ id }) => id === 'gtin')
  expect(toListParams(toFixQuery(listing, [], items))).toEqual([['filter[gtin][exists]', 'false']])
  expect(toFixQuery(listing, [], [])).toMatchObject({ clauses: [{ value: 'true' }, { value: 'false' }] })
  expect(toListParams(leftOutQuery(listing, [status]))).toEqual([['filter[status]', 'Draft']])
  expect(leftOutQuery(listing, [])).toMatchObject({
    join: 'and',
    clauses: [{ value: 'true' }, { value: 'false' }],
  })
})

test('surfaces.5.2 the columns to fill stand first, the chosen one before all', () => {
  const items = listToFix(completeness, nameOf)
  expect(columnOrder(channel, items, undefined)).toEqual(['gtin', 'title', 'colour'])
  expect(columnOrder(channel, items, items[3])).toEqual(['colour', 'gtin', 'title'])
})

test('100 % is only said of what is wholly there', () => {
  expect(percentOf({ filled: 999, total: 1000 })).toBe(99)
  expect(percentOf({ filled: 0, total: 0 })).toBe(100)
})
