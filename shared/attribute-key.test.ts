import { expect, test } from 'vitest'
import { freeAttributeKey, isAttributeKey, toAttributeKey } from './attribute-key.ts'

test.each([
  ['Product name', 'product_name'],
  ['  Größe (cm) ', 'gro_e_cm'],
  ['Café crème', 'cafe_creme'],
  ['3D model', 'attribute_3d_model'],
  ['日本', 'attribute'],
  ['x'.repeat(80), 'x'.repeat(64)],
])('the key of %j is %s', (name, key) => {
  expect(toAttributeKey(name)).toBe(key)
  expect(isAttributeKey(key)).toBe(true)
})

test('a taken or reserved key gets a number', () => {
  expect(freeAttributeKey('label', () => false)).toBe('label_2')
  expect(freeAttributeKey('sku', (key) => key === 'sku' || key === 'sku_2')).toBe('sku_3')
})
