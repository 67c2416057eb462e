import { type EntityType, entityTypes } from '#shared/entities.ts'
import { Compiler } from '../computed/compiler.ts'
import { compileValue } from '../computed/compile-value.ts'
import { getValuePlan } from '../computed/value-plan.ts'
import type { ReadableDb, SqlFunction } from '../database/database.ts'
import { cachePart, countedValues } from '../database/caches.ts'
import { type Fragment, join, raw, sql, guardRow } from '../database/fragment.ts'
import { type Condition, testsOf } from '../query/condition.ts'
import type { Attribute } from '../tables/attributes.ts'
import type { EntitySet } from './entity-set.ts'

export function testAll(db: ReadableDb, entity: number, lists: readonly (readonly Condition[])[]): boolean[] {
  const columns = lists.map((conditions) => allTested(conditions, raw('z.id')))
  const { text, params } = sql`SELECT ${join(columns, ', ')} FROM entity z WHERE z.id = ${entity}`
  return (db.tuples<number[]>(text, ...params)[0] ?? []).map((value) => value === 1)
}

function allTested(conditions: readonly Condition[], entity: Fragment): Fragment {
  if (conditions.length === 0) return raw('1')
  return sql`(${join(testsOf(conditions, entity), ' AND ')})`
}

export interface ScoredCheck {
  readonly weight: number
  readonly applies: readonly Condition[]
  readonly failing: Condition
}

export function scoreSql(checks: readonly ScoredCheck[], entity: Fragment): Fragment {
  if (checks.length === 0) return raw('100')
  const weights = checks.map(
    ({ weight, applies }) => sql`${raw(String(weight))} * ${allTested(applies, entity)}`,
  )
  const met = checks.map(
    ({ weight, applies, failing }) =>
      sql`${raw(String(weight))} * (${allTested(applies, entity)} AND NOT ${failing.sql.test(entity)})`,
  )
  return sql`(SELECT CASE WHEN s.every = 0 THEN 100 ELSE 100 * s.met / s.every END FROM (SELECT ${join(weights, ' + ')} AS every, ${join(met, ' + ')} AS met) s)`
}

export interface Weights {
  readonly all: Uint16Array
  readonly met: Uint16Array
}

const cachedWeights = cachePart<EntityType, Weights>(countedValues(entityTypes.length))

export function weighAll(db: ReadableDb, type: EntityType, checksOf: () => readonly WeighedCheck[]): Weights {
  const cache = db.caches.data.part(cachedWeights)
  const known = cache.get(type)
  if (known) return known
  const weights = weigh(db, checksOf())
  cache.add(type, weights)
  return weights
}

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

export function scoreFromWeights(db: ReadableDb, type: EntityType, entity: Fragment): Fragment {
  db.defineFunctions(scoreFunctions)
  return sql`${raw(scoreFunction(db))}(${raw(String(entityTypes.indexOf(type)))}, ${entity})`
}

/** Each view of a connection has its own weights, and so its own function. */
function scoreFunction({ hidden }: ReadableDb): string {
  return hidden ? `quality_score_${hidden.role}` : 'quality_score'
}

function scoreFunctions(db: ReadableDb): ReadonlyMap<string, SqlFunction> {
  return new Map([[scoreFunction(db), (code, id) => readScore(db, Number(code), Number(id))]])
}

function readScore(db: ReadableDb, code: number, id: number): number {
  const type = entityTypes[code]
  return scoreAt(type && db.caches.data.part(cachedWeights).get(type), id)
}

export function scoreAt(weights: Weights | undefined, id: number): number {
  return toScore({ all: weights?.all[id] ?? 0, met: weights?.met[id] ?? 0 })
}

export function toScore({ all, met }: { readonly all: number; readonly met: number }): number {
  return all === 0 ? 100 : Math.floor((100 * met) / all)
}

export function listGroupMembers(
  db: ReadableDb,
  type: EntityType,
  attribute: Attribute,
): [entity: number, group: number | null][] {
  const plan = getValuePlan(db, attribute)
  const code = entityTypes.indexOf(type)
  const links = compileValue(new Compiler(), plan).links(raw('n.id'))
  const isDirect = plan.base.kind === 'own' && plan.mode === 'off'
  const { text, params } = isDirect
    ? sql`SELECT n.id, r.target FROM entity n LEFT JOIN reference r ON r.source = n.id AND r.attribute = ${attribute.id}
        WHERE +n.type = ${code} AND ${guardRow(raw('n.id'))}`
    : sql`SELECT n.id, j.value FROM entity n LEFT JOIN json_each((SELECT json_group_array(target) FROM (${links}))) j
        WHERE +n.type = ${code} AND ${guardRow(raw('n.id'))}`
  return db.tuples<[number, number | null]>(text, ...params)
}
