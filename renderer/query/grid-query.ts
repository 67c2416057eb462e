import {
  type FilterJoin,
  filterJoins,
  toOperand,
  isOperator,
  type Operator,
  operators,
} from '#shared/filters.ts'

export interface SortKey {
  readonly key: string
  readonly descending: boolean
}

export interface FilterClause {
  readonly key: string
  readonly operator: string
  readonly value: string
}

export interface FilterGroup {
  readonly join: FilterJoin
  readonly clauses: readonly FilterClause[]
  readonly groups: readonly FilterGroup[]
}

export interface GridQuery extends FilterGroup {
  readonly sort: readonly SortKey[]
  readonly q: string
}

export const emptyGridQuery: GridQuery = { sort: [], clauses: [], groups: [], join: 'and', q: '' }

/** Whether the query narrows the rows; the order does not matter. */
export function isNarrowed(query: GridQuery): boolean {
  return query.clauses.length > 0 || query.groups.length > 0 || query.q.trim() !== ''
}

/** Whether new entities come last: the default order without a filter. */
export function isCreationOrder(query: GridQuery): boolean {
  return query.sort.length === 0 && !isNarrowed(query)
}

/** Returns how a column is sorted, with its rank among several keys (from 1), or undefined. */
export function findSort(
  query: GridQuery,
  key: string | undefined,
): { descending: boolean; position: number } | undefined {
  const index = query.sort.findIndex((sortKey) => sortKey.key === key)
  const sortKey = query.sort[index]
  return sortKey && { descending: sortKey.descending, position: index + 1 }
}

/** Ascending, then descending, then unsorted. `additive` keeps the other sort keys and their order. */
export function toggleSort(query: GridQuery, key: string, additive: boolean): GridQuery {
  const current = query.sort.find((sortKey) => sortKey.key === key)
  if (!current) return setSort(query, { key, descending: false }, additive)
  if (!current.descending) return setSort(query, { key, descending: true }, additive)
  return { ...query, sort: additive ? query.sort.filter((sortKey) => sortKey.key !== key) : [] }
}

/** Sorts by the key: alone, or (`additive`) in its current position among the keys, otherwise after them. */
export function setSort(query: GridQuery, sortKey: SortKey, additive = false): GridQuery {
  if (!additive) return { ...query, sort: [sortKey] }
  const isPresent = query.sort.some(({ key }) => key === sortKey.key)
  const sort = isPresent
    ? query.sort.map((present) => (present.key === sortKey.key ? sortKey : present))
    : [...query.sort, sortKey]
  return { ...query, sort }
}

export function clearSort(query: GridQuery, key: string): GridQuery {
  return { ...query, sort: query.sort.filter((sortKey) => sortKey.key !== key) }
}

/** Filters with groups in the server's format, and traversals of all clauses. */

type Node = Readonly<Record<string, unknown>>

export function toTree({ join, clauses, groups }: FilterGroup): Node | undefined {
  const parts: Node[] = clauses
    .filter(isComplete)
    .map(({ key, operator, value }) => ({ attribute: key, operator, value: toOperand(operator, value) }))
  const all = [...parts, ...groups.flatMap((group) => toTree(group) ?? [])]
  return all.length > 0 ? { [join]: all } : undefined
}

export function fromTree(node: Node): FilterGroup {
  const join = filterJoins.find((name) => Array.isArray(node[name])) ?? 'and'
  const parts = (node[join] ?? []) as readonly Node[]
  const isGroup = (part: Node): boolean => filterJoins.some((name) => Array.isArray(part[name]))
  return {
    join,
    clauses: parts.filter((part) => !isGroup(part)).map(fromClause),
    groups: parts.filter(isGroup).map(fromTree),
  }
}

function fromClause({ attribute, operator, value }: Node): FilterClause {
  const text = Array.isArray(value) ? value.map(toText).join(',') : toText(value)
  return { key: toText(attribute), operator: operator === undefined ? 'eq' : toText(operator), value: text }
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

export function allClauses({ clauses, groups }: FilterGroup): FilterClause[] {
  return [...clauses, ...groups.flatMap(allClauses)]
}

/** Returns the filter with an additional required clause. */
export function withClause<Query extends FilterGroup>(query: Query, clause: FilterClause): Query {
  const { join, clauses, groups } = query
  if (join === 'and' || clauses.length + groups.length < 2)
    return { ...query, join: 'and', clauses: [...clauses, clause] }
  return { ...query, join: 'and', clauses: [clause], groups: [{ join, clauses, groups }] }
}

export type CompleteClause = FilterClause & { readonly operator: Operator }

export function isComplete(clause: FilterClause): clause is CompleteClause {
  const { operator, value } = clause
  if (!isOperator(operator)) return false
  return operators[operator].arity === 'many' ? /[^,\s]/.test(value) : value.trim() !== ''
}

/** The rows of a query that also satisfy a clause, whatever joins those of the query. */
export function narrowQuery(query: GridQuery, ...clauses: readonly FilterClause[]): GridQuery {
  const { join, clauses: own, groups } = query
  if (join === 'and') return { ...query, clauses: [...own, ...clauses] }
  return { ...query, join: 'and', clauses, groups: [{ join, clauses: own, groups }] }
}
