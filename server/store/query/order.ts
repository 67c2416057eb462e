/**
 * Sort terms as SQL. Blanks come last in both directions and every order ends in the ascending id. Term number i reads
 * the joined table `s<i>`; the entity in question is `entity`.
 */
import { entityTypes, type EntityType } from '#shared/entities.ts'
import { getNorm, type Norm } from '../values.ts'
import type { ReadableDb } from '../database.ts'
import type { SortTerm } from './clause.ts'
import { type Fragment, join, raw, sql } from './fragment.ts'

/** Where a page starts: behind the row with these comparable values and this internal id. */
export interface Position {
  readonly values: readonly (Norm | null)[]
  readonly entity: number
}

const systemColumns = {
  id: 'id',
  parent_id: 'parent',
  created_at: 'created_at',
  updated_at: 'updated_at',
} as const

/** Tells whether a term alone is the order in which entities were created, which is the order of their ids. */
export function isCreationOrder({ source, descending }: SortTerm): boolean {
  return source.kind === 'system' && (source.field === 'id' || (source.field === 'created_at' && !descending))
}

/** Tells whether a term can be blank. */
export function mayBeBlank({ source }: SortTerm): boolean {
  return source.kind === 'attribute' || source.field === 'parent_id'
}

/** The table that a term walks, its column of entity ids and its column of values. */
export function tableOf(
  term: SortTerm,
  type: EntityType,
): { table: Fragment; entity: string; value: string; where: Fragment } {
  const { source } = term
  if (source.kind === 'attribute') {
    const isComputed = source.attribute.traits.shape !== 'scalar'
    const table = isComputed ? '(SELECT 0 AS entity, 0 AS norm WHERE 0)' : `value_${source.attribute.id}`
    return { table: raw(table), entity: 'entity', value: 'norm', where: raw('1') }
  }
  const where = sql`s0.type = ${entityTypes.indexOf(type)}`
  return { table: raw('entity'), entity: 'id', value: systemColumns[source.field], where }
}

/** The value of term `index` in a query that joins it. */
export function valueOf(term: SortTerm, index: number, type: EntityType): Fragment {
  return raw(`s${index}.${tableOf(term, type).value}`)
}

/** LEFT JOINs of the terms from `first` on, to the entity id given as SQL. */
export function joinTerms(
  terms: readonly SortTerm[],
  type: EntityType,
  first: number,
  entity: Fragment,
): Fragment {
  const joins = terms.slice(first).map((term, offset) => {
    const { table, entity: id } = tableOf(term, type)
    const alias = raw(`s${first + offset}`)
    return sql` LEFT JOIN ${table} ${alias} ON ${alias}.${raw(id)} = ${entity}`
  })
  return join(joins, '')
}

/** ORDER BY of the terms from `first` on, blanks last, ended by the entity id. */
export function orderBy(
  terms: readonly SortTerm[],
  type: EntityType,
  first: number,
  entity: Fragment,
): Fragment {
  const keys = terms.slice(first).flatMap((term, offset) => {
    const value = valueOf(term, first + offset, type)
    const direction = raw(term.descending ? ' DESC' : '')
    const blanks = mayBeBlank(term) ? [sql`${value} IS NULL`] : []
    return [...blanks, sql`${value}${direction}`]
  })
  return join([...keys, entity], ', ')
}

/** The predicate of rows behind a position: one alternative per term, and the last for equal values and a greater id. */
export function isBehind(
  terms: readonly SortTerm[],
  type: EntityType,
  { values, entity: last }: Position,
  entity: Fragment,
): Fragment {
  const equals: Fragment[] = []
  const alternatives = terms.map((term, index) => {
    const value = valueOf(term, index, type)
    const known = values[index] ?? null
    const alternative = join([...equals, isAfter(term, value, known)], ' AND ')
    equals.push(known === null ? sql`${value} IS NULL` : sql`${value} = ${known}`)
    return alternative
  })
  return sql`(${join([...alternatives, join([...equals, sql`${entity} > ${last}`], ' AND ')], ' OR ')})`
}

function isAfter({ descending }: SortTerm, value: Fragment, known: Norm | null): Fragment {
  if (known === null) return raw('0')
  return sql`(${value} ${raw(descending ? '<' : '>')} ${known} OR ${value} IS NULL)`
}

/** The position of one entity in the order of the terms. */
export function positionOf(db: ReadableDb, terms: readonly SortTerm[], entity: number): Position {
  return { entity, values: terms.map((term) => termValue(db, term, entity)) }
}

function termValue(db: ReadableDb, { source }: SortTerm, entity: number): Norm | null {
  if (source.kind === 'attribute') {
    return source.attribute.traits.shape === 'scalar' ? getNorm(db, source.attribute.id, entity) : null
  }
  const column = systemColumns[source.field]
  return (
    db.get<{ value: Norm | null }>(`SELECT ${column} AS value FROM entity WHERE id = ?`, entity)?.value ??
    null
  )
}
