import type { FilterJoin } from '#shared/filters.ts'
import type { ClauseGroup } from '../../store/query/clause.ts'

/** One filter clause as sent: `field` is its parameter or its place in a tree for faults, `operator` the raw text (`eq` for the bare form). */
export interface FilterClause {
  readonly field: string
  readonly key: string
  readonly operator: string
  readonly value: string
}

export interface SortKey {
  readonly key: string
  readonly descending: boolean
}

/** What a list is asked for, parsed from a query string or from the arguments of a tool, not yet checked. */
export interface ListRequest {
  readonly limit: number
  readonly offset: number
  /** An offset was sent: the client counts rows, so that a page must not be shorter than it asked for. */
  readonly isCounted?: boolean | undefined
  /** What a page of several rows takes at most, where that is less than an answer may. */
  readonly maxBytes?: number | undefined
  readonly cursor?: string | undefined
  readonly sort: readonly SortKey[]
  readonly clauses: readonly FilterClause[]
  readonly join: FilterJoin
  /** Groups of clauses that hold beside the others. */
  readonly tree?: ClauseGroup<FilterClause> | undefined
  readonly fields?: readonly string[] | undefined
  readonly q?: string | undefined
}
