import { expect, test } from 'vitest'
import { toColumns } from '../../query/columns.ts'
import { groupColumns } from './values-tab.tsx'
import { sampleAttribute } from '../../query/testing/samples.ts'

test('attributes stand in groups by what they hold, channels behind them, the record last', () => {
  const attributes = [
    sampleAttribute('sku'),
    sampleAttribute('name', { is_primary: true }),
    sampleAttribute('care', { data_type: 'multi_line_text_field' }),
    sampleAttribute('photo', { data_type: 'image' }),
    sampleAttribute('vendor', { data_type: 'entity_reference' }),
    sampleAttribute('margin', { data_type: 'formula', writable: false }),
    sampleAttribute('gtin', { channel: 'google_merchant' }),
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
