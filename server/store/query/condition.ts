/**
 * A clause as SQL, in two forms: `members` lists the internal ids that satisfy it, `test` checks one id. A
 * query is driven by the members of one condition and tests the others, its residual predicates, by
 * primary-key look-ups (plan/choose-driver.ts).
 */
import type { ReadableDb } from '../database/database.ts'
import { type Fragment, join, raw, sql, guardRow } from '../database/fragment.ts'
import { hasValueIndex, valuesByComparable } from '../tables/index-tables.ts'
import { requestValueIndex } from '../tables/indexes.ts'

export interface ConditionSql {
  readonly test: (entity: Fragment) => Fragment
  /**
   * SELECT of one column named `entity`; missing where only a test is possible (negations, `exists` on
   * references).
   */
  readonly members?: Fragment
  /** SELECT of the number of members, as `total`, where that is quicker than reading them. */
  readonly count?: Fragment
  /** SELECT of the members and further entities, which is cheaper to count. */
  readonly superset?: Fragment
  /** Candidates of the search index before texts are rechecked: members and false positives. */
  readonly indexCandidates?: Fragment
  /** The members without the index, by id, so that many look-ups are adjacent. */
  readonly scan?: Fragment
  readonly rowTest?: Fragment
  /** The members as a range of the index of an attribute: a list in that order is walked only there. */
  readonly indexRange?: { readonly attribute: number; readonly rows: Fragment }
}

export interface ConditionStats {
  /** Whether the members come from an index, so that counting a few of them is cheap. */
  readonly isIndexed: boolean
  /** Whether the index gives the members in id order, so that a page ends after its last row. */
  readonly isOrdered: boolean
  readonly testCost: number
  readonly maxMembers: number
  readonly attribute: number | undefined
  /** Whether it depends only on the hierarchy of entities. */
  readonly isOfVariants: boolean
}

export interface ConditionParts {
  readonly complement?: readonly Condition[]
  readonly disjoint?: readonly Condition[]
  readonly difference?: readonly [from: Condition, less: Condition]
}

export interface Condition {
  readonly sql: ConditionSql
  readonly stats: ConditionStats
  readonly parts: ConditionParts
}

const leastKnown: ConditionStats = {
  isIndexed: false,
  isOrdered: false,
  testCost: 1,
  maxMembers: Infinity,
  attribute: undefined,
  isOfVariants: false,
}

export function makeCondition(
  sql: ConditionSql,
  stats: Partial<ConditionStats> = {},
  parts: ConditionParts = {},
): Condition {
  return { sql, stats: { ...leastKnown, ...stats }, parts }
}

export function isQuicklyCounted({ sql: { count }, parts }: Condition): boolean {
  const { disjoint, difference, complement } = parts
  if (count || difference) return true
  if (disjoint) return disjoint.some(isQuicklyCounted)
  return complement?.length === 1 && complement.every(isQuicklyCounted)
}

export function negate(condition: Condition): Condition {
  const { testCost } = condition.stats
  return makeCondition(
    { test: (entity) => sql`NOT ${condition.sql.test(entity)}` },
    { testCost },
    { complement: [condition] },
  )
}

/**
 * Conditions that all hold exactly where the given ones do not all hold; undefined where they are no
 * quicker to count.
 */
export function complementOf(conditions: readonly Condition[]): readonly Condition[] | undefined {
  const complements = conditions.flatMap(({ parts }) => (parts.complement ? [parts.complement] : []))
  if (complements.length < conditions.length) return undefined
  const [only] = complements
  if (complements.length === 1) return only
  return complements.every(({ length }) => length === 1) ? [anyOf(complements.flat())] : undefined
}

export function testsOf(conditions: readonly Condition[], entity: Fragment): Fragment[] {
  return conditions.map((condition) => condition.sql.test(entity))
}

export function costOfTests(conditions: readonly Condition[]): number {
  return conditions.reduce((sum, { stats }) => sum + stats.testCost, 0)
}

// SQLite takes 500 members of one UNION and 1000 levels of one expression; a catalog can have more text
// attributes.
const maxAlternatives = 100

export function anyOf(given: readonly Condition[]): Condition {
  const conditions = withoutNothing(given)
  const [only] = conditions
  if (only && conditions.length === 1) return only
  if (conditions.length > maxAlternatives) return anyOf(groups(conditions).map(asOne))
  const members = conditions.flatMap((condition) => condition.sql.members ?? [])
  const isNegative = conditions.some(({ parts }) => parts.complement)
  return makeCondition(
    {
      ...(members.length === conditions.length && { members: join(members, ' UNION ') }),
      test: (entity) => sql`(${join(testsOf(conditions, entity), ' OR ')})`,
    },
    {
      testCost: costOfTests(conditions),
      isIndexed: conditions.every(({ stats }) => stats.isIndexed),
    },
    isNegative
      ? { complement: conditions.flatMap((condition) => condition.parts.complement ?? [negate(condition)]) }
      : {},
  )
}

function withoutNothing(conditions: readonly Condition[]): readonly Condition[] {
  const some = conditions.filter((condition) => condition !== nothing)
  return some.length === 0 ? conditions.slice(0, 1) : some
}

function groups(conditions: readonly Condition[]): Condition[][] {
  const count = Math.ceil(conditions.length / maxAlternatives)
  return Array.from({ length: count }, (_, index) =>
    conditions.slice(index * maxAlternatives, (index + 1) * maxAlternatives),
  )
}

function asOne(conditions: readonly Condition[]): Condition {
  const any = anyOf(conditions)
  const { members, ...rest } = any.sql
  return { ...any, sql: { ...rest, ...(members && { members: sql`SELECT entity FROM (${members})` }) } }
}

export const nothing: Condition = makeCondition(
  { members: raw('SELECT 0 AS entity WHERE 0'), test: () => raw('0') },
  { isIndexed: true },
)

export function onValues(db: ReadableDb, id: number, predicate: Fragment, usesIndex: boolean): Condition {
  const table = raw(`value_${id}`)
  if (usesIndex) requestValueIndex(db, id)
  const isIndexed = usesIndex && hasValueIndex(db, id)
  const guarded = sql`${guardRow(raw('entity'))} AND ${predicate}`
  const index = raw(valuesByComparable(db, id))
  return makeCondition(
    {
      members: isIndexed
        ? sql`SELECT entity FROM ${index} WHERE ${predicate}`
        : sql`SELECT entity FROM ${table} WHERE ${guarded}`,
      ...(isIndexed && {
        indexRange: { attribute: id, rows: sql`(SELECT entity, norm FROM ${index} WHERE ${predicate})` },
      }),
      scan: sql`SELECT entity FROM ${table} NOT INDEXED WHERE ${guarded}`,
      test: (entity) => sql`EXISTS (SELECT 1 FROM ${table} WHERE entity = ${entity} AND ${predicate})`,
    },
    { isIndexed, attribute: id },
  )
}
