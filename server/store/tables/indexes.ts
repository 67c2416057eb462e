/**
 * Indexes that are made on request. Each slows every write down, so the fixed schema has few: a query that would use one that
 * is missing requests it, and the writer creates it between two writes.
 */
import type { EntityType } from '#shared/entities.ts'
import type { ReadableDb, WritableDb } from '../database/database.ts'
import { countEntities } from './entities.ts'
import { newestSequence } from './events.ts'

/** Indexes of the fixed tables that are made when a query first requests one, since every write has to maintain them. */
const definitions = {
  updated: 'entity (type, updated_at, id)',
  referring: 'reference (attribute, source)',
  history: 'event (entity, sequence) WHERE entity IS NOT NULL',
} as const

export type FixedIndex = keyof typeof definitions

/** Whether the index has been made. */
export function hasFixedIndex(db: ReadableDb, index: FixedIndex): boolean {
  return hasIndex(db, `wished_${index}`)
}

/** Makes the index; does nothing where it exists already. */
export function ensureFixedIndex(tx: WritableDb, index: FixedIndex): void {
  tx.exec(`CREATE INDEX IF NOT EXISTS wished_${index} ON ${definitions[index]}`)
}

/** Makes look-ups and sorts by value fast; does nothing where the index exists already. */
export function ensureValueIndex(tx: WritableDb, attributeId: number): void {
  if (hasValueIndex(tx, attributeId)) return
  tx.exec(`CREATE INDEX IF NOT EXISTS value_${attributeId}_norm ON value_${attributeId} (norm, entity)`)
}

/** Whether a value table has its index. */
export function hasValueIndex(db: ReadableDb, attributeId: number): boolean {
  return hasIndex(db, `value_${attributeId}_norm`)
}

const indexes = new WeakMap<ReadableDb, { version: number; names: Set<string> }>()

/** Whether the file has the index of that name, from a cache that any DDL renews. */
export function hasIndex(db: ReadableDb, name: string): boolean {
  const version = db.get<{ schema_version: number }>('PRAGMA schema_version')?.schema_version ?? 0
  let known = indexes.get(db)
  if (known?.version !== version) {
    const names = db.column<string>("SELECT name FROM sqlite_schema WHERE type = 'index'")
    known = { version, names: new Set(names) }
    indexes.set(db, known)
  }
  return known.names.has(name)
}

/** Indexes that queries of this thread would have used: of value tables, of fixed tables, and the search indexes of types. */
export interface IndexRequests {
  readonly attributeIds: readonly number[]
  readonly fixedIndexes: readonly FixedIndex[]
  readonly searchTypes: readonly EntityType[]
}

const valueRequests = new Set<number>()
const fixedRequests = new Set<FixedIndex>()
const searchRequests = new Set<EntityType>()
const worthwhileRows = 2000

/**
 * Requests an index on a value table, where the table is large and has none. Readers cannot create it: after the query the
 * thread passes its requests on to the writer.
 */
export function requestIndex(db: ReadableDb, attributeId: number): void {
  if (hasValueIndex(db, attributeId) || valueRequests.has(attributeId)) return
  const many = db.get(`SELECT 1 FROM value_${attributeId} LIMIT 1 OFFSET ${worthwhileRows}`)
  if (many) valueRequests.add(attributeId)
}

/** As requestIndex, for an index of a fixed table that a query on entities of a type could use. */
export function requestFixedIndex(db: ReadableDb, type: EntityType, index: FixedIndex): void {
  if (!hasFixedIndex(db, index) && countEntities(db, type) > worthwhileRows) fixedRequests.add(index)
}

/** As requestFixedIndex, for the index of what happened to each entity. */
export function requestHistoryIndex(db: ReadableDb): void {
  if (!hasFixedIndex(db, 'history') && newestSequence(db) > worthwhileRows) fixedRequests.add('history')
}

/** Requests a search index, or that it follows the latest changes, where there is much to search. */
export function requestSearchIndex(db: ReadableDb, type: EntityType): void {
  if (countEntities(db, type) > worthwhileRows) searchRequests.add(type)
}

/** Returns what was requested since the last call. */
export function takeIndexRequests(): IndexRequests | undefined {
  if (valueRequests.size + fixedRequests.size + searchRequests.size === 0) return undefined
  const taken = {
    attributeIds: [...valueRequests],
    fixedIndexes: [...fixedRequests],
    searchTypes: [...searchRequests],
  }
  valueRequests.clear()
  fixedRequests.clear()
  searchRequests.clear()
  return taken
}
