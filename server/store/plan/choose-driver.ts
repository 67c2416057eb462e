import type { EntityType } from '#shared/entities.ts'
import type { ReadableDb } from '../database/database.ts'
import { type Fragment, join, sql, raw, guardRow } from '../database/fragment.ts'
import { countCached } from '../database/caches.ts'
import {
  type Condition,
  costOfTests,
  testsOf,
  anyOf,
  complementOf,
  makeCondition,
} from '../query/condition.ts'
import { countEntities } from '../tables/entities.ts'
import { type Clause, type ClauseGroup, isGroup } from '../query/clause.ts'
import { compileAll, compileClause } from '../query/compile-clause.ts'

export interface Matching {
  readonly driver: Condition | undefined
  readonly residual: readonly Condition[]
  readonly all: readonly Condition[]
}

export function chooseDriver(db: ReadableDb, type: EntityType, all: readonly Condition[]): Matching {
  const listable = all.filter((one) => one.sql.members !== undefined)
  const indexed = listable.filter(({ stats }) => stats.isIndexed)
  const chosen = indexed.length > 0 && all.length > 1 ? cheapest(db, type, indexed, all) : undefined
  const condition = chosen?.condition ?? listable[0]
  const residual = all.filter((other) => other !== condition)
  // The most expensive test comes last, when few rows are left.
  const candidates = condition?.sql.indexCandidates
  if (candidates && residual.length > 0)
    return {
      driver: { ...condition, sql: { ...condition.sql, members: candidates } },
      residual: [...residual, condition],
      all,
    }
  return { driver: chosen?.isScattered ? scanned(chosen.condition) : condition, residual, all }
}

// An exact count of more members mostly costs more than a better driver gains.
const maxCountedMembers = 1000
// A share below the first is counted, which is cheap compared with verifying; above the second the whole
// table is read in order, since random access costs more.
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
  const costBeside = ({ stats }: Condition) => costOfTests(all) - stats.testCost + 1
  for (const bound of [maxCountedMembers, Math.ceil(size * shareToCount)]) {
    const counts = indexed.map((condition) => countMembers(db, condition, bound))
    const costs = indexed.map((condition, index) => (counts[index] ?? 0) * costBeside(condition))
    const position = costs.indexOf(Math.min(...costs))
    const [condition, count = 0] = [indexed[position], counts[position]]
    const isLast = bound !== maxCountedMembers || bound >= size * shareToCount
    if (!condition || (Math.min(...counts) >= bound && !isLast)) continue
    return { condition, isScattered: count >= Math.max(maxCountedMembers, size * shareToScan) }
  }
  return undefined
}

function scanned(condition: Condition): Condition {
  const { scan } = condition.sql
  if (!scan || condition.stats.isOrdered) return condition
  return {
    ...condition,
    sql: { ...condition.sql, members: scan },
    stats: { ...condition.stats, isIndexed: false },
  }
}

function countMembers(db: ReadableDb, condition: Condition, bound: number): number {
  const { members, superset = members } = condition.sql
  if (!superset) return Infinity
  return countCached(db, sql`SELECT count(*) AS total FROM (SELECT 1 FROM (${superset}) LIMIT ${bound})`)
}

export function andTests(conditions: readonly Condition[], entity: Fragment): Fragment {
  return join(
    testsOf(conditions, entity).map((test) => sql` AND ${test}`),
    '',
  )
}

/** As andTests, in a query on `entity` under the name `e`. */
export function andRowTests(conditions: readonly Condition[], entity: Fragment): Fragment {
  return join(
    conditions.map(({ sql: { test, rowTest } }) => sql` AND ${rowTest ?? test(entity)}`),
    '',
  )
}

/**
 * Conditions equivalent to the group when all hold. Without nested groups they are those of a flat filter.
 */
export function compileGroup(db: ReadableDb, type: EntityType, { join, parts }: ClauseGroup): Condition[] {
  const [only] = parts
  if (only && parts.length === 1) return compilePart(db, type, only)
  if (join === 'or')
    return [anyOf(parts.map((part) => allOf(chooseDriver(db, type, compilePart(db, type, part)))))]
  const clauses = parts.flatMap((part) => (isGroup(part) ? [] : [part]))
  return [
    ...compileAll(db, type, clauses),
    ...parts.filter(isGroup).flatMap((group) => compileGroup(db, type, group)),
  ]
}

function compilePart(db: ReadableDb, type: EntityType, part: Clause | ClauseGroup): Condition[] {
  return isGroup(part) ? compileGroup(db, type, part) : [compileClause(db, type, part)]
}

const member = raw('g.entity')

function allOf({ driver, residual, all }: Matching): Condition {
  const [only] = all
  if (only && all.length === 1) return only
  const complement = complementOf(all)
  return makeCondition(
    {
      ...(driver?.sql.members && {
        members: sql`SELECT g.entity AS entity FROM (${driver.sql.members}) g WHERE ${guardRow(member)}${andTests(residual, member)}`,
      }),
      test: (entity) => sql`(1${andTests(all, entity)})`,
    },
    { testCost: costOfTests(all), isIndexed: driver?.stats.isIndexed === true },
    complement ? { complement } : {},
  )
}
