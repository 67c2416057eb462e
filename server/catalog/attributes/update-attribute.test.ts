import { expect, test } from 'vitest'
import type {
  AttributeConfig,
  AttributeCreate,
  AttributeDefinition,
  AttributePatch,
} from '#shared/attributes.ts'
import { refusal, ScratchCatalog, testContext } from '../../testing/scratch-catalog.ts'
import { parseAnswer } from '../answer.ts'
import { createAttribute } from './define-attribute.ts'
import { listAttributes } from './list-attributes.ts'
import { updateAttribute } from './update-attribute.ts'

function patch(catalog: ScratchCatalog, key: string, body: AttributePatch, type?: string): AttributeConfig {
  const { status, data } = catalog.answer<AttributeConfig>((tx) =>
    updateAttribute(tx, { key, type, body, faults: [], context: testContext }),
  )
  expect(status).toBe(200)
  return data
}

function refused(catalog: ScratchCatalog, key: string, body: AttributePatch, type?: string) {
  const { code, message, fieldErrors } = refusal(() => patch(catalog, key, body, type))
  return { code, message, faults: fieldErrors.map(({ field, issue }) => `${field} ${issue}`) }
}

const full: AttributeCreate[] = [
  {
    name: 'Color',
    data_type: 'single_select_list',
    acceptable_values: 'Red,Blue',
    default_value: 'Red',
    constraints: { colors: { Red: '#f00' } },
    channel: 'shopify',
  },
  {
    name: 'Text',
    data_type: 'multi_line_text_field',
    ai_generated: true,
    custom_instructions: 'About {{color}}',
    selected_tools: ['includeWebSearch'],
    source_attributes: ['sku'],
    inheritance_mode: 'rollup_from_children',
    rollup_mode: 'all',
  },
  { name: 'Price', data_type: 'number' },
  { name: 'Total', data_type: 'formula', formula: '{{price}} * 2' },
  {
    name: 'Photo',
    data_type: 'image',
    ai_generated: true,
    image_model: 'nano-banana',
    aspect_ratio: 'Square',
  },
  { name: 'Clip', data_type: 'video', ai_generated: true, video_model: 'veo3.1' },
  { name: 'Vendor', data_type: 'entity_reference', reference: { type: 'vendor' } },
  { name: 'Name', is_primary: true, constraints: { max_length: 40, pattern: '.+' } },
  { name: 'Ticked', data_type: 'boolean', default_value: true },
]

test('Attribute definitions: a definition that was read may be sent back whole; nothing is recorded', () => {
  using catalog = new ScratchCatalog()
  for (const { name, ...rest } of full) {
    const created = catalog.define('product', name as string, rest)
    const before = catalog.events().length
    expect(patch(catalog, created.key, { ...created, id: created.id.toUpperCase() })).toEqual(created)
    expect(patch(catalog, created.key, {})).toEqual(created)
    expect(catalog.events()).toHaveLength(before)
  }
})

test('a definition that discovery told may be sent back too', () => {
  using catalog = new ScratchCatalog()
  for (const { name, ...rest } of [...full, { name: 'Free', acceptable_values: 'x,y' }]) {
    catalog.define('product', name as string, rest)
  }
  const before = catalog.events().length
  const list = catalog.read((db) => listAttributes(db, { type: 'product', faults: [] }))
  const { data } = parseAnswer<{ data: AttributeDefinition[] }>(list)
  for (const definition of data) patch(catalog, definition.key, definition)
  expect(catalog.events()).toHaveLength(before)
  expect(patch(catalog, 'color', { acceptable_values: ['Red', 'Green'] }).acceptable_values).toBe(
    'Red, Green',
  )
  expect(refused(catalog, 'color', { acceptable_values: ['Red', '"a,b"'] }).faults).toEqual([
    'acceptable_values invalid_value',
  ])
})

