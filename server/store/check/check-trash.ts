import type { ReadableDb } from '../database/database.ts'

/** What is wrong with the trash: an entity that is alive too, or a group or reference without what it belongs to. */
export function checkTrash(db: ReadableDb, limit: number): string[] {
  return checks.flatMap(({ sql, tell }) => db.all<TrashRow>(`${sql} LIMIT ?`, limit).map(tell))
}

interface TrashRow {
  readonly uuid: string
  readonly source: number
  readonly target: number
}

interface TrashCheck {
  readonly sql: string
  readonly tell: (row: TrashRow) => string
}

const checks: readonly TrashCheck[] = [
  {
    sql: 'SELECT t.uuid FROM trashed_entity t JOIN entity e ON e.id = t.id OR e.uuid = t.uuid',
    tell: ({ uuid }) => `Entity ${uuid} is in the trash and in the catalog.`,
  },
  {
    sql: `SELECT uuid FROM trashed_entity t
          WHERE NOT EXISTS (SELECT 1 FROM trashed_entity r WHERE r.id = t.root AND r.root = r.id)`,
    tell: ({ uuid }) => `What took entity ${uuid} along is not in the trash.`,
  },
  {
    sql: "SELECT uuid FROM trashed_entity WHERE NOT json_valid(attributes) OR json_type(attributes) <> 'object'",
    tell: ({ uuid }) => `The values of entity ${uuid} in the trash are not readable.`,
  },
  {
    sql: `SELECT r.source, r.target FROM trashed_reference r
          WHERE NOT EXISTS (SELECT 1 FROM trashed_entity WHERE id IN (r.source, r.target))
             OR NOT EXISTS (SELECT 1 FROM entity WHERE id = r.source UNION ALL SELECT 1 FROM trashed_entity WHERE id = r.source)
             OR NOT EXISTS (SELECT 1 FROM entity WHERE id = r.target UNION ALL SELECT 1 FROM trashed_entity WHERE id = r.target)`,
    tell: ({ source, target }) =>
      `The trash keeps a reference from entity ${source} to entity ${target} that does not belong there.`,
  },
]
