import { afterEach, beforeEach, expect, test } from 'vitest'
import type { EntityResource } from '#shared/entities.ts'
import { refusal, ScratchCatalog, testContext } from '../../testing/scratch-catalog.ts'
import { parseAnswer } from '../answer.ts'
import { updateAttribute } from '../attributes/update-attribute.ts'
import { updateEntity } from './update-entity.ts'
import { upsertEntity } from './upsert-entity.ts'
import { cellOrigins } from '../grid/cell-origins.ts'
import { listReferences } from '../references/list-references.ts'
import { restoreEntities, trashEntities } from '../trash/trash-entities.ts'

let catalog: ScratchCatalog
let slow: EntityResource
let fast: EntityResource
let parent: EntityResource
let first: EntityResource
let second: EntityResource

beforeEach(() => {
  catalog = new ScratchCatalog()
  const inherited = { inheritance_mode: 'inherit_from_parent' }
  catalog.define('vendor', 'Name', { is_primary: true })
  catalog.define('vendor', 'Days', { data_type: 'number' })
  catalog.define('vendor', 'Delay', { data_type: 'formula', formula: '{{days}} + 1' })
  catalog.define('product', 'Name', { is_primary: true, ...inherited })
  catalog.define('product', 'Stock', { data_type: 'number' })
  catalog.define('product', 'Vendor', {
    data_type: 'entity_reference',
    reference: { type: 'vendor' },
    ...inherited,
  })
  catalog.define('product', 'Lead', {
    data_type: 'reference_lookup',
    reference: { via: 'vendor', attribute: 'delay' },
  })
  const formula = 'IF({{stock}} = "", "", {{lead}} * 10 + {{stock}})'
  catalog.define('product', 'Plan', {
    data_type: 'formula',
    formula,
    inheritance_mode: 'rollup_from_children',
  })
  slow = catalog.create('vendor', { name: 'Slow', days: 9 })
  fast = catalog.create('vendor', { name: 'Fast', days: 1 })
  parent = catalog.create('product', { name: 'Chair', vendor: slow.id })
  first = catalog.create('product', { name: 'Red', stock: 3 }, parent.id)
  second = catalog.create('product', { name: 'Blue', stock: 5 }, parent.id)
})

afterEach(() => catalog[Symbol.dispose]())

function patch(entity: EntityResource, body: { parent_id?: string | null; attributes?: object }) {
  const request = { type: entity.type, id: entity.id, body: body as never, faults: [], context: testContext }
  return catalog.answer<EntityResource>((tx) => updateEntity(tx, request)).data
}

function plans(): unknown[] {
  return catalog.list('product').data.map(({ attributes }) => attributes['plan'] ?? null)
}

function listed(key: string, operator: string, value: string): (string | null)[] {
  return catalog
    .list('product', { clauses: [{ field: `filter[${key}]`, key, operator, value }] })
    .data.map(({ label }) => label)
}

test('a chain of formula, lookup, inherited value and roll-up shows every kind of change at once', () => {
  expect(plans()).toEqual(['103, 105', 103, 105])
  patch(second, { attributes: { stock: 7 } })
  expect(plans()).toEqual(['103, 107', 103, 107])
  patch(slow, { attributes: { days: 4 } })
  expect(plans()).toEqual(['53, 57', 53, 57])
  patch(parent, { attributes: { vendor: fast.id } })
  expect(plans()).toEqual(['23, 27', 23, 27])
  patch(second, { parent_id: null, attributes: { vendor: slow.id } })
  expect(plans()).toEqual([23, 23, 57])
  catalog.answer((tx) =>
    updateAttribute(tx, {
      key: 'plan',
      type: 'product',
      body: { formula: '{{lead}} * {{stock}}' },
      faults: [],
      context: testContext,
    }),
  )
  expect(plans()).toEqual([0, 6, 35])
  expect(listed('plan', 'gt', '30')).toEqual(['Blue'])
  expect(catalog.list('product', { sort: [{ key: 'plan', descending: true }] }).data[0]?.label).toBe('Blue')
})

test('trash and restore change what is rolled up', () => {
  const context = testContext
  catalog.write((tx) =>
    trashEntities(tx, { body: { type: 'product', ids: [first.id] }, faults: [], context }),
  )
  expect(plans()).toEqual([105, 105])
  catalog.write((tx) => restoreEntities(tx, { body: { ids: [first.id] }, faults: [], context }))
  expect(plans()).toEqual(['103, 105', 103, 105])
})

test('labels follow an inherited primary value in the same write (decisions, reading 11)', () => {
  patch(first, { attributes: { name: null } })
  expect(catalog.list('product').data.map(({ label }) => label)).toEqual(['Chair', 'Chair', 'Blue'])
  patch(parent, { attributes: { name: 'Stool' } })
  expect(catalog.list('product').data.map(({ label }) => label)).toEqual(['Stool', 'Stool', 'Blue'])
  expect(patch(first, { parent_id: null }).label).toBeNull()
  expect(patch(first, { parent_id: second.id }).label).toBe('Blue')
})

test('what is shown of others and sent back pins nothing; another value is stored and wins (decisions, reading 10)', () => {
  const stub = catalog.list('product').data[1]?.attributes['vendor']
  const events = catalog.events().length
  patch(first, { attributes: { vendor: stub } })
  patch(first, { attributes: { vendor: slow.id } })
  expect(catalog.events().length).toBe(events)
  patch(parent, { attributes: { vendor: fast.id } })
  expect(plans()).toEqual(['23, 25', 23, 25])
  patch(first, { attributes: { vendor: slow.id } })
  expect(plans()).toEqual(['103, 25', 103, 25])
})

