/** Sums over a list or given rows. SQLite adds without the rounding error of many additions. */
import { chooseDriver } from './choose-driver.ts'
import type { EntityType } from '#shared/entities.ts'
import type { ReadableDb } from '../database/database.ts'
import type { SortTerm, Source } from '../query/clause.ts'
import { compileClause } from '../query/compile-clause.ts'
import type { Condition } from '../query/condition.ts'
import { type Fragment, join, raw, sql } from '../database/fragment.ts'
import { conditionsOf, countMatching, type IdQuery, matches } from './list-ids.ts'
import { joinTerms, sortTable, comparableOf } from '../query/order.ts'

export type Measure = 'number' | 'date'

export interface MeasureSums {
  readonly source: Source
  readonly measure: Measure | null
}

export interface Sums {
  readonly filled: number
  readonly sum: number | null
  readonly least: string | number | null
  readonly greatest: string | number | null
}

export interface SummedColumns {
  readonly rows: number
  readonly sums: readonly Sums[]
}

type ListQuery = Pick<IdQuery, 'type' | 'clauses' | 'join' | 'tree' | 'search'>

const member = raw('m.entity')

export function aggregateList(
  db: ReadableDb,
  query: ListQuery,
  asked: readonly MeasureSums[],
): SummedColumns {
  const { type } = query
  const conditions = conditionsOf(db, query)
  const matching = chooseDriver(db, type, conditions)
  const isWhole = matching.all.length === 0
  const isApart = (one: MeasureSums) => isWhole || one.measure === null
  const sharing = asked.filter((one) => !isApart(one))
  const joined =
    sharing.length > 0 ? sumJoined(db, type, (joins) => matches(type, matching, joins), sharing) : []
  const sums = asked.map((one) => {
    const at = sharing.indexOf(one)
    if (at !== -1) return joined[at] ?? noSums
    return one.measure === null
      ? countFilled(db, type, [...conditions, filledOf(db, type, one)])
      : sumTable(db, type, one)
  })
  return { rows: countMatching(db, type, conditions), sums }
}

const idsAtOnce = 20_000

export function aggregateRows(
  db: ReadableDb,
  type: EntityType,
  ids: Uint32Array,
  asked: readonly MeasureSums[],
): SummedColumns {
  const parts: SummedColumns[] = []
  for (let start = 0; start < ids.length; start += idsAtOnce) {
    const text = JSON.stringify([...ids.subarray(start, start + idsAtOnce)])
    const alive = sql`SELECT e.id AS entity FROM json_each(${text}) j CROSS JOIN entity e ON e.id = j.value`
    const sums = sumJoined(db, type, (joins) => sql`FROM (${alive}) m${joins} WHERE 1`, [everyRow, ...asked])
    parts.push({ rows: sums[0]?.filled ?? 0, sums: sums.slice(1) })
  }
  return {
    rows: parts.reduce((rows, part) => rows + part.rows, 0),
    sums: asked.map((_one, index) => addUp(parts.flatMap(({ sums }) => sums[index] ?? []))),
  }
}

const everyRow: MeasureSums = { source: { kind: 'system', field: 'id' }, measure: null }
const noSums: Sums = { filled: 0, sum: null, least: null, greatest: null }

function sumJoined(
  db: ReadableDb,
  type: EntityType,
  from: (joins: Fragment) => Fragment,
  asked: readonly MeasureSums[],
): Sums[] {
  const { joins, values, sums, read } = measureRows(db, type, asked)
  const { text, params } =
    sql`SELECT ${join(sums, ', ')} FROM (SELECT ${join(values, ', ')} ${from(joins)} LIMIT -1)`
  return read(db.tuples<(string | number | null)[]>(text, ...params)[0] ?? [])
}

interface MeasuredRows {
  readonly joins: Fragment
  readonly values: readonly Fragment[]
  readonly sums: readonly Fragment[]
  readonly read: (columns: readonly (string | number | null)[]) => Sums[]
}

export function measureRows(
  db: ReadableDb,
  type: EntityType,
  asked: readonly MeasureSums[],
  first: readonly SortTerm[] = [],
): MeasuredRows {
  const terms = [...first, ...asked.map(({ source }): SortTerm => ({ source, descending: false }))]
  const joined = asked.map(({ measure }, index) => {
    const at = first.length + index
    return measure === null ? raw('') : joinTerms(terms.slice(0, at + 1), type, at, member)
  })
  const values = asked.map((one, index) => {
    const term = { source: one.source, descending: false }
    const value =
      one.measure === null
        ? testOf(filledOf(db, type, one))
        : comparableOf(term, first.length + index, member)
    return sql`${value} AS ${raw(`v${index}`)}`
  })
  return {
    joins: join(joined, ''),
    values,
    sums: asked.map((_one, index) => sumsOf(raw(`v${index}`))),
    read: (columns) => asked.map((one, index) => toSums(one, columns.slice(index * 4, index * 4 + 4))),
  }
}

function testOf(condition: Condition): Fragment {
  return sql`CASE WHEN ${condition.sql.test(member)} THEN 1 END`
}

function sumTable(db: ReadableDb, type: EntityType, one: MeasureSums): Sums {
  const { table, value, where } = sortTable({ source: one.source, descending: false }, type)
  const { text, params } =
    sql`SELECT ${sumsOf(raw(value))} FROM (SELECT ${raw(value)} FROM ${table} s0 WHERE ${where} LIMIT -1)`
  return toSums(one, db.tuples<(string | number | null)[]>(text, ...params)[0] ?? [])
}

function sumsOf(value: Fragment): Fragment {
  return sql`count(${value}), total(${value}), min(${value}), max(${value})`
}

function toSums({ measure }: MeasureSums, row: readonly (string | number | null)[]): Sums {
  const [filled, sum = null, least = null, greatest = null] = row
  const count = Number(filled ?? 0)
  if (count === 0 || measure === null) return { ...noSums, filled: count }
  return { filled: count, sum: measure === 'number' ? Number(sum) : null, least, greatest }
}

function countFilled(db: ReadableDb, type: EntityType, conditions: readonly Condition[]): Sums {
  return { ...noSums, filled: countMatching(db, type, conditions) }
}

function filledOf(db: ReadableDb, type: EntityType, { source }: MeasureSums): Condition {
  return compileClause(db, type, { source, operator: 'exists', values: [1] })
}

function addUp(parts: readonly Sums[]): Sums {
  const filled = parts.filter((part) => part.filled > 0)
  return filled.length === 0 ? noSums : filled.reduce(add)
}

function add(a: Sums, b: Sums): Sums {
  return {
    filled: a.filled + b.filled,
    sum: a.sum === null ? null : a.sum + (b.sum ?? 0),
    least: isBelow(b.least, a.least) ? b.least : a.least,
    greatest: isBelow(a.greatest, b.greatest) ? b.greatest : a.greatest,
  }
}

function isBelow(a: string | number | null, b: string | number | null): boolean {
  return a !== null && b !== null && a < b
}
