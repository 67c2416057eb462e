/**
 * A clause as SQL, in two forms: `members` lists the internal ids that satisfy it, `test` checks one id. A query is driven
 * by the members of one condition and verifies the others by primary-key look-ups.
 */
import type { ReadableDb } from '../database.ts'
import { type Fragment, join, sql } from './fragment.ts'
import { totalOf } from './known-totals.ts'

export interface Condition {
  /** SELECT of one column named `entity`; missing where only a test is possible (negations, `exists` on references). */
  readonly members?: Fragment
  readonly test: (entity: Fragment) => Fragment
  /** The members come from an index, so that counting a few of them is cheap. */
  readonly isIndexed: boolean
  /** The index gives the members in the order of their ids, so that a page ends after its last row. */
  readonly isOrdered?: boolean
}

/** The complement of a condition. */
export function negate({ test }: Condition): Condition {
  return { test: (entity) => sql`NOT ${test(entity)}`, isIndexed: false }
}

// SQLite takes 500 members of one UNION and 1000 levels of one expression; a catalog can have more text attributes.
const maxAlternatives = 100

/** A condition that holds where any of the given ones does. */
export function anyOf(conditions: readonly Condition[]): Condition {
  const [only] = conditions
  if (only && conditions.length === 1) return only
  if (conditions.length > maxAlternatives) return anyOf(groups(conditions).map(asOne))
  const members = conditions.flatMap((condition) => condition.members ?? [])
  return {
    ...(members.length === conditions.length && { members: join(members, ' UNION ') }),
    test: (entity) =>
      sql`(${join(
        conditions.map(({ test }) => test(entity)),
        ' OR ',
      )})`,
    isIndexed: conditions.every(({ isIndexed }) => isIndexed),
  }
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

/** All of several conditions, arranged for execution. */
export interface Matching {
  /** The condition whose members drive the query; undefined when every entity of the type has to be tested. */
  readonly driver: Condition | undefined
  /** The conditions that remain to be verified on the driver's members. */
  readonly verified: readonly Condition[]
  readonly all: readonly Condition[]
}

// Beyond this many members an exact count would cost more than a better choice of the driver gains.
const countBound = 1000

/** Chooses the driver: the indexed condition with the fewest members, else any that has members. */
export function arrange(db: ReadableDb, all: readonly Condition[]): Matching {
  const candidates = all.filter(({ members }) => members !== undefined)
  const driver = candidates.length > 1 ? mostSelective(db, candidates) : candidates[0]
  return { driver, verified: all.filter((condition) => condition !== driver), all }
}

function mostSelective(db: ReadableDb, candidates: readonly Condition[]): Condition | undefined {
  const indexed = candidates.filter(({ isIndexed }) => isIndexed)
  if (indexed.length <= 1) return indexed[0] ?? candidates[0]
  const counts = indexed.map((condition) => countMembers(db, condition))
  return indexed[counts.indexOf(Math.min(...counts))]
}

function countMembers(db: ReadableDb, { members }: Condition): number {
  if (!members) return Infinity
  return totalOf(db, sql`SELECT count(*) AS total FROM (SELECT 1 FROM (${members}) LIMIT ${countBound})`)
}

/** The tests of several conditions on one id, as an AND chain that starts with AND; empty when there are none. */
export function andTests(conditions: readonly Condition[], entity: Fragment): Fragment {
  return join(
    conditions.map(({ test }) => sql` AND ${test(entity)}`),
    '',
  )
}
