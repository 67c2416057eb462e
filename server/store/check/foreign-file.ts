/**
 * Inspects a workspace file from elsewhere before anything is written to it. Its schema must match this
 * program's own statements exactly: a foreign trigger would run with our writes.
 */
import BetterSqlite3 from 'better-sqlite3'
import { entityTypes } from '#shared/entities.ts'
import { corrupt, foreignSchema, newer } from '#shared/workspace-file-error.ts'
import { Database } from '../database/database.ts'
import { registerComputedFunctions } from '../database/sql-functions.ts'
import { clusterTables, writerTable } from '../file/cluster-tables.ts'
import { latestVersion, workspaceFormat, applyMigrations, userVersion } from '../file/migrate.ts'
import { createResultsTable } from '../quality/stored-results.ts'
import { createSearchTables } from '../search/search-index.ts'
import { createValueTable } from '../tables/attributes.ts'
import { fixedIndexNames, type IndexName } from '../database/writer-requests.ts'
import { beginIndex, finishIndex } from '../tables/index-tables.ts'

interface SchemaRow {
  readonly type: string
  readonly name: string
  readonly tbl_name: string
  readonly sql: string | null
}

// Each attribute has up to three tables and six triggers.
const maxObjects = 30_000
const maxTables = 10_000
// Represents the id of any attribute in the statements that make its tables.
const anyId = 987_654_321

/** Throws WorkspaceFileError where the file holds foreign objects, or is damaged. Only reads it. */
export function inspectForeignFile(file: string): void {
  try {
    const sqlite = new BetterSqlite3(file, { readonly: true, timeout: 500 })
    try {
      inspect(sqlite, file)
    } finally {
      sqlite.close()
    }
  } catch (error) {
    throw error instanceof BetterSqlite3.SqliteError ? corrupt(file, error) : error
  }
}

function inspect(sqlite: BetterSqlite3.Database, file: string): void {
  sqlite.pragma('trusted_schema = OFF')
  sqlite.pragma('cell_size_check = ON')
  sqlite.pragma('query_only = ON')
  const version = userVersion(sqlite)
  if (version > latestVersion(workspaceFormat)) throw newer(file, workspaceFormat.name)
  if (!workspaceFormat.migrations.some((step) => step.version === version)) throw corrupt(file)
  const found = sqlite
    .prepare<[], SchemaRow>(`SELECT type, name, tbl_name, sql FROM sqlite_schema LIMIT ${maxObjects + 1}`)
    .all()
  const strange = tooMany(found) ?? findStrange(found, version)
  if (strange !== undefined) throw foreignSchema(file, strange)
  if (sqlite.pragma('quick_check(1)', { simple: true }) !== 'ok') throw corrupt(file)
}

function tooMany(found: readonly SchemaRow[]): string | undefined {
  const tables = found.filter(({ type }) => type === 'table').length
  return found.length > maxObjects || tables > maxTables
    ? `more than ${maxTables.toLocaleString('en')} tables`
    : undefined
}

function findStrange(found: readonly SchemaRow[], version: number): string | undefined {
  const { fixed, others } = expectedSchema(version)
  for (const row of found) {
    const expected =
      fixed.get(row.name) ?? others.get(row.name) ?? others.get(row.name.replace(/\d+/, String(anyId)))
    const id = /\d+/.exec(row.name)?.[0] ?? ''
    const isOwn =
      isAutomatic(row) || expected?.some((text) => text.replaceAll(String(anyId), id) === textOf(row))
    if (!isOwn) return describe(row, expected !== undefined)
  }
  const names = new Set(found.map(({ name }) => name))
  const missing = [...fixed.keys()].find((name) => !names.has(name))
  return missing === undefined ? undefined : `no "${missing}"`
}

/** SQLite makes the index of a key automatically, without a statement. */
function isAutomatic({ type, name, tbl_name: table, sql }: SchemaRow): boolean {
  return type === 'index' && sql === null && name.startsWith(`sqlite_autoindex_${table}_`)
}

