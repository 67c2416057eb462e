import BetterSqlite3 from 'better-sqlite3'
import { expect, test } from 'vitest'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CollectedStatement, openDatabase, type WritableDb } from '../../store/database/database.ts'
import { packStatements, readDependencies } from './pack-statements.ts'

const schema = `
  CREATE TABLE entity (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES entity (id), label TEXT, attributes TEXT, code TEXT UNIQUE);
  CREATE TABLE value_1 (entity INTEGER PRIMARY KEY REFERENCES entity (id), norm);
  CREATE TABLE value_2 (entity INTEGER PRIMARY KEY, norm) WITHOUT ROWID;
  CREATE TABLE event (sequence INTEGER PRIMARY KEY, changes TEXT, kind TEXT, actor TEXT);
  CREATE TABLE type_count (type INTEGER PRIMARY KEY, total INTEGER, version INTEGER);
  INSERT INTO type_count VALUES (0, 0, 0), (1, 0, 0);`

const addEntity = 'INSERT INTO entity (id, parent, label, attributes, code) VALUES (?, ?, ?, ?, ?)'
const setEntity = 'UPDATE entity SET label = ?, attributes = ? WHERE id = ?'
const count = 'UPDATE type_count SET total = total + ?, version = version + 1 WHERE type = ?'
const put = (table: number, rows = 1) =>
  `INSERT INTO value_${table} (entity, norm) VALUES ${Array(rows).fill('(?, ?)').join(', ')} ON CONFLICT (entity) DO UPDATE SET norm = excluded.norm`
const addEvents = (rows: number) => `INSERT INTO event (sequence, changes, kind, actor)
     SELECT v.*, c.* FROM (VALUES (?, ?)) c CROSS JOIN (VALUES ${Array(rows).fill('(?, ?)').join(', ')}) v`

function both(write: (tx: WritableDb) => void) {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-pack-'))
  try {
    const own = openDatabase(join(folder, 'own.db'))
    own.write((tx) => tx.exec(schema))
    const statements = own.collectStatements()
    const other = new BetterSqlite3(':memory:')
    other.pragma('foreign_keys = ON')
    other.exec(schema)
    const packed = own.write((tx) => {
      write(tx)
      return packStatements([...statements], readDependencies(tx))
    })
    const results = packed.map(({ text, params }) => other.prepare(text).run(...params))
    const rowsOf = (sqlite: BetterSqlite3.Database) =>
      ['entity', 'value_1', 'value_2', 'event', 'type_count'].map((table) => {
        const columns = sqlite.pragma(`table_info(${table})`) as { name: string }[]
        const types = columns.map(({ name }) => `typeof(${name})`).join()
        return sqlite.prepare(`SELECT *, ${types} FROM ${table} ORDER BY 1`).raw().all()
      })
    const contents = [rowsOf(own.sqlite), rowsOf(other)]
    own.close()
    return { count: statements.length, packed, results, contents }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function isSame(packed: readonly CollectedStatement[], results: readonly BetterSqlite3.RunResult[]): boolean {
  return packed.every(({ done }, index) => done?.changes === results[index]?.changes)
}

test('rows of an import travel by a few statements, in an order that foreign keys allow [RQLITE-20]', () => {
  const { packed, results, contents } = both((tx) => {
    for (let id = 1; id <= 200; id++) {
      tx.run(addEntity, id, id > 1 ? id - 1 : null, `"${id}" ü\u2028`, `{"a":"\\n${id}"}`, `c${id}`)
      tx.run(count, 1, id % 2)
      tx.run(put(1), id, 5_000_000_000 + id)
      if (id % 50 !== 0) continue
      tx.run(put(2, 50), ...Array.from({ length: 50 }, (_, row) => [id - row, `v${row}`]).flat())
      tx.run(
        addEvents(50),
        'created',
        null,
        ...Array.from({ length: 50 }, (_, row) => [id - row, '{}']).flat(),
      )
    }
  })
  expect(contents[1]).toEqual(contents[0])
  expect(isSame(packed, results)).toBe(true)
  expect(packed.map(({ text }) => text.slice(0, 18))).toEqual([
    'INSERT INTO entity',
    'UPDATE type_count ',
    'UPDATE type_count ',
    'INSERT INTO value_',
    'INSERT INTO value_',
    'INSERT INTO event ',
  ])
  expect(Number(results[0]?.lastInsertRowid)).toBe(packed[0]?.done?.lastInsertRowid)
})

test('a statement goes past no other that its table is in, and past nothing that is not known [RQLITE-20]', () => {
  const {
    count: statements,
    packed,
    results,
    contents,
  } = both((tx) => {
    for (let id = 1; id <= 20; id++) tx.run(addEntity, id, null, 'a', null, null)
    for (let id = 1; id <= 20; id++) tx.run(put(2), id, 1)
    tx.run('INSERT INTO value_2 (entity, norm) SELECT id + 100, label FROM entity')
    for (let id = 1; id <= 20; id++) tx.run(put(2), id + 100, 2)
    for (let id = 1; id <= 20; id++) tx.run('DELETE FROM value_2 WHERE entity = ?', id)
    for (let id = 1; id <= 10; id++) tx.run(put(2), id, 3)
    // The later value counts, and the second statement joins the first no more.
    for (const label of ['b', 'c']) for (let id = 1; id <= 20; id++) tx.run(setEntity, label, null, id)
    for (let id = 1; id <= 3; id++) tx.run('UPDATE entity SET code = ? WHERE id = ?', `x${id}`, id)
    for (let id = 18; id <= 20; id++) tx.run('DELETE FROM entity WHERE id = ?', id)
  })
  expect(contents[1]).toEqual(contents[0])
  expect(isSame(packed, results)).toBe(true)
  expect([statements, packed.length]).toEqual([137, 14])
})

test('values that JSON would change are handed over as they are [RQLITE-20]', () => {
  const values = [0.1 + 0.2, 1e300, -0, 'a\0b', Uint8Array.of(0, 255), '\u00e4', 2 ** 52 + 1, null]
  const { packed, contents } = both((tx) => {
    values.forEach((value, id) => tx.run(put(2), id, value))
  })
  expect(contents[1]).toEqual(contents[0])
  expect(packed[0]?.params.length).toBe(16)
})

test('many rows are set by looking each of them up [RQLITE-20]', () => {
  const { packed } = both((tx) => {
    for (let id = 1; id <= 20; id++) tx.run(setEntity, 'b', null, id)
  })
  const sqlite = new BetterSqlite3(':memory:')
  sqlite.exec(schema)
  const plan = sqlite.prepare(`EXPLAIN QUERY PLAN ${packed[0]?.text}`).all('[]') as { detail: string }[]
  expect(plan.map(({ detail }) => detail)).toEqual([
    expect.stringContaining('SCAN j VIRTUAL TABLE'),
    'SEARCH entity USING INTEGER PRIMARY KEY (rowid=?)',
  ])
})
