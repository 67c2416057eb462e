import { expect, test } from 'vitest'
import type { Family } from '#shared/attributes.ts'
import { valueFault } from './filter-fields.ts'

const id = '01a1fe73-a638-7000-91c9-780e920bd7d9'

test.each([
  ['number', 'gt', '12.5', true],
  ['number', 'gt', '1e3', true],
  ['number', 'gt', '12 kg', false],
  ['number', 'gt', '', true],
  ['number', 'exists', 'true', true],
  ['id', 'eq', id.toUpperCase(), true],
  ['id', 'in', `${id}, ${id}`, true],
  ['id', 'in', `${id}, x`, false],
  ['text', 'eq', 'x', true],
] as [Family, string, string, boolean][])('%s %s "%s" is fit: %s', (family, operator, value, isFit) => {
  const field = { key: 'k', name: 'K', family, dataType: undefined, options: [], referenceType: undefined }
  expect(valueFault({ key: 'k', operator, value }, field) === undefined).toBe(isFit)
})
