/** The score as SQL: of one entity by the tests of all rules, of all entities from numbers that were counted once. */
import { type EntityType, entityTypes } from '#shared/entities.ts'
import { compiled } from '../computed/forms.ts'
import { compileForms } from '../computed/forms-of-plan.ts'
import { getValuePlan } from '../computed/value-plan.ts'
import type { ReadableDb, SqlFunction } from '../database/database.ts'
import { fileVersion } from '../database/file-version.ts'
import { type Fragment, join, raw, sql } from '../database/fragment.ts'
import { guardRow } from '../database/read-guard.ts'
import type { Condition } from '../query/condition.ts'
import type { Attribute } from '../tables/attributes.ts'
import type { EntitySet } from './entity-set.ts'

/** For each list of conditions whether one entity meets all of it. */
export function testAll(db: ReadableDb, entity: number, lists: readonly (readonly Condition[])[]): boolean[] {
  const columns = lists.map((conditions) => allTested(conditions, raw('z.id')))
  const { text, params } = sql`SELECT ${join(columns, ', ')} FROM entity z WHERE z.id = ${entity}`
  return (db.tuples<number[]>(text, ...params)[0] ?? []).map((value) => value === 1)
}

function allTested(conditions: readonly Condition[], entity: Fragment): Fragment {
  if (conditions.length === 0) return raw('1')
  return sql`(${join(
    conditions.map(({ test }) => test(entity)),
    ' AND ',
  )})`
}

/** One check as the score weighs it. */
export interface ScoredCheck {
  readonly weight: number
  readonly applies: readonly Condition[]
  readonly failing: Condition
}

/** SQL of the score of one entity. */
export function scoreSql(checks: readonly ScoredCheck[], entity: Fragment): Fragment {
  if (checks.length === 0) return raw('100')
  const weights = checks.map(
    ({ weight, applies }) => sql`${raw(String(weight))} * ${allTested(applies, entity)}`,
  )
  const met = checks.map(
    ({ weight, applies, failing }) =>
      sql`${raw(String(weight))} * (${allTested(applies, entity)} AND NOT ${failing.test(entity)})`,
  )
  return sql`(SELECT CASE WHEN s.every = 0 THEN 100 ELSE 100 * s.met / s.every END FROM (SELECT ${join(weights, ' + ')} AS every, ${join(met, ' + ')} AS met) s)`
}

/** What all entities of a type weigh, by internal id. */
export interface Weights {
  readonly all: Uint16Array
  readonly met: Uint16Array
}

interface KnownWeights {
  readonly version: string | number
  readonly weights: Weights
}

const known = new WeakMap<ReadableDb, Map<EntityType, KnownWeights>>()
const functionsOf = new WeakMap<ReadableDb, ReadonlyMap<string, SqlFunction>>()

/** The weights of all entities of a type, added up rule by rule; kept until somebody writes. */
export function weighAll(db: ReadableDb, type: EntityType, checksOf: () => readonly WeighedCheck[]): Weights {
  const version = fileVersion(db)
  const byType = known.get(db) ?? new Map<EntityType, KnownWeights>()
  known.set(db, byType)
  const before = byType.get(type)
  if (before?.version === version) return before.weights
  const weights = weigh(db, checksOf())
  byType.set(type, { version, weights })
  return weights
}

/** The entities that a check is about, undefined for all, and those that fail it. */
export interface WeighedCheck {
  readonly weight: number
  readonly checked: EntitySet | undefined
  readonly failing: EntitySet
}

function weigh(db: ReadableDb, checks: readonly WeighedCheck[]): Weights {
  const [newest = 0] = db.column<number | null>('SELECT max(id) FROM entity')
  const size = (newest ?? 0) + 1
  const weights = { all: new Uint16Array(size), met: new Uint16Array(size) }
  for (const check of checks) addWeights(weights, check)
  return weights
}

function addWeights({ all, met }: Weights, { weight, checked, failing }: WeighedCheck): void {
  const add = (weights: Uint16Array, id: number, by: number) => (weights[id] = (weights[id] ?? 0) + by)
  for (const weights of [all, met]) {
    if (checked) checked.forEach((id) => add(weights, id, weight))
    else weights.forEach((_, id) => add(weights, id, weight))
  }
  failing.forEach((id) => {
    if (!checked || checked.has(id)) add(met, id, -weight)
  })
}

/** SQL of the score of an entity from the weights of all, which are at hand when this is compiled. */
export function scoreFromWeights(db: ReadableDb, type: EntityType, entity: Fragment): Fragment {
  const functions =
    functionsOf.get(db) ??
    new Map<string, SqlFunction>([['quality_score', (code, id) => readScore(db, Number(code), Number(id))]])
  functionsOf.set(db, functions)
  db.defineFunctions(functions)
  return sql`quality_score(${raw(String(entityTypes.indexOf(type)))}, ${entity})`
}

function readScore(db: ReadableDb, code: number, id: number): number {
  const type = entityTypes[code]
  const weights = type && known.get(db)?.get(type)?.weights
  return scoreAt(weights, id)
}

/** The score of an entity by its weights; 100 where nothing applies. */
export function scoreAt(weights: Weights | undefined, id: number): number {
  return toScore({ all: weights?.all[id] ?? 0, met: weights?.met[id] ?? 0 })
}

/** floor(100 · weight met / weight that applies); 100 where nothing applies. */
export function toScore({ all, met }: { readonly all: number; readonly met: number }): number {
  return all === 0 ? 100 : Math.floor((100 * met) / all)
}

/** Each entity of a type with what a reference of it leads to, once for each; null where it leads nowhere. */
export function listGroupMembers(
  db: ReadableDb,
  type: EntityType,
  attribute: Attribute,
): [entity: number, group: number | null][] {
  const plan = getValuePlan(db, attribute)
  const code = entityTypes.indexOf(type)
  const links = compiled(() => compileForms(plan).links(raw('n.id')))
  const isDirect = plan.base.kind === 'own' && plan.mode === 'off'
  const { text, params } = isDirect
    ? sql`SELECT n.id, r.target FROM entity n LEFT JOIN reference r ON r.source = n.id AND r.attribute = ${attribute.id}
        WHERE +n.type = ${code} AND ${guardRow(raw('n.id'))}`
    : sql`SELECT n.id, j.value FROM entity n LEFT JOIN json_each((SELECT json_group_array(target) FROM (${links}))) j
        WHERE +n.type = ${code} AND ${guardRow(raw('n.id'))}`
  return db.tuples<[number, number | null]>(text, ...params)
}
