import { hasValueIndex } from '../attributes.ts'
import type { ReadableDb } from '../database.ts'

const wishes = new Set<number>()
const worthwhileRows = 2000

/**
 * Notes that a query would be faster with an index on a value table, where the table is large and has none. Readers
 * cannot create it: the thread passes the wishes on to the writer after the query.
 */
export function wishForIndex(db: ReadableDb, attributeId: number): void {
  if (hasValueIndex(db, attributeId) || wishes.has(attributeId)) return
  const many = db.get(`SELECT 1 FROM value_${attributeId} LIMIT 1 OFFSET ${worthwhileRows}`)
  if (many) wishes.add(attributeId)
}

/** Returns the attribute ids wished for since the last call. */
export function takeIndexWishes(): number[] {
  const taken = [...wishes]
  wishes.clear()
  return taken
}
