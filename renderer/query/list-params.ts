import { isOperator, type Operator, operators } from '#shared/filters.ts'
import type { ColourRule, GridView } from '#shared/views.ts'
import type { FilterClause, GridQuery, SortKey } from './grid-query.ts'

/** The query parameters of a list request; clauses that still lack their value are left out. */
export function toListParams(query: GridQuery): [string, string][] {
  const clauses = query.clauses.filter(isComplete)
  const params = clauses.map(toClauseParam)
  if (clauses.length > 1 && query.join === 'or') params.push(['filter_join', 'or'])
  if (query.sort.length > 0) params.push(['sort', query.sort.map(toSortParam).join(',')])
  if (query.q.trim() !== '') params.push(['q', query.q.trim()])
  return params
}

/** Reads the parameters that `toListParams` writes; what is malformed is left out. */
export function fromListParams(params: URLSearchParams): GridQuery {
  return {
    sort: (params.get('sort') ?? '').split(',').filter(Boolean).map(fromSortParam),
    clauses: [...params].flatMap(([name, value]) => fromClauseParam(name, value)),
    join: params.get('filter_join') === 'or' ? 'or' : 'and',
    q: params.get('q') ?? '',
  }
}

/** A condition as saved views and their colours keep it, as a clause. */
export function toClause({ key, op, value }: GridView['filters'][number] | ColourRule): FilterClause {
  return { key, operator: op, value: Array.isArray(value) ? value.join(',') : String(value) }
}

/** A clause that can be sent. */
export type CompleteClause = FilterClause & { readonly operator: Operator }

/** Tells whether a clause can be sent: the server refuses an empty value. */
export function isComplete(clause: FilterClause): clause is CompleteClause {
  const { operator, value } = clause
  if (!isOperator(operator)) return false
  return operators[operator].arity === 'many' ? /[^,\s]/.test(value) : value.trim() !== ''
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
