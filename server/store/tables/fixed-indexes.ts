import { hasIndex } from './attributes.ts'
import type { ReadableDb, WritableDb } from '../database/database.ts'

/** Indexes of the fixed tables that are made when a query first wishes for one: every write would keep them current. */
const definitions = {
  updated: 'entity (type, updated_at, id)',
  referring: 'reference (attribute, source)',
  history: 'event (entity, sequence) WHERE entity IS NOT NULL',
} as const

export type FixedIndex = keyof typeof definitions

/** Tells whether the index has been made. */
export function hasFixedIndex(db: ReadableDb, index: FixedIndex): boolean {
  return hasIndex(db, `wished_${index}`)
}

/** Makes the index; does nothing where it exists already. */
export function ensureFixedIndex(tx: WritableDb, index: FixedIndex): void {
  tx.exec(`CREATE INDEX IF NOT EXISTS wished_${index} ON ${definitions[index]}`)
}
