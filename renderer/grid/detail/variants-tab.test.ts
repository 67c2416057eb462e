import { expect, test } from 'vitest'
import type { EntityResource } from '#shared/entities.ts'
import { toColumns } from '../../query/columns.ts'
import { differingColumns } from './variants-tab.tsx'
import { sampleAttribute, sampleEntity } from '../../query/testing/samples.ts'

const select = (key: string, acceptable_values: string[]) =>
  sampleAttribute(key, { data_type: 'single_select_list', acceptable_values })

const columns = toColumns([
  sampleAttribute('name', { is_primary: true }),
  sampleAttribute('sku'),
  sampleAttribute('brand'),
  select('color', ['Red', 'Blue']),
  select('size', ['S', 'M', 'L']),
])

const variant = (sku: string, color: string, size: string): EntityResource =>
  sampleEntity(sku, { parent_id: 'p', attributes: { name: sku, sku, brand: 'B', color, size } })

const variants = [variant('1', 'Blue', 'L'), variant('2', 'Red', 'S'), variant('3', 'Red', 'L')]

test('the attributes that differ are told in the order of the schema', () => {
  expect(differingColumns(variants, columns).map(({ id }) => id)).toEqual(['name', 'sku', 'color', 'size'])
})
