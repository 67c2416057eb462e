import { expect, test } from 'vitest'
import type { AttributeDefinition } from '#shared/attributes.ts'
import { toColumns } from '../../query/columns.ts'
import { groupColumns } from './group-columns.ts'

const attribute = (
  key: string,
  dataType: AttributeDefinition['data_type'],
  part: Partial<AttributeDefinition> = {},
): AttributeDefinition => ({
  id: key,
  key,
  name: key,
  entity_type: 'product',
  data_type: dataType,
  channel: null,
  is_primary: false,
  writable: true,
  acceptable_values: [],
  default_value: null,
  ...part,
})

test('attributes stand in groups by what they hold, channels behind them, the record last', () => {
  const attributes = [
    attribute('sku', 'single_line_text_field'),
    attribute('name', 'single_line_text_field', { is_primary: true }),
    attribute('care', 'multi_line_text_field'),
    attribute('photo', 'image'),
    attribute('vendor', 'entity_reference'),
    attribute('margin', 'formula', { writable: false }),
    attribute('gtin', 'single_line_text_field', { channel: 'google_merchant' }),
  ]
  const groups = groupColumns(toColumns(attributes), attributes, () => 'Google Merchant')
  expect(groups.map(({ name, columns }) => [name, columns.map(({ id }) => id)])).toEqual([
    ['General', ['name', 'sku']],
    ['Texts', ['care']],
    ['Pictures and videos', ['photo']],
    ['References', ['vendor']],
    ['Computed', ['margin']],
    ['Google Merchant', ['gtin']],
    ['Record', ['created_at', 'updated_at', 'parent_id', 'id']],
  ])
})
