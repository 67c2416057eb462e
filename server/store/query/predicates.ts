/** What an operator asks of one comparable value. */
import type { Operator } from '#shared/filters.ts'
import type { Norm } from '../values.ts'
import { type Fragment, raw, sql } from './fragment.ts'

export const comparisons: Partial<Record<Operator, string>> = {
  eq: '=',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
}

/** The column of a value table. */
const column = raw('norm')

/** The test of a value that compares as a whole; `exists` asks nothing more of it. */
export function valuePredicate(operator: Operator, values: readonly Norm[], norm = column): Fragment {
  const [value = ''] = values
  switch (operator) {
    case 'contains':
      return sql`instr(${norm}, ${value}) > 0`
    case 'starts_with':
      return sql`${norm} >= ${value} AND ${norm} < ${`${value}\u{10ffff}`}`
    case 'ends_with':
      return sql`substr(${norm}, -length(${value})) = ${value}`
    case 'in':
      return sql`${norm} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`
    case 'exists':
      return raw('1')
    default:
      return sql`${norm} ${raw(comparisons[operator] ?? '=')} ${value}`
  }
}

/** On a multi select `eq` and `in` compare one token, the other operators the whole text (decisions, reading 6). */
export function tokenPredicate(operator: Operator, values: readonly Norm[], norm = column): Fragment {
  if (operator !== 'eq' && operator !== 'in') return valuePredicate(operator, values, norm)
  return sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(values)}) t WHERE instr(', ' || ${norm} || ', ', ', ' || t.value || ', ') > 0)`
}

/** `= (…)` or `IN (…)`: the internal ids behind UUIDs. A UUID nobody has matches nothing. */
export function idsOf(uuids: readonly Norm[]): Fragment {
  const [only = ''] = uuids
  if (uuids.length === 1) return sql`= (SELECT id FROM entity WHERE uuid = ${only})`
  return sql`IN (SELECT id FROM entity WHERE uuid IN (SELECT value FROM json_each(${JSON.stringify(uuids)})))`
}