test('a change of some fields answers the whole definition and records the old and the new', () => {
  using catalog = new ScratchCatalog()
  const created = catalog.define('product', 'Price', { data_type: 'number' })
  const constraints = { min: 0 }
  const changed = patch(catalog, 'price', { name: ' Retail price ', constraints, ai_generated: true })
  expect(changed).toEqual({
    ...created,
    name: 'Retail price',
    constraints,
    ai_generated: true,
    tool: 'text_generation',
  })
  expect(catalog.events().at(-1)).toMatchObject({
    event: 'attribute.updated',
    attribute: { id: created.id, key: 'price', entity_type: 'product' },
    changes: [
      { attribute: 'name', old: 'Price', new: 'Retail price' },
      { attribute: 'tool', old: 'manual', new: 'text_generation' },
      { attribute: 'ai_generated', old: false, new: true },
      { attribute: 'constraints', old: {}, new: constraints },
    ],
  })
})

test('add_acceptable_values extends the options; those there are stay', () => {
  using catalog = new ScratchCatalog()
  catalog.define('product', 'Size', { data_type: 'single_select_list', acceptable_values: 'S,M' })
  expect(patch(catalog, 'size', { add_acceptable_values: 'M, L' }).acceptable_values).toBe('S, M, L')
  expect(patch(catalog, 'size', { add_acceptable_values: ['XL', 'XL'] }).acceptable_values).toBe(
    'S, M, L, XL',
  )
  const before = catalog.events().length
  expect(patch(catalog, 'size', { add_acceptable_values: 'S' }).acceptable_values).toBe('S, M, L, XL')
  expect(catalog.events()).toHaveLength(before)
  expect(refused(catalog, 'size', { add_acceptable_values: ['a,"b'] }).faults).toEqual([
    'add_acceptable_values invalid_value',
  ])
  catalog.define('product', 'Note')
  expect(refused(catalog, 'note', { add_acceptable_values: 'A' }).faults).toEqual([
    'add_acceptable_values invalid_value',
  ])
})

test('removing an option in use is 409 with counts; an unused one goes with its colour', () => {
  using catalog = new ScratchCatalog()
  catalog.define('product', 'Tags', {
    data_type: 'multi_select_list',
    acceptable_values: 'A, B, C',
    constraints: { colors: { A: '#aaa', C: '#ccc' }, max_items: 2 },
  })
  catalog.create('product', { tags: 'A, B' })
  catalog.create('product', { tags: 'B' })

  const { code, message, faults } = refused(catalog, 'tags', { acceptable_values: 'C' })
  expect([code, faults]).toEqual(['conflict', ['acceptable_values invalid_value']])
  expect(message).toContain('2 products hold')
  expect(message).toContain('"B" (2), "A" (1)')

  expect(patch(catalog, 'tags', { acceptable_values: 'A, B' }).constraints).toEqual({
    colors: { A: '#aaa' },
    max_items: 2,
  })
  expect(refused(catalog, 'tags', { acceptable_values: null }).faults).toEqual(['acceptable_values required'])
})

test('making another attribute primary moves the flag and re-labels every entity', () => {
  using catalog = new ScratchCatalog()
  catalog.define('product', 'Sku', { is_primary: true })
  catalog.define('product', 'Name')
  catalog.create('product', { sku: '1', name: 'One "quoted" \u{1fa91}' })
  catalog.create('product', { sku: '2' })
  const labels = () => catalog.list('product').data.map(({ label }) => label)

  expect(patch(catalog, 'name', { is_primary: true }).is_primary).toBe(true)
  expect(labels()).toEqual(['One "quoted" \u{1fa91}', null])
  expect(catalog.events().slice(-2)).toMatchObject([
    { attribute: { key: 'sku' }, changes: [{ attribute: 'is_primary', old: true, new: false }] },
    { attribute: { key: 'name' }, changes: [{ attribute: 'is_primary', old: false, new: true }] },
  ])
  patch(catalog, 'name', { is_primary: false })
  expect(labels()).toEqual([null, null])
  catalog.define('product', 'Price', { data_type: 'number' })
  expect(refused(catalog, 'price', { is_primary: true }).faults).toEqual(['is_primary invalid_value'])
  patch(catalog, 'sku', { is_primary: true })
  expect(refused(catalog, 'sku', { data_type: 'number' }).faults).toEqual(['data_type invalid_value'])
  expect(patch(catalog, 'sku', { data_type: 'number', is_primary: false }).data_type).toBe('number')
})

