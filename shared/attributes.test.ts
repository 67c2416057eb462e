import { expect, test } from 'vitest'
import { freeAttributeKey } from './attributes.ts'

test('a taken or reserved key gets a number', () => {
  expect(freeAttributeKey('label', () => false)).toBe('label_2')
  expect(freeAttributeKey('sku', (key) => key === 'sku' || key === 'sku_2')).toBe('sku_3')
})
