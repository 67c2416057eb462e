import { expect, test } from 'vitest'
import type { AttributeCreate } from '#shared/attributes.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { refusal, ScratchCatalog, testContext } from '../../testing/scratch-catalog.ts'
import { parseAnswer } from '../answer.ts'
import { createAttribute } from './define-attribute.ts'
import { listAttributes } from './list-attributes.ts'

function faultsOf(catalog: ScratchCatalog, body: AttributeCreate): string[] {
  const call = () => catalog.write((tx) => createAttribute(tx, { body, faults: [], context: testContext }))
  return refusal(call).fieldErrors.map(({ field, issue }) => `${field} ${issue}`)
}

test('a create answers the full definition with its defaults and records one event', () => {
  using catalog = new ScratchCatalog()

  const attribute = catalog.define('product', 'Product name', {
    is_primary: true,
    constraints: { max_length: 150 },
  })

  expect(attribute).toEqual({
    id: expect.any(String) as string,
    name: 'Product name',
    key: 'product_name',
    data_type: 'single_line_text_field',
    tool: 'manual',
    entity_type: 'product',
    channel: null,
    is_primary: true,
    writable: true,
    ai_generated: false,
    custom_instructions: null,
    acceptable_values: null,
    default_value: null,
    constraints: { max_length: 150 },
    source_attributes: null,
    selected_tools: [],
    inheritance_mode: 'off',
    rollup_mode: null,
    formula: null,
    reference: null,
    image_model: null,
    aspect_ratio: null,
    video_model: null,
  })
  expect(catalog.events()).toMatchObject([
    {
      event: 'attribute.created',
      entity: null,
      attribute: { id: attribute.id, key: 'product_name', entity_type: 'product' },
    },
  ])
})

const valid = { name: 'A', entity_type: 'product', data_type: 'single_line_text_field' }

test.each<[string, AttributeCreate, string[]]>([
  ['nothing', {}, ['name required', 'entity_type required', 'data_type required']],
  [
    'unknown enums',
    { ...valid, entity_type: 'thing', data_type: 'x', channel: 'y', inheritance_mode: 'z' },
    [
      'entity_type invalid_value',
      'data_type invalid_value',
      'channel invalid_value',
      'inheritance_mode invalid_value',
    ],
  ],
  ['a bad key', { ...valid, key: 'Bad Key' }, ['key invalid_value']],
  ['a system field as key', { ...valid, key: 'label' }, ['key invalid_value']],
  ['a select without options', { ...valid, data_type: 'single_select_list' }, ['acceptable_values required']],
  ['a number as primary', { ...valid, data_type: 'number', is_primary: true }, ['is_primary invalid_value']],
  ['a reference without its type', { ...valid, data_type: 'entity_reference' }, ['reference required']],
  [
    'an inverse of nothing',
    { ...valid, data_type: 'inverse_reference', reference: { type: 'vendor', attribute: 'nope' } },
    ['reference.attribute not_a_defined_attribute'],
  ],
  ['a formula on text', { ...valid, formula: '1' }, ['formula invalid_value']],
  [
    'inheritance of vendors',
    { ...valid, entity_type: 'vendor', inheritance_mode: 'inherit_from_parent' },
    ['inheritance_mode invalid_value'],
  ],
  ['a rollup mode alone', { ...valid, rollup_mode: 'all' }, ['rollup_mode invalid_value']],
  ['an unknown tool', { ...valid, selected_tools: ['magic'] }, ['selected_tools invalid_value']],
  [
    'a bad default',
    { ...valid, data_type: 'number', default_value: 'abc' },
    ['default_value expected_number'],
  ],
  ['a bad pattern', { ...valid, constraints: { pattern: '(' } }, ['constraints.pattern invalid_value']],
  [
    'min above max',
    { ...valid, data_type: 'number', constraints: { min: 2, max: 1 } },
    ['constraints.min out_of_range'],
  ],
])('%s is refused', (_case, body, faults) => {
  using catalog = new ScratchCatalog()
  expect(faultsOf(catalog, body)).toEqual(faults)
  expect(catalog.events()).toEqual([])
})

test('an explicit key that is taken is 409; a slug gets the next free number', () => {
  using catalog = new ScratchCatalog()
  catalog.define('product', 'Size')
  expect(catalog.define('product', 'Size').key).toBe('size_2')
  expect(catalog.define('vendor', 'Size').key).toBe('size')
  expect(faultsOf(catalog, { ...valid, key: 'size' })).toEqual(['key not_unique'])
})

