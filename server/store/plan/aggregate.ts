import { chooseDriver } from './choose-driver.ts'
import type { EntityType } from '#shared/entities.ts'
import type { ReadableDb } from '../database/database.ts'
import type { SortTerm, Source, Clause } from '../query/clause.ts'
import { compileClause } from '../query/compile-clause.ts'
import type { Condition } from '../query/condition.ts'
import { type Fragment, join, raw, sql, guardRow } from '../database/fragment.ts'
import { conditionsOf, countMatching, type IdQuery, matches } from './list-ids.ts'
import { joinTerms, sortTable, comparableOf, keyOf, walkTable } from '../query/order.ts'
import { countEntities } from '../tables/entities.ts'

/** Sums over a list or given rows. SQLite adds without the rounding error of many additions. */

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

function measureRows(
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

export interface CountedLevels {
  readonly entity: number
  readonly count: number
  readonly blanks: readonly boolean[]
  readonly sums: readonly Sums[]
}

type GroupQuery = Pick<IdQuery, 'type' | 'clauses' | 'join' | 'tree' | 'search'> & { readonly limit: number }

interface Levels {
  readonly terms: readonly SortTerm[]
  readonly asked: readonly MeasureSums[]
}

/**
 * At most `limit` groups of equal values in all terms, in the order of the list. One walk over the matches
 * computes all sums; one term without sums is read from its index.
 */
export function countLevels(db: ReadableDb, query: GroupQuery, { terms, asked }: Levels): CountedLevels[] {
  const [first] = terms
  if (first && terms.length === 1 && asked.length === 0)
    return countGroups(db, query, first).map(({ isBlank, ...group }) => ({
      ...group,
      blanks: [isBlank],
      sums: [],
    }))
  const measured = measureRows(db, query.type, asked, terms)
  const { text, params } = levelsOf(db, query, { terms, measured })
  return db.tuples<(string | number | null)[]>(text, ...params).map(([entity, count, ...columns]) => ({
    entity: Number(entity),
    count: Number(count),
    blanks: terms.map((_term, level) => columns[level] === 1),
    sums: measured.read(columns.slice(terms.length)),
  }))
}

function levelsOf(
  db: ReadableDb,
  query: GroupQuery,
  {
    terms,
    measured,
  }: { readonly terms: readonly SortTerm[]; readonly measured: ReturnType<typeof measureRows> },
) {
  const { type, limit } = query
  const comparable = (level: number) => raw(`n${level}`)
  const comparables = terms.map(
    (term, level) => sql`${comparableOf(term, level, member)} AS ${comparable(level)}`,
  )
  const from = matches(
    type,
    chooseDriver(db, type, conditionsOf(db, query)),
    join([joinTerms(terms, type, 0, member), measured.joins], ''),
  )
  const blanks = terms.map((_term, level) => sql`${comparable(level)} IS NULL`)
  const order = terms.map(
    ({ source, descending }, level) =>
      sql`${comparable(level)} IS NULL, ${keyOf(source, comparable(level))}${raw(descending ? ' DESC' : '')}`,
  )
  const columns = join([raw('min(entity)'), raw('count(*)'), ...blanks, ...measured.sums], ', ')
  // As in one sum over all rows, the LIMIT keeps SQLite from computing a value once for each of its sums.
  return sql`SELECT ${columns}
    FROM (SELECT m.entity AS entity, ${join([...comparables, ...measured.values], ', ')} ${from} LIMIT -1)
    GROUP BY ${join(
      terms.map((_term, level) => comparable(level)),
      ', ',
    )} ORDER BY ${join(order, ', ')} LIMIT ${limit}`
}

interface CountedGroup {
  readonly entity: number
  readonly count: number
  readonly isBlank: boolean
}

interface GroupCountQuery extends Pick<
  IdQuery,
  'type' | 'clauses' | 'join' | 'tree' | 'search' | 'parent' | 'limit'
> {
  readonly besides?: Clause | undefined
}

export function countGroups(db: ReadableDb, query: GroupCountQuery, term: SortTerm): CountedGroup[] {
  const { type, limit, besides } = query
  const more = besides ? [compileClause(db, type, besides)] : []
  const matching = chooseDriver(db, type, [...conditionsOf(db, query), ...more])
  if (matching.all.length === 0 && term.source.kind === 'attribute') return countWhole(db, query, term)
  const entity = raw('m.entity')
  const from = matches(type, matching, joinTerms([term], type, 0, entity))
  const { text, params } = sql`SELECT min(entity) AS entity, count(*) AS count, norm IS NULL AS blank
    FROM (SELECT m.entity AS entity, ${comparableOf(term, 0, entity)} AS norm ${from})
    GROUP BY norm ORDER BY norm IS NULL, ${keyOf(term.source, raw('norm'))}${raw(term.descending ? ' DESC' : '')} LIMIT ${limit}`
  const rows = db.all<{ entity: number; count: number; blank: 0 | 1 }>(text, ...params)
  return rows.map(({ blank, ...group }) => ({ ...group, isBlank: blank === 1 }))
}

function countWhole(
  db: ReadableDb,
  { type, limit }: { readonly type: EntityType; readonly limit: number },
  term: SortTerm,
): CountedGroup[] {
  const direction = raw(term.descending ? ' DESC' : '')
  const { table, key } = walkTable(db, term, type)
  const { text, params } = sql`SELECT min(entity) AS entity, count(*) AS count FROM ${table} s0
    WHERE ${guardRow(raw('entity'))} GROUP BY s0.norm ORDER BY ${key}${direction} LIMIT ${limit}`
  const groups = db
    .all<{ entity: number; count: number }>(text, ...params)
    .map((group) => ({ ...group, isBlank: false }))
  const count = countEntities(db, type) - groups.reduce((sum, group) => sum + group.count, 0)
  const isWhole = groups.length < limit
  return isWhole && count > 0 ? [...groups, { entity: 0, count, isBlank: true }] : groups
}
