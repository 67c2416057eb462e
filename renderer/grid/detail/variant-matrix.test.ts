import { expect, test } from 'vitest'
import type { AttributeDefinition } from '#shared/attributes.ts'
import type { EntityResource } from '#shared/entities.ts'
import { toColumns } from '../../query/columns.ts'
import { differingColumns, toMatrix } from './variant-matrix.ts'

const attribute = (
  key: string,
  dataType: AttributeDefinition['data_type'],
  values: string[] = [],
): AttributeDefinition => ({
  id: key,
  key,
  name: key,
  entity_type: 'product',
  data_type: dataType,
  channel: null,
  is_primary: key === 'name',
  writable: true,
  acceptable_values: values,
  default_value: null,
})

const columns = toColumns([
  attribute('name', 'single_line_text_field'),
  attribute('sku', 'single_line_text_field'),
  attribute('brand', 'single_line_text_field'),
  attribute('color', 'single_select_list', ['Red', 'Blue']),
  attribute('size', 'single_select_list', ['S', 'M', 'L']),
])

const variant = (sku: string, color: string, size: string): EntityResource => ({
  id: sku,
  type: 'product',
  label: sku,
  parent_id: 'p',
  created_at: '',
  updated_at: '',
  attributes: { name: sku, sku, brand: 'B', color, size },
})

const variants = [variant('1', 'Blue', 'L'), variant('2', 'Red', 'S'), variant('3', 'Red', 'L')]

test('the attributes that differ are told in the order of the schema', () => {
  expect(differingColumns(variants, columns).map(({ id }) => id)).toEqual(['name', 'sku', 'color', 'size'])
})

test('two selects make a matrix, their values in the order of the options', () => {
  const matrix = toMatrix(variants, columns)
  expect([matrix?.rows.id, matrix?.rowValues]).toEqual(['color', ['Red', 'Blue']])
  expect([matrix?.columns.id, matrix?.columnValues]).toEqual(['size', ['S', 'L']])
  expect(matrix?.at('Red', 'L').map(({ id }) => id)).toEqual(['3'])
  expect(matrix?.at('Blue', 'S')).toEqual([])
})

test('there is no matrix where no two attributes tell every variant apart', () => {
  expect(toMatrix([...variants, variant('4', 'Red', 'L')], columns)).toBeUndefined()
  expect(toMatrix([], columns)).toBeUndefined()
})
