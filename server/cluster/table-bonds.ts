import type { ReadableDb } from '../store/database/database.ts'

/** What binds a table to others, as far as the order of statements matters for it. */
export interface TableBonds {
  /** Tables that its rows refer to. */
  readonly parents: ReadonlySet<string>
  /** Whether rows of any table refer to its own. */
  readonly isParent: boolean
  /** Columns that refer, are referred to, or may not hold a value twice. */
  readonly bound: ReadonlySet<string>
  /** Whether something else happens with its rows when they are written. */
  readonly hasTriggers: boolean
}

const none: TableBonds = { parents: new Set(), isParent: false, bound: new Set(), hasTriggers: false }

/** Reads the bonds of all tables, as the cluster has them: triggers of indexes are those of a copy alone. */
export function readBonds(db: ReadableDb): (table: string) => TableBonds {
  const references = db.all<{ child: string; parent: string; column: string; target: string | null }>(
    `SELECT t.name AS child, f."table" AS parent, f."from" AS "column", f."to" AS target
     FROM sqlite_schema t, pragma_foreign_key_list(t.name) f WHERE t.type = 'table'`,
  )
  const unique = db.all<{ table: string; column: string }>(
    `SELECT t.name AS "table", c.name AS "column" FROM sqlite_schema t, pragma_index_list(t.name) i, pragma_index_info(i.name) c
     WHERE t.type = 'table' AND i."unique" = 1
     UNION SELECT t.name, c.name FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table' AND c.pk > 0`,
  )
  const triggered = new Set(
    db.column<string>(
      "SELECT tbl_name FROM sqlite_schema WHERE type = 'trigger' AND name NOT GLOB 'index_*'",
    ),
  )
  const bonds = new Map<string, TableBonds>()
  return (table) => {
    const found = bonds.get(table) ?? bondsOf(table, references, unique, triggered)
    bonds.set(table, found)
    return found
  }
}

function bondsOf(
  table: string,
  references: readonly { child: string; parent: string; column: string; target: string | null }[],
  unique: readonly { table: string; column: string }[],
  triggered: ReadonlySet<string>,
): TableBonds {
  const [from, to] = [
    references.filter(({ child }) => child === table),
    references.filter(({ parent }) => parent === table),
  ]
  const own = unique.filter((one) => one.table === table).map(({ column }) => column)
  return {
    ...none,
    parents: new Set(from.map(({ parent }) => parent).filter((parent) => parent !== table)),
    isParent: to.length > 0,
    bound: new Set([
      ...own,
      ...from.map(({ column }) => column),
      ...to.flatMap(({ target }) => target ?? []),
    ]),
    hasTriggers: triggered.has(table),
  }
}
