import type { ColourRule, GridView } from '#shared/views.ts'
import {
  isComplete,
  fromTree,
  toTree,
  type FilterClause,
  type FilterGroup,
  type GridQuery,
  type SortKey,
} from './grid-query.ts'
import { toOperand } from '#shared/filters.ts'

export function toListParams(query: GridQuery): [string, string][] {
  const params = toFilterParams(query)
  if (query.sort.length > 0) params.push(['sort', query.sort.map(toSortParam).join(',')])
  if (query.q.trim() !== '') params.push(['q', query.q.trim()])
  return params
}

/** Returns the filter of a query as a text, the form in which rules and prompts store it. */
export function toFilterText(query: GridQuery): string {
  return new URLSearchParams(toFilterParams(query)).toString()
}

export function fromFilterText(text: string): GridQuery {
  return fromListParams(new URLSearchParams(text))
}

function toFilterParams(query: GridQuery): [string, string][] {
  const tree = query.groups.length > 0 ? toTree(query) : undefined
  if (tree) return [['filter', JSON.stringify(tree)]]
  const clauses = query.clauses.filter(isComplete)
  const isAny = clauses.length > 1 && query.join === 'or'
  return [...clauses.map(toClauseParam), ...(isAny ? [['filter_join', 'or'] as [string, string]] : [])]
}

export function fromListParams(params: URLSearchParams): GridQuery {
  return {
    sort: (params.get('sort') ?? '').split(',').filter(Boolean).map(fromSortParam),
    ...(fromGroups(params.get('filter')) ?? {
      clauses: [...params].flatMap(([name, value]) => fromClauseParam(name, value)),
      groups: [],
      join: params.get('filter_join') === 'or' ? 'or' : 'and',
    }),
    q: params.get('q') ?? '',
  }
}

function fromGroups(text: string | null): FilterGroup | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return typeof value === 'object' && value !== null ? fromTree({ ...value }) : undefined
  } catch {
    return undefined
  }
}

export function toClause({
  attribute,
  operator,
  value,
}: GridView['filters'][number] | ColourRule): FilterClause {
  return { key: attribute, operator, value: Array.isArray(value) ? value.join(',') : String(value) }
}

function toClauseParam({ key, operator, value }: FilterClause): [string, string] {
  return [operator === 'eq' ? `filter[${key}]` : `filter[${key}][${operator}]`, value]
}

const clausePattern = /^filter\[([^[\]]+)\](?:\[([^[\]]+)\])?$/

function fromClauseParam(name: string, value: string): FilterClause[] {
  const [, key, operator = 'eq'] = clausePattern.exec(name) ?? []
  return key === undefined ? [] : [{ key, operator, value }]
}

function toSortParam({ key, descending }: SortKey): string {
  return descending ? `-${key}` : key
}

function fromSortParam(text: string): SortKey {
  return text.startsWith('-') ? { key: text.slice(1), descending: true } : { key: text, descending: false }
}

type Conditions = Readonly<Record<string, unknown>>
type FilterObject = Readonly<Record<string, Conditions | readonly Conditions[]>>

/**
 * Returns the filter of a query for bulk edits and exports, with its groups; two clauses with the same
 * operator form a list.
 */
export function toFilterObject(query: FilterGroup): FilterObject {
  const tree = query.groups.length > 0 ? toTree(query) : undefined
  if (tree) return tree as FilterObject
  const { clauses } = query
  const byKey = new Map<string, Record<string, unknown>[]>()
  for (const { key, operator, value } of clauses.filter(isComplete)) {
    const several = byKey.get(key) ?? []
    byKey.set(key, several)
    const free = several.find((conditions) => !(operator in conditions))
    const conditions = free ?? {}
    conditions[operator] = toOperand(operator, value)
    if (!free) several.push(conditions)
  }
  return Object.fromEntries(
    [...byKey].map(([key, several]) => [key, several.length === 1 && several[0] ? several[0] : several]),
  )
}
