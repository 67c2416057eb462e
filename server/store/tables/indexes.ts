/**
 * Which indexes are made: a query that would use one that is missing requests it, and the thread passes its requests on to
 * whoever makes them (threads/index-maker.ts).
 */
import type { EntityType } from '#shared/entities.ts'
import type { ReadableDb, WritableDb } from '../database/database.ts'
import { countEntities } from './entities.ts'
import { newestSequence } from './events.ts'
import {
  findFixedIndex,
  findLengths,
  type FixedIndex,
  hasValueIndex,
  type IndexName,
  makeIndex,
} from './index-tables.ts'
import { takeLeftoverRequest } from './leftover-values.ts'

/** Indexes that queries of this thread would have used, types of entities whose search index is missing or behind, and what else is to be done in slices. */
export interface IndexRequests {
  readonly indexes: readonly IndexName[]
  readonly searchTypes: readonly EntityType[]
  /** Values of deleted attributes are still in documents. */
  readonly hasLeftovers: boolean
}

const requests = new Set<IndexName>()
const searchRequests = new Set<EntityType>()
const worthwhileRows = 2000

function isLarge(db: ReadableDb, table: string): boolean {
  return db.get(`SELECT 1 FROM ${table} LIMIT 1 OFFSET ${worthwhileRows}`) !== undefined
}

/** Whether an index is not complete that would spare much: a job that needs it makes it before it begins. */
export function isIndexMissing(db: ReadableDb, name: 'history' | `value_${number}`): boolean {
  if (name === 'history') return !findFixedIndex(db, name) && isLarge(db, 'event')
  return !hasValueIndex(db, Number(name.replace('value_', ''))) && isLarge(db, name)
}

/** Makes look-ups and sorts by value fast: at once where there are few values, else as soon as it is made. */
export function ensureValueIndex(tx: WritableDb, attributeId: number): void {
  if (hasValueIndex(tx, attributeId)) return
  if (isLarge(tx, `value_${attributeId}`)) requests.add(`value_${attributeId}`)
  else makeIndex(tx, `value_${attributeId}`)
}

/** Requests an index on a value table, where the table is large and has none: after the query the thread passes its requests on. */
export function requestIndex(db: ReadableDb, attributeId: number): void {
  if (hasValueIndex(db, attributeId) || requests.has(`value_${attributeId}`)) return
  if (isLarge(db, `value_${attributeId}`)) requests.add(`value_${attributeId}`)
}

/** As requestIndex, for the lengths of the texts of an attribute. */
export function requestLengths(db: ReadableDb, attributeId: number): void {
  if (!findLengths(db, attributeId) && isLarge(db, `value_${attributeId}`))
    requests.add(`length_${attributeId}`)
}

/** As requestIndex, for an index of a fixed table that a query on entities of a type could use. */
export function requestFixedIndex(db: ReadableDb, type: EntityType, index: FixedIndex): void {
  if (!findFixedIndex(db, index) && countEntities(db, type) > worthwhileRows) requests.add(index)
}

/** As requestFixedIndex, for the index of what happened to each entity, or of what each actor did. */
export function requestEventIndex(db: ReadableDb, index: 'history' | 'actor'): void {
  if (!findFixedIndex(db, index) && newestSequence(db) > worthwhileRows) requests.add(index)
}

/** Requests a search index, or that it follows the latest changes, where there is much to search. */
export function requestSearchIndex(db: ReadableDb, type: EntityType): void {
  if (countEntities(db, type) > worthwhileRows) searchRequests.add(type)
}

/** Returns what was requested since the last call. */
export function takeIndexRequests(): IndexRequests | undefined {
  const hasLeftovers = takeLeftoverRequest()
  if (requests.size + searchRequests.size === 0 && !hasLeftovers) return undefined
  const taken = { indexes: [...requests], searchTypes: [...searchRequests], hasLeftovers }
  requests.clear()
  searchRequests.clear()
  return taken
}
