import { type Json, parseJson } from '../database/json.ts'
import { compileValue } from './compile-value.ts'
import { Compiler } from './compiler.ts'
import { orderedIds } from './inherited-value-sql.ts'
import type { ValuePlan } from './value-plan.ts'
import type { ValueSql } from './value-sql.ts'
import type { ReadableDb } from '../database/database.ts'
import { type Fragment, join, sql, guardComputedRow } from '../database/fragment.ts'

export type EffectiveValue = string | number | boolean | readonly number[] | null

export function isLinks(value: EffectiveValue): value is readonly number[] {
  return Array.isArray(value)
}

// SQLite returns at most 2,000 columns, and a value takes at most two.
const maxPlans = 500

export function readEffective(
  db: ReadableDb,
  plans: readonly ValuePlan[],
  ids: readonly number[],
): ReadonlyMap<number, readonly EffectiveValue[]> {
  const values = new Map<number, EffectiveValue[]>(ids.map((id) => [id, []]))
  for (let from = 0; from < plans.length; from += maxPlans) {
    const some = plans.slice(from, from + maxPlans)
    const { text, params } = selectOf(some)
    for (const [id, ...cells] of db.tuples<[number, ...Cell[]]>(text, ...params, JSON.stringify(ids)))
      for (const plan of some) values.get(id)?.push(readValue(plan, cells))
  }
  return values
}

export interface FirstLinks {
  readonly total: number
  readonly first: readonly number[]
}

/** The first references of some entities in order, up to a limit per entity; the others are only counted. */
export function readFirstLinks(
  db: ReadableDb,
  plan: ValuePlan,
  ids: readonly number[],
  most: number,
): ReadonlyMap<number, FirstLinks> {
  const compiler = new Compiler()
  const { links } = compileValue(compiler, plan)
  const list = compiler.alias()
  const entity = sql`${list}.value`
  const first = sql`SELECT target, place FROM (${links(entity)}) ORDER BY place LIMIT ${most}`
  const { text, params } = sql`SELECT ${entity}, (SELECT count(*) FROM (${links(entity)})),
    (SELECT json_group_array(target ORDER BY place) FROM (${first})) FROM json_each(?) ${list}`
  const rows = db.tuples<[id: number, total: number, first: Json<number[]>]>(
    text,
    ...params,
    JSON.stringify(ids),
  )
  return new Map(rows.map(([id, total, first]) => [id, { total, first: parseJson(first) }]))
}

export function readLists(
  db: ReadableDb,
  plan: ValuePlan,
  ids: readonly number[],
): ReadonlyMap<number, Json<(string | number)[]>> {
  const compiler = new Compiler()
  const list = compiler.alias()
  const entity = sql`${list}.value`
  const { text, params } =
    sql`SELECT ${entity}, ${compileValue(compiler, plan).list(entity)} FROM json_each(?) ${list} WHERE ${guardComputedRow(sql`${list}.key`)}`
  const rows = db.tuples<[number, Json<(string | number)[]> | null]>(text, ...params, JSON.stringify(ids))
  return new Map(rows.flatMap(([id, json]) => (json === null ? [] : [[id, json] as const])))
}

function selectOf(plans: readonly ValuePlan[]): Fragment {
  const compiler = new Compiler()
  const list = compiler.alias()
  const entity = sql`${list}.value`
  const columns = plans.flatMap((plan) => columnsOf(plan, compileValue(compiler, plan), entity))
  return sql`SELECT ${join([entity, ...columns], ', ')} FROM json_each(?) ${list} WHERE ${guardComputedRow(sql`${list}.key`)}`
}

function columnsOf(plan: ValuePlan, value: ValueSql, entity: Fragment): Fragment[] {
  if (plan.isReference) return [sql`(${orderedIds(value.links, entity)})`]
  if (plan.family === 'text') return [value.shown(entity)]
  return plan.isSeveral ? [value.key(entity), value.shown(entity)] : [value.key(entity)]
}

type Cell = string | number | null

function readValue({ isReference, isSeveral, family }: ValuePlan, cells: Cell[]): EffectiveValue {
  const value = cells.shift() as Cell
  if (isReference) return JSON.parse(String(value))
  if (family === 'text') return value === '' ? null : value
  const shown = isSeveral ? cells.shift() : undefined
  const typed = family === 'boolean' && value !== null ? value === 1 : value
  // Several different values, or one per variant, are returned as one text.
  return shown === undefined || shown === null || shown === String(typed) ? typed : shown
}
