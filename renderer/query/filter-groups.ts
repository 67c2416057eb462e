/** Filters with groups in the server's format, and traversals of all clauses. */
import { filterJoins, toOperand, isOperator, type Operator, operators } from '#shared/filters.ts'
import type { FilterClause, FilterGroup } from './grid-query.ts'

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
