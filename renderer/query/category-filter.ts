import { maxInValues } from '#shared/filters.ts'
import { splitList } from '#shared/text.ts'
import type { FilterClause, GridQuery } from './grid-query.ts'
import type { Tree } from './category-tree.ts'

export function chosenCategory(query: GridQuery, by: string | undefined): string | undefined {
  const clause = query.clauses.find((each) => isOfTree(each, by))
  return clause && splitList(clause.value)[0]
}

/** The query for products of a category, with those below where wanted; undefined for all products. */
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

export interface FilteredCategory {
  readonly id: string
  readonly ids: readonly string[]
}

/**
 * The category whose products a query shows, with or without those below; undefined for none or several.
 * `keys` are references to categories; without the tree only a single id is certain.
 */
export function filteredCategory(
  { clauses, groups, join }: GridQuery,
  keys: ReadonlySet<string>,
  tree: Tree | undefined,
): FilteredCategory | undefined {
  const named = clauses.filter(({ key, operator }) => keys.has(key) && /^(in|eq)$/.test(operator))
  if (named.length !== 1 || (join === 'or' && clauses.length + groups.length > 1)) return undefined
  const ids = splitList(named[0]?.value ?? '')
  const [id] = ids
  return id !== undefined && isBranch(ids, tree) ? { id, ids } : undefined
}

function isBranch(ids: readonly string[], tree: Tree | undefined): boolean {
  const [id = '', ...others] = ids
  if (others.length === 0) return true
  const below = new Set(tree?.within(id))
  return others.every((other) => below.has(other))
}

/** Whether everything below a category exceeds the ids of one filter. */
export function isTooWide(tree: Tree, id: string): boolean {
  return tree.within(id).length > maxInValues
}

function isOfTree({ key, operator }: FilterClause, by: string | undefined): boolean {
  return key === by && operator === 'in'
}
