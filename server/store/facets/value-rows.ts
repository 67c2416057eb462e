/**
 * The values that rows have, as lists filter them, in one table: a row for each value of each entity. Stored values come from the
 * index of their attribute, in its order, or are looked up where few rows are meant.
 */
import { entityTypes, type EntityType, type QueryableSystemField } from '#shared/entities.ts'
import { Compiler } from '../computed/compiler.ts'
import { compileValue } from '../computed/compile-value.ts'
import { linksArray } from '../computed/inherited-value-sql.ts'
import { getValuePlan, type ValuePlan } from '../computed/value-plan.ts'
import type { ReadableDb } from '../database/database.ts'
import { type Fragment, raw, sql } from '../database/fragment.ts'
import { guardComputedRow } from '../database/read-guard.ts'
import type { Source } from '../query/clause.ts'
import { sortKey, sortKeys } from '../query/compile-computed.ts'
import { type Attribute, isReference } from '../tables/attributes.ts'
import { valuesByComparable } from '../tables/index-tables.ts'
import { requestIndex } from '../tables/indexes.ts'
import { fewRows, isInRowSet, type RowSet } from './row-set.ts'

/** SELECT of `entity` and `norm`, each pair once; the norm of a reference is the internal id of its target. To be run by `withRowSet`. */
export function valueRows(
  db: ReadableDb,
  type: EntityType,
  source: Source,
  rows: RowSet | undefined,
): Fragment {
  if (source.kind === 'system') return systemRows(type, source.field, rows)
  if (source.kind === 'computed') return computedRows(db, type, source.plan, rows)
  const { attribute } = source
  if (attribute.traits.shape === 'inverse') return computedRows(db, type, getValuePlan(db, attribute), rows)
  return isReference(attribute) ? referenceRows(attribute, rows) : scalarRows(db, attribute, rows)
}

/** Whether an entity can have several of these rows. */
export function holdsSeveralRows(source: Source): boolean {
  if (source.kind === 'system') return false
  if (source.kind === 'computed') return source.plan.isSeveral
  return source.attribute.traits.shape === 'reference_list' || source.attribute.traits.shape === 'inverse'
}

function scalarRows(db: ReadableDb, { id }: Attribute, rows: RowSet | undefined): Fragment {
  const ids = fewRows(rows)
  if (ids)
    return sql`SELECT v.entity AS entity, v.norm AS norm FROM ${ids} j CROSS JOIN ${raw(`value_${id}`)} v ON v.entity = j.value
      WHERE ${isInRowSet(undefined, raw('v.entity'))}`
  requestIndex(db, id)
  return sql`SELECT entity, norm FROM ${raw(valuesByComparable(db, id))} WHERE ${isInRowSet(rows, raw('entity'))}`
}

/** Of many rows target by target, as the index of what refers has them; where nothing says of which type these are, row by row. */
function referenceRows({ id, extras }: Attribute, rows: RowSet | undefined): Fragment {
  const ids = fewRows(rows)
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
  const ids = fewRows(rows)
  return ids
    ? sql`SELECT e.id AS entity, e.${column} AS norm FROM ${ids} j CROSS JOIN entity e ON e.id = j.value WHERE e.${column} IS NOT NULL`
    : sql`SELECT id AS entity, ${column} AS norm FROM entity
        WHERE type = ${entityTypes.indexOf(type)} AND ${isInRowSet(rows, raw('id'))} AND ${column} IS NOT NULL`
}

const member = raw('m.entity')

function computedRows(db: ReadableDb, type: EntityType, plan: ValuePlan, rows: RowSet | undefined): Fragment {
  const ids = fewRows(rows)
  if (!plan.isSeveral && !plan.isReference && !ids)
    return sql`SELECT entity, norm FROM ${sortKeys(plan, db)} WHERE norm IS NOT NULL AND ${isInRowSet(rows, raw('entity'))}`
  const entities = ids
    ? sql`SELECT value AS entity FROM ${ids}`
    : sql`SELECT id AS entity FROM entity WHERE type = ${entityTypes.indexOf(type)} AND ${isInRowSet(rows, raw('id'))}`
  const from = sql`FROM (${entities}) m`
  if (!plan.isSeveral && !plan.isReference)
    // The LIMIT keeps SQLite from computing a value again wherever it is named.
    return sql`SELECT entity, norm FROM (SELECT ${member} AS entity, ${sortKey(plan, member)} AS norm ${from}
      WHERE ${guardComputedRow(member)} LIMIT -1) WHERE norm IS NOT NULL`
  const [values, norm] = plan.isReference
    ? [linksOf(plan), raw('l.value')]
    : [listOf(plan), comparableOf(plan)]
  return sql`SELECT DISTINCT ${member} AS entity, ${norm} AS norm ${from} CROSS JOIN ${values} l
    WHERE ${guardComputedRow(member)}`
}

function linksOf(plan: ValuePlan): Fragment {
  return linksArray(compileValue(new Compiler(), plan).links, member)
}

function listOf(plan: ValuePlan): Fragment {
  return sql`json_each(${compileValue(new Compiler(), plan).list(member)})`
}

/** The members of a list are numbers or texts as they are shown. */
function comparableOf({ family }: ValuePlan): Fragment {
  if (family === 'text') return raw('fold_text(l.value)')
  return family === 'boolean' ? raw("(l.value = 'true')") : raw('l.value')
}
