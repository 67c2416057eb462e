import { expect, test } from 'vitest'
import type { DataType } from '#shared/attributes.ts'
import type { EntityResource } from '#shared/entities.ts'
import type { ColourRule } from '#shared/views.ts'
import { createPainter } from './colour-rules.ts'
import { toColumns } from '../../query/columns.ts'
import { sampleAttribute } from '../../query/testing/samples.ts'

const attribute = (key: string, data_type: DataType) => sampleAttribute(key, { data_type })
const columns = toColumns([
  attribute('title', 'single_line_text_field'),
  attribute('price', 'number'),
  attribute('stock', 'boolean'),
  attribute('tags', 'multi_select_list'),
  attribute('vendor', 'entity_reference'),
  attribute('due', 'date'),
])
const attributes = {
  title: 'Oak Chair',
  price: 10,
  stock: false,
  tags: 'New, Sale',
  vendor: { id: 'v1', type: 'vendor', label: 'Nordlys' },
  due: '2026-03-01',
}
const entity = { id: 'e', attributes } as unknown as EntityResource
const rule = (
  attribute: string,
  operator: string,
  value: unknown,
  more: Partial<ColourRule> = {},
): ColourRule => ({
  attribute,
  operator,
  value,
  target: 'cell',
  colour: 1,
  ...more,
})

test.each([
  ['title', 'contains', 'oak', true],
  ['title', 'not_contains', 'oak', false],
  ['title', 'starts_with', 'CHAIR', false],
  ['title', 'ends_with', 'chair', true],
  ['title', 'eq', 'OAK CHAIR', true],
  ['title', 'in', ['x', 'oak chair'], true],
  ['title', 'ne', 'x', true],
  ['price', 'gte', '10', true],
  ['price', 'lt', '9.5', false],
  ['price', 'eq', '10.0', true],
  ['stock', 'eq', 'false', true],
  ['stock', 'exists', true, true],
  ['nothing', 'exists', false, false],
  ['tags', 'eq', 'sale', true],
  ['vendor', 'eq', 'v1', true],
  ['vendor', 'ne', 'v1', false],
  ['due', 'gt', '2026-02-28', true],
  ['due', 'lte', '2026-02-28', false],
])('%s %s %j: %s', (key, op, value, expected) => {
  const paint = createPainter([rule(key, op, value)], columns)
  expect(paint?.(entity).cells.has(key) ?? false).toBe(expected)
})

test('the first rule that holds counts, for the row and for each cell', () => {
  const paint = createPainter(
    [
      rule('price', 'gt', '50', { target: 'row', colour: 6 }),
      rule('price', 'gt', '5', { target: 'row', colour: 2 }),
      rule('price', 'gt', '1', { target: 'row', colour: 3 }),
      rule('title', 'exists', true, { colour: 4 }),
      rule('title', 'exists', true, { colour: 5 }),
    ],
    columns,
  )
  expect(paint?.(entity)).toEqual({ row: 2, cells: new Map([['title', 4]]) })
  expect(createPainter([], columns)).toBeUndefined()
})
