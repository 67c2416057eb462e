import { expect, test } from 'vitest'
import { attributesOf } from '../../store/tables/attributes.ts'
import { refusal, ScratchCatalog, testContext } from '../../testing/scratch-catalog.ts'
import { deleteAttribute } from './delete-attribute.ts'

function remove(catalog: ScratchCatalog, key: string, type?: string): { data: unknown } {
  return catalog.answer((tx) => deleteAttribute(tx, { key, type, faults: [], context: testContext }))
}

test('a deleted attribute takes its values along and records what it was', () => {
  using catalog = new ScratchCatalog()
  catalog.define('product', 'Name', { is_primary: true })
  const price = catalog.define('product', 'Price', { data_type: 'number' })
  const { id } = catalog.create('product', { name: 'Chair', price: 129 })

  expect(remove(catalog, 'price').data).toEqual(price)

  expect(catalog.list('product').data).toMatchObject([{ id, label: 'Chair', attributes: { name: 'Chair' } }])
  expect(catalog.events().at(-1)).toMatchObject({
    event: 'attribute.deleted',
    attribute: { id: price.id, key: 'price' },
  })
  expect(catalog.events().at(-1)?.changes).toContainEqual({ attribute: 'key', old: 'price', new: null })
  const tables = catalog.read((db) =>
    db.column<string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'value\\_%' ESCAPE '\\'",
    ),
  )
  expect(tables).toHaveLength(1)
  expect(refusal(() => remove(catalog, 'price')).code).toBe('not_found')

  catalog.define('product', 'Price')
  expect(catalog.list('product').data[0]?.attributes).toEqual({ name: 'Chair' })
})

test('deleting the primary attribute leaves no label; deleting a reference leaves none', () => {
  using catalog = new ScratchCatalog()
  catalog.define('product', 'Name', { is_primary: true })
  catalog.define('product', 'Maker', { data_type: 'entity_reference', reference: { type: 'vendor' } })
  const vendor = catalog.create('vendor')
  catalog.create('product', { name: 'Chair', maker: vendor.id })
  remove(catalog, 'name')
  remove(catalog, 'maker')
  expect(catalog.list('product').data).toMatchObject([{ label: null, attributes: {} }])
  expect(catalog.read((db) => db.column('SELECT count(*) FROM reference'))).toEqual([0])
})

test('an attribute that formulas, lookups or inverse references need is 409 naming them', () => {
  using catalog = new ScratchCatalog()
  catalog.define('vendor', 'Lead time', { data_type: 'number' })
  catalog.define('product', 'Price', { data_type: 'number' })
  catalog.define('product', 'Maker', { data_type: 'entity_reference', reference: { type: 'vendor' } })
  catalog.define('product', 'Wait', {
    data_type: 'reference_lookup',
    reference: { via: 'maker', attribute: 'lead_time' },
  })
  catalog.define('vendor', 'Makes', {
    data_type: 'inverse_reference',
    reference: { type: 'product', attribute: 'maker' },
  })
  catalog.define('product', 'Double', { data_type: 'formula', formula: '{{ price }} * 2' })

  const message = (key: string) => {
    const { code, message } = refusal(() => remove(catalog, key))
    expect(code).toBe('conflict')
    return message
  }
  expect(message('price')).toContain('"Double" (product double)')
  expect(message('lead_time')).toContain('"Wait" (product wait)')
  expect(message('maker')).toContain('"Wait" (product wait), "Makes" (vendor makes)')

  for (const key of ['wait', 'makes', 'double', 'price', 'maker', 'lead_time']) remove(catalog, key)
  expect(catalog.read((db) => attributesOf(db, 'product').list)).toEqual([])
})

test('a key of several types needs its type', () => {
  using catalog = new ScratchCatalog()
  catalog.define('product', 'Note')
  catalog.define('vendor', 'Note')
  const { fieldErrors } = refusal(() => remove(catalog, 'note'))
  expect(fieldErrors).toEqual([
    { field: 'type', issue: 'required', acceptable_values: ['product', 'vendor'] },
  ])
  remove(catalog, 'note', 'vendor')
  expect(catalog.read((db) => attributesOf(db, 'product').list)).toHaveLength(1)
})
