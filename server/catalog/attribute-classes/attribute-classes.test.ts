import { expect, test } from 'vitest'
import type { AttributeClass, EffectiveClasses, NewAttributeClass } from '#shared/attribute-classes.ts'
import type { EntityType } from '#shared/entities.ts'
import { parseAnswer } from '../answer.ts'
import { refusal, ScratchCatalog, testContext } from '../../testing/scratch-catalog.ts'
import { deleteAttribute } from '../attributes/delete-attribute.ts'
import { trashEntities } from '../trash/trash-entities.ts'
import { createAttributeClass, listAttributeClasses, updateAttributeClass } from './attribute-classes.ts'
import { effectiveClasses } from './effective-classes.ts'

function furniture() {
  const catalog = new ScratchCatalog()
  catalog.define('product', 'SKU', { key: 'sku', is_primary: true })
  catalog.define('product', 'Material', { key: 'material' })
  catalog.define('product', 'Seat height', { key: 'seat_height', data_type: 'number' })
  catalog.define('product', 'Wattage', { key: 'wattage', data_type: 'number' })
  catalog.define('product', 'Category', {
    key: 'category',
    data_type: 'entity_reference',
    reference: { type: 'category' },
  })
  const top = catalog.create('category').id
  const seating = catalog.create('category', {}, top).id
  const chairs = catalog.create('category', {}, seating).id
  const chair = catalog.create('product', { sku: 'CH-1', category: chairs, seat_height: 45 }).id
  const variant = catalog.create('product', { sku: 'CH-1-red' }, chair).id
  const loose = catalog.create('product', { sku: 'X-1' }).id
  return { catalog, top, seating, chairs, chair, variant, loose }
}

function classIn(catalog: ScratchCatalog, body: Partial<NewAttributeClass>): AttributeClass {
  const whole = { entity_type: 'product', ...body }
  return catalog.answer<AttributeClass>((tx) => createAttributeClass(tx, { body: whole, faults: [] })).data
}

function effective(catalog: ScratchCatalog, type: EntityType, id: string): EffectiveClasses {
  const answer = catalog.read((db) => effectiveClasses(db, { type, id, faults: [] }))
  return parseAnswer<{ data: EffectiveClasses }>(answer).data
}

const required = (key: string) => ({ key, requirement: 'required' as const })

test('classes are inherited down the category tree, and the strictest requirement counts [CLASS-01]', () => {
  const { catalog, top, seating, chair } = furniture()
  using _ = catalog
  classIn(catalog, {
    name: 'Furniture',
    category_ids: [top],
    attributes: [required('material'), { key: 'seat_height', requirement: 'optional' }],
  })
  classIn(catalog, { name: 'Seats', category_ids: [seating], attributes: [required('seat_height')] })
  classIn(catalog, { name: 'Lamps', attributes: [required('wattage')] })

  const { classes, attributes, hidden, missing } = effective(catalog, 'product', chair)

  expect(classes.map(({ key }) => key)).toEqual(['furniture', 'seats'])
  expect(attributes.map(({ key, requirement }) => [key, requirement])).toEqual([
    ['sku', null],
    ['material', 'required'],
    ['seat_height', 'required'],
    ['category', null],
  ])
  expect(hidden).toEqual(['wattage'])
  expect(missing).toEqual([required('material')])
})

test('a variant without a category is where its parent is; a product without any shows what no class has [CLASS-02] [CLASS-03]', () => {
  const { catalog, chairs, variant, loose } = furniture()
  using _ = catalog
  classIn(catalog, { name: 'Chairs', category_ids: [chairs], attributes: [required('seat_height')] })

  expect(effective(catalog, 'product', variant).classes.map(({ key }) => key)).toEqual(['chairs'])
  expect(effective(catalog, 'product', variant).missing).toEqual([required('seat_height')])
  expect(effective(catalog, 'product', loose)).toMatchObject({
    category_ids: [],
    classes: [],
    hidden: ['seat_height'],
    missing: [],
  })
})

test('a category tells what products in it show and need', () => {
  const { catalog, top, seating, chairs } = furniture()
  using _ = catalog
  classIn(catalog, { name: 'Seats', category_ids: [seating], attributes: [required('seat_height')] })

  expect(effective(catalog, 'category', chairs)).toMatchObject({
    entity: { id: chairs, type: 'category' },
    entity_type: 'product',
    category_ids: [chairs, seating, top],
    classes: [{ key: 'seats' }],
    missing: null,
  })
  expect(effective(catalog, 'category', top).hidden).toEqual(['seat_height'])
})

test('what a class says about a category in the trash or an attribute that is gone is left out [CLASS-04]', () => {
  const { catalog, chairs, seating } = furniture()
  using _ = catalog
  const made = classIn(catalog, {
    name: 'Chairs',
    category_ids: [seating, chairs],
    attributes: [required('material'), required('wattage')],
  })

  const rest = { faults: [], context: testContext }
  catalog.write((tx) => trashEntities(tx, { body: { type: 'category', ids: [chairs] }, ...rest }))
  catalog.write((tx) => deleteAttribute(tx, { key: 'wattage', type: 'product', ...rest }))
  const { data } = catalog.answer<AttributeClass[]>((tx) => listAttributeClasses(tx, { faults: [] }))

  expect(data).toEqual([{ ...made, category_ids: [seating], attributes: [required('material')] }])
})

test('a class that was read may be sent back; key and type never change [CLASS-04]', () => {
  const { catalog, chairs } = furniture()
  using _ = catalog
  const made = classIn(catalog, {
    name: 'Chairs',
    category_ids: [chairs],
    attributes: [required('material')],
  })

  const again = catalog.answer<AttributeClass>((tx) =>
    updateAttributeClass(tx, { id: made.id, body: made, faults: [] }),
  )
  const other = refusal(() =>
    catalog.write((tx) => updateAttributeClass(tx, { id: made.id, body: { key: 'seats' }, faults: [] })),
  )

  expect(again).toEqual({ status: 200, data: made })
  expect(other.fieldErrors).toMatchObject([{ field: 'key', issue: 'invalid_value' }])
})

test('every fault of a new class is told at its place; a taken key is a conflict [CLASS-05]', () => {
  const { catalog, chair } = furniture()
  using _ = catalog
  classIn(catalog, { name: 'Chairs', key: 'chairs' })
  const make = (body: object) =>
    refusal(() => catalog.write((tx) => createAttributeClass(tx, { body, faults: [] })))

  expect(
    make({
      name: ' ',
      key: 'Ä',
      entity_type: 'product',
      category_ids: ['x', chair],
      attributes: [required('nope'), required('sku'), required('sku')],
    }).fieldErrors,
  ).toMatchObject([
    { field: 'name', issue: 'required' },
    { field: 'key', issue: 'invalid_value' },
    { field: 'category_ids[0]', issue: 'expected_uuid' },
    { field: 'category_ids[1]', issue: 'referenced_entity_not_found' },
    { field: 'attributes[0].key', issue: 'not_a_defined_attribute' },
    { field: 'attributes[2].key', issue: 'invalid_value' },
  ])
  expect(make({ name: 'Other', key: 'chairs', entity_type: 'product' })).toMatchObject({
    code: 'conflict',
    fieldErrors: [{ field: 'key', issue: 'not_unique' }],
  })
  expect(classIn(catalog, { name: 'Chairs' }).key).toBe('chairs_2')
})
