import { isMeasured, type GridColumn } from '../../query/columns.ts'
import { withClause } from '../../query/filter-groups.ts'
import type { GridQuery } from '../../query/grid-query.ts'

/** How rows are arranged beyond their order: plainly, in groups of equal values, or as a tree with the variants below. */
export interface Arrangement {
  /** The sort keys of the attributes that group, one within the other; none where the rows are not grouped. */
  readonly groupBy: readonly string[]
  readonly isTree: boolean
}

/** Rows are grouped by what sorts them, by references too; every entity has times and ids of its own, and what is measured is no value of theirs. */
export function canGroup(column: GridColumn): boolean {
  return column.sortKey !== undefined && !column.isSystem && !isMeasured(column)
}

/** The options of an attribute whose groups follow each other as these are listed; several options at once have no place among them. */
export function orderedOptions(column: GridColumn | undefined): readonly string[] {
  return column === undefined || column.kind === 'multi_select_list' ? [] : column.options
}

export const plainArrangement: Arrangement = { groupBy: [], isTree: false }

/** The list that is read for an arrangement: in groups it is sorted by their keys first, in a tree it begins with the roots, and what is searched for without an order comes nearest first. */
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
