/** Filters with groups as conditions: what must all hold stays apart, so that the rarest of it drives the query. */
import type { EntityType } from '#shared/entities.ts'
import type { ReadableDb } from '../database/database.ts'
import { raw, sql } from '../database/fragment.ts'
import { guardRow } from '../database/read-guard.ts'
import { type Clause, type ClauseGroup, isGroup } from '../query/clause.ts'
import { compileAll, compileClause } from '../query/compile-clause.ts'
import { anyOf, complementOf, type Condition, costOfTests, makeCondition } from '../query/condition.ts'
import { andTests, chooseDriver, type Matching } from './choose-driver.ts'

/** Conditions that all hold where the group does. Without groups in it they are those of a flat filter. */
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

/** Several conditions as one that holds where all of them do; its members are those of the driver that pass the others. */
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
