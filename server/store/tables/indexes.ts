/** Queries request missing indexes here; their thread passes the requests to threads/index-maker.ts. */
import type { EntityType } from '#shared/entities.ts'
import type { TextOrder } from '#shared/text-order.ts'
import type { ReadableDb, WritableDb } from '../database/database.ts'
import { countEntities } from './entities.ts'
import { newestSequence } from './events.ts'
import {
  findFixedIndex,
  findLengths,
  findTextOrder,
  hasValueIndex,
  makeIndex,
  textOrderIndex,
} from './index-tables.ts'
import type { FixedIndex, IndexName, WriterRequests } from '../database/writer-requests.ts'

export interface IndexRequests {
  readonly indexes: readonly IndexName[]
  readonly searchTypes: readonly EntityType[]
  /** Whether entity documents still contain values of deleted attributes. */
  readonly hasLeftovers: boolean
}

const minIndexedRows = 2000

function isLarge(db: ReadableDb, table: string): boolean {
  return db.get(`SELECT 1 FROM ${table} LIMIT 1 OFFSET ${minIndexedRows}`) !== undefined
}

export function isIndexMissing(db: ReadableDb, name: 'history' | `value_${number}`): boolean {
  if (name === 'history') return !findFixedIndex(db, name) && isLarge(db, 'event')
  return !hasValueIndex(db, Number(name.replace('value_', ''))) && isLarge(db, name)
}

export function ensureValueIndex(tx: WritableDb, attributeId: number): void {
  if (hasValueIndex(tx, attributeId)) return
  if (isLarge(tx, `value_${attributeId}`)) tx.requests.indexes.add(`value_${attributeId}`)
  else makeIndex(tx, `value_${attributeId}`)
}

export function requestValueIndex(db: ReadableDb, attributeId: number): void {
  if (hasValueIndex(db, attributeId) || db.requests.indexes.has(`value_${attributeId}`)) return
  if (isLarge(db, `value_${attributeId}`)) db.requests.indexes.add(`value_${attributeId}`)
}

export function requestTextOrderIndex(db: ReadableDb, attributeId: number, order: TextOrder): void {
  if (!findTextOrder(db, attributeId, order) && isLarge(db, `value_${attributeId}`))
    db.requests.indexes.add(textOrderIndex(attributeId, order))
}

export function requestLengthIndex(db: ReadableDb, attributeId: number): void {
  if (!findLengths(db, attributeId) && isLarge(db, `value_${attributeId}`))
    db.requests.indexes.add(`length_${attributeId}`)
}

export function requestFixedIndex(db: ReadableDb, type: EntityType, index: FixedIndex): void {
  if (!findFixedIndex(db, index) && countEntities(db, type) > minIndexedRows) db.requests.indexes.add(index)
}

export function requestEventIndex(db: ReadableDb, index: 'history' | 'actor'): void {
  if (!findFixedIndex(db, index) && newestSequence(db) > minIndexedRows) db.requests.indexes.add(index)
}

/** Requests a search index, or its update, where the type is large. */
export function requestSearchIndex(db: ReadableDb, type: EntityType): void {
  if (countEntities(db, type) > minIndexedRows) db.requests.searchTypes.add(type)
}

export function takeIndexRequests(requests: WriterRequests): IndexRequests | undefined {
  const { indexes, searchTypes, hasLeftovers } = requests
  if (indexes.size + searchTypes.size === 0 && !hasLeftovers) return undefined
  const taken = { indexes: [...indexes], searchTypes: [...searchTypes], hasLeftovers }
  indexes.clear()
  searchTypes.clear()
  requests.hasLeftovers = false
  return taken
}
