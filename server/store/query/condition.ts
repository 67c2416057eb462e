/**
 * A clause as SQL, in two forms: `members` lists the internal ids that satisfy it, `test` checks one id. A query is driven
 * by the members of one condition and verifies the others by primary-key look-ups.
 */
import type { EntityType } from '#shared/entities.ts'
import { countEntities } from '../tables/entities.ts'
import type { ReadableDb } from '../database/database.ts'
import { type Fragment, join, sql } from '../database/fragment.ts'
import { totalOf } from '../database/known-totals.ts'

export interface Condition {
  /** SELECT of one column named `entity`; missing where only a test is possible (negations, `exists` on references). */
  readonly members?: Fragment
  /** Cheaper to count than the members, and at least as many. */
  readonly candidates?: Fragment
  /** What an index names without a look at it: the members and some that are none. */
  readonly suspects?: Fragment
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
  /** The condition holds where not all of these do. */
  readonly complement?: readonly Condition[]
}

/** The complement of a condition. */
export function negate(condition: Condition): Condition {
  const { test, testCost = 1 } = condition
  return { test: (entity) => sql`NOT ${test(entity)}`, testCost, isIndexed: false, complement: [condition] }
}

/** Conditions that all hold where, taken together, the given ones do not; undefined where that helps nobody to count. */
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
export function anyOf(conditions: readonly Condition[]): Condition {
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

/** Chooses the driver: the indexed condition that leaves the least to verify, else any that has members. */
export function arrange(db: ReadableDb, type: EntityType, all: readonly Condition[]): Matching {
  const candidates = all.filter(({ members }) => members !== undefined)
  const indexed = candidates.filter(({ isIndexed }) => isIndexed)
  const chosen = indexed.length > 0 && all.length > 1 ? cheapest(db, type, indexed, all) : undefined
  const condition = chosen?.condition ?? candidates[0]
  const verified = all.filter((other) => other !== condition)
  // The dearest test comes last, when the others have left few to look at.
  if (condition?.suspects && verified.length > 0)
    return { driver: { ...condition, members: condition.suspects }, verified: [...verified, condition], all }
  return { driver: chosen?.isScattered ? scanned(chosen.condition) : condition, verified, all }
}

// An exact count of more members would mostly cost more than a better choice of the driver gains.
const fewMembers = 1000
// Counting that many is cheap beside verifying them; from so many on, reading the whole table in its order is cheaper than
// to jump about in the tables of the others.
const [shareToCount, shareToScan] = [1 / 8, 1 / 32]

interface Chosen {
  readonly condition: Condition
  readonly isScattered: boolean
}

function cheapest(
  db: ReadableDb,
  type: EntityType,
  indexed: readonly Condition[],
  all: readonly Condition[],
): Chosen | undefined {
  const size = countEntities(db, type)
  const testsOf = (driver: Condition) => sumOfTests(all) - (driver.testCost ?? 1) + 1
  for (const bound of [fewMembers, Math.ceil(size * shareToCount)]) {
    const counts = indexed.map((condition) => countMembers(db, condition, bound))
    const costs = indexed.map((condition, index) => (counts[index] ?? 0) * testsOf(condition))
    const place = costs.indexOf(Math.min(...costs))
    const [condition, count = 0] = [indexed[place], counts[place]]
    const isLast = bound !== fewMembers || bound >= size * shareToCount
    if (!condition || (Math.min(...counts) >= bound && !isLast)) continue
    return { condition, isScattered: count >= Math.max(fewMembers, size * shareToScan) }
  }
  return undefined
}

function sumOfTests(conditions: readonly Condition[]): number {
  return conditions.reduce((sum, { testCost = 1 }) => sum + testCost, 0)
}

function scanned(condition: Condition): Condition {
  const { scan, isOrdered } = condition
  return scan && !isOrdered ? { ...condition, members: scan, isIndexed: false } : condition
}

function countMembers(db: ReadableDb, { members, candidates = members }: Condition, bound: number): number {
  if (!candidates) return Infinity
  return totalOf(db, sql`SELECT count(*) AS total FROM (SELECT 1 FROM (${candidates}) LIMIT ${bound})`)
}

/** The tests of several conditions on one id, as an AND chain that starts with AND; empty when there are none. */
export function andTests(conditions: readonly Condition[], entity: Fragment): Fragment {
  return join(
    conditions.map(({ test }) => sql` AND ${test(entity)}`),
    '',
  )
}

/** As andTests, in a query on `entity` under the name `e`. */
export function andRowTests(conditions: readonly Condition[], entity: Fragment): Fragment {
  return join(
    conditions.map(({ test, rowTest }) => sql` AND ${rowTest ?? test(entity)}`),
    '',
  )
}
