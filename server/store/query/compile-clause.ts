import { entityTypes, type EntityType, type QueryableSystemField } from '#shared/entities.ts'
import type { Operator } from '#shared/filters.ts'
import { type Attribute, attributesOf, isComputed } from '../tables/attributes.ts'
import { getValuePlan } from '../computed/value-plan.ts'
import type { ReadableDb } from '../database/database.ts'
import type { Clause } from './clause.ts'
import { type Condition, negate, nothing, onValues } from './condition.ts'
import { type Fragment, join, raw, sql } from '../database/fragment.ts'
import { requestFixedIndex, hasFixedIndex } from '../tables/indexes.ts'
import { compileComputed, compileTest } from './compile-computed.ts'
import { compilePart } from './compile-search.ts'
import { comparisons, matchUuids, tokenPredicate, valuePredicate } from './predicates.ts'

const bounds: readonly Operator[] = ['gt', 'gte', 'lt', 'lte']

/** Compiles clauses that must all hold. The bounds of one value become one range, which an index answers at once. */
export function compileAll(db: ReadableDb, type: EntityType, clauses: readonly Clause[]): Condition[] {
  const isBound = ({ source, operator }: Clause) => source.kind === 'attribute' && bounds.includes(operator)
  const ranges = Object.values(Object.groupBy(clauses.filter(isBound), attributeIdOf))
  return [
    ...ranges.flatMap((range = []) => compileRange(db, range)),
    ...clauses.filter((clause) => !isBound(clause)).map((clause) => compileClause(db, type, clause)),
  ]
}

function attributeIdOf({ source }: Clause): number {
  return source.kind === 'attribute' ? source.attribute.id : 0
}

function compileRange(db: ReadableDb, range: readonly Clause[]): Condition[] {
  const [first] = range
  if (first?.source.kind !== 'attribute') return []
  if (first.source.attribute.traits.shape !== 'scalar') return [nothing]
  const predicates = range.map(({ operator, values }) => valuePredicate(operator, values))
  return [onValues(db, first.source.attribute.id, join(predicates, ' AND '), true)]
}

const negatives: Partial<Record<Operator, Operator>> = { ne: 'eq', not_contains: 'contains' }

/** Compiles one checked clause. `ne` and `not_contains` also match entities without a value (decisions, reading 2). */
export function compileClause(db: ReadableDb, type: EntityType, clause: Clause): Condition {
  const positive = negatives[clause.operator]
  if (positive) return negate(compileClause(db, type, { ...clause, operator: positive }))
  if (clause.operator === 'exists' && clause.values[0] === 0) {
    return negate(compileClause(db, type, { ...clause, values: [1] }))
  }
  if (clause.source.kind === 'system') {
    if (clause.source.field === 'updated_at') requestFixedIndex(db, type, 'updated')
    return systemClauses[clause.source.field](typeCode(type), clause)
  }
  if (clause.source.kind === 'computed') return compileComputed(clause.source.plan, clause)
  return compileAttribute(db, clause.source.attribute, clause)
}

function compileAttribute(db: ReadableDb, attribute: Attribute, clause: Clause): Condition {
  switch (attribute.traits.shape) {
    case 'scalar':
      return compileScalar(db, attribute, clause)
    case 'reference':
    case 'reference_list':
      return compileReference(db, { attribute, from: 'source', to: 'target' }, clause)
    case 'inverse':
      return compileInverse(db, attribute, clause)
    default:
      return nothing
  }
}

function typeCode(type: EntityType): number {
  return entityTypes.indexOf(type)
}

const indexable: readonly Operator[] = ['eq', 'in', ...bounds, 'starts_with']

function compileScalar(db: ReadableDb, attribute: Attribute, { operator, values }: Clause): Condition {
  if (operator === 'contains' || operator === 'ends_with') return compilePart(db, attribute, operator, values)
  const { id, traits } = attribute
  const isTokens = traits.hasTokens
  const predicate = isTokens ? tokenPredicate(operator, values) : valuePredicate(operator, values)
  const condition = onValues(db, id, predicate, indexable.includes(operator) && !isTokens)
  return { ...condition, isOrdered: condition.isIndexed && operator === 'eq' }
}

interface Direction {
  readonly attribute: Attribute
  /** The column that holds the entity filtered for, and the one that holds the entity it is compared with. */
  readonly from: 'source' | 'target'
  readonly to: 'source' | 'target'
}

