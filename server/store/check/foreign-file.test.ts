import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { beforeEach, expect, test } from 'vitest'
import { entityTypes } from '#shared/entities.ts'
import { openDatabase } from '../database/database.ts'
import { createWorkspaceFile } from '../file/workspace-file.ts'
import { advanceSearchIndex } from '../search/search-index.ts'
import { createValueTable } from '../tables/attributes.ts'
import { beginIndex, makeIndex } from '../tables/index-tables.ts'
import { schemaTricks } from '../../testing/schema-tricks.ts'
import { inspectForeignFile } from './foreign-file.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-schema-'))
  file = join(folder, 'foreign.vitrine')
  return () => rmSync(folder, { recursive: true })
})

function craft(sql: string): void {
  createWorkspaceFile(file)
  const sqlite = new BetterSqlite3(file)
  sqlite.unsafeMode()
  sqlite.exec(sql)
  sqlite.close()
}

test.each(Object.entries(schemaTricks))(
  '%s is refused with what was found, and nothing is written [FOREIGN-03]',
  (_what, [sql, said]) => {
    craft(sql)
    const before = readFileSync(file)
    expect(() => inspectForeignFile(file)).toThrow(said)
    expect(readFileSync(file).equals(before)).toBe(true)
  },
)

test('a file with everything that Vitrine makes passes [FOREIGN-03]', () => {
  createWorkspaceFile(file)
  expect(() => inspectForeignFile(file)).not.toThrow()
  const database = openDatabase(file)
  database.write((tx) => {
    for (const id of [7, 8, 12]) createValueTable(tx, id)
    for (const name of ['updated', 'referring', 'value_7', 'length_12'] as const) makeIndex(tx, name)
    for (const name of ['history', 'actor', 'value_8', 'length_7'] as const) beginIndex(tx, name)
    for (const type of entityTypes) advanceSearchIndex(tx, type)
  })
  database.sqlite.exec('ANALYZE')
  database.close()
  expect(() => inspectForeignFile(file)).not.toThrow()
})

const fixtures = new URL('../file/migrations/fixtures/', import.meta.url)

test.each(readdirSync(fixtures))('a file of an earlier version passes: %s [FOREIGN-03]', (name) => {
  const sqlite = new BetterSqlite3(file)
  sqlite.exec(readFileSync(new URL(name, fixtures), 'utf8'))
  sqlite.close()
  expect(() => inspectForeignFile(file)).not.toThrow()
})

test('20,000 tables are refused at once [FOREIGN-03]', () => {
  craft(`PRAGMA writable_schema = ON;
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
    INSERT INTO sqlite_schema SELECT 'table', 'value_' || i, 'value_' || i, 2, 'CREATE TABLE value_' || i || ' (entity INTEGER PRIMARY KEY, norm NOT NULL)' FROM n`)
  const start = performance.now()
  expect(() => inspectForeignFile(file)).toThrow('more than 10,000 tables')
  expect(performance.now() - start).toBeLessThan(5000)
})

test('a page that is damaged is told [FOREIGN-03]', () => {
  craft(
    "INSERT INTO meta (key, value) VALUES ('a', 'b'); PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'event') WHERE name = 'meta'",
  )
  expect(() => inspectForeignFile(file)).toThrow('damaged')
})
