import { expect, test } from 'vitest'
import type { AttributeDefinition } from '#shared/attributes.ts'
import { matchColumns, mergeKeyChoices, suggestMergeKey } from './match-columns.ts'

const attribute = (part: Partial<AttributeDefinition>): AttributeDefinition => ({
  id: '0',
  key: 'sku',
  name: 'SKU',
  entity_type: 'product',
  data_type: 'single_line_text_field',
  channel: null,
  is_primary: false,
  writable: true,
  acceptable_values: [],
  default_value: null,
  ...part,
})

const attributes = [
  attribute({}),
  attribute({ key: 'product_name', name: 'Product name', is_primary: true }),
  attribute({ key: 'price', name: 'Price', data_type: 'number' }),
  attribute({ key: 'margin', name: 'Margin', data_type: 'formula', writable: false }),
]

test('columns find their attribute by key, name and likeness', () => {
  expect(matchColumns(['sku', 'PRODUCT NAME', 'Price!', 'Margin', '', 'Body (HTML)'], attributes)).toEqual([
    { kind: 'attribute', key: 'sku', name: 'SKU' },
    { kind: 'attribute', key: 'product_name', name: 'Product name' },
    { kind: 'attribute', key: 'price', name: 'Price' },
    { kind: 'computed', name: 'Margin' },
    { kind: 'none' },
    { kind: 'new', key: 'body_html' },
  ])
})

test('text attributes may tell the rows apart, new columns only where they are created', () => {
  const columns = ['price', 'Handle', 'product_name']
  expect(mergeKeyChoices(columns, attributes, true).map(({ key }) => key)).toEqual(['handle', 'product_name'])
  expect(mergeKeyChoices(columns, attributes, false).map(({ key }) => key)).toEqual(['product_name'])
})

test.each([
  [['product_name', 'sku'], 'sku'],
  [['product_name', 'Colour'], 'product_name'],
  [['Colour'], ''],
])('of %j the suggestion is "%s"', (columns, key) => {
  expect(suggestMergeKey(mergeKeyChoices(columns, attributes, true), attributes)).toBe(key)
})
