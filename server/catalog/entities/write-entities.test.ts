import { expect, test } from 'vitest'
import type { EntityResource } from '#shared/entities.ts'
import { refusal, ScratchCatalog, testContext } from '../../testing/scratch-catalog.ts'
import { parseAnswer } from '../answer.ts'
import { batchEntities } from './batch-entities.ts'
import { createEntity } from './create-entity.ts'
import { updateEntity } from './update-entity.ts'
import { upsertEntity } from './upsert-entity.ts'

const unknownId = '00000000-0000-7000-8000-000000000000'

function productCatalog(): ScratchCatalog {
  const catalog = new ScratchCatalog()
  catalog.define('vendor', 'Name', { is_primary: true })
  catalog.define('product', 'Product name', { is_primary: true })
  catalog.define('product', 'SKU')
  catalog.define('product', 'Price', { data_type: 'number' })
  catalog.define('product', 'Material', { data_type: 'single_select_list', acceptable_values: 'Oak, Ash' })
  catalog.define('product', 'Vendor', { data_type: 'entity_reference', reference: { type: 'vendor' } })
  catalog.define('product', 'Alternatives', {
    data_type: 'entity_list_reference',
    reference: { type: 'product' },
  })
  return catalog
}

function patch(catalog: ScratchCatalog, id: string, body: object): EntityResource {
  const request = { type: 'product' as const, id, body, faults: [], context: testContext }
  return catalog.answer<EntityResource>((tx) => updateEntity(tx, request)).data
}

function upsert(catalog: ScratchCatalog, mergeKey: string, attributes: Record<string, unknown>) {
  const body = { merge_key: mergeKey, attributes }
  return catalog.answer<EntityResource>((tx) =>
    upsertEntity(tx, { type: 'product', body, faults: [], context: testContext }),
  )
}

function upsertFaults(catalog: ScratchCatalog, attributes: Record<string, unknown>): string[] {
  const { fieldErrors } = refusal(() => upsert(catalog, 'sku', attributes))
  return fieldErrors.map(({ field, issue }) => `${field} ${issue}`)
}

test('a create answers the whole resource, with its event and nothing else', () => {
  using catalog = productCatalog()
  const vendor = catalog.create('vendor', { name: 'Nord' })
  const before = catalog.events().length

  const product = catalog.create('product', {
    product_name: 'Chair',
    price: '129.50',
    vendor: { id: vendor.id, label: 'x' },
  })

  expect(product).toEqual({
    id: expect.any(String) as string,
    type: 'product',
    label: 'Chair',
    parent_id: null,
    created_at: expect.any(String) as string,
    updated_at: product.created_at,
    attributes: {
      product_name: 'Chair',
      price: 129.5,
      vendor: { id: vendor.id, type: 'vendor', label: 'Nord' },
    },
  })
  expect(catalog.events().slice(before)).toMatchObject([
    { event: 'entity.created', entity: { id: product.id, type: 'product', label: 'Chair' }, via: 'api' },
  ])
})

test('all faults of a create are reported together and nothing is stored', () => {
  using catalog = productCatalog()
  const before = catalog.events().length
  const attributes = {
    price: 'abc',
    material: 'Pine',
    vendor: 'nobody',
    alternatives: unknownId,
    nope: 1,
    sku: { deep: true },
  }

  const { code, fieldErrors } = refusal(() =>
    catalog.answer((tx) =>
      createEntity(tx, {
        type: 'product',
        body: { attributes, parent_id: unknownId },
        faults: [{ field: 'zz', issue: 'must not be present' }],
        context: testContext,
      }),
    ),
  )

  expect(code).toBe('validation_failed')
  expect(fieldErrors).toEqual([
    { field: 'zz', issue: 'must not be present' },
    { field: 'attributes.price', issue: 'expected_number' },
    { field: 'attributes.material', issue: 'not_an_acceptable_value', acceptable_values: ['Oak', 'Ash'] },
    { field: 'attributes.vendor', issue: 'expected_uuid_or_null' },
    { field: 'attributes.alternatives', issue: 'expected_uuid_array' },
    { field: 'attributes.nope', issue: 'not_a_defined_attribute' },
    { field: 'attributes.sku', issue: 'expected_scalar' },
    { field: 'attributes.product_name', issue: 'required' },
    { field: 'parent_id', issue: 'referenced_entity_not_found' },
  ])
  expect(catalog.events()).toHaveLength(before)
  expect(catalog.list('product').pagination.total).toBe(0)
})

