import type { EntityType } from '#shared/entities.ts'
import { hasValueIndex } from './attributes.ts'
import type { ReadableDb } from '../database/database.ts'
import { countEntities } from './entities.ts'
import { newestSequence } from './events.ts'
import { type FixedIndex, hasFixedIndex } from './fixed-indexes.ts'

/** What would make queries faster: indexes of value tables and of fixed ones, and the search indexes of entity types. */
export interface IndexWishes {
  readonly attributeIds: readonly number[]
  readonly fixedIndexes: readonly FixedIndex[]
  readonly searchTypes: readonly EntityType[]
}

const wishes = new Set<number>()
const fixedWishes = new Set<FixedIndex>()
const searchWishes = new Set<EntityType>()
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

/** As wishForIndex, for an index of a fixed table that a query on entities of a type could use. */
export function wishForFixedIndex(db: ReadableDb, type: EntityType, index: FixedIndex): void {
  if (!hasFixedIndex(db, index) && countEntities(db, type) > worthwhileRows) fixedWishes.add(index)
}

/** As wishForFixedIndex, for the index of what happened to each entity. */
export function wishForHistoryIndex(db: ReadableDb): void {
  if (!hasFixedIndex(db, 'history') && newestSequence(db) > worthwhileRows) fixedWishes.add('history')
}

/** Notes that a query would be faster with a search index, or with a newer one, where there is much to search. */
export function wishForSearchIndex(db: ReadableDb, type: EntityType): void {
  if (countEntities(db, type) > worthwhileRows) searchWishes.add(type)
}

/** Returns what was wished for since the last call. */
export function takeIndexWishes(): IndexWishes | undefined {
  if (wishes.size + fixedWishes.size + searchWishes.size === 0) return undefined
  const taken = {
    attributeIds: [...wishes],
    fixedIndexes: [...fixedWishes],
    searchTypes: [...searchWishes],
  }
  wishes.clear()
  fixedWishes.clear()
  searchWishes.clear()
  return taken
}
