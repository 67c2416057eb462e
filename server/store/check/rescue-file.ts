import BetterSqlite3 from 'better-sqlite3'
import { corrupt, newer } from '#shared/workspace-file-error.ts'
import { removeDatabase } from '../file/backup.ts'
import { latestVersion, workspaceFormat, applyMigrations, userVersion } from '../file/migrate.ts'

interface Column {
  readonly name: string
}

/**
 * Copies the rows of known tables into a new file; rows that do not fit are left out. Statements only name
 * columns, so no foreign code runs. Throws WorkspaceFileError.
 */
export function rescueFile({ file, target }: { readonly file: string; readonly target: string }): void {
  try {
    const source = new BetterSqlite3(file, { readonly: true, timeout: 500 })
    const copy = new BetterSqlite3(target)
    try {
      source.pragma('trusted_schema = OFF')
      source.pragma('cell_size_check = ON')
      copyKnown(source, copy, file)
    } finally {
      copy.close()
      source.close()
    }
  } catch (error) {
    removeDatabase(target)
    throw error instanceof BetterSqlite3.SqliteError ? corrupt(file, error) : error
  }
}

function copyKnown(source: BetterSqlite3.Database, copy: BetterSqlite3.Database, file: string): void {
  const version = userVersion(source)
  if (version > latestVersion(workspaceFormat)) throw newer(file, workspaceFormat.name)
  const migrations = workspaceFormat.migrations.filter((step) => step.version <= version)
  if (migrations.at(-1)?.version !== version) throw corrupt(file)
  copy.pragma('journal_mode = WAL')
  applyMigrations(copy, { ...workspaceFormat, migrations })
  // Rows may refer to omitted ones; the next check reports them.
  copy.pragma('foreign_keys = OFF')
  copy.transaction(() => {
    for (const table of tablesOf(copy)) copyTable(source, copy, table)
    // The copy has no search index, so its progress is deleted.
    copy.exec("DELETE FROM meta WHERE key GLOB 'search_*'")
    for (const id of valueTablesOf(source, copy)) {
      copy.exec(`CREATE TABLE value_${id} (entity INTEGER PRIMARY KEY, norm NOT NULL)`)
      copyTable(source, copy, `value_${id}`)
    }
  })()
}

function tablesOf(sqlite: BetterSqlite3.Database): string[] {
  return sqlite
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*'")
    .pluck()
    .all()
}

function valueTablesOf(source: BetterSqlite3.Database, copy: BetterSqlite3.Database): number[] {
  const names = new Set(tablesOf(source))
  const ids = copy.prepare<[], number>('SELECT id FROM attribute').pluck().all()
  return ids.filter((id) => Number.isSafeInteger(id) && names.has(`value_${id}`))
}

/** Without such a table or its columns in the source, the copy's table stays empty. */
function copyTable(source: BetterSqlite3.Database, copy: BetterSqlite3.Database, table: string): void {
  const isTable = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ? AND sql NOT LIKE '%VIRTUAL%'"
  if (!source.prepare(isTable).get(table)) return
  const there = new Set(columnsOf(source, table))
  const columns = columnsOf(copy, table)
    .filter((name) => there.has(name))
    .map((name) => `"${name}"`)
  if (columns.length === 0) return
  const rows = source
    .prepare(`SELECT ${columns.join(', ')} FROM "${table}"`)
    .raw()
    .safeIntegers()
  const places = columns.map(() => '?').join(', ')
  const insert = copy.prepare(`INSERT OR REPLACE INTO "${table}" (${columns.join(', ')}) VALUES (${places})`)
  for (const row of rows.iterate()) insert.run(...(row as unknown[]))
}

function columnsOf(sqlite: BetterSqlite3.Database, table: string): string[] {
  return (sqlite.pragma(`table_info("${table}")`) as Column[]).map(({ name }) => name)
}