test('an upsert that sends back what is shown stores nothing either', () => {
  const attributes = { name: 'Red', vendor: slow.id }
  catalog.write((tx) =>
    upsertEntity(tx, {
      type: 'product',
      body: { merge_key: 'name', attributes },
      faults: [],
      context: testContext,
    }),
  )
  patch(parent, { attributes: { vendor: fast.id } })
  expect(plans()).toEqual(['23, 25', 23, 25])
})

test('a merge key compares own values only (decisions, reading 1)', () => {
  patch(first, { attributes: { name: null } })
  const { status, data } = catalog.answer<EntityResource>((tx) =>
    upsertEntity(tx, {
      type: 'product',
      body: { merge_key: 'name', attributes: { name: 'Chair', stock: 1 } },
      faults: [],
      context: testContext,
    }),
  )
  expect([status, data.id]).toEqual([200, parent.id])
})

test('computed values cannot be written, not even as they are (decisions, reading 10)', () => {
  expect(refusal(() => patch(first, { attributes: { plan: 103, lead: 10 } })).fieldErrors).toEqual([
    { field: 'attributes.plan', issue: 'read_only_attribute' },
    { field: 'attributes.lead', issue: 'read_only_attribute' },
  ])
})

test('computed values take the operators of their result, and references do not sort (decisions, reading 3)', () => {
  const request = (key: string, operator: string, value: string) => ({
    clauses: [{ field: 'f', key, operator, value }],
  })
  expect(refusal(() => catalog.list('product', request('plan', 'contains', '1'))).fieldErrors[0]?.issue).toBe(
    'operator_not_supported_for_type',
  )
  expect(refusal(() => catalog.list('product', request('lead', 'eq', 'x'))).fieldErrors[0]?.issue).toBe(
    'expected_number',
  )
  expect(
    refusal(() => catalog.list('product', { sort: [{ key: 'vendor', descending: false }] })).fieldErrors,
  ).toMatchObject([{ field: 'sort', issue: 'not_sortable' }])
  expect(listed('vendor', 'eq', slow.id)).toEqual(['Chair', 'Red', 'Blue'])
})

test('fields select computed values like any other', () => {
  const { data } = catalog.list('product', { fields: ['plan', 'vendor'] })
  expect(data.map(({ attributes }) => Object.keys(attributes).sort())).toEqual([
    ['plan', 'vendor'],
    ['plan', 'vendor'],
    ['plan', 'vendor'],
  ])
})

test('a page of any length is read with the same statements, and one without computed values with those of before', () => {
  const statements = (limit: number, type: 'product' | 'vendor') => {
    const texts: string[] = []
    catalog.read((db) => {
      for (const name of ['all', 'tuples', 'column', 'get'] as const) {
        const original = db[name].bind(db) as (text: string, ...params: unknown[]) => never
        Object.defineProperty(db, name, {
          configurable: true,
          value: (text: string, ...params: unknown[]) => (texts.push(text), original(text, ...params)),
        })
      }
    })
    catalog.list(type, { limit })
    return texts.length
  }
  expect(statements(3, 'product') - statements(1, 'product')).toBe(0)
})

test('origins tell what a cell shows of others from what is its own', () => {
  const ids = [parent.id, first.id]
  const answer = catalog.read((db) => cellOrigins(db, { type: 'product', ids, faults: [] }))
  expect(parseAnswer(answer)).toEqual({
    data: {
      [parent.id]: { lead: 'computed', plan: 'computed' },
      [first.id]: { vendor: 'inherited', lead: 'computed', plan: 'computed' },
    },
  })
})

test('an inverse reference finds those that inherit it, in filters, references and formulas', () => {
  const reference = { type: 'product', attribute: 'vendor' } as const
  catalog.define('vendor', 'Products', { data_type: 'inverse_reference', reference })
  catalog.define('vendor', 'Count', { data_type: 'formula', formula: 'COUNT({{products}})' })
  const vendors = (operator: string, value: string) =>
    catalog
      .list('vendor', { clauses: [{ field: 'f', key: 'products', operator, value }] })
      .data.map(({ label, attributes }) => [label, attributes['count']])
  const references = (type: 'vendor' | 'product', id: string, attribute: string, limit = 50, offset = 0) => {
    const request = { type, id, attribute, limit, offset, faults: [] }
    const answer = parseAnswer(catalog.read((db) => listReferences(db, request)))
    const { data, pagination } = answer as { data: { label: string }[]; pagination: { total: number } }
    return [data.map(({ label }) => label), pagination.total]
  }

  expect(vendors('eq', first.id)).toEqual([['Slow', 3]])
  expect(vendors('exists', 'false')).toEqual([['Fast', 0]])
  expect(references('vendor', slow.id, 'products')).toEqual([['Chair', 'Red', 'Blue'], 3])
  expect(references('vendor', slow.id, 'products', 1, 1)).toEqual([['Red'], 3])
  expect(references('product', first.id, 'vendor')).toEqual([['Slow'], 1])
})

test('a lookup of an inverse reference is refused', () => {
  const reference = { type: 'product', attribute: 'vendor' } as const
  catalog.define('vendor', 'Products', { data_type: 'inverse_reference', reference })
  const lookup = { data_type: 'reference_lookup', reference: { via: 'vendor', attribute: 'products' } }
  expect(refusal(() => catalog.define('product', 'Siblings', lookup)).fieldErrors).toMatchObject([
    { field: 'reference.attribute', issue: 'invalid_value' },
  ])
})
