import { toOperand } from '#shared/filters.ts'
import { isComplete } from './list-params.ts'
import type { GridQuery } from './grid-query.ts'

export type FilterObject = Record<string, Record<string, unknown>>

/**
 * The filter of a query as bulk edits take it. Undefined where they cannot say the same: with a quick search, or with two
 * clauses of one attribute and operator.
 */
export function toFilterObject({ clauses, q }: GridQuery): FilterObject | undefined {
  if (q.trim() !== '') return undefined
  const filter: FilterObject = {}
  for (const { key, operator, value } of clauses.filter(isComplete)) {
    const conditions = (filter[key] ??= {})
    if (operator in conditions) return undefined
    conditions[operator] = toOperand(operator, value)
  }
  return filter
}
