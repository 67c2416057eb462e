import type { EntityType } from '#shared/entities.ts'

export const fixedIndexNames = ['updated', 'referring', 'history', 'actor'] as const

export type FixedIndex = (typeof fixedIndexNames)[number]
export type IndexName =
  | FixedIndex
  | `value_${number}`
  | `length_${number}`
  | `order_${number}`
  | `natural_${number}`

export interface StoredResult {
  readonly key: string
  readonly sequence: number
  readonly value: Uint8Array
}

/** Writes requested by a reader's statements; its thread passes them on to the writer. */
export interface WriterRequests {
  readonly indexes: Set<IndexName>
  readonly searchTypes: Set<EntityType>
  hasLeftovers: boolean
  readonly results: Map<string, StoredResult>
}

export function noRequests(): WriterRequests {
  return { indexes: new Set(), searchTypes: new Set(), hasLeftovers: false, results: new Map() }
}
