/** Operators as SQL predicates on one comparable value. */
import type { Operator } from '#shared/filters.ts'
import type { Norm } from '../tables/values.ts'
import { type Fragment, raw, sql } from '../database/fragment.ts'

export const comparisons: Partial<Record<Operator, string>> = {
  eq: '=',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
}

/** The column of a value table. */
const column = raw('norm')

/** The test of a value that compares as a whole; `exists` is true of every stored value. */
export function valuePredicate(operator: Operator, values: readonly Norm[], norm = column): Fragment {
  const [value = ''] = values
  switch (operator) {
    case 'contains':
      return sql`instr(${norm}, ${value}) > 0`
    case 'starts_with':
      return startsWith(String(value), norm)
    case 'ends_with':
      return endsWith(String(value), norm)
    case 'in':
      return sql`${norm} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`
    case 'exists':
      return raw('1')
    default:
      return sql`${norm} ${raw(comparisons[operator] ?? '=')} ${value}`
  }
}

function startsWith(prefix: string, norm: Fragment): Fragment {
  const end = endOfPrefix(prefix)
  return end === undefined ? sql`${norm} >= ${prefix}` : sql`${norm} >= ${prefix} AND ${norm} < ${end}`
}

/** The first text behind all that begin with the prefix; undefined where none is. */
function endOfPrefix(prefix: string): string | undefined {
  const points = [...prefix]
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    const point = last.codePointAt(0) ?? 0
    if (point < 0x10ffff) return points.join('') + String.fromCodePoint(point === 0xd7ff ? 0xe000 : point + 1)
  }
  return undefined
}

/** Compares bytes: counting characters, SQLite takes a NUL for the end of a text. */
function endsWith(suffix: string, norm: Fragment): Fragment {
  const bytes = Buffer.from(suffix)
  return sql`substr(CAST(${norm} AS BLOB), ${-bytes.length}) = CAST(${suffix} AS BLOB)`
}

/** On a multi select `eq` and `in` compare one token, the other operators the whole text (decisions, reading 6). */
export function tokenPredicate(operator: Operator, values: readonly Norm[], norm = column): Fragment {
  if (operator !== 'eq' && operator !== 'in') return valuePredicate(operator, values, norm)
  // No option holds a comma, so that a text with one is no token.
  const tokens = values.filter((value) => !String(value).includes(','))
  return sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(tokens)}) t WHERE instr(', ' || ${norm} || ', ', ', ' || t.value || ', ') > 0)`
}

/** `= (…)` or `IN (…)`: the internal ids behind UUIDs. An unknown UUID matches nothing. */
export function matchUuids(uuids: readonly Norm[]): Fragment {
  const [only = ''] = uuids
  if (uuids.length === 1) return sql`= (SELECT id FROM entity WHERE uuid = ${only})`
  return sql`IN (SELECT id FROM entity WHERE uuid IN (SELECT value FROM json_each(${JSON.stringify(uuids)})))`
}
