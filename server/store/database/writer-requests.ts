import type { EntityType } from '#shared/entities.ts'
import type { WritableDb } from './database.ts'

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

// Rows per statement; most of its cost arises once.
const rowsOfStatement = [50, 10, 1] as const

interface Rows {
  readonly text: (rows: string) => string
  readonly columns: number
  readonly values: readonly unknown[]
  readonly before?: readonly unknown[]
}

export function writeRows(tx: WritableDb, { text, columns, values, before = [] }: Rows): void {
  const row = `(${'?, '.repeat(columns - 1)}?)`
  let from = 0
  for (const count of rowsOfStatement) {
    const size = count * columns
    if (values.length - from < size) continue
    const statement = text(`${`${row}, `.repeat(count - 1)}${row}`)
    for (; values.length - from >= size; from += size)
      tx.run(statement, ...before, ...values.slice(from, from + size))
  }
}
