import BetterSqlite3 from 'better-sqlite3'

export interface FloorRow {
  readonly id: string
  /** The folded value by which upserts find the row. */
  readonly key: string
  /** The row exactly as Vitrine answers it. */
  readonly json: string
}

/** The floor's answer to one address: these rows, then this pagination object. */
export interface FloorAnswer {
  readonly path: string
  readonly ids: readonly string[]
  readonly pagination: string
}

/** Opens the floor's file with the same pragmas as a workspace file. */
export function openFloorFile(file: string): BetterSqlite3.Database {
  const sqlite = new BetterSqlite3(file)
  sqlite.pragma('journal_mode = WAL')
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('cache_size = -65536')
  sqlite.pragma('mmap_size = 268435456')
  return sqlite
}

export async function writeFloorRows(file: string, pages: AsyncIterable<readonly FloorRow[]>): Promise<void> {
  const sqlite = openFloorFile(file)
  sqlite.exec(
    'CREATE TABLE entity (id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, key TEXT NOT NULL UNIQUE, json TEXT NOT NULL)',
  )
  const insert = sqlite.prepare('INSERT INTO entity (uuid, key, json) VALUES (?, ?, ?)')
  for await (const rows of pages) {
    sqlite.transaction(() => {
      for (const { id, key, json } of rows) insert.run(id, key, json)
    })()
  }
  sqlite.close()
}

/** Stores the answers to list addresses as primary keys and ready-made pagination. */
export function writeFloorAnswers(file: string, answers: readonly FloorAnswer[]): void {
  const sqlite = openFloorFile(file)
  sqlite.exec('CREATE TABLE answer (path TEXT PRIMARY KEY, ids TEXT NOT NULL, pagination TEXT NOT NULL)')
  const idOf = sqlite.prepare('SELECT id FROM entity WHERE uuid = ?').pluck()
  const insert = sqlite.prepare('INSERT OR REPLACE INTO answer (path, ids, pagination) VALUES (?, ?, ?)')
  sqlite.transaction(() => {
    for (const { path, ids, pagination } of answers) {
      insert.run(path, JSON.stringify(ids.map((id) => idOf.get(id))), pagination)
    }
  })()
  sqlite.close()
}
