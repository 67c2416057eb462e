import { maxInValues } from '#shared/filters.ts'
import { splitList } from '#shared/text.ts'
import type { FilterClause, GridQuery } from '../grid/model/grid-query.ts'
import type { Tree } from './tree-model.ts'

/** The category that a query shows the products of: the first one that its clause names. */
export function chosenCategory(query: GridQuery, by: string | undefined): string | undefined {
  const clause = query.clauses.find((each) => isOfTree(each, by))
  return clause && splitList(clause.value)[0]
}

/** The query for the products of a category, with those below it where wanted; undefined for the products of all. */
export function chooseCategory(
  query: GridQuery,
  by: string,
  chosen: { readonly tree: Tree; readonly id: string; readonly isDeep: boolean } | undefined,
): GridQuery {
  const clauses = query.clauses.filter((clause) => !isOfTree(clause, by))
  if (!chosen) return { ...query, clauses }
  const ids = chosen.isDeep ? chosen.tree.within(chosen.id) : [chosen.id]
  const value = ids.slice(0, maxInValues).join(',')
  return { ...query, clauses: [...clauses, { key: by, operator: 'in', value }] }
}

/** Tells whether a filter cannot name everything below a category. */
export function isTooWide(tree: Tree, id: string): boolean {
  return tree.within(id).length > maxInValues
}

function isOfTree({ key, operator }: FilterClause, by: string | undefined): boolean {
  return key === by && operator === 'in'
}
