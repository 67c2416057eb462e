/** Entities that refer to others, of which one satisfies a condition. */
import { entityTypes, type EntityType } from '#shared/entities.ts'
import type { ValuePlan } from '../computed/value-plan.ts'
import type { ReadableDb } from '../database/database.ts'
import { type Fragment, guardRow, raw, sql } from '../database/fragment.ts'
import { membersOf, testOf } from './predicates.ts'
import { type Condition, makeCondition } from './condition.ts'

interface Step {
  readonly via: ValuePlan
  readonly type: EntityType
}

/** The condition on those that the step leads from, driven by the members of the condition at its end. */
export function leadingTo(db: ReadableDb, { via, type }: Step, end: Condition): Condition {
  if (via.base.kind === 'parent') return below(type, end)
  if (via.base.kind === 'own' && via.mode === 'off') return referringByOwn(via.attribute, end)
  return referringByPlan(db, via, end)
}

const target = raw('path.target')
const parent = raw('path.parent')

/** Entities whose stored references lead to one that satisfies the condition. */
export function referringByOwn({ id }: ValuePlan['attribute'], end: Condition): Condition {
  const { members } = end.sql
  return makeCondition(
    {
      ...(members && {
        members: sql`SELECT DISTINCT path.source AS entity FROM (${members}) t
          CROSS JOIN reference path ON path.target = t.entity AND path.attribute = ${id}
          WHERE ${guardRow(raw('path.source'))}`,
      }),
      test: (entity) =>
        sql`EXISTS (SELECT 1 FROM reference path WHERE path.source = ${entity} AND path.attribute = ${id} AND ${end.sql.test(target)})`,
    },
    statsBehind(end),
  )
}

function below(type: EntityType, end: Condition): Condition {
  const { members } = end.sql
  return makeCondition(
    {
      ...(members && {
        members: sql`SELECT path.id AS entity FROM (${members}) t
          CROSS JOIN entity path ON path.parent = t.entity
          WHERE +path.type = ${entityTypes.indexOf(type)} AND ${guardRow(raw('path.id'))}`,
      }),
      test: (entity) =>
        sql`EXISTS (SELECT 1 FROM entity path WHERE path.id = ${entity} AND path.parent IS NOT NULL AND ${end.sql.test(parent)})`,
    },
    statsBehind(end),
  )
}

function referringByPlan(db: ReadableDb, plan: ValuePlan, end: Condition): Condition {
  const { members } = end.sql
  const among = (id: Fragment): Fragment => (members ? sql`${id} IN (${members})` : end.sql.test(id))
  return makeCondition(
    {
      ...(members && { members: membersOf(db, plan, among, true) }),
      test: (entity) => testOf(plan, among, entity),
    },
    { testCost: 1 + end.stats.testCost },
  )
}

function statsBehind({ stats }: Condition): Partial<Condition['stats']> {
  return { testCost: 1 + stats.testCost, isIndexed: stats.isIndexed }
}