test('a read value re-sent verbatim is a valid write that changes and records nothing', () => {
  using catalog = productCatalog()
  const vendor = catalog.create('vendor', { name: 'Nord' })
  const table = catalog.create('product', { product_name: 'Table' })
  const chair = catalog.create(
    'product',
    { product_name: 'Chair', vendor: vendor.id, alternatives: [table.id] },
    table.id,
  )
  const before = catalog.events().length

  const again = patch(catalog, chair.id, { parent_id: chair.parent_id, attributes: chair.attributes })

  expect(again).toEqual(chair)
  expect(catalog.events()).toHaveLength(before)
})

test('reading 8: null and "" clear scalars, null a reference, [] a list; the keys disappear and label becomes null', () => {
  using catalog = productCatalog()
  const vendor = catalog.create('vendor', { name: 'Nord' })
  const { id } = catalog.create('product', {
    product_name: 'A',
    sku: 'a',
    price: 1,
    vendor: vendor.id,
    alternatives: [],
  })
  patch(catalog, id, { attributes: { alternatives: [id, id] } })

  const cleared = patch(catalog, id, {
    attributes: { product_name: null, sku: '', price: null, vendor: null, alternatives: [] },
  })

  expect(cleared).toMatchObject({ label: null, attributes: {} })
  const refused = refusal(() => patch(catalog, id, { attributes: { vendor: '', alternatives: null } }))
  expect(refused.fieldErrors).toEqual([
    { field: 'attributes.vendor', issue: 'expected_uuid_or_null' },
    { field: 'attributes.alternatives', issue: 'expected_uuid_array' },
  ])
})

test('reading 9: self-parenting and circles are self_reference, a parent of another type is not found', () => {
  using catalog = productCatalog()
  const vendor = catalog.create('vendor', { name: 'Nord' })
  const top = catalog.create('product', { product_name: 'Top' })
  const middle = catalog.create('product', { product_name: 'Middle' }, top.id)
  const bottom = catalog.create('product', { product_name: 'Bottom' }, middle.id)
  const issueOf = (id: string, parentId: unknown) =>
    refusal(() => patch(catalog, id, { parent_id: parentId })).fieldErrors.map(
      ({ field, issue }) => `${field} ${issue}`,
    )

  expect(issueOf(top.id, top.id)).toEqual(['parent_id self_reference'])
  expect(issueOf(top.id, bottom.id)).toEqual(['parent_id self_reference'])
  expect(issueOf(top.id, vendor.id)).toEqual(['parent_id referenced_entity_not_found'])
  expect(issueOf(top.id, 'abc')).toEqual(['parent_id expected_uuid_or_null'])
  expect(patch(catalog, bottom.id, { parent_id: null }).parent_id).toBeNull()
})

test('an unknown or malformed id is 404, before any fault', () => {
  using catalog = productCatalog()
  for (const id of [unknownId, 'abc']) {
    expect(refusal(() => patch(catalog, id, { attributes: { nope: 1 } })).code).toBe('not_found')
  }
})

test('updated_at strictly grows with every change', () => {
  using catalog = productCatalog()
  let { id, updated_at: last } = catalog.create('product', { product_name: 'A' })
  for (let price = 1; price <= 5; price += 1) {
    const { updated_at: next } = patch(catalog, id, { attributes: { price } })
    expect(String(next) > String(last)).toBe(true)
    last = next
  }
})

test('upsert: no match creates, one match by trimmed and folded text updates, several are a conflict naming them', () => {
  using catalog = productCatalog()
  const created = upsert(catalog, 'sku', { sku: ' Straße 1', product_name: 'A' })
  expect(created.status).toBe(201)
  const updated = upsert(catalog, 'sku', { sku: 'STRASSE 1 ', price: 5 })
  expect(updated).toMatchObject({
    status: 200,
    data: { id: created.data.id, attributes: { sku: 'STRASSE 1 ', price: 5 } },
  })

  const twin = catalog.create('product', { product_name: 'B', sku: 'strasse 1' })
  const { code, message } = refusal(() => upsert(catalog, 'sku', { sku: 'strasse 1' }))

  expect(upsertFaults(catalog, { sku: 'strasse 1', vendor: unknownId, price: 'x' })).toEqual([
    'attributes.price expected_number',
    'attributes.vendor referenced_entity_not_found',
  ])
  expect(code).toBe('conflict')
  expect(message).toContain(created.data.id)
  expect(message).toContain(twin.id)
})

