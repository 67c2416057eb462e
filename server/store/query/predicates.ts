import type { Operator } from '#shared/filters.ts'
import { type Fragment, raw, sql } from '../database/fragment.ts'
import type { Comparable } from '../tables/values.ts'
import { Compiler } from '../computed/compiler.ts'
import type { Predicate } from '../computed/value-sql.ts'
import type { ValuePlan } from '../computed/value-plan.ts'
import { compileValue } from '../computed/compile-value.ts'
import type { ReadableDb } from '../database/database.ts'
import { type Condition, makeCondition } from './condition.ts'

/** The operators as SQL: the predicate on one comparable, and the index that finds its values. */

/**
 * The access to an operator's values: by their index one by one, as a range or by a prefix; by the search
 * index; or any value.
 */
type Access = 'value' | 'values' | 'range' | 'prefix' | 'part' | 'presence'

export interface OperatorSql {
  readonly access: Access
  readonly keeps?: 'larger' | 'smaller'
  readonly test: (comparable: Fragment, values: readonly Comparable[]) => Fragment
}

const compare = (sign: string): OperatorSql['test'] => {
  const comparison = raw(sign)
  return (comparable, [value = '']) => sql`${comparable} ${comparison} ${value}`
}

interface Negation {
  readonly negates: 'eq' | 'contains' | 'within'
}

/** `finds` and `names` belong to a search, which compares letters without their marks. */
export type ClauseOperator = Operator | 'within' | 'outside' | 'finds' | 'names'

export const operatorSql = {
  eq: { access: 'value', test: compare('=') },
  ne: { negates: 'eq' },
  contains: { access: 'part', test: (comparable, [value = '']) => sql`instr(${comparable}, ${value}) > 0` },
  finds: {
    access: 'part',
    test: (comparable, [value = '']) => onMarks(comparable, (text) => sql`instr(${text}, ${value}) > 0`),
  },
  names: {
    access: 'part',
    test: (comparable, [value = '']) => onMarks(comparable, (text) => sql`${text} = ${value}`),
  },
  not_contains: { negates: 'contains' },
  starts_with: {
    access: 'prefix',
    test: (comparable, [value = '']) => startsWith(String(value), comparable),
  },
  ends_with: { access: 'part', test: (comparable, [value = '']) => endsWith(String(value), comparable) },
  gt: { access: 'range', keeps: 'larger', test: compare('>') },
  gte: { access: 'range', keeps: 'larger', test: compare('>=') },
  lt: { access: 'range', keeps: 'smaller', test: compare('<') },
  lte: { access: 'range', keeps: 'smaller', test: compare('<=') },
  within: {
    access: 'range',
    test: (comparable, [from = '', end = '']) => sql`${comparable} >= ${from} AND ${comparable} < ${end}`,
  },
  outside: { negates: 'within' },
  exists: { access: 'presence', test: () => raw('1') },
  in: {
    access: 'values',
    test: (comparable, values) =>
      sql`${comparable} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`,
  },
} satisfies Record<ClauseOperator, OperatorSql | Negation>

export interface Test extends OperatorSql {
  readonly values: readonly Comparable[]
}

export const comparableColumn = raw('norm')

function onMarks(comparable: Fragment, test: (text: Fragment) => Fragment): Fragment {
  return sql`(${test(comparable)} OR octet_length(${comparable}) > length(${comparable})
    AND ${test(sql`without_marks(${comparable})`)})`
}

function startsWith(prefix: string, comparable: Fragment): Fragment {
  const end = endOfPrefix(prefix)
  return end === undefined
    ? sql`${comparable} >= ${prefix}`
    : sql`${comparable} >= ${prefix} AND ${comparable} < ${end}`
}

function endOfPrefix(prefix: string): string | undefined {
  const points = [...prefix]
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    const point = last.codePointAt(0) ?? 0
    if (point < 0x10ffff) return points.join('') + String.fromCodePoint(point === 0xd7ff ? 0xe000 : point + 1)
  }
  return undefined
}

/** Compares bytes, because SQLite's character functions stop at a NUL. */
function endsWith(suffix: string, comparable: Fragment): Fragment {
  const bytes = Buffer.from(suffix)
  return sql`substr(CAST(${comparable} AS BLOB), ${-bytes.length}) = CAST(${suffix} AS BLOB)`
}

/**
 * On a multi select `eq` and `in` compare one token, the other operators the whole text (decisions, reading
 * 6).
 */
export function testTokens({ access, test, values }: Test, comparable: Fragment): Fragment {
  if (access !== 'value' && access !== 'values') return test(comparable, values)
  // Options contain no comma, so a text with a comma is no token.
  const tokens = values.filter((value) => !String(value).includes(','))
  return sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(tokens)}) t WHERE instr(', ' || ${comparable} || ', ', ', ' || t.value || ', ') > 0)`
}

/** `= (…)` or `IN (…)`: the internal ids behind UUIDs. An unknown UUID matches nothing. */
export function matchUuids(uuids: readonly Comparable[]): Fragment {
  const [only = ''] = uuids
  if (uuids.length === 1) return sql`= (SELECT id FROM entity WHERE uuid = ${only})`
  return sql`IN (SELECT id FROM entity WHERE uuid IN (SELECT value FROM json_each(${JSON.stringify(uuids)})))`
}

/** A clause on a computed attribute; of several values any may match (decisions, reading 10). */
export function compileComputed(db: ReadableDb, plan: ValuePlan, asked: Test): Condition {
  const predicate = predicateOf(plan, asked)
  const isNarrow = asked.access === 'value' || asked.access === 'values'
  return makeCondition({
    members: membersOf(db, plan, predicate, isNarrow),
    test: (entity) => testOf(plan, predicate, entity),
  })
}

/** As `compileComputed`, where only a test of each entity is possible. */
export function compileTest(plan: ValuePlan, asked: Test): Condition {
  const predicate = predicateOf(plan, asked)
  return makeCondition({ test: (entity) => testOf(plan, predicate, entity) })
}

export function testOf(plan: ValuePlan, predicate: Predicate, entity: Fragment): Fragment {
  return compileValue(Compiler.around(entity), plan).test(entity, predicate)
}

export function membersOf(
  db: ReadableDb,
  plan: ValuePlan,
  predicate: Predicate,
  isNarrow: boolean,
): Fragment {
  return sql`SELECT entity FROM (${compileValue(new Compiler(db), plan).members(predicate, isNarrow)})`
}

function predicateOf({ isReference, hasTokens }: ValuePlan, asked: Test): Predicate {
  const { access, keeps, test, values } = asked
  if (isReference && access !== 'presence') return (id) => sql`${id} ${matchUuids(values)}`
  const [bound] = values
  if (typeof bound === 'number' && keeps !== undefined)
    return Object.assign((comparable: Fragment) => test(comparable, values), { range: { bound, keeps } })
  return hasTokens ? (comparable) => testTokens(asked, comparable) : (comparable) => test(comparable, values)
}

export function sortKey(plan: ValuePlan, entity: Fragment): Fragment {
  return compileValue(Compiler.around(entity), plan).key(entity)
}

export function sortKeys(plan: ValuePlan, db?: ReadableDb): Fragment {
  return sql`(${compileValue(new Compiler(db), plan).keys()})`
}
