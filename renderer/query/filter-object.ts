import { toOperand } from '#shared/filters.ts'
import { isComplete } from './complete-clause.ts'
import { toTree } from './filter-groups.ts'
import type { FilterGroup } from './grid-query.ts'

type Conditions = Readonly<Record<string, unknown>>
export type FilterObject = Readonly<Record<string, Conditions | readonly Conditions[]>>

/** The filter of a query as bulk edits and exports take it, with its groups where it has some; two clauses with the same operator stand in a list. */
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