test('making another attribute primary moves the flag, empties the labels and tells both', () => {
  using catalog = new ScratchCatalog()
  catalog.define('product', 'Old', { is_primary: true })
  catalog.create('product', { old: 'A' })

  catalog.define('product', 'New', { is_primary: true })

  const primary = catalog.read((db) => attributesOf(db, 'product').primary?.key)
  expect(primary).toBe('new')
  expect(catalog.list('product').data[0]?.label).toBeNull()
  expect(catalog.events().slice(-2)).toMatchObject([
    {
      event: 'attribute.updated',
      attribute: { key: 'old' },
      changes: [{ attribute: 'is_primary', old: true, new: false }],
    },
    { event: 'attribute.created', attribute: { key: 'new' } },
  ])
})

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

test('the list is the projection, of one type or all, and refuses unknown types and channels', () => {
  using catalog = new ScratchCatalog()
  catalog.define('product', 'Color', {
    data_type: 'single_select_list',
    acceptable_values: ' Red,Blue , Red',
    channel: 'shopify',
  })
  catalog.define('vendor', 'Name')
  const list = (request: { type?: string; channel?: string }) => {
    const answer = catalog.read((db) => listAttributes(db, { ...request, faults: [] }))
    return parseAnswer<{ data: Record<string, unknown>[] }>(answer).data
  }

  expect(list({}).map(({ key }) => key)).toEqual(['color', 'name'])
  expect(list({ channel: 'shopify' })).toEqual([
    {
      id: expect.any(String) as string,
      key: 'color',
      name: 'Color',
      entity_type: 'product',
      data_type: 'single_select_list',
      channel: 'shopify',
      is_primary: false,
      writable: true,
      acceptable_values: ['Red', 'Blue'],
      default_value: null,
    },
  ])
  const { fieldErrors } = refusal(() => list({ type: 'thing', channel: 'thing' }))
  expect(fieldErrors.map(({ field, issue }) => `${field} ${issue}`)).toEqual([
    'type invalid_value',
    'channel invalid_value',
  ])
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
  ['options of commas only', { ...select, acceptable_values: ' , ' }, ['acceptable_values required']],
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
  [
    'unknown models',
    { ...valid, image_model: 'a', aspect_ratio: 'b', video_model: 'c', rollup_mode: 'd' },
    [
      'rollup_mode invalid_value',
      'image_model invalid_value',
      'aspect_ratio invalid_value',
      'video_model invalid_value',
    ],
  ],
])('Attribute definitions: %s', (_case, body, faults) => {
  using catalog = new ScratchCatalog()
  expect(faultsOf(catalog, body)).toEqual(faults)
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
  [{ data_type: 'image', ai_generated: true }, { tool: 'image_generation' }],
  [{ data_type: 'video', ai_generated: true }, { tool: 'video_generation' }],
  [{ data_type: 'number', ai_generated: true }, { tool: 'text_generation' }],
  [{ data_type: 'formula' }, { tool: 'formula', writable: false }],
  [{ data_type: 'reference_lookup' }, { tool: 'manual', writable: false, reference: null }],
  [{ data_type: 'boolean', default_value: false }, { default_value: 'false' }],
  [{ data_type: 'number', default_value: 0 }, { default_value: '0' }],
  [{ default_value: '' }, { default_value: null }],
  [{ inheritance_mode: 'rollup_from_children' }, { rollup_mode: 'unique' }],
  // Ignored for images and videos (specification, POST /attributes).
  [{ data_type: 'image', inheritance_mode: 'inherit_from_parent' }, { inheritance_mode: 'off' }],
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

test('deliverable 5: for who has this state of the schema, discovery reads its mark and nothing else', () => {
  using catalog = new ScratchCatalog()
  catalog.define('product', 'A')
  const known = catalog.read((db) => listAttributes(db, { faults: [] })).etag
  const texts: string[] = []
  const answer = catalog.read((db) =>
    listAttributes(
      listening(db, (text) => texts.push(text)),
      { type: 'product', known, faults: [] },
    ),
  )
  expect([answer.status, answer.body, answer.etag]).toEqual([304, '', known])
  expect(texts).toEqual(["SELECT value FROM meta WHERE key = 'schema_version'"])
})

/** The database, telling every statement that it runs. */
function listening(db: ReadableDb, hear: (text: string) => void): ReadableDb {
  return new Proxy(db, {
    get(target, name: keyof ReadableDb) {
      const member = target[name]
      if (typeof member !== 'function') return member
      return (text: string, ...params: unknown[]): unknown => {
        hear(text)
        return (member as (text: string, ...params: unknown[]) => unknown).call(target, text, ...params)
      }
    },
  })
}
