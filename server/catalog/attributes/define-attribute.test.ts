import { expect, test } from 'vitest'
import type { AttributeCreate } from '#shared/attributes.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import { refusal, ScratchCatalog, testContext } from '../../testing/scratch-catalog.ts'
import { parseAnswer } from '../answer.ts'
import { createAttribute } from './define-attribute.ts'
import { listAttributes } from './list-attributes.ts'
import { listenTo } from '../../testing/listening-db.ts'

function faultsOf(catalog: ScratchCatalog, body: AttributeCreate): string[] {
  const call = () => catalog.write((tx) => createAttribute(tx, { body, faults: [], context: testContext }))
  return refusal(call).fieldErrors.map(({ field, issue }) => `${field} ${issue}`)
}

const valid = { name: 'A', entity_type: 'product', data_type: 'single_line_text_field' }

test('a definition of a rolled back transaction is not remembered', () => {
  using catalog = new ScratchCatalog()
  const attempt = () =>
    catalog.write((tx) => {
      createAttribute(tx, { body: valid, faults: [], context: testContext })
      expect(attributesOf(tx, 'product').list).toHaveLength(1)
      throw new Error('undo')
    })
  expect(attempt).toThrow('undo')
  catalog.define('product', 'B', { data_type: 'number' })
  expect(catalog.write((tx) => attributesOf(tx, 'product').list.map(({ key }) => key))).toEqual(['b'])
  expect(catalog.create('product', { b: 1 }).attributes).toEqual({ b: 1 })
})

test('a definition joins the set in hand, so that many in one transaction cost each the same', () => {
  using catalog = new ScratchCatalog()
  catalog.define('product', 'A')
  catalog.write((tx) => {
    const set = attributesOf(tx, 'product')
    const body = { ...valid, name: 'B', is_primary: true }
    createAttribute(tx, { body, faults: [], context: testContext })
    createAttribute(tx, { body: { ...valid, name: 'C' }, faults: [], context: testContext })
    expect(attributesOf(tx, 'product')).toBe(set)
    expect(set.list.map(({ key, position }) => `${position} ${key}`)).toEqual(['1 a', '2 b', '3 c'])
    expect(set.primary?.key).toBe('b')
  })
  expect(catalog.read((db) => attributesOf(db, 'product').byKey.size)).toBe(3)
})

const select = { ...valid, data_type: 'single_select_list' }

test.each<[string, AttributeCreate, string[]]>([
  [
    'a default beside other faults',
    { data_type: 'number', default_value: 'x' },
    ['name required', 'entity_type required', 'default_value expected_number'],
  ],
  [
    'a default that breaks the constraints',
    { ...valid, default_value: 'abc', constraints: { max_length: 2, pattern: '\\d+' } },
    ['default_value too_long', 'default_value pattern_mismatch'],
  ],
  [
    'a default that is no option',
    { ...select, acceptable_values: 'Red, Blue', default_value: 'Green' },
    ['default_value not_an_acceptable_value'],
  ],
  [
    'a default of a formula',
    { ...valid, data_type: 'formula', default_value: '1' },
    ['default_value read_only_attribute'],
  ],
  [
    'a default of a reference',
    { ...valid, data_type: 'entity_reference', reference: { type: 'vendor' }, default_value: 'x' },
    ['default_value invalid_value'],
  ],
  [
    'a colour of no option',
    { ...select, acceptable_values: 'Red', constraints: { colors: { Red: '#f00', Green: '#0f0' } } },
    ['constraints.colors.Green invalid_value'],
  ],
  ['a formula on text', { ...valid, formula: '1' }, ['formula invalid_value']],
  ['an unknown tool', { ...valid, selected_tools: ['magic'] }, ['selected_tools invalid_value']],
  ['a bad pattern', { ...valid, constraints: { pattern: '(' } }, ['constraints.pattern invalid_value']],
  [
    'a required formula',
    { ...valid, data_type: 'formula', constraints: { required: true } },
    ['constraints.required invalid_value'],
  ],
  [
    'unique references',
    {
      ...valid,
      data_type: 'entity_list_reference',
      reference: { type: 'vendor' },
      constraints: { unique: true },
    },
    ['constraints.unique invalid_value'],
  ],
  ['half a pattern', { ...valid, constraints: { pattern: 'a)|(b' } }, ['constraints.pattern invalid_value']],
  [
    'a reference to an unknown type',
    { ...valid, data_type: 'entity_reference', reference: { type: 'shelf' } },
    ['reference.type invalid_value'],
  ],
  [
    'an inverse of no path',
    { ...valid, data_type: 'inverse_reference', reference: {} },
    ['reference.type required', 'reference.attribute required'],
  ],
  [
    'a lookup of half a path',
    { ...valid, data_type: 'reference_lookup', reference: { attribute: 'x' } },
    ['reference.via required'],
  ],
  ['a reference on text', { ...valid, reference: { type: 'vendor' } }, ['reference invalid_value']],
])('Attribute definitions: %s', (_case, body, faults) => {
  using catalog = new ScratchCatalog()
  expect(faultsOf(catalog, body)).toEqual(faults)
  expect(catalog.events()).toEqual([])
})

test('a refused default echoes the options', () => {
  using catalog = new ScratchCatalog()
  const body = { ...select, acceptable_values: 'Red, Blue', default_value: 'red' }
  const { fieldErrors } = refusal(() =>
    catalog.write((tx) => createAttribute(tx, { body, faults: [], context: testContext })),
  )
  expect(fieldErrors[0]?.acceptable_values).toEqual(['Red', 'Blue'])
})

test.each<[AttributeCreate, object]>([
  [{ data_type: 'formula' }, { tool: 'formula', writable: false }],
  [{ data_type: 'boolean', default_value: false }, { default_value: 'false' }],
  [{ data_type: 'number', default_value: 0 }, { default_value: '0' }],
  [{ default_value: '' }, { default_value: null }],
  // Ignored for images and videos (specification, POST /attributes).
  [
    { data_type: 'video', inheritance_mode: 'rollup_from_children', rollup_mode: 'all' },
    { rollup_mode: null },
  ],
  [{ data_type: 'single_select_list', acceptable_values: ' A,B ' }, { acceptable_values: ' A,B ' }],
])('Attribute definitions: %j is stored as %j', (rest, stored) => {
  using catalog = new ScratchCatalog()
  expect(catalog.define('product', 'A', rest)).toMatchObject(stored)
})

test('only selects and statuses have parsed options', () => {
  using catalog = new ScratchCatalog()
  catalog.define('product', 'A', { acceptable_values: 'x, y' })
  catalog.define('product', 'B', { data_type: 'status', acceptable_values: 'x, y' })
  const answer = catalog.read((db) => listAttributes(db, { faults: [] }))
  const { data } = parseAnswer<{ data: { acceptable_values: string[] }[] }>(answer)
  expect(data.map(({ acceptable_values: values }) => values)).toEqual([[], ['x', 'y']])
})

test('for who has this state of the schema, discovery reads its mark and nothing else [DEF-10]', () => {
  using catalog = new ScratchCatalog()
  catalog.define('product', 'A')
  const known = catalog.read((db) => listAttributes(db, { faults: [] })).etag
  const texts: string[] = []
  const answer = catalog.read((db) =>
    listAttributes(
      listenTo(db, ({ text }) => texts.push(text)),
      { type: 'product', known, faults: [] },
    ),
  )
  expect([answer.status, answer.body, answer.etag]).toEqual([304, '', known])
  expect(texts).toEqual(["SELECT value FROM meta WHERE key = 'schema_version'"])
})
