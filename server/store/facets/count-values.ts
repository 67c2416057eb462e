import { entityTypes, type EntityType, type QueryableSystemField } from '#shared/entities.ts'
import type { ReadableDb } from '../database/database.ts'
import { type Fragment, raw, sql, guardComputedRow } from '../database/fragment.ts'
import type { Clause, Source } from '../query/clause.ts'
import { compileClause } from '../query/compile-clause.ts'
import type { Condition } from '../query/condition.ts'
import { keyOf } from '../query/order.ts'
import type { Comparable } from '../tables/values.ts'
import { countMatching } from '../plan/list-ids.ts'
import { withRowSet, smallRowSetIds, isInRowSet, type RowSet } from './row-set.ts'
import { Compiler } from '../computed/compiler.ts'
import { compileValue } from '../computed/compile-value.ts'
import { linksArray } from '../computed/inherited-value-sql.ts'
import { getValuePlan, type ValuePlan } from '../computed/value-plan.ts'
import { sortKey, sortKeys } from '../query/predicates.ts'
import { type Attribute, isReference } from '../tables/attributes.ts'
import { valuesByComparable } from '../tables/index-tables.ts'
import { requestValueIndex } from '../tables/indexes.ts'

export interface CountedSource {
  readonly type: EntityType
  readonly source: Source
  readonly rows: RowSet | undefined
}

export interface CountedValue {
  readonly norm: Comparable
  readonly count: number
  readonly entity: number
}

/**
 * SELECT of `entity` and `norm`, each pair once; a reference has the internal id of its target. Must run
 * inside `withRowSet`.
 */
function valueRows(db: ReadableDb, type: EntityType, source: Source, rows: RowSet | undefined): Fragment {
  if (source.kind === 'system') return systemRows(type, source.field, rows)
  if (source.kind === 'computed') return computedRows(db, type, source.plan, rows)
  const { attribute } = source
  if (attribute.traits.shape === 'inverse') return computedRows(db, type, getValuePlan(db, attribute), rows)
  return isReference(attribute) ? referenceRows(attribute, rows) : scalarRows(db, attribute, rows)
}

export function holdsSeveralRows(source: Source): boolean {
  if (source.kind === 'system') return false
  if (source.kind === 'computed') return source.plan.isSeveral
  return source.attribute.traits.shape === 'reference_list' || source.attribute.traits.shape === 'inverse'
}

function scalarRows(db: ReadableDb, { id }: Attribute, rows: RowSet | undefined): Fragment {
  const ids = smallRowSetIds(rows)
  if (ids)
    return sql`SELECT v.entity AS entity, v.norm AS norm FROM ${ids} j CROSS JOIN ${raw(`value_${id}`)} v ON v.entity = j.value
      WHERE ${isInRowSet(undefined, raw('v.entity'))}`
  requestValueIndex(db, id)
  return sql`SELECT entity, norm FROM ${raw(valuesByComparable(db, id))} WHERE ${isInRowSet(rows, raw('entity'))}`
}

/**
 * Many rows are read target by target from the index of referrers; where the type of the targets is unknown,
 * row by row.
 */
function referenceRows({ id, extras }: Attribute, rows: RowSet | undefined): Fragment {
  const ids = smallRowSetIds(rows)
  const target = extras.reference?.type
  const meant = isInRowSet(ids ? undefined : rows, raw('r.source'))
  const columns = raw('SELECT r.source AS entity, r.target AS norm FROM')
  if (ids)
    return sql`${columns} ${ids} j CROSS JOIN reference r ON r.source = j.value AND r.attribute = ${id} WHERE ${meant}`
  return target
    ? sql`${columns} entity t CROSS JOIN reference r ON r.target = t.id AND r.attribute = ${id}
        WHERE t.type = ${entityTypes.indexOf(target)} AND ${meant}`
    : sql`${columns} reference r WHERE r.attribute = ${id} AND ${meant}`
}

function systemRows(type: EntityType, field: QueryableSystemField, rows: RowSet | undefined): Fragment {
  const column = raw(field === 'parent_id' ? 'parent' : field)
  const ids = smallRowSetIds(rows)
  return ids
    ? sql`SELECT e.id AS entity, e.${column} AS norm FROM ${ids} j CROSS JOIN entity e ON e.id = j.value WHERE e.${column} IS NOT NULL`
    : sql`SELECT id AS entity, ${column} AS norm FROM entity
        WHERE type = ${entityTypes.indexOf(type)} AND ${isInRowSet(rows, raw('id'))} AND ${column} IS NOT NULL`
}

const member = raw('m.entity')

