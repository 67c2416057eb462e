import { isMeasured, type GridColumn } from '../../query/columns.ts'
import { withClause } from '../../query/filter-groups.ts'
import type { GridQuery } from '../../query/grid-query.ts'

export interface Arrangement {
  readonly groupBy: readonly string[]
  readonly isTree: boolean
}

/**
 * Whether a column can group: sortable columns and references; times, ids and measures are unique or no
 * values.
 */
export function canGroup(column: GridColumn): boolean {
  return column.sortKey !== undefined && !column.isSystem && !isMeasured(column)
}

/** The options of an attribute in the order of its groups; none for several options at once. */
export function orderedOptions(column: GridColumn | undefined): readonly string[] {
  return column === undefined || column.kind === 'multi_select_list' ? [] : column.options
}

export const plainArrangement: Arrangement = { groupBy: [], isTree: false }

/**
 * The list of an arrangement: sorted by group keys, roots first in a tree, nearest first in a search without
 * an order.
 */
export function listOf(query: GridQuery, { groupBy, isTree }: Arrangement): GridQuery {
  if (groupBy.length > 0) {
    const own = groupBy.map(
      (group) => query.sort.find(({ key }) => key === group) ?? { key: group, descending: false },
    )
    return { ...query, sort: [...own, ...query.sort.filter(({ key }) => !groupBy.includes(key))] }
  }
  if (isTree && canBeTree(query)) return withClause(query, rootsOnly)
  const isSearched = query.q.trim() !== '' && query.sort.length === 0
  return isSearched ? { ...query, sort: [nearestFirst] } : query
}

const nearestFirst = { key: 'relevance', descending: false }
const rootsOnly = { key: 'parent_id', operator: 'exists', value: 'false' }

/** One flat filter cannot say "no variant, and any of those conditions". */
export function canBeTree({ join, clauses, groups }: GridQuery): boolean {
  return join === 'and' || clauses.length + groups.length < 2
}
