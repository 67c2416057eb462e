import { isOperator, operators, type FilterJoin } from '#shared/filters.ts'

export interface ListClause {
  readonly key: string
  readonly operator: string
  readonly value: string
}

export interface ListQuery {
  readonly sort: readonly { readonly key: string; readonly descending: boolean }[]
  readonly clauses: readonly ListClause[]
  readonly join: FilterJoin
  readonly q: string
}

/** The query parameters of a list request; clauses that still lack their value are left out. */
export function toListParams(query: ListQuery): [string, string][] {
  const clauses = query.clauses.filter(isComplete)
  const params = clauses.map(toClauseParam)
  if (clauses.length > 1 && query.join === 'or') params.push(['filter_join', 'or'])
  if (query.sort.length > 0) params.push(['sort', query.sort.map(toSortKey).join(',')])
  if (query.q.trim() !== '') params.push(['q', query.q.trim()])
  return params
}

/** Tells whether a clause can be sent: the server refuses an empty value. */
export function isComplete({ operator, value }: ListClause): boolean {
  if (!isOperator(operator)) return false
  return operators[operator].arity === 'many' ? /[^,\s]/.test(value) : value !== ''
}

function toClauseParam({ key, operator, value }: ListClause): [string, string] {
  return [operator === 'eq' ? `filter[${key}]` : `filter[${key}][${operator}]`, value]
}

function toSortKey({ key, descending }: { key: string; descending: boolean }): string {
  return descending ? `-${key}` : key
}