test.each([
  ['an undefined key', 'nope', {}, 'not_a_defined_attribute'],
  ['a number key', 'price', { price: 3 }, 'not_a_text_attribute'],
  ['a reference key', 'vendor', { vendor: null }, 'not_a_text_attribute'],
  ['a select key', 'material', { material: 'Oak' }, 'not_a_text_attribute'],
  ['a missing value', 'sku', { price: 3 }, 'merge_key_value_required'],
  ['a blank value', 'sku', { sku: '  ' }, 'merge_key_value_required'],
  ['a null value', 'sku', { sku: null }, 'merge_key_value_required'],
])('upsert by %s: %s', (_case, mergeKey, attributes, issue) => {
  using catalog = productCatalog()
  expect(refusal(() => upsert(catalog, mergeKey, attributes)).fieldErrors).toEqual([
    { field: 'merge_key', issue },
  ])
})

test('batch: items run in order, each on its own; a failed item changes nothing and is reported in its place', () => {
  using catalog = productCatalog()
  const known = catalog.create('product', { product_name: 'Known' })
  const before = catalog.events().length
  const items = [
    { attributes: { sku: 'A', product_name: 'A' } },
    { attributes: { sku: 'a', price: 'abc' } },
    { attributes: { sku: 'a ', price: 7 } },
    { id: known.id, parent_id: null, attributes: { material: 'Oak' } },
    { id: unknownId, attributes: {} },
    { id: known.id, colour: 'red' },
  ]
  const body = { merge_key: 'sku', items }

  const answer = catalog.write((tx) =>
    batchEntities(tx, { type: 'product', body, faults: [], context: testContext }),
  )
  const { data, summary } = parseAnswer<{
    data: { status: string; status_code: number; id: string | null; error?: { field_errors: unknown } }[]
    summary: unknown
  }>(answer)

  expect(answer.status).toBe(200)
  expect(data.map(({ status, status_code: code }) => `${status} ${code}`)).toEqual([
    'created 201',
    'failed 400',
    'updated 200',
    'updated 200',
    'failed 404',
    'failed 400',
  ])
  expect(data[1]?.error?.field_errors).toEqual([{ field: 'attributes.price', issue: 'expected_number' }])
  expect(summary).toEqual({ total: 6, created: 1, updated: 2, failed: 3 })
  expect(
    catalog
      .events()
      .slice(before)
      .map(({ event }) => event),
  ).toEqual(['entity.created', 'entity.updated', 'entity.updated'])
})

test.each([
  ['no items', [], 'expected_values'],
  ['more than 100', Array.from({ length: 101 }, () => ({})), 'too_many_values'],
])('batch with %s is refused whole: %s', (_case, items, issue) => {
  using catalog = productCatalog()
  const call = () =>
    catalog.write((tx) =>
      batchEntities(tx, { type: 'product', body: { items }, faults: [], context: testContext }),
    )
  expect(refusal(call).fieldErrors).toContainEqual(expect.objectContaining({ field: 'items' }))
  expect(refusal(call).fieldErrors.map((fault) => fault.issue)).toContain(issue)
})

test('a unique attribute refuses a second holder with 409 not_unique, and lets the holder keep its own', () => {
  using catalog = productCatalog()
  catalog.define('product', 'GTIN', { constraints: { unique: true } })
  const first = catalog.create('product', { product_name: 'A', gtin: 'X1' })

  expect(patch(catalog, first.id, { attributes: { gtin: 'x1' } }).attributes['gtin']).toBe('x1')
  const clash = refusal(() => catalog.create('product', { product_name: 'B', gtin: ' X1' }))

  expect(clash).toMatchObject({
    code: 'conflict',
    fieldErrors: [{ field: 'attributes.gtin', issue: 'not_unique' }],
  })
})

test('default values fill unset keys on create only', () => {
  using catalog = productCatalog()
  catalog.define('product', 'Stock', { data_type: 'number', default_value: '5' })
  catalog.define('product', 'Active', { data_type: 'boolean', default_value: 'true' })

  const product = catalog.create('product', { product_name: 'A', stock: null })

  expect(product.attributes).toEqual({ product_name: 'A', active: true })
  expect(patch(catalog, product.id, { attributes: { active: null } }).attributes).toEqual({
    product_name: 'A',
  })
})

test('an attribute may be called constructor', () => {
  using catalog = productCatalog()
  catalog.define('product', 'Constructor', { is_primary: true })

  const product = catalog.create('product', { constructor: 'Ada', sku: 'a' })
  expect(product).toMatchObject({ label: 'Ada', attributes: { constructor: 'Ada' } })
  const cleared = patch(catalog, product.id, { attributes: { constructor: null } })
  const before = catalog.events().length

  expect(cleared).toMatchObject({ label: null, attributes: { sku: 'a' } })
  expect(patch(catalog, product.id, { attributes: { constructor: null } })).toEqual(cleared)
  expect(catalog.events()).toHaveLength(before)
})
