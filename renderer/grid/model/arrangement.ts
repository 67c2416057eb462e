import { isMeasured, type GridColumn } from '../../query/columns.ts'
import { withClause } from '../../query/filter-groups.ts'
import type { GridQuery } from '../../query/grid-query.ts'

/** How rows are arranged beyond their order: plainly, in groups of one value, or as a tree with the variants below. */
export interface Arrangement {
  readonly groupBy: string | null
  readonly isTree: boolean
}

/** Rows are grouped by what sorts them; every entity has times and ids of its own, and what is measured is no value of theirs. */
export function canGroup(column: GridColumn): boolean {
  return column.isSortable && !column.isSystem && !isMeasured(column)
}

export const plainArrangement: Arrangement = { groupBy: null, isTree: false }

/** The list that is read for an arrangement: in groups it is sorted by their key first, in a tree it begins with the roots, and what is searched for without an order comes nearest first. */
export function listOf(query: GridQuery, { groupBy, isTree }: Arrangement): GridQuery {
  if (groupBy !== null) {
    const own = query.sort.find(({ key }) => key === groupBy)
    const others = query.sort.filter(({ key }) => key !== groupBy)
    return { ...query, sort: [own ?? { key: groupBy, descending: false }, ...others] }
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