function compileReference(
  db: ReadableDb,
  { attribute, from, to }: Direction,
  { operator, values }: Clause,
): Condition {
  const columns = { from: raw(from), to: raw(to) }
  const held = (entity: Fragment) =>
    sql`SELECT 1 FROM reference WHERE ${columns.from} = ${entity} AND attribute = ${attribute.id}`
  if (operator === 'exists') {
    const test = (entity: Fragment) => sql`EXISTS (${held(entity)})`
    return from === 'source' ? holding(db, attribute, test) : { test, isIndexed: false }
  }
  const targets = matchUuids(values)
  // One target stands in a list once at most; among several, one list can hold more than one. The plus keeps SQLite from
  // reading all references of the attribute only to see each source once.
  const [distinct, plus] = values.length > 1 ? [raw('DISTINCT '), raw('+')] : [raw(''), raw('')]
  return {
    members: sql`SELECT ${distinct}${columns.from} AS entity FROM reference WHERE ${columns.to} ${targets} AND ${plus}attribute = ${attribute.id}`,
    test: (entity) => sql`EXISTS (${held(entity)} AND ${columns.to} ${targets})`,
    isIndexed: true,
    isOrdered: values.length === 1,
  }
}

/** The entities that hold any reference of an attribute, from an index where it exists. */
function holding(db: ReadableDb, { id, entityType: type }: Attribute, test: Condition['test']): Condition {
  if (!hasFixedIndex(db, 'referring')) {
    requestFixedIndex(db, type, 'referring')
    return { test, isIndexed: false }
  }
  const members = sql`SELECT DISTINCT source AS entity FROM reference WHERE attribute = ${id}`
  return { members, test, isIndexed: true, isOrdered: true }
}

/** An inverse reference is read from the forward attribute's rows, the other way round. */
function compileInverse(db: ReadableDb, attribute: Attribute, clause: Clause): Condition {
  const { type, attribute: key } = attribute.extras.reference ?? {}
  const forward = type && key ? attributesOf(db, type).byKey.get(key) : undefined
  if (forward && isComputed(forward)) return compileTest(getValuePlan(db, attribute), clause)
  return forward
    ? compileReference(db, { attribute: forward, from: 'target', to: 'source' }, clause)
    : nothing
}

const systemClauses: Record<QueryableSystemField, (type: number, clause: Clause) => Condition> = {
  id: (type, { operator, values }) =>
    operator === 'exists' ? everything(type) : onEntity(type, sql`id ${matchUuids(values)}`),
  parent_id: (type, { operator, values }) =>
    operator === 'exists' ? variants(type) : onEntity(type, sql`parent ${matchUuids(values)}`),
  created_at: (type, clause) => onCreated(type, clause),
  updated_at: (type, clause) => onTimestamp(type, raw('updated_at'), clause),
}

/** The plus leaves the way in to the index by parent, which has all of them and nothing else. */
function variants(type: number): Condition {
  const condition = onEntity(type, raw('parent IS NOT NULL'))
  return {
    ...condition,
    members: sql`SELECT id AS entity FROM entity WHERE +type = ${type} AND parent IS NOT NULL`,
  }
}

/** In the order of creation the walk itself starts or ends at the time. */
function onCreated(type: number, clause: Clause): Condition {
  const condition = onTimestamp(type, raw('created_at'), clause)
  if (clause.operator === 'exists') return condition
  return { ...condition, rowTest: compareTo(raw('e.created_at'), clause) }
}

function compareTo(column: Fragment, { operator, values: [value = 0] }: Clause): Fragment {
  return sql`${column} ${raw(comparisons[operator] ?? '=')} ${value}`
}

function onTimestamp(type: number, column: Fragment, clause: Clause): Condition {
  return clause.operator === 'exists' ? everything(type) : onEntity(type, compareTo(column, clause))
}

function onEntity(type: number, predicate: Fragment): Condition {
  return {
    members: sql`SELECT id AS entity FROM entity WHERE type = ${type} AND ${predicate}`,
    test: (entity) => sql`EXISTS (SELECT 1 FROM entity WHERE id = ${entity} AND ${predicate})`,
    isIndexed: true,
  }
}

function everything(type: number): Condition {
  return {
    members: sql`SELECT id AS entity FROM entity WHERE type = ${type}`,
    test: () => raw('1'),
    isIndexed: true,
  }
}

/** The children of one entity, which are of the given type. */
export function compileChildren(type: EntityType, parent: number): Condition {
  const predicate = sql`parent = ${parent} AND type = ${typeCode(type)}`
  return {
    members: sql`SELECT id AS entity FROM entity WHERE ${predicate}`,
    test: (entity) => sql`EXISTS (SELECT 1 FROM entity WHERE id = ${entity} AND ${predicate})`,
    isIndexed: true,
    isOrdered: true,
  }
}
