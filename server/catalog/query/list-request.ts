/** One clause of a filter as it was sent; `field` names it in field errors (`filter[price][between]`). */
export interface FilterClause {
  readonly field: string
  readonly key: string
  /** The raw text of the operator, `eq` for the bare form. */
  readonly operator: string
  readonly value: string
}

export interface SortKey {
  readonly key: string
  readonly descending: boolean
}

/** A list request as any edge parses it; the catalog checks what the keys, operators and values mean. */
export interface ListRequest {
  readonly limit: number
  readonly offset: number
  readonly cursor?: string
  readonly sort: readonly SortKey[]
  readonly clauses: readonly FilterClause[]
  readonly join: 'and' | 'or'
  readonly fields?: readonly string[]
  readonly q?: string
}
