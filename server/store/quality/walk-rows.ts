/** Rows of a statement one by one, so that what is read of a million of them is no list of a million arrays. */
import type { ReadableDb, SqlFunction } from '../database/database.ts'
import { type Fragment, raw, sql } from '../database/fragment.ts'
import { guardRow } from '../database/read-guard.ts'

/** Of the statement in work; a thread runs one at a time. */
let taking: ((value: number | string, entity: number, group: number | string) => void) | undefined

const functions: ReadonlyMap<string, SqlFunction> = new Map<string, SqlFunction>([
  [
    'take_row',
    (value, entity, group) => {
      if (typeof value === 'number' || typeof value === 'string')
        taking?.(value, Number(entity), typeof group === 'number' ? group : String(group))
      return null
    },
  ],
])

/** The columns that are walked; `group` only where there is one. */
export interface Walked {
  readonly value: Fragment
  readonly entity: Fragment
  readonly group?: Fragment
  /** What stands behind FROM, with its WHERE. */
  readonly from: Fragment
}

/** Calls back for each row; the guard is asked between them. */
export function walkRows(
  db: ReadableDb,
  { value, entity, group = raw("''"), from }: Walked,
  take: NonNullable<typeof taking>,
): void {
  db.defineFunctions(functions)
  const { text, params } =
    sql`SELECT count(take_row(${value}, ${entity}, ${group})) AS rows FROM ${from} AND ${guardRow(entity)}`
  taking = take
  try {
    db.column(text, ...params)
  } finally {
    taking = undefined
  }
}
