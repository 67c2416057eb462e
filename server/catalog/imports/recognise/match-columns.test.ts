import type { KnownAttribute } from './column-request.ts'
import { planColumns, choosePrimary } from './match-columns.ts'
import { Faults } from '../../errors.ts'
import { test, expect } from 'vitest'

const attribute = (key: string, name: string, writable = true): KnownAttribute => ({ key, name, writable })

function plan(
  headers: string[],
  attributes: KnownAttribute[],
  extras: { mapping?: Record<string, string | null>; createMissing?: boolean; samples?: string[][] } = {},
) {
  const faults = new Faults()
  const { columns, ignored } = planColumns(
    { headers, attributes, mapping: {}, createMissing: true, ...extras },
    faults,
  )
  const keys = Object.fromEntries(
    columns.map(({ header, key, isNew }) => [header, isNew ? `new ${key}` : key]),
  )
  return { keys, ignored, faults: faults.list }
}

test('finds attributes by key, name, folded name and slug, in this order', () => {
  const attributes = [attribute('sku', 'Article'), attribute('a', 'Größe'), attribute('list_price', 'Preis')]

  const { keys } = plan(['sku', ' größe'.trim(), 'List-Price', 'Article'], attributes)

  expect(keys).toEqual({ sku: 'sku', größe: 'a', 'List-Price': 'list_price', Article: 'new article' })
})

test('an exact name wins over a likeness that comes first', () => {
  expect(plan(['Name', 'name'], [attribute('name', 'Title')]).keys).toEqual({
    Name: 'new name_2',
    name: 'name',
  })
})

test('new keys are unique and never a system field', () => {
  const { keys } = plan(['created_at', 'Größe (cm)', 'Grösse-cm', '42'], [])

  expect(keys).toEqual({
    created_at: 'new created_at_2',
    'Größe (cm)': 'new groesse_cm',
    'Grösse-cm': 'new groesse_cm_2',
    '42': 'new attribute_42',
  })
})

test.each([
  ['an id of the catalog', '019aabcd-1234-7abc-8def-0123456789ab', { price: 'price' }],
  ['a number', '17', { id: 'new id_2', label: 'new label_2', type: 'new type_2', price: 'price' }],
  [
    'a UUID of another program',
    '019aabcd-1234-4abc-8def-0123456789ab',
    { id: 'new id_2', label: 'new label_2', type: 'new type_2', price: 'price' },
  ],
])('system fields are left out of the files of the catalog only: %s', (_what, id, keys) => {
  const headers = ['id', 'label', 'type', 'price']
  const samples = [['x', id], ['Chair'], ['seat'], ['5']]

  expect(plan(headers, [attribute('price', 'Price')], { samples }).keys).toEqual(keys)
})

test('a mapping decides first; null leaves a column out, and so does a computed attribute', () => {
  const attributes = [attribute('sku', 'SKU'), attribute('total', 'Total', false)]

  const { keys, ignored } = plan(['Code', 'Note', 'Total'], attributes, {
    mapping: { Code: 'sku', Note: null },
  })

  expect(keys).toEqual({ Code: 'sku' })
  expect(ignored).toEqual(['Note', 'Total'])
})

test('without leave to create, columns without an attribute are ignored', () => {
  expect(plan(['sku', 'x'], [attribute('sku', 'SKU')], { createMissing: false })).toEqual({
    keys: { sku: 'sku' },
    ignored: ['x'],
    faults: [],
  })
})

test('a mapping with faults names each', () => {
  const { faults } = plan(['a', 'b'], [attribute('k', 'K')], {
    mapping: { nope: 'k', a: 'k', b: 'k', c: null },
    createMissing: false,
  })

  expect(faults.map(({ field }) => field)).toEqual(['mapping.nope', 'mapping.b', 'mapping.c'])
})

test('a filled name column becomes primary, else a filled merge key, else none', () => {
  const column = (header: string, index: number) => ({
    header,
    index,
    key: header,
    isNew: true,
    reason: 'new' as const,
  })
  const columns = [column('sku', 0), column('name', 1)]

  expect(choosePrimary(columns, () => true, { mergeKey: 'sku', type: 'product' })).toBe('name')
  expect(choosePrimary(columns, ({ header }) => header === 'sku', { mergeKey: 'sku', type: 'product' })).toBe(
    'sku',
  )
  expect(choosePrimary(columns, () => false, { mergeKey: 'sku', type: 'product' })).toBeUndefined()
})
