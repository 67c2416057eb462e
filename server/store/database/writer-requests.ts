import type { EntityType } from '#shared/entities.ts'

/** Indexes that every workspace may have. */
export const fixedIndexNames = ['updated', 'referring', 'history', 'actor'] as const

export type FixedIndex = (typeof fixedIndexNames)[number]
/** Of an attribute the entities by value, or how long the text of each entity is. */
export type IndexName = FixedIndex | `value_${number}` | `length_${number}`

/** A result of a quality check as it is written to the file. */
export interface StoredResult {
  readonly key: string
  /** The newest event that it knows of. */
  readonly sequence: number
  readonly value: Uint8Array
}

/**
 * What statements of a connection want written, for a reader cannot write: its thread passes them on to the
 * writer.
 */
export interface WriterRequests {
  /** Indexes that queries would have used. */
  readonly indexes: Set<IndexName>
  /** Types of entities whose search index is missing or behind. */
  readonly searchTypes: Set<EntityType>
  /** Values of deleted attributes are still in documents. */
  hasLeftovers: boolean
  /** Results of quality checks, by their keys. */
  readonly results: Map<string, StoredResult>
}

/** No requests yet. */
export function noRequests(): WriterRequests {
  return { indexes: new Set(), searchTypes: new Set(), hasLeftovers: false, results: new Map() }
}
