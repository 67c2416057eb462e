/**
 * Sort terms as SQL. Blanks come last in both directions and every order ends in the ascending id. Term
 * number i reads the joined table `s<i>`; the entity is `entity`.
 */
import { entityTypes, type EntityType } from '#shared/entities.ts'
import { getComparable, type Comparable } from '../tables/values.ts'
import { findFixedIndex, valuesByComparable } from '../tables/index-tables.ts'
import type { ReadableDb } from '../database/database.ts'
import type { SortTerm } from './clause.ts'
import { sortKey, sortKeys } from './compile-computed.ts'
import { type Fragment, join, raw, sql } from '../database/fragment.ts'

/** Where a page starts: behind the row with these comparable values and this internal id. */
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

/** The table that a term walks, its column of entity ids and its column of values. */
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
  // The plus leaves the way in to the index by parent.
  const plus = raw(source.field === 'parent_id' ? '+' : '')
  const where = sql`${plus}s0.type = ${entityTypes.indexOf(type)}`
  return { table: raw('entity'), entity: 'id', value: systemColumns[source.field], where }
}

/**
 * As sortTable, for a query that walks it: in the order of the values, where the index of the term is
 * complete.
 */
export function walkTable(db: ReadableDb, term: SortTerm, type: EntityType): ReturnType<typeof sortTable> {
  const { source } = term
  const walk = sortTable(term, type, db)
  if (source.kind === 'attribute') return { ...walk, table: raw(valuesByComparable(db, source.attribute.id)) }
  if (source.kind !== 'system' || source.field !== 'updated_at') return walk
  return { ...walk, table: raw(findFixedIndex(db, 'updated') ?? 'entity') }
}

/** The value of the term that a query walks. */
export function walkedValue({ source }: SortTerm): Fragment {
  return raw(`s0.${source.kind === 'system' ? systemColumns[source.field] : 'norm'}`)
}

export function sortValue(term: SortTerm, index: number, entity: Fragment): Fragment {
  const { source } = term
  if (source.kind === 'computed') return sortKey(source.plan, entity)
  if (source.kind === 'relevance') return source.nearness(entity)
  return raw(`s${index}.${source.kind === 'system' ? systemColumns[source.field] : 'norm'}`)
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

/** ORDER BY of the terms from `first` on, blanks last, ended by the entity id. */
export function orderBy(terms: readonly SortTerm[], first: number, entity: Fragment): Fragment {
  const keys = terms.slice(first).flatMap((term, offset) => {
    const value = sortValue(term, first + offset, entity)
    const direction = raw(term.descending ? ' DESC' : '')
    // Written once, so a computed value is not computed twice.
    if (isReckoned(term)) return [sql`${value}${direction} NULLS LAST`]
    const blanks = mayBeBlank(term) ? [sql`${value} IS NULL`] : []
    return [...blanks, sql`${value}${direction}`]
  })
  return join([...keys, entity], ', ')
}

/**
 * The predicate of rows behind a position: one alternative per term, and the last for equal values and a
 * greater id.
 */
export function isBehind(
  terms: readonly SortTerm[],
  { values, entity: last }: Position,
  entity: Fragment,
  isWalked = false,
): Fragment {
  const equals: Fragment[] = []
  const alternatives = terms.map((term, index) => {
    const value = isWalked && index === 0 ? walkedValue(term) : sortValue(term, index, entity)
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

/** The position of one entity in the order of the terms. */
export function readPosition(db: ReadableDb, terms: readonly SortTerm[], entity: number): Position {
  return { entity, values: terms.map((term) => termValue(db, term, entity)) }
}

function termValue(db: ReadableDb, { source }: SortTerm, entity: number): Comparable | null {
  if (source.kind === 'attribute') return getComparable(db, source.attribute.id, entity)
  if (source.kind === 'computed' || source.kind === 'relevance') {
    const id = sql`${entity}`
    const { text, params } = source.kind === 'computed' ? sortKey(source.plan, id) : source.nearness(id)
    return db.column<Comparable | null>(`SELECT ${text}`, ...params)[0] ?? null
  }
  const column = systemColumns[source.field]
  return (
    db.get<{ value: Comparable | null }>(`SELECT ${column} AS value FROM entity WHERE id = ?`, entity)
      ?.value ?? null
  )
}
