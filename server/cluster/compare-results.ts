import type { CollectedStatement, ReadableDb } from '../store/database/database.ts'
import type { StatementResult } from './rqlite-client.ts'

/** Tells whether a statement has done in the cluster what it has done in the writer's own copy. */
export type IsSame = (statement: CollectedStatement, result: StatementResult | undefined) => boolean

/** Compares what statements say of themselves: the rows that they changed and the id of a row that they added. */
export function resultComparison(db: ReadableDb): IsSame {
  const withoutIds = new Set(
    db.column<string>("SELECT name FROM pragma_table_list WHERE schema = 'main' AND wr = 1"),
  )
  /** Where a row was changed instead of added, the id is that of some earlier one. */
  const isAdded = (text: string) => {
    const table = adding.exec(text)?.[1]
    return table !== undefined && !withoutIds.has(table) && !text.includes('ON CONFLICT')
  }
  return ({ text, done }, { rows_affected: changes = 0, last_insert_id: id } = {}) => {
    if (!done || !changing.test(text)) return true
    return done.changes === changes && (changes === 0 || !isAdded(text) || done.lastInsertRowid === id)
  }
}

const changing = /^\s*(?:INSERT|REPLACE|UPDATE|DELETE)\b/i
const adding = /^\s*(?:INSERT|REPLACE)\s+INTO\s+(\w+)/i
