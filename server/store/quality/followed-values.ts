/**
 * In-memory results of a connection that follow writes, so the first read after a write only costs the
 * size of the write. A result is dropped where it could differ from a full computation.
 */
import { entityTypes, type EntityType } from '#shared/entities.ts'
import { cachePart, countedValues } from '../database/caches.ts'
import type { ReadableDb } from '../database/database.ts'
import { type Fragment, raw, sql, guardRow } from '../database/fragment.ts'
import type { Condition } from '../query/condition.ts'
import { newestSequence } from '../tables/events.ts'
import { type Changes, changesSince, isUntouched, mayFollow, type Dependencies } from './dependencies.ts'
import { EntitySet } from './entity-set.ts'
import { findResult, requestStoring } from './stored-results.ts'

interface FollowedValue {
  readonly sequence: number
  readonly value: unknown
  readonly stored: number
}

/** For sets of a million entities 50 MB. */
const followedValues = cachePart<string, FollowedValue>(countedValues(400))
// Stored now and then, so that the next start can follow from there.
const storedEvery = 1000

type Follow<Value> = (value: Value, changes: Changes) => { readonly value: Value } | undefined

function follow<Value>(db: ReadableDb, key: string, bring: Follow<Value>, compute: () => Value): Value {
  if (!db.isReadonly) return compute()
  const cache = db.caches.followed.part(followedValues)
  const sequence = newestSequence(db)
  const known = cache.get(key) ?? readStored(db, key)
  const { value, stored } = followKnown(db, known, bring) ?? { value: compute(), stored: -Infinity }
  const isBehind = sequence - stored >= storedEvery
  if (isBehind) requestStoring(db, key, { sequence, value })
  cache.add(key, { sequence, value, stored: isBehind ? sequence : stored })
  return value
}

function followKnown<Value>(
  db: ReadableDb,
  known: FollowedValue | undefined,
  bring: Follow<Value>,
): { readonly value: Value; readonly stored: number } | undefined {
  const changes = known && changesSince(db, known.sequence)
  const next = changes && bring(known.value as Value, changes)
  return next && { value: next.value, stored: known.stored }
}

/** A result of an earlier start. Conditions that depend on the day have it in their key. */
function readStored(db: ReadableDb, key: string): FollowedValue | undefined {
  const found = findResult(db, key)
  return found && { ...found, stored: found.sequence }
}

export function cacheWhile<Value>(
  db: ReadableDb,
  key: string,
  dependencies: Dependencies | undefined,
  compute: () => Value,
): Value {
  return followValue(db, { key, dependencies, bring: () => undefined }, compute)
}

export interface Following<Value> {
  readonly key: string
  readonly dependencies: Dependencies | undefined
  readonly bring: (value: Value, entities: readonly number[]) => Value | undefined
}

export function followValue<Value>(
  db: ReadableDb,
  { key, dependencies, bring }: Following<Value>,
  compute: () => Value,
): Value {
  if (!dependencies) return compute()
  const bringAll: Follow<Value> = (value, changes) => {
    if (isUntouched(dependencies, changes)) return { value }
    const next = mayFollow(dependencies, changes) ? bring(value, changes.entities) : undefined
    return next === undefined ? undefined : { value: next }
  }
  return follow(db, key, bringAll, compute)
}

export function followMembers(
  db: ReadableDb,
  type: EntityType,
  condition: Condition,
  dependencies: Dependencies,
): EntitySet {
  const { text, params } = condition.sql.test(raw('e.id'))
  const bring: Follow<EntitySet> = (set, changes) => {
    if (dependencies.of === 'others')
      return isUntouched(dependencies, changes) && !changes.haveCome ? { value: set } : undefined
    if (!mayFollow(dependencies, changes)) return undefined
    const touched =
      dependencies.of === 'lineage'
        ? [...withAllBelow(db, changes.entities), ...changes.parents]
        : changes.entities
    const meeting = new Set(testSome(db, type, touched, { text, params }))
    for (const id of touched) set.put(id, meeting.has(id))
    return { value: set }
  }
  const key = `members ${type} ${text} ${JSON.stringify(params)}`
  return follow(db, key, bring, () => findMembers(db, type, condition))
}

export function findMembers(db: ReadableDb, type: EntityType, condition: Condition): EntitySet {
  const { members, test } = condition.sql
  const { complement = [] } = condition.parts
  if (members) return EntitySet.of(listIds(db, members))
  const all = sql`SELECT e.id AS entity FROM entity e WHERE +e.type = ${raw(String(entityTypes.indexOf(type)))}`
  const [excluded] = complement
  if (complement.length === 1 && excluded?.sql.members)
    return EntitySet.of(listIds(db, all)).without(listIds(db, excluded.sql.members))
  return EntitySet.of(listIds(db, sql`${all} AND ${test(raw('e.id'))}`))
}

function listIds(db: ReadableDb, members: Fragment): number[] {
  const { text, params } = sql`SELECT h.entity FROM (${members}) h WHERE ${guardRow(raw('h.entity'))}`
  return db.column<number>(text, ...params)
}

function testSome(db: ReadableDb, type: EntityType, ids: readonly number[], test: Fragment): number[] {
  if (ids.length === 0) return []
  const { text, params } =
    sql`SELECT e.id FROM json_each(${JSON.stringify(ids)}) j CROSS JOIN entity e ON e.id = j.value
      WHERE +e.type = ${entityTypes.indexOf(type)} AND ${guardRow(raw('e.id'))} AND ${test}`
  return db.column<number>(text, ...params)
}

export function withAllBelow(db: ReadableDb, ids: readonly number[]): number[] {
  return db.column<number>(
    `WITH RECURSIVE below (id) AS (SELECT value FROM json_each(?) UNION SELECT e.id FROM below JOIN entity e ON e.parent = below.id)
     SELECT id FROM below`,
    JSON.stringify(ids),
  )
}
