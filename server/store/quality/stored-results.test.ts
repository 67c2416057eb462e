import { expect, onTestFinished, test } from 'vitest'
import { updateEntity } from '../../catalog/entities/update-entity.ts'
import { ScratchCatalog, testContext } from '../../testing/scratch-catalog.ts'
import { differingTables } from '../file/copies.ts'
import { schemaDifferences, workspaceFormat } from '../file/migrate.ts'
import { attributesOf } from '../tables/attributes.ts'
import { noneOf } from './check-conditions.ts'
import { EntitySet } from './entity-set.ts'
import { cacheWhile, followMembers } from './followed-values.ts'
import { dependenciesOf } from './dependencies.ts'
import { findResult, storeResults, takeResults } from './stored-results.ts'

function open(isLarge = true) {
  const catalog = new ScratchCatalog()
  onTestFinished(() => catalog[Symbol.dispose]())
  for (const name of ['Title', 'Code']) catalog.define('product', name, { is_primary: name === 'Title' })
  const ids = ['A', 'B', 'C'].map((code) => catalog.create('product', { title: code, code }).id)
  if (isLarge) catalog.write((tx) => tx.run('UPDATE type_count SET total = total + 20000'))
  const look = () => {
    const reader = catalog.openReader()
    try {
      return reader.read((db) => {
        const code = attributesOf(db, 'product').byKey.get('code')!
        let hasLooked = false
        const isOther = noneOf(db, code, ['A'])
        const sql = {
          ...isOther.sql,
          get members() {
            hasLooked = true
            return isOther.sql.members
          },
        }
        const found = followMembers(
          db,
          'product',
          { ...isOther, sql } as typeof isOther,
          dependenciesOf(db, code)!,
        )
        return { ids: found.page(0, 0, Infinity), count: found.count, hasLooked }
      })
    } finally {
      reader.close()
    }
  }
  const store = () => {
    const results = takeResults(catalog.requests)
    if (results) catalog.write((tx) => storeResults(tx, { results }))
    return results?.length ?? 0
  }
  const change = (id: string | undefined, code: string) =>
    catalog.answer((tx) =>
      updateEntity(tx, {
        type: 'product',
        id: id ?? '',
        body: { attributes: { code } },
        faults: [],
        context: testContext,
      }),
    )
  return { catalog, ids, look, store, change }
}

test('what rules found is there after a start, and follows what was written since [QUALITY-15]', () => {
  const { ids, look, store, change } = open()
  expect(look()).toMatchObject({ count: 2, hasLooked: true })
  expect(store()).toBe(1)
  expect(look()).toMatchObject({ count: 2, hasLooked: false })
  change(ids[0], 'D')
  change(ids[1], 'A')
  change(ids[2], 'A')
  const { ids: found, ...after } = look()
  expect(after).toEqual({ count: 1, hasLooked: false })
  expect(found).toHaveLength(1)
  expect(store()).toBe(0)
})

test('what was found under other definitions is looked for anew, and stored anew [QUALITY-15]', () => {
  const { catalog, look, store } = open()
  look()
  store()
  catalog.define('product', 'Price')
  expect(look()).toMatchObject({ count: 2, hasLooked: true })
  expect(store()).toBe(1)
  expect(look()).toMatchObject({ hasLooked: false })
})

test('what a start finds far behind what was written is stored anew once it has followed [QUALITY-15]', () => {
  const { catalog, ids, look, store, change } = open()
  look()
  store()
  catalog.write((tx) => {
    const rows = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)'
    const columns = tx
      .column<string>(
        "SELECT name FROM pragma_table_info('event') WHERE name NOT IN ('sequence', 'uuid', 'kind')",
      )
      .join(', ')
    tx.run(
      `INSERT INTO event (sequence, uuid, kind, ${columns}) ${rows}
       SELECT (SELECT max(sequence) FROM event) + i, 'e' || i, 'job.completed', ${columns.replaceAll('entity', 'NULL')} FROM n, (SELECT * FROM event ORDER BY sequence DESC LIMIT 1)`,
    )
  })
  change(ids[0], 'D')
  expect(look()).toMatchObject({ count: 3, hasLooked: false })
  expect(store()).toBe(1)
  look()
  expect(store()).toBe(0)
})

test('a small workspace keeps nothing in its file [QUALITY-15]', () => {
  const { catalog, look, store } = open(false)
  look()
  expect(store()).toBe(0)
  catalog.write((tx) =>
    expect(tx.get("SELECT 1 FROM sqlite_schema WHERE name = 'kept_result'")).toBeUndefined(),
  )
})

test('lists are kept as they are, beside sets of any size, and the oldest of too many go [QUALITY-15]', () => {
  const { catalog } = open()
  const reader = catalog.openReader()
  onTestFinished(() => reader.close())
  const set = EntitySet.of([3, 64, 40_000])
  expect(EntitySet.fromBytes(set.toBytes()).page(0, 0, 9)).toEqual([3, 64, 40_000])
  const read = (name: string, value: unknown) =>
    reader.read((db) => {
      const code = attributesOf(db, 'product').byKey.get('code')!
      return cacheWhile(db, name, dependenciesOf(db, code), () => value)
    })
  read('texts', ['a', 'ß', null])
  const results = takeResults(catalog.requests) ?? []
  const many = Array.from({ length: 400 }, (_, at) => ({
    key: `k${at}`,
    sequence: 1,
    value: new Uint8Array(1),
  }))
  catalog.write((tx) => storeResults(tx, { results }))
  expect(reader.read((db) => findResult(db, 'texts'))?.value).toEqual(['a', 'ß', null])
  const torn = { key: results[0]?.key ?? '', sequence: 1, value: new Uint8Array([255]) }
  catalog.write((tx) => storeResults(tx, { results: [torn] }))
  expect(reader.read((db) => findResult(db, 'texts'))).toBeUndefined()
  catalog.write((tx) => storeResults(tx, { results: many }))
  expect(reader.read((db) => findResult(db, 'texts'))).toBeUndefined()
  const stored = reader.read((db) => db.column<number>('SELECT count(*) FROM kept_result'))
  expect(stored).toEqual([400])
})

test('what is kept is no part of the format of the file, nor a difference between copies [QUALITY-15]', () => {
  const { catalog, look, store } = open()
  look()
  store()
  const reader = catalog.openReader()
  onTestFinished(() => reader.close())
  expect(schemaDifferences(reader.sqlite, workspaceFormat)).toEqual([])
  expect(differingTables(reader.sqlite.name, reader.sqlite.name)).toEqual([])
})
