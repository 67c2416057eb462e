/**
 * Sort terms as SQL. Blanks come last in both directions and every order ends in the ascending id. Term
 * number i reads the joined table `s<i>`; the entity is `entity`.
 */
import { entityTypes, type EntityType } from '#shared/entities.ts'
import type { TextOrder } from '#shared/text-order.ts'
import type { Comparable } from '../tables/values.ts'
import {
  findFixedIndex,
  findTextOrder,
  hasValueIndex,
  textOrderSql,
  valuesByComparable,
} from '../tables/index-tables.ts'
import { requestValueIndex, requestTextOrderIndex } from '../tables/indexes.ts'
import type { ReadableDb } from '../database/database.ts'
import type { SortTerm, Source } from './clause.ts'
import { sortKey, sortKeys } from './predicates.ts'
import { type Fragment, join, raw, sql } from '../database/fragment.ts'

export interface Position {
  readonly values: readonly (Comparable | null)[]
  readonly entity: number
}

const systemColumns = {
  id: 'id',
  parent_id: 'parent',
  created_at: 'created_at',
  updated_at: 'updated_at',
} as const

export function isCreationOrder({ source, descending }: SortTerm): boolean {
  return source.kind === 'system' && (source.field === 'id' || (source.field === 'created_at' && !descending))
}

export function mayBeBlank({ source }: SortTerm): boolean {
  if (source.kind === 'relevance') return false
  return source.kind !== 'system' || source.field === 'parent_id'
}

export function sortTable(
  term: SortTerm,
  type: EntityType,
  db?: ReadableDb,
): { table: Fragment; entity: string; value: string; where: Fragment } {
  const { source } = term
  if (source.kind === 'relevance')
    throw new Error('What is found is sorted by its relevance, never walked by it.')
  if (source.kind !== 'system') {
    const table = source.kind === 'computed' ? sortKeys(source.plan, db) : raw(`value_${source.attribute.id}`)
    return { table, entity: 'entity', value: 'norm', where: raw('1') }
  }
  // The plus keeps SQLite on the index by parent.
  const plus = raw(source.field === 'parent_id' ? '+' : '')
  const where = sql`${plus}s0.type = ${entityTypes.indexOf(type)}`
  return { table: raw('entity'), entity: 'id', value: systemColumns[source.field], where }
}

interface Walk extends ReturnType<typeof sortTable> {
  readonly key: Fragment
}

/** As sortTable, for a query that walks it: in key order, where the index of the term is complete. */
export function walkTable(db: ReadableDb, term: SortTerm, type: EntityType): Walk {
  const { source } = term
  const walk = sortTable(term, type, db)
  const comparable = raw(`s0.${walk.value}`)
  if (source.kind !== 'attribute') {
    // The LIMIT keeps SQLite from computing the value again at every use.
    if (orderOf(source))
      return { ...walk, table: sql`(SELECT * FROM ${walk.table} LIMIT -1)`, key: keyOf(source, comparable) }
    const index = source.kind === 'system' && source.field === 'updated_at' && findFixedIndex(db, 'updated')
    return { ...walk, key: comparable, ...(index && { table: raw(index) }) }
  }
  const { id } = source.attribute
  const order = orderOf(source)
  const index = order && findTextOrder(db, id, order)
  return index
    ? { ...walk, table: raw(index), key: comparable }
    : { ...walk, table: raw(valuesByComparable(db, id)), key: keyOf(source, comparable) }
}

export function hasOrderIndex(db: ReadableDb, source: Source & { readonly kind: 'attribute' }): boolean {
  const { id } = source.attribute
  const order = orderOf(source)
  return order ? findTextOrder(db, id, order) !== undefined : hasValueIndex(db, id)
}

export function requestOrderIndex(db: ReadableDb, source: Source & { readonly kind: 'attribute' }): void {
  const { id } = source.attribute
  const order = orderOf(source)
  if (order) requestTextOrderIndex(db, id, order)
  else requestValueIndex(db, id)
}

export function orderOf(source: SortTerm['source']): TextOrder | undefined {
  if (source.kind !== 'attribute' && source.kind !== 'computed') return undefined
  const [attribute, family] =
    source.kind === 'attribute'
      ? [source.attribute, source.attribute.traits.family]
      : [source.plan.attribute, source.plan.family]
  return family === 'text' ? (attribute.extras.constraints.sort ?? 'text') : undefined
}

