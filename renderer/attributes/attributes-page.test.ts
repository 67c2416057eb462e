import { expect, test } from 'vitest'
import type { AttributeConfig } from '#shared/attributes.ts'
import { describeRules, findAttributes } from './attributes-page.tsx'

const config = (part: Partial<AttributeConfig>): AttributeConfig =>
  ({
    name: 'Net weight',
    key: 'net_weight',
    data_type: 'number',
    constraints: {},
    acceptable_values: null,
    is_primary: false,
    writable: true,
    inheritance_mode: 'off',
    ...part,
  }) as AttributeConfig

test('every word must be in the name, the key or the data type', () => {
  const all = [config({}), config({ name: 'Größe', key: 'size', data_type: 'single_select_list' })]
  expect(findAttributes(all, ' weight NUMBER').map(({ key }) => key)).toEqual(['net_weight'])
  expect(findAttributes(all, 'grosse').length + findAttributes(all, 'größe').length).toBeGreaterThan(0)
  expect(findAttributes(all, 'select weight')).toEqual([])
  expect(findAttributes(all, '')).toHaveLength(2)
})

test('rules are told in a few words', () => {
  expect(describeRules(config({ constraints: { required: true, unit: 'kg', min: 0, max: 9 } }))).toBe(
    'required, kg, 0 to 9',
  )
  expect(describeRules(config({ acceptable_values: 'S, M', constraints: { max_length: 4 } }))).toBe(
    'at most 4 characters, 2 options',
  )
  expect(describeRules(config({ reference: { type: 'category' } }))).toBe('refers to categories')
})
