/** How many of the rows that are meant have each value, and how many have any. */
import { entityTypes, type EntityType } from '#shared/entities.ts'
import type { ReadableDb } from '../database/database.ts'
import { type Fragment, raw, sql } from '../database/fragment.ts'
import type { Clause, Source } from '../query/clause.ts'
import { compileClause } from '../query/compile-clause.ts'
import type { Condition } from '../query/condition.ts'
import type { Comparable } from '../tables/values.ts'
import { countMatching } from '../plan/list-ids.ts'
import { withRowSet, fewRows, isInRowSet, type RowSet } from './row-set.ts'
import { holdsSeveralRows, valueRows } from './value-rows.ts'

/** Values of one attribute in the rows of a type that are meant; undefined for all of them. */
export interface CountedSource {
  readonly type: EntityType
  readonly source: Source
  readonly rows: RowSet | undefined
}

export interface CountedValue {
  readonly norm: Comparable
  readonly count: number
  /** The internal id of the oldest entity with the value. */
  readonly entity: number
}

/** The values, the most frequent first and then in their order: all of them, or of many the first. */
export function countValues(
  db: ReadableDb,
  { type, source, rows }: CountedSource,
  { limit, only = (_norm: Fragment) => raw('1') }: { limit: number; only?: (norm: Fragment) => Fragment },
): CountedValue[] {
  const { text, params } =
    sql`SELECT norm, count(*) AS count, min(entity) AS entity FROM (${valueRows(db, type, source, rows)})
    GROUP BY norm HAVING ${only(raw('norm'))} ORDER BY count DESC, norm LIMIT ${limit}`
  return withRowSet(db, rows, () => db.all<CountedValue>(text, ...params))
}

/** How many of the rows have a value. */
export function countFilled(db: ReadableDb, asked: CountedSource): number {
  const filled: Clause = { source: asked.source, operator: 'exists', values: [1] }
  return countWhere(db, asked, compileClause(db, asked.type, filled))
}

/** How many of the rows meet a condition. */
export function countWhere(
  db: ReadableDb,
  { type, rows }: Pick<CountedSource, 'type' | 'rows'>,
  condition: Condition,
): number {
  if (!rows) return countMatching(db, type, [condition])
  const ids = fewRows(rows)
  const entity = raw('m.entity')
  const { text, params } = ids
    ? sql`SELECT count(*) AS total FROM (SELECT value AS entity FROM ${ids}) m WHERE ${condition.sql.test(entity)}`
    : condition.sql.members
      ? sql`SELECT count(DISTINCT m.entity) AS total FROM (${condition.sql.members}) m WHERE ${isInRowSet(rows, entity)}`
      : sql`SELECT count(*) AS total FROM entity m
          WHERE m.type = ${entityTypes.indexOf(type)} AND ${isInRowSet(rows, raw('m.id'))} AND ${condition.sql.test(raw('m.id'))}`
  return withRowSet(db, rows, () => db.get<{ total: number }>(text, ...params)?.total ?? 0)
}

/** The values themselves, each as often as it is held; of an entity with several one row each, with its id. */
export function readValues(
  db: ReadableDb,
  { type, source, rows }: CountedSource,
): { readonly norms: readonly Comparable[]; readonly entities: readonly number[] | undefined } {
  const all = valueRows(db, type, source, rows)
  if (!holdsSeveralRows(source)) {
    const { text, params } = sql`SELECT norm FROM (${all})`
    return { norms: withRowSet(db, rows, () => db.column<Comparable>(text, ...params)), entities: undefined }
  }
  const { text, params } = sql`SELECT norm, entity FROM (${all})`
  const pairs = withRowSet(db, rows, () => db.tuples<[Comparable, number]>(text, ...params))
  return { norms: pairs.map(([norm]) => norm), entities: pairs.map(([, entity]) => entity) }
}

/** How many of the rows have each value, in no order; of a time at most so many characters tell values apart. */
export function countComparables(
  db: ReadableDb,
  { type, source, rows }: CountedSource,
  characters: number,
): { readonly norm: string; readonly count: number }[] {
  const { text, params } =
    sql`SELECT substr(norm, 1, ${characters}) AS norm, count(*) AS count FROM (${valueRows(db, type, source, rows)}) GROUP BY 1`
  return withRowSet(db, rows, () => db.all(text, ...params))
}

/** The first and the last of the values, and how many there are. */
export function readRange(
  db: ReadableDb,
  { type, source, rows }: CountedSource,
): { readonly least: Comparable | null; readonly greatest: Comparable | null; readonly filled: number } {
  const { text, params } =
    sql`SELECT min(norm) AS least, max(norm) AS greatest, count(*) AS filled FROM (${valueRows(db, type, source, rows)})`
  return withRowSet(db, rows, () => db.get(text, ...params)) ?? { least: null, greatest: null, filled: 0 }
}
