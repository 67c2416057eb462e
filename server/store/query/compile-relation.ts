import { entityTypes, type EntityType } from '#shared/entities.ts'
import type { RemarkKind } from '#shared/filters.ts'
import type { Actor, EventVia } from '#shared/events.ts'
import {
  breakingProducts,
  type InvalidCount,
  type MeasuredAttribute,
  type MeasuredCondition,
  meetsAny,
} from '../computed/completeness.ts'
import { Compiler } from '../computed/compiler.ts'
import type { ReadableDb } from '../database/database.ts'
import { type Fragment, join, raw, sql, guardRow } from '../database/fragment.ts'
import type { Json } from '../database/json.ts'
import { findFixedIndex } from '../tables/index-tables.ts'
import { requestEventIndex } from '../tables/indexes.ts'
import { isOnReadableCell } from '../tables/notes.ts'
import type { Source } from './clause.ts'
import { compileClause } from './compile-clause.ts'
import { type Condition, type ConditionStats, makeCondition, nothing } from './condition.ts'

export function changedByActors(db: ReadableDb, type: EntityType, actors: readonly Json<Actor>[]): Condition {
  if (actors.length === 0) return nothing
  requestEventIndex(db, 'actor')
  const index = findFixedIndex(db, 'actor')
  const wanted = sql`(SELECT value FROM json_each(${JSON.stringify(actors)}))`
  const events = index
    ? sql`${raw(index)} i CROSS JOIN event e ON e.sequence = i.sequence WHERE i.actor IN ${wanted}`
    : sql`event e WHERE e.actor IN ${wanted}`
  return asList(
    sql`SELECT DISTINCT e.entity FROM ${events} AND e.type = ${type} AND ${guardRow(raw('e.sequence'))}`,
  )
}

const changing = raw("('entity.created', 'entity.updated', 'entity.restored')")

export function changedVia(type: EntityType, via: EventVia): Condition {
  return asList(sql`SELECT DISTINCT e.entity FROM event e
    WHERE e.kind IN ${changing} AND e.via = ${via} AND e.type = ${type} AND ${guardRow(raw('e.sequence'))}`)
}

export function notAccepted(
  db: ReadableDb,
  attribute: MeasuredAttribute,
  issue: InvalidCount['issue'] | undefined,
): Condition {
  const breaking = breakingProducts(db, attribute, issue)
  return breaking ? asList(breaking, { attribute: attribute.id }) : nothing
}

export function lacksAny(db: ReadableDb, conditions: readonly MeasuredCondition[]): Condition {
  const test = (entity: Fragment) => {
    const query = { db, compiler: Compiler.around(entity) }
    const lacking = conditions.map((condition) => sql`NOT ${meetsAny(query, condition, entity)}`)
    return sql`(${join(lacking, ' OR ')})`
  }
  return makeCondition({ test })
}

/** Reading a list that is built once costs less than many searches. */
function asList(members: Fragment, stats: Partial<ConditionStats> = {}): Condition {
  return makeCondition({ members, test: (entity) => sql`${entity} IN (${members})` }, stats)
}

const remarks: Readonly<Record<RemarkKind, Fragment>> = {
  notes: raw("note r WHERE r.status = 'note'"),
  to_dos: raw("note r WHERE r.status = 'open'"),
  comments: raw('comment r WHERE r.thread IS NULL AND r.resolved_at IS NULL'),
}

export function remarked(db: ReadableDb, type: EntityType, kind: RemarkKind): Condition {
  const rows = sql`${remarks[kind]}${raw(isOnReadableCell(db, 'r'))}`
  return makeCondition({
    members: sql`SELECT DISTINCT r.entity AS entity FROM ${rows} AND r.type = ${entityTypes.indexOf(type)}
      AND ${guardRow(raw('r.id'))} AND EXISTS (SELECT 1 FROM entity e WHERE e.id = r.entity)`,
    test: (entity) => sql`EXISTS (SELECT 1 FROM ${rows} AND r.entity = ${entity})`,
  })
}

export function havingVariants(type: EntityType): Condition {
  return makeCondition(
    {
      members: sql`SELECT DISTINCT c.parent AS entity FROM entity c WHERE +c.type = ${entityTypes.indexOf(type)}
        AND c.parent IS NOT NULL AND ${guardRow(raw('c.id'))}`,
      test: (entity) => sql`EXISTS (SELECT 1 FROM entity c WHERE c.parent = ${entity})`,
    },
    { isOfVariants: true },
  )
}

/** Entities that another one refers to by any attribute that the reader may read. */
export function havingReferrers({ hidden }: ReadableDb, type: EntityType): Condition {
  const isShown = raw(hidden ? ` AND r.attribute NOT IN (${[...hidden.ids].join(', ')})` : '')
  return makeCondition({
    members: sql`SELECT DISTINCT r.target AS entity FROM reference r CROSS JOIN entity e ON e.id = r.target
      WHERE +e.type = ${entityTypes.indexOf(type)} AND ${guardRow(raw('r.source'))}${isShown}`,
    test: (entity) => sql`EXISTS (SELECT 1 FROM reference r WHERE r.target = ${entity}${isShown})`,
  })
}

export function emptyInParent(db: ReadableDb, type: EntityType, source: Source): Condition {
  const holds = compileClause(db, type, { source, operator: 'exists', values: [1] })
  const lacks = sql`c.parent IS NOT NULL AND NOT ${holds.sql.test(raw('c.parent'))}`
  return makeCondition(
    {
      members: sql`SELECT c.id AS entity FROM entity c WHERE +c.type = ${entityTypes.indexOf(type)}
        AND c.parent IS NOT NULL AND ${guardRow(raw('c.id'))} AND ${lacks}`,
      test: (entity) => sql`EXISTS (SELECT 1 FROM entity c WHERE c.id = ${entity} AND ${lacks})`,
    },
    { testCost: 1 + holds.stats.testCost },
  )
}
