import { expect, test } from 'vitest'
import { ScratchCatalog } from '../../testing/scratch-catalog.ts'
import {
  countHolders,
  eachStoredValue,
  relabel,
  removeValues,
  replaceStoredValue,
} from './attribute-values.ts'
import { attributesOf } from '../tables/attributes.ts'
import type { ReadableDb, WritableDb } from '../database/database.ts'

function fill(catalog: ScratchCatalog): void {
  catalog.define('product', 'Sku', { is_primary: true })
  catalog.define('product', 'Price', { data_type: 'number' })
  catalog.define('product', 'Makers', { data_type: 'entity_list_reference', reference: { type: 'vendor' } })
  const makers = [catalog.create('vendor').id, catalog.create('vendor').id]
  catalog.create('product', { sku: 'a "b" \u2028', price: 0.1, makers })
  const trashed = catalog.create('product', { sku: 'b', price: 2, makers: makers[0] ? [makers[0]] : [] })
  catalog.create('product', { sku: 'c' })
  catalog.write((tx) => trash(tx, trashed.id))
}

function trash(tx: WritableDb, uuid: string): void {
  const [id] = tx.column<number>('SELECT id FROM entity WHERE uuid = ?', uuid)
  tx.run(
    `INSERT INTO trashed_entity (id, uuid, type, parent, label, created_at, updated_at, attributes, trashed_at, root)
     SELECT id, uuid, type, parent, label, created_at, updated_at, attributes, 0, id FROM entity WHERE id = ?`,
    id,
  )
  tx.run('INSERT INTO trashed_reference SELECT * FROM reference WHERE source = ?', id)
  tx.run('DELETE FROM reference WHERE source = ?', id)
  for (const { id: attribute, traits } of attributesOf(tx, 'product').list) {
    if (traits.shape === 'scalar') tx.run(`DELETE FROM value_${attribute} WHERE entity = ?`, id)
  }
  tx.run('DELETE FROM entity WHERE id = ?', id)
}

function attribute(db: ReadableDb, key: string) {
  const found = attributesOf(db, 'product').byKey.get(key)
  if (!found) throw new Error(`There is no attribute ${key}.`)
  return found
}

const documents = (db: ReadableDb) =>
  db
    .column<string>(
      'SELECT attributes FROM entity WHERE type = 0 UNION ALL SELECT attributes FROM trashed_entity',
    )
    .map((text) => [text, JSON.parse(text) as object] as const)

test('values in the trash are counted, told and replaced like all others; their norm comes with the restore', () => {
  using catalog = new ScratchCatalog()
  fill(catalog)
  catalog.write((tx) => {
    const price = attribute(tx, 'price')
    expect(countHolders(tx, price)).toBe(2)
    const stored = [...eachStoredValue(tx, price)]
    expect(stored.map(({ value, isTrashed }) => [value, isTrashed])).toEqual([
      [0.1, false],
      [2, true],
    ])
    for (const one of stored) replaceStoredValue(tx, price, one, { value: 'x "y"', comparable: 'x' })
    expect(tx.column(`SELECT norm FROM value_${price.id}`)).toEqual(['x'])
    const [first, third, second] = documents(tx)
    expect(first?.[1]).toEqual({ sku: 'a "b" \u2028', price: 'x "y"' })
    expect([second?.[1], third?.[1]]).toEqual([{ sku: 'b', price: 'x "y"' }, { sku: 'c' }])
    // Byte for byte as the catalog itself would have written it.
    expect(documents(tx).map(([text]) => text)).toEqual(
      documents(tx).map(([, value]) => JSON.stringify(value)),
    )
  })
})

test('removing takes documents and references in the trash along, and touches no other entity', () => {
  using catalog = new ScratchCatalog()
  fill(catalog)
  catalog.write((tx) => {
    const times = () => tx.column<number>('SELECT updated_at FROM entity WHERE type = 0 ORDER BY id')
    const [first = 0, third] = times()
    expect(countHolders(tx, attribute(tx, 'makers'))).toBe(2)
    expect(countHolders(tx, attribute(tx, 'makers'), 1)).toBe(1)
    removeValues(tx, attribute(tx, 'makers'))
    removeValues(tx, attribute(tx, 'price'))
    expect(documents(tx).map(([, value]) => Object.keys(value))).toEqual([['sku'], ['sku'], ['sku']])
    expect(tx.column('SELECT count(*) FROM reference')).toEqual([0])
    expect(tx.column('SELECT count(*) FROM trashed_reference')).toEqual([0])
    expect(times()).toEqual([expect.any(Number), third])
    expect((times()[0] ?? 0) > first).toBe(true)
  })
})

test('labels follow the primary attribute in the trash too', () => {
  using catalog = new ScratchCatalog()
  fill(catalog)
  const labels = (db: ReadableDb) =>
    db.column('SELECT label FROM entity WHERE type = 0 UNION ALL SELECT label FROM trashed_entity')
  catalog.write((tx) => {
    relabel(tx, 'product', undefined)
    expect(labels(tx)).toEqual([null, null, null])
    relabel(tx, 'product', attribute(tx, 'sku'))
    expect(labels(tx)).toEqual(['a "b" \u2028', 'c', 'b'])
  })
})