test('what only another kind of definition has goes with the data type', () => {
  using catalog = new ScratchCatalog()
  catalog.define('product', 'Total', { data_type: 'formula', formula: '1' })
  expect(patch(catalog, 'total', { data_type: 'number' })).toMatchObject({
    formula: null,
    tool: 'manual',
    writable: true,
  })
  expect(catalog.create('product', { total: 5 }).attributes).toEqual({ total: 5 })
  expect(refused(catalog, 'total', { data_type: 'formula' })).toMatchObject({
    code: 'conflict',
    faults: ['data_type invalid_value'],
  })
  const mode = { inheritance_mode: 'rollup_from_children', rollup_mode: 'all' }
  expect(patch(catalog, 'total', mode).rollup_mode).toBe('all')
  expect(patch(catalog, 'total', { inheritance_mode: 'off' }).rollup_mode).toBeNull()
})

test('the target of a reference changes only while nothing is stored or depends on it', () => {
  using catalog = new ScratchCatalog()
  catalog.define('product', 'Maker', { data_type: 'entity_reference', reference: { type: 'vendor' } })
  const vendor = catalog.create('vendor')
  catalog.create('product', { maker: vendor.id })
  const { code, message, faults } = refused(catalog, 'maker', { reference: { type: 'category' } })
  expect([code, faults]).toEqual(['conflict', ['reference.type invalid_value']])
  expect(message).toContain('1 product holds')
  expect(refused(catalog, 'maker', { reference: null }).faults).toEqual(['reference required'])
  expect(refused(catalog, 'maker', { reference: { type: 'shelf' } }).faults).toEqual([
    'reference.type invalid_value',
  ])
  expect(refused(catalog, 'maker', { data_type: 'number' }).faults).toEqual(['data_type invalid_value'])

  catalog.define('product', 'Kin', { data_type: 'entity_reference', reference: { type: 'product' } })
  catalog.define('product', 'Kin of', {
    data_type: 'inverse_reference',
    reference: { type: 'product', attribute: 'kin' },
  })
  const needed = refused(catalog, 'kin', { reference: { type: 'vendor' } })
  expect(needed.message).toContain('"Kin of" (product kin_of)')
  expect(refused(catalog, 'kin', { data_type: 'number' }).code).toBe('conflict')
})

test('one reference becomes a list; a list becomes one reference while none holds more', () => {
  using catalog = new ScratchCatalog()
  catalog.define('product', 'Maker', { data_type: 'entity_reference', reference: { type: 'vendor' } })
  const [a, b] = [catalog.create('vendor'), catalog.create('vendor')]
  catalog.create('product', { maker: a.id })
  const maker = () => catalog.list('product').data.map(({ attributes }) => attributes.maker)
  patch(catalog, 'maker', { data_type: 'entity_list_reference' })
  expect(maker()).toEqual([[{ id: a.id, type: 'vendor', label: null }]])
  patch(catalog, 'maker', { data_type: 'entity_reference', reference: { type: 'vendor' } })
  expect(maker()).toEqual([{ id: a.id, type: 'vendor', label: null }])
  patch(catalog, 'maker', { data_type: 'entity_list_reference', reference: { type: 'vendor' } })
  catalog.create('product', { maker: [a.id, b.id] })
  const back = refused(catalog, 'maker', { data_type: 'entity_reference', reference: { type: 'vendor' } })
  expect(back.message).toContain('1 product holds more than one reference')
})

test('only scalars can be unique; faults that need the database are told with the others', () => {
  using catalog = new ScratchCatalog()
  const body = {
    name: 'A',
    entity_type: 'product',
    data_type: 'entity_reference',
    constraints: { unique: true },
  }
  const { fieldErrors } = refusal(() =>
    catalog.write((tx) => createAttribute(tx, { body, faults: [], context: testContext })),
  )
  expect(fieldErrors.map(({ field, issue }) => `${field} ${issue}`)).toEqual([
    'constraints.unique invalid_value',
    'reference required',
  ])
})
