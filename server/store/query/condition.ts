/**
 * A clause as SQL, in two forms: `members` lists the internal ids that satisfy it, `test` checks one id. A query is driven by
 * the members of one condition and tests the others, its residual predicates, by primary-key look-ups (plan/choose-driver.ts).
 */
import type { ReadableDb } from '../database/database.ts'
import { type Fragment, join, raw, sql } from '../database/fragment.ts'
import { guardRow } from '../database/read-guard.ts'
import { hasValueIndex, valuesByComparable } from '../tables/index-tables.ts'
import { requestIndex } from '../tables/indexes.ts'

export interface Condition {
  /** SELECT of one column named `entity`; missing where only a test is possible (negations, `exists` on references). */
  readonly members?: Fragment
  /** Holds all members and others, and is cheaper to count. */
  readonly superset?: Fragment
  /** There are no more members than that, which is few enough to list them all at once. */
  readonly atMost?: number
  /** What the search index finds before the recheck of the texts: the members and false positives. */
  readonly indexCandidates?: Fragment
  readonly test: (entity: Fragment) => Fragment
  /** The members come from an index, so that counting a few of them is cheap. */
  readonly isIndexed: boolean
  /** The index gives the members in the order of their ids, so that a page ends after its last row. */
  readonly isOrdered?: boolean
  /** The members without the index, in the order of their ids: of many, what is looked up then lies side by side. */
  readonly scan?: Fragment
  /** The test on a row of `entity` under the name `e`, which may let a walk start in the index. */
  readonly rowTest?: Fragment
  /** What a test costs in look-ups, where it is more than one. */
  readonly testCost?: number
  /** The members with their values, as rows of the index of an attribute: a list in the order of these is walked there alone. */
  readonly stretch?: { readonly attribute: number; readonly rows: Fragment }
  /** The condition holds where not all of these do. */
  readonly complement?: readonly Condition[]
  /** SELECT of how many members there are, as `total`, where that is quicker than to go through them. */
  readonly count?: Fragment
  /** The id of an attribute of which all members have a value. */
  readonly within?: number
  /** Conditions that exclude each other, of which one holds wherever this does: each is counted by itself. */
  readonly disjoint?: readonly Condition[]
  /** It rests on nothing but what lies below what. */
  readonly isOfVariants?: boolean
  /** What meets the first and not the second, all of whose members meet the first. */
  readonly difference?: readonly [from: Condition, less: Condition]
}

/** Whether the members can be counted without going through them. */
export function isQuicklyCounted({ count, disjoint, difference, complement }: Condition): boolean {
  if (count || difference) return true
  if (disjoint) return disjoint.some(isQuicklyCounted)
  return complement?.length === 1 && complement.every(isQuicklyCounted)
}

/** The complement of a condition. */
export function negate(condition: Condition): Condition {
  const { test, testCost = 1 } = condition
  return { test: (entity) => sql`NOT ${test(entity)}`, testCost, isIndexed: false, complement: [condition] }
}

/** Conditions that all hold where, taken together, the given ones do not; undefined where it is no quicker to count. */
export function complementOf(conditions: readonly Condition[]): readonly Condition[] | undefined {
  const complements = conditions.flatMap(({ complement }) => (complement ? [complement] : []))
  if (complements.length < conditions.length) return undefined
  const [only] = complements
  if (complements.length === 1) return only
  return complements.every(({ length }) => length === 1) ? [anyOf(complements.flat())] : undefined
}

// SQLite takes 500 members of one UNION and 1000 levels of one expression; a catalog can have more text attributes.
const maxAlternatives = 100

/** A condition that holds where any of the given ones does. */
export function anyOf(given: readonly Condition[]): Condition {
  const conditions = withoutNothing(given)
  const [only] = conditions
  if (only && conditions.length === 1) return only
  if (conditions.length > maxAlternatives) return anyOf(groups(conditions).map(asOne))
  const members = conditions.flatMap((condition) => condition.members ?? [])
  const isNegative = conditions.some(({ complement }) => complement)
  return {
    testCost: conditions.reduce((sum, { testCost = 1 }) => sum + testCost, 0),
    ...(isNegative && {
      complement: conditions.flatMap((condition) => condition.complement ?? [negate(condition)]),
    }),
    ...(members.length === conditions.length && { members: join(members, ' UNION ') }),
    test: (entity) =>
      sql`(${join(
        conditions.map(({ test }) => test(entity)),
        ' OR ',
      )})`,
    isIndexed: conditions.every(({ isIndexed }) => isIndexed),
  }
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
  const { members, ...condition } = anyOf(conditions)
  return { ...condition, ...(members && { members: sql`SELECT entity FROM (${members})` }) }
}

/** What no entity satisfies. */
export const nothing: Condition = {
  members: raw('SELECT 0 AS entity WHERE 0'),
  test: () => raw('0'),
  isIndexed: true,
}

/** Entities whose stored value of an attribute satisfies a predicate on `norm`, which its index can answer or not. */
export function onValues(db: ReadableDb, id: number, predicate: Fragment, usesIndex: boolean): Condition {
  const table = raw(`value_${id}`)
  if (usesIndex) requestIndex(db, id)
  const isIndexed = usesIndex && hasValueIndex(db, id)
  const guarded = sql`${guardRow(raw('entity'))} AND ${predicate}`
  const index = raw(valuesByComparable(db, id))
  return {
    members: isIndexed
      ? sql`SELECT entity FROM ${index} WHERE ${predicate}`
      : sql`SELECT entity FROM ${table} WHERE ${guarded}`,
    ...(isIndexed && {
      stretch: { attribute: id, rows: sql`(SELECT entity, norm FROM ${index} WHERE ${predicate})` },
    }),
    scan: sql`SELECT entity FROM ${table} NOT INDEXED WHERE ${guarded}`,
    test: (entity) => sql`EXISTS (SELECT 1 FROM ${table} WHERE entity = ${entity} AND ${predicate})`,
    isIndexed,
    within: id,
  }
}