function describe({ type, name, tbl_name: table, sql }: SchemaRow, isKnown: boolean): string {
  const shown = (text: string) => `"${text.replaceAll(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '?').slice(0, 60)}"`
  const isVirtual = type === 'table' && /^\s*create\s+virtual/i.test(sql ?? '')
  const kind = isVirtual ? 'virtual table' : type.slice(0, 20)
  const of = type === 'index' || type === 'trigger' ? ` on the table ${shown(table)}` : ''
  return `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind} ${shown(name)}${of}${isKnown ? ' of another form' : ''}`
}

function textOf({ type, name, tbl_name: table, sql }: SchemaRow): string {
  return `${type} ${name} ${table} ${(sql ?? '').replaceAll(/\s+/g, ' ')}`
}

interface ExpectedSchema {
  readonly fixed: ReadonlyMap<string, readonly string[]>
  readonly others: ReadonlyMap<string, readonly string[]>
}

function expectedSchema(version: number): ExpectedSchema {
  const migrations = workspaceFormat.migrations.filter((step) => step.version <= version)
  const base = readSchema((sqlite) => applyMigrations(sqlite, { ...workspaceFormat, migrations }))
  const fixed = new Map(base.map((row) => [row.name, [textOf(row)]]))
  const others = new Map<string, string[]>()
  for (const rows of [...derivedSchemas(), broughtAlong()])
    for (const row of rows) {
      const forms = others.get(row.name) ?? []
      if (!fixed.has(row.name)) others.set(row.name, [...forms, textOf(row)])
    }
  return { fixed, others }
}

function derivedSchemas(): SchemaRow[][] {
  const names: IndexName[] = [
    ...fixedIndexNames,
    `value_${anyId}`,
    `length_${anyId}`,
    `order_${anyId}`,
    `natural_${anyId}`,
  ]
  const parts = (isDone: boolean) => (sqlite: BetterSqlite3.Database) => {
    applyMigrations(sqlite, workspaceFormat)
    new Database(sqlite).write((tx) => {
      createValueTable(tx, anyId)
      // The form of an index in earlier versions.
      tx.exec(`CREATE INDEX value_${anyId}_norm ON value_${anyId} (norm, entity)`)
      for (const name of names) {
        beginIndex(tx, name)
        if (isDone) finishIndex(tx, name)
      }
      for (const type of entityTypes) createSearchTables(tx, type)
      tx.exec(createResultsTable)
    })
  }
  // Search tables have the number of their type in place of an attribute id.
  return [readSchema(parts(false)), readSchema(parts(true))].map((rows) =>
    rows.flatMap((row) => (isOfSearch(row) ? withAnyId(row) : row)),
  )
}

function isOfSearch({ name }: SchemaRow): boolean {
  return /^(sqlite_autoindex_)?search_\d/.test(name)
}

/** One form for all types, whose tables differ only in their number. */
function withAnyId(row: SchemaRow): SchemaRow[] {
  if (!/search_0/.test(row.name)) return []
  const any = (text: string) => text.replaceAll(/search_0/g, `search_${anyId}`)
  return [{ ...row, name: any(row.name), tbl_name: any(row.tbl_name), sql: row.sql && any(row.sql) }]
}

function broughtAlong(): SchemaRow[] {
  return readSchema((sqlite) => {
    sqlite.exec(`${clusterTables}; ${writerTable};
      CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER);
      CREATE TABLE _litestream_lock (id INTEGER);
      CREATE TABLE counted (id INTEGER PRIMARY KEY AUTOINCREMENT);
      CREATE INDEX counted_id ON counted (id); INSERT INTO counted DEFAULT VALUES; ANALYZE;
      DROP TABLE counted`)
  })
}

function readSchema(make: (sqlite: BetterSqlite3.Database) => void): SchemaRow[] {
  const sqlite = new BetterSqlite3(':memory:')
  try {
    registerComputedFunctions(sqlite)
    make(sqlite)
    return sqlite.prepare<[], SchemaRow>('SELECT type, name, tbl_name, sql FROM sqlite_schema').all()
  } finally {
    sqlite.close()
  }
}
