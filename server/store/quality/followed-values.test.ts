import { expect, test } from 'vitest'
import { InterruptedRead } from '#shared/interrupted.ts'
import { updateEntity } from '../../catalog/entities/update-entity.ts'
import { trashEntities } from '../../catalog/trash/trash-entities.ts'
import { ScratchCatalog, testContext } from '../../testing/scratch-catalog.ts'
import type { Database } from '../database/database.ts'
import { raw } from '../database/fragment.ts'
import { attributesOf } from '../tables/attributes.ts'
import { noneOf } from './check-conditions.ts'
import { findMembers, cacheWhile, followMembers } from './followed-values.ts'
import { dependenciesOf } from './dependencies.ts'
import { repeating } from './repeating.ts'

function open(): { catalog: ScratchCatalog; reader: Database; [Symbol.dispose]: () => void } {
  const catalog = new ScratchCatalog()
  for (const name of ['Title', 'Code']) catalog.define('product', name, { is_primary: name === 'Title' })
  const reader = catalog.openReader()
  const close = () => {
    reader.close()
    catalog[Symbol.dispose]()
  }
  return { catalog, reader, [Symbol.dispose]: close }
}

function change(catalog: ScratchCatalog, id: string, attributes: Record<string, string | null>): void {
  catalog.answer((tx) =>
    updateEntity(tx, { type: 'product', id, body: { attributes }, faults: [], context: testContext }),
  )
}

test('what rests on an attribute is read once, until it or a definition changes [QUALITY-14]', () => {
  using opened = open()
  const { catalog, reader } = opened
  const { id } = catalog.create('product', { title: 'Chair', code: '1' })
  let read = 0
  const ask = () =>
    reader.read((db) => {
      const code = attributesOf(db, 'product').byKey.get('code')!
      return cacheWhile(db, 'codes', dependenciesOf(db, code), () => {
        read += 1
        return db.column(`SELECT norm FROM value_${code.id}`)
      })
    })
  expect([ask(), ask(), read]).toEqual([['1'], ['1'], 1])
  change(catalog, id, { title: 'Stool' })
  catalog.create('product', { title: 'Bench' })
  expect([ask(), read]).toEqual([['1'], 1])
  change(catalog, id, { code: '2' })
  expect([ask(), read]).toEqual([['2'], 2])
  catalog.define('product', 'Price')
  expect([ask(), read]).toEqual([['2'], 3])
  catalog.answer((tx) =>
    trashEntities(tx, { body: { type: 'product', ids: [id] }, faults: [], context: testContext }),
  )
  expect([ask(), read]).toEqual([[], 4])
})

test('what rests on a formula is read again where an entity is new, whatever it has [QUALITY-14]', () => {
  using opened = open()
  const { catalog, reader } = opened
  catalog.define('product', 'Price', { data_type: 'number' })
  catalog.define('product', 'Twice', { data_type: 'formula', formula: '{{price}} * 2' })
  let read = 0
  const ask = () =>
    reader.read((db) => {
      const twice = attributesOf(db, 'product').byKey.get('twice')!
      return cacheWhile(db, 'twice', dependenciesOf(db, twice), () => (read += 1))
    })
  ask()
  catalog.create('product', { title: 'Chair' })
  ask()
  ask()
  expect(read).toBe(2)
})

test('members follow what changes, comes and goes without a look at the others [QUALITY-14]', () => {
  using opened = open()
  const { catalog, reader } = opened
  const [first = '', second = ''] = ['1', '96385074'].map(
    (code) => catalog.create('product', { title: code, code }).id,
  )
  // Rows written directly into the table, bypassing the feed, show whether the table was read.
  const ask = () =>
    reader.read((db) => {
      const code = attributesOf(db, 'product').byKey.get('code')!
      return followMembers(db, 'product', noneOf(db, code, ['96385074']), dependenciesOf(db, code)!).page(
        0,
        0,
        Infinity,
      )
    })
  expect(ask()).toHaveLength(1)
  const hidden = catalog.create('product', { title: 'Hidden', code: '96385074' })
  expect(ask()).toHaveLength(1)
  const table = `value_${reader.read((db) => attributesOf(db, 'product').byKey.get('code')!.id)}`
  catalog.write((tx) =>
    tx.run(`UPDATE ${table} SET norm = '7' WHERE entity = (SELECT id FROM entity WHERE uuid = ?)`, hidden.id),
  )
  change(catalog, second, { code: '2' })
  expect(ask()).toHaveLength(2)
  change(catalog, first, { code: null })
  expect(ask()).toHaveLength(1)
  catalog.define('product', 'Price')
  expect(ask()).toHaveLength(2)
})

function writeCodes(catalog: ScratchCatalog, code: number, count: number): void {
  catalog.write((tx) => {
    const rows = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`
    const type = tx.column<number>('SELECT type FROM entity')[0]
    tx.run(
      `INSERT INTO entity (id, uuid, type, created_at, updated_at, attributes) ${rows} SELECT 1000 + i, 'u' || i, ?, i, i, '{}' FROM n`,
      type,
    )
    tx.run(`INSERT INTO value_${code} (entity, norm) ${rows} SELECT 1000 + i, 'text ' || (i % 6000) FROM n`)
  })
}

test('entities that repeat others are found also where they are more than a list holds [QUALITY-04]', () => {
  using opened = open()
  const { catalog, reader } = opened
  for (const code of ['A', 'B', 'B']) catalog.create('product', { title: 'Chair', code })
  const code = reader.read((db) => attributesOf(db, 'product').byKey.get('code')!)
  writeCodes(catalog, code.id, 9000)
  const [found, among] = reader.read((db) => {
    const condition = repeating(db, [code], [], dependenciesOf(db, code))
    const { text, params } = condition.sql.test(raw('e.id'))
    const tested = db.column<number>(`SELECT e.id FROM entity e WHERE ${text} ORDER BY e.id`, ...params)
    return [findMembers(db, 'product', condition), tested] as const
  })
  expect(found.count).toBe(6002)
  expect(among).toEqual(found.page(0, 0, Infinity))
})

test('a walk through all values makes way where the guard says so', () => {
  using opened = open()
  const { catalog, reader } = opened
  catalog.create('product', { title: 'Chair' })
  const code = reader.read((db) => attributesOf(db, 'product').byKey.get('code')!)
  writeCodes(catalog, code.id, 5000)
  let asked = 0
  const stopAt = (most: number) => () => ((asked += 1) > most ? ('deadline' as const) : undefined)
  const look = (most: number) =>
    reader.read((db) => repeating(db, [code], [], dependenciesOf(db, code)), stopAt(most))
  look(Infinity)
  // One row in 256 checks the guard.
  expect(asked).toBeGreaterThan(15)
  asked = 0
  catalog.define('product', 'Price')
  expect(() => look(10)).toThrow(InterruptedRead)
})
