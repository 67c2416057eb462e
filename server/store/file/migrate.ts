import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { backUpDatabase, removeDatabase } from './backup.ts'
import type { Database } from '../database/database.ts'
import { messageOf, WorkspaceFileError } from '#shared/workspace-file-error.ts'
import { toIsoInFileName } from '#shared/iso-times.ts'

export interface MigrateOptions {
  readonly backupFolder?: string | undefined
}

export interface OpenOptions extends MigrateOptions {
  readonly isReplicated?: boolean | undefined
  /** Inspects a file from elsewhere before anything is written, and throws where it must not be opened. */
  readonly inspect?: (() => Promise<void>) | undefined
}

interface Migration {
  readonly version: number
  readonly sql: string
}

export interface FileFormat {
  readonly name: string
  readonly applicationId: number
  readonly migrations: readonly Migration[]
}

/** The catalog of one workspace. The application_id reads "Vtrn". */
export const workspaceFormat: FileFormat = {
  name: 'Vitrine workspace',
  applicationId: 0x5674726e,
  migrations: loadMigrations(new URL('./migrations/', import.meta.url)),
}

export function latestVersion({ migrations }: FileFormat): number {
  return migrations.at(-1)?.version ?? 0
}

export function loadMigrations(folder: URL): Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name))
    .sort()
    .map((name) => ({
      version: Number(name.slice(0, 4)),
      sql: readFileSync(new URL(name, folder), 'utf8'),
    }))
}

/**
 * Migrates an older file: copies it, applies every step in one transaction and compares the schema with a
 * new file's. A failure leaves the file unchanged. Returns the path of the copy.
 */
export async function migrateDatabase(
  database: Database,
  format: FileFormat,
  options: MigrateOptions = {},
): Promise<string> {
  const { sqlite } = database
  const file = sqlite.name
  const copy = copyPath(file, userVersion(sqlite), options)
  await backUpDatabase(database, copy)
  try {
    applyMigrations(sqlite, format)
  } catch (cause) {
    // Nothing was changed, so nothing has to be restored.
    removeDatabase(copy)
    throw new WorkspaceFileError(
      'migration_failed',
      `${file} could not be brought to the version of this program (${messageOf(cause)}). Nothing in it was changed. Use the Vitrine that made it, and report this.`,
      { cause },
    )
  }
  return copy
}

/** Applies the missing steps, all or none; a new file gets this format. */
export function applyMigrations(sqlite: BetterSqlite3.Database, format: FileFormat): void {
  const from = userVersion(sqlite)
  // A step that rebuilds a table would cascade otherwise; the check below makes up for it.
  sqlite.pragma('foreign_keys = OFF')
  try {
    sqlite
      .transaction(() => {
        for (const { sql, version } of format.migrations) if (version > from) sqlite.exec(sql)
        sqlite.pragma(`application_id = ${format.applicationId}`)
        sqlite.pragma(`user_version = ${latestVersion(format)}`)
        assertSound(sqlite, format, from)
      })
      .immediate()
  } finally {
    sqlite.pragma('foreign_keys = ON')
  }
}

export function userVersion(sqlite: BetterSqlite3.Database): number {
  return sqlite.pragma('user_version', { simple: true }) as number
}

export function schemaDifferences(sqlite: BetterSqlite3.Database, format: FileFormat): string[] {
  const expected = freshSchema(format)
  const found = readSchema(sqlite)
  const missing = [...expected].filter(([name]) => !found.has(name)).map(([name]) => `${name} is missing`)
  const other = [...found].flatMap(([name, sql]) => {
    if (!expected.has(name)) return [`${name} is not part of it`]
    return expected.get(name) === sql ? [] : [`${name} is defined otherwise`]
  })
  return [...missing, ...other]
}

function assertSound(sqlite: BetterSqlite3.Database, format: FileFormat, from: number): void {
  if (from === 0) return
  const differences = schemaDifferences(sqlite, format)
  if (differences.length > 0) throw new Error(`the schema differs from a new one: ${differences.join('; ')}`)
  const dangling = sqlite.pragma('foreign_key_check') as unknown[]
  if (dangling.length > 0) throw new Error(`${dangling.length} rows point to rows that do not exist`)
}

function freshSchema(format: FileFormat): Map<string, string> {
  const sqlite = new BetterSqlite3(':memory:')
  try {
    applyMigrations(sqlite, format)
    return readSchema(sqlite)
  } finally {
    sqlite.close()
  }
}

/**
 * The fixed part of the schema, without objects of attributes, queries, Litestream and clusters. White space
 * does not count.
 */
function readSchema(sqlite: BetterSqlite3.Database): Map<string, string> {
  const rows = sqlite
    .prepare<[], { name: string; sql: string }>(
      `SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT GLOB 'value_[0-9]*'
         AND name NOT GLOB 'search_[0-9]*' AND name NOT GLOB 'index_*' AND name NOT GLOB 'wished_*' AND name <> 'kept_result' AND name NOT GLOB 'sqlite_*'
         AND name NOT GLOB '[_]litestream[_]*' AND name NOT GLOB 'cluster[_]*'`,
    )
    .all()
  return new Map(rows.map(({ name, sql }) => [name, sql.replaceAll(/\s+/g, ' ')]))
}

function copyPath(file: string, version: number, { backupFolder }: MigrateOptions): string {
  const folder = backupFolder ?? dirname(file)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const time = toIsoInFileName(Date.now())
  const extension = extname(file)
  return join(folder, `${basename(file, extension)} version ${version} ${time}${extension}`)
}
