import { expect, test } from 'vitest'
import { deleteAttribute } from '../../catalog/attributes/delete-attribute.ts'
import { trashEntities, restoreEntities } from '../../catalog/trash/trash-entities.ts'
import { updateEntity } from '../../catalog/entities/update-entity.ts'
import { ScratchCatalog, testContext } from '../../testing/scratch-catalog.ts'
import type { ReadableDb } from '../database/database.ts'
import { findTrashed } from './trash.ts'
import { entitiesPerStep, removeSomeLeftovers } from './leftover-values.ts'

const context = testContext
const faults: never[] = []
const inAll = entitiesPerStep * 2 + 20

function priced(count: number): { catalog: ScratchCatalog; ids: string[] } {
  const catalog = new ScratchCatalog()
  catalog.define('product', 'Name', { is_primary: true })
  catalog.define('product', 'Price', { data_type: 'number' })
  const ids = Array.from(
    { length: count },
    (_, index) => catalog.create('product', { name: `P${index}`, price: 5 }).id,
  )
  return { catalog, ids }
}

const remove = (catalog: ScratchCatalog, key: string) =>
  catalog.write((tx) => deleteAttribute(tx, { key, type: 'product', faults, context }))
const holding = (db: ReadableDb) =>
  db.column<number>(
    `SELECT (SELECT count(*) FROM entity WHERE attributes ->> '$.price' IS NOT NULL)
       + (SELECT count(*) FROM trashed_entity WHERE attributes ->> '$.price' IS NOT NULL)`,
  )[0]
const noted = (db: ReadableDb) =>
  db.column<number>("SELECT count(*) FROM meta WHERE key GLOB 'leftover_*' OR key GLOB 'holders_*'")[0]
const shown = (catalog: ScratchCatalog) =>
  new Set(catalog.list('product', { limit: 1000 }).data.flatMap(({ attributes }) => Object.keys(attributes)))

test('of few entities a deleted attribute is removed at once', () => {
  using catalog = priced(entitiesPerStep).catalog
  remove(catalog, 'price')
  expect(catalog.read(holding)).toBe(0)
  expect(catalog.read(noted)).toBe(0)
})

test('of many it is removed in steps of fifty, and nobody sees it meanwhile [DEF-24]', () => {
  using catalog = priced(inAll).catalog
  catalog.requests.hasLeftovers = false
  remove(catalog, 'price')
  expect(catalog.requests.hasLeftovers).toBe(true)
  const times = () => catalog.read((db) => db.column<number>('SELECT updated_at FROM entity ORDER BY id'))
  const before = times()
  const left: (number | undefined)[] = []
  do {
    left.push(catalog.read(holding))
    expect(shown(catalog)).toEqual(new Set(['name']))
  } while (catalog.write((tx) => removeSomeLeftovers(tx)))
  expect(left).toEqual([120, 70, 20, 0])
  expect(catalog.read(noted)).toBe(0)
  expect(times().filter((time, index) => time > (before[index] ?? 0))).toHaveLength(inAll)
  catalog.requests.hasLeftovers = false
  catalog.list('product')
  expect(catalog.requests.hasLeftovers).toBe(false)
})

test('who comes upon what is left asks for its removal, after a restart too', () => {
  using catalog = priced(inAll).catalog
  remove(catalog, 'price')
  catalog.requests.hasLeftovers = false
  const reader = catalog.openReader()
  reader.read((db) => findTrashed(db, []))
  reader.close()
  expect(catalog.requests.hasLeftovers).toBe(true)
})

test('an entity that is changed, trashed or restored meanwhile comes without it', () => {
  const { catalog, ids } = priced(inAll)
  using _ = catalog
  const [first = '', second = '', third = ''] = ids
  catalog.write((tx) =>
    trashEntities(tx, { body: { type: 'product', ids: [first, second] }, faults, context }),
  )
  remove(catalog, 'price')
  expect(catalog.read((db) => findTrashed(db, ids)).map(({ attributes }) => attributes)).toEqual([
    '{"name":"P0"}',
    '{"name":"P1"}',
  ])
  catalog.write((tx) => restoreEntities(tx, { body: { ids: [first] }, faults, context }))
  const change = {
    type: 'product',
    id: third,
    body: { attributes: { name: 'New' } },
    faults,
    context,
  } as const
  catalog.write((tx) => updateEntity(tx, change))
  expect(
    catalog
      .events()
      .slice(-2)
      .map(({ changes }) => changes),
  ).toEqual([[], [{ attribute: 'name', old: 'P2', new: 'New' }]])
  while (catalog.write((tx) => removeSomeLeftovers(tx)));
  expect(catalog.read(holding)).toBe(0)
  expect(shown(catalog)).toEqual(new Set(['name']))
})

test('an attribute of the same key begins without values, whichever type has one of it too [DEF-24]', () => {
  using catalog = priced(inAll).catalog
  catalog.define('vendor', 'Price', { data_type: 'number' })
  catalog.create('vendor', { price: 1 })
  remove(catalog, 'price')
  expect(catalog.list('vendor').data[0]?.attributes).toEqual({ price: 1 })
  catalog.define('product', 'Price', { data_type: 'number' })
  expect(shown(catalog)).toEqual(new Set(['name']))
  expect(catalog.list('vendor').data[0]?.attributes).toEqual({ price: 1 })
  expect(catalog.read(noted)).toBe(0)
})

test('what held references changes in steps, the references are gone at once', () => {
  const { catalog } = priced(0)
  using _ = catalog
  catalog.define('product', 'Maker', { data_type: 'entity_reference', reference: { type: 'vendor' } })
  const maker = catalog.create('vendor').id
  for (let index = 0; index < inAll; index++) catalog.create('product', { name: `P${index}`, maker })
  const changed = () =>
    catalog.read((db) => db.column('SELECT count(*) FROM entity WHERE updated_at > created_at')[0])
  remove(catalog, 'maker')
  expect(catalog.read((db) => db.column('SELECT count(*) FROM reference'))).toEqual([0])
  const counts: unknown[] = []
  do counts.push(changed())
  while (catalog.write((tx) => removeSomeLeftovers(tx)))
  expect(counts).toEqual([0, 50, 100, 120])
})

test('rows of somebody else that only look like leftovers change nothing and run nothing', () => {
  using catalog = priced(1).catalog
  const rows = [
    ['leftover_a', 'no JSON'],
    ['leftover_b', JSON.stringify({ type: 0, key: `x"', '$.price')--` })],
    ["leftover_c' OR 1=1 --", JSON.stringify({ type: 0, key: 'price' })],
    ['leftover_d', JSON.stringify({ type: '0 THEN 1', key: 'price' })],
  ]
  catalog.write((tx) => rows.forEach((row) => tx.run('INSERT INTO meta (key, value) VALUES (?, ?)', ...row)))
  expect(catalog.list('product').data[0]?.attributes).toEqual({ name: 'P0', price: 5 })
  expect(catalog.write((tx) => removeSomeLeftovers(tx))).toBe(false)
  expect(catalog.read(holding)).toBe(1)
})