function computedRows(db: ReadableDb, type: EntityType, plan: ValuePlan, rows: RowSet | undefined): Fragment {
  const ids = smallRowSetIds(rows)
  if (!plan.isSeveral && !plan.isReference && !ids)
    return sql`SELECT entity, norm FROM ${sortKeys(plan, db)} WHERE norm IS NOT NULL AND ${isInRowSet(rows, raw('entity'))}`
  const entities = ids
    ? sql`SELECT value AS entity FROM ${ids}`
    : sql`SELECT id AS entity FROM entity WHERE type = ${entityTypes.indexOf(type)} AND ${isInRowSet(rows, raw('id'))}`
  const from = sql`FROM (${entities}) m`
  if (!plan.isSeveral && !plan.isReference)
    // The LIMIT keeps SQLite from computing a value again at every use.
    return sql`SELECT entity, norm FROM (SELECT ${member} AS entity, ${sortKey(plan, member)} AS norm ${from}
      WHERE ${guardComputedRow(member)} LIMIT -1) WHERE norm IS NOT NULL`
  const [values, comparable] = plan.isReference
    ? [linksOf(plan), raw('l.value')]
    : [listOf(plan), comparableOf(plan)]
  return sql`SELECT DISTINCT ${member} AS entity, ${comparable} AS norm ${from} CROSS JOIN ${values} l
    WHERE ${guardComputedRow(member)}`
}

function linksOf(plan: ValuePlan): Fragment {
  return linksArray(compileValue(new Compiler(), plan).links, member)
}

function listOf(plan: ValuePlan): Fragment {
  return sql`json_each(${compileValue(new Compiler(), plan).list(member)})`
}

function comparableOf({ family }: ValuePlan): Fragment {
  if (family === 'text') return raw('fold_text(l.value)')
  return family === 'boolean' ? raw("(l.value = 'true')") : raw('l.value')
}

export function countValues(
  db: ReadableDb,
  { type, source, rows }: CountedSource,
  {
    limit,
    only = (_comparable: Fragment) => raw('1'),
  }: { limit: number; only?: (comparable: Fragment) => Fragment },
): CountedValue[] {
  const { text, params } =
    sql`SELECT norm, count(*) AS count, min(entity) AS entity FROM (${valueRows(db, type, source, rows)})
    GROUP BY norm HAVING ${only(raw('norm'))} ORDER BY count DESC, ${keyOf(source, raw('norm'))} LIMIT ${limit}`
  return withRowSet(db, rows, () => db.all<CountedValue>(text, ...params))
}

export function countFilled(db: ReadableDb, asked: CountedSource): number {
  const filled: Clause = { source: asked.source, operator: 'exists', values: [1] }
  return countWhere(db, asked, compileClause(db, asked.type, filled))
}

export function countWhere(
  db: ReadableDb,
  { type, rows }: Pick<CountedSource, 'type' | 'rows'>,
  condition: Condition,
): number {
  if (!rows) return countMatching(db, type, [condition])
  const ids = smallRowSetIds(rows)
  const entity = raw('m.entity')
  const { text, params } = ids
    ? sql`SELECT count(*) AS total FROM (SELECT value AS entity FROM ${ids}) m WHERE ${condition.sql.test(entity)}`
    : condition.sql.members
      ? sql`SELECT count(DISTINCT m.entity) AS total FROM (${condition.sql.members}) m WHERE ${isInRowSet(rows, entity)}`
      : sql`SELECT count(*) AS total FROM entity m
          WHERE m.type = ${entityTypes.indexOf(type)} AND ${isInRowSet(rows, raw('m.id'))} AND ${condition.sql.test(raw('m.id'))}`
  return withRowSet(db, rows, () => db.get<{ total: number }>(text, ...params)?.total ?? 0)
}

export function readValues(
  db: ReadableDb,
  { type, source, rows }: CountedSource,
): { readonly comparables: readonly Comparable[]; readonly entities: readonly number[] | undefined } {
  const all = valueRows(db, type, source, rows)
  if (!holdsSeveralRows(source)) {
    const { text, params } = sql`SELECT norm FROM (${all})`
    return {
      comparables: withRowSet(db, rows, () => db.column<Comparable>(text, ...params)),
      entities: undefined,
    }
  }
  const { text, params } = sql`SELECT norm, entity FROM (${all})`
  const pairs = withRowSet(db, rows, () => db.tuples<[Comparable, number]>(text, ...params))
  return { comparables: pairs.map(([comparable]) => comparable), entities: pairs.map(([, entity]) => entity) }
}

export function countComparables(
  db: ReadableDb,
  { type, source, rows }: CountedSource,
  characters: number,
): { readonly norm: string; readonly count: number }[] {
  const { text, params } =
    sql`SELECT substr(norm, 1, ${characters}) AS norm, count(*) AS count FROM (${valueRows(db, type, source, rows)}) GROUP BY 1`
  return withRowSet(db, rows, () => db.all(text, ...params))
}

export function readRange(
  db: ReadableDb,
  { type, source, rows }: CountedSource,
): { readonly least: Comparable | null; readonly greatest: Comparable | null; readonly filled: number } {
  const { text, params } =
    sql`SELECT min(norm) AS least, max(norm) AS greatest, count(*) AS filled FROM (${valueRows(db, type, source, rows)})`
  return withRowSet(db, rows, () => db.get(text, ...params)) ?? { least: null, greatest: null, filled: 0 }
}
