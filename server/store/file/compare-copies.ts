import type { ReadableDb } from '../database/database.ts'
import { openDatabase } from '../database/database.ts'

/** The tables in which two copies of a workspace differ, but for what each makes for itself and what is known of the cluster. */
export function differingTables(file: string, other: string): string[] {
  const database = openDatabase(file, { readonly: true })
  try {
    database.sqlite.prepare('ATTACH ? AS other').run(other)
    return database.read((db) => {
      const [ours, theirs] = [tablesOf(db, 'main'), tablesOf(db, 'other')]
      const shared = ours.filter((name) => theirs.includes(name))
      const missing = [...ours, ...theirs].filter((name) => !shared.includes(name))
      return [...missing, ...shared.filter((name) => isOther(db, name))]
    })
  } finally {
    database.close()
  }
}

function tablesOf(db: ReadableDb, schema: 'main' | 'other'): string[] {
  return db.column(
    `SELECT name FROM ${schema}.sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB 'search_*'
       AND name NOT GLOB 'index_*' AND name <> 'kept_result' AND name NOT GLOB 'cluster[_]*' AND name NOT GLOB '[_]litestream[_]*' ORDER BY name`,
  )
}

function isOther(db: ReadableDb, table: string): boolean {
  const where = table === 'meta' ? "WHERE key NOT GLOB 'search_*'" : ''
  const [ours, theirs] = ['main', 'other'].map((schema) => `SELECT * FROM ${schema}.${table} ${where}`)
  const rows = `SELECT (SELECT count(*) FROM (${ours})) <> (SELECT count(*) FROM (${theirs})) OR EXISTS (${ours} EXCEPT ${theirs})`
  return db.column<number>(rows)[0] === 1
}
