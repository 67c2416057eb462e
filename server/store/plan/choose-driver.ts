/** Which condition drives a query: its members are listed, by an index where it has one, and the others tested on each of them. */
import type { EntityType } from '#shared/entities.ts'
import type { ReadableDb } from '../database/database.ts'
import { type Fragment, join, sql } from '../database/fragment.ts'
import { countCached } from '../database/caches.ts'
import type { Condition } from '../query/condition.ts'
import { countEntities } from '../tables/entities.ts'

/** Several conditions that must all hold, with the one that drives the query. */
export interface Matching {
  /** The condition whose members drive the query; undefined when every entity of the type has to be tested. */
  readonly driver: Condition | undefined
  /** The residual predicates: tested on each member of the driver. */
  readonly residual: readonly Condition[]
  readonly all: readonly Condition[]
}

/** Chooses the driver: the indexed condition that leaves the least to verify, else any that has members. */
export function chooseDriver(db: ReadableDb, type: EntityType, all: readonly Condition[]): Matching {
  const listable = all.filter(({ members }) => members !== undefined)
  const indexed = listable.filter(({ isIndexed }) => isIndexed)
  const chosen = indexed.length > 0 && all.length > 1 ? cheapest(db, type, indexed, all) : undefined
  const condition = chosen?.condition ?? listable[0]
  const residual = all.filter((other) => other !== condition)
  // The dearest test comes last, when the others have left few to look at.
  if (condition?.indexCandidates && residual.length > 0)
    return {
      driver: { ...condition, members: condition.indexCandidates },
      residual: [...residual, condition],
      all,
    }
  return { driver: chosen?.isScattered ? scanned(chosen.condition) : condition, residual, all }
}

// An exact count of more members would mostly cost more than a better choice of the driver gains.
const fewMembers = 1000
// Counting that many is cheap beside verifying them; from so many on, reading the whole table in its order is cheaper than
// to jump about in the tables of the others.
const [shareToCount, shareToScan] = [1 / 8, 1 / 32]

interface DriverChoice {
  readonly condition: Condition
  readonly isScattered: boolean
}

function cheapest(
  db: ReadableDb,
  type: EntityType,
  indexed: readonly Condition[],
  all: readonly Condition[],
): DriverChoice | undefined {
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

function countMembers(db: ReadableDb, { members, superset = members }: Condition, bound: number): number {
  if (!superset) return Infinity
  return countCached(db, sql`SELECT count(*) AS total FROM (SELECT 1 FROM (${superset}) LIMIT ${bound})`)
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