export function keyOf(source: SortTerm['source'], comparable: Fragment): Fragment {
  const order = orderOf(source)
  return order ? raw(textOrderSql(comparable.text, order)) : comparable
}

export function comparableOf(term: SortTerm, index: number, entity: Fragment): Fragment {
  const { source } = term
  if (source.kind === 'computed') return sortKey(source.plan, entity)
  if (source.kind === 'relevance') return source.nearness(entity)
  return raw(`s${index}.${source.kind === 'system' ? systemColumns[source.field] : 'norm'}`)
}

export function sortValue(term: SortTerm, index: number, entity: Fragment): Fragment {
  const { source } = term
  const comparable = comparableOf(term, index, entity)
  if (source.kind !== 'computed' || !orderOf(source)) return keyOf(source, comparable)
  // The LIMIT keeps SQLite from computing the value again at every use.
  return sql`(SELECT ${keyOf(source, raw('v'))} FROM (SELECT ${comparable} AS v LIMIT 1))`
}

function isReckoned({ source }: SortTerm): boolean {
  return source.kind === 'computed' || source.kind === 'relevance'
}

export function joinTerms(
  terms: readonly SortTerm[],
  type: EntityType,
  first: number,
  entity: Fragment,
): Fragment {
  const joins = terms.slice(first).flatMap((term, offset) => {
    if (isReckoned(term)) return []
    const { table, entity: id } = sortTable(term, type)
    const alias = raw(`s${first + offset}`)
    return sql` LEFT JOIN ${table} ${alias} ON ${alias}.${raw(id)} = ${entity}`
  })
  return join(joins, '')
}

export function orderBy(terms: readonly SortTerm[], first: number, entity: Fragment): Fragment {
  const keys = terms.slice(first).flatMap((term, offset) => {
    const value = sortValue(term, first + offset, entity)
    const direction = raw(term.descending ? ' DESC' : '')
    // Written once, so that a computed value is not computed twice.
    if (isReckoned(term)) return [sql`${value}${direction} NULLS LAST`]
    const blanks = mayBeBlank(term) ? [sql`${value} IS NULL`] : []
    return [...blanks, sql`${value}${direction}`]
  })
  return join([...keys, entity], ', ')
}

/**
 * The predicate of rows after a position: one alternative per term, and the last for equal values and a
 * greater id.
 */
export function isBehind(
  terms: readonly SortTerm[],
  { values, entity: last }: Position,
  entity: Fragment,
  walked?: Fragment,
): Fragment {
  const equals: Fragment[] = []
  const alternatives = terms.map((term, index) => {
    const value = (index === 0 ? walked : undefined) ?? sortValue(term, index, entity)
    const known = values[index] ?? null
    const alternative = join([...equals, isAfter(term, value, known)], ' AND ')
    equals.push(known === null ? sql`${value} IS NULL` : sql`${value} = ${known}`)
    return alternative
  })
  return sql`(${join([...alternatives, join([...equals, sql`${entity} > ${last}`], ' AND ')], ' OR ')})`
}

function isAfter({ descending }: SortTerm, value: Fragment, known: Comparable | null): Fragment {
  if (known === null) return raw('0')
  return sql`(${value} ${raw(descending ? '<' : '>')} ${known} OR ${value} IS NULL)`
}

export function readPosition(db: ReadableDb, terms: readonly SortTerm[], entity: number): Position {
  return { entity, values: terms.map((term) => termValue(db, term, entity)) }
}

function termValue(db: ReadableDb, term: SortTerm, entity: number): Comparable | null {
  const id = sql`${entity}`
  const { text, params } = sql`SELECT ${sortValue(term, 0, id)} ${tableOfOne(term, id)}`
  return db.column<Comparable | null>(text, ...params)[0] ?? null
}

function tableOfOne({ source }: SortTerm, id: Fragment): Fragment {
  if (source.kind === 'attribute')
    return sql`FROM ${raw(`value_${source.attribute.id}`)} s0 WHERE s0.entity = ${id}`
  return source.kind === 'system' ? sql`FROM entity s0 WHERE s0.id = ${id}` : raw('')
}
