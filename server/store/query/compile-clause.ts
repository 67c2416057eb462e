import type { Shape } from '#shared/attributes.ts'
import { entityTypes, type EntityType, type QueryableSystemField } from '#shared/entities.ts'
import { type Attribute, attributesOf, isComputed } from '../tables/attributes.ts'
import { getValuePlan } from '../computed/value-plan.ts'
import type { ReadableDb } from '../database/database.ts'
import type { Clause, Path } from './clause.ts'
import { leadingTo } from './leading-to.ts'
import {
  anyOf,
  type Condition,
  type ConditionSql,
  makeCondition,
  negate,
  nothing,
  onValues,
} from './condition.ts'
import { type Fragment, join, raw, sql } from '../database/fragment.ts'
import { findFixedIndex } from '../tables/index-tables.ts'
import { requestFixedIndex } from '../tables/indexes.ts'
import {
  compileComputed,
  compileTest,
  matchUuids,
  comparableColumn,
  operatorSql,
  type Test,
  testTokens,
} from './predicates.ts'
import { compilePart } from './compile-search.ts'

/**
 * Compiles clauses that must all hold. The bounds of one value become one range, which an index answers at
 * once.
 */
export function compileAll(db: ReadableDb, type: EntityType, clauses: readonly Clause[]): Condition[] {
  const ranges = Object.values(Object.groupBy(clauses.filter(isBound), attributeIdOf))
  return [
    ...ranges.flatMap((range = []) => compileRange(db, range)),
    ...clauses.filter((clause) => !isBound(clause)).map((clause) => compileClause(db, type, clause)),
  ]
}

function isBound({ source, operator }: Clause): boolean {
  const row = operatorSql[operator]
  return source.kind === 'attribute' && 'access' in row && row.access === 'range'
}

function attributeIdOf({ source }: Clause): number {
  return source.kind === 'attribute' ? source.attribute.id : 0
}

function compileRange(db: ReadableDb, range: readonly Clause[]): Condition[] {
  const [first] = range
  if (first?.source.kind !== 'attribute') return []
  if (first.source.attribute.traits.shape !== 'scalar') return [nothing]
  const predicates = range.flatMap(({ operator, values }) => {
    const row = operatorSql[operator]
    return 'test' in row ? [row.test(comparableColumn, values)] : []
  })
  return [onValues(db, first.source.attribute.id, join(predicates, ' AND '), true)]
}

/**
 * Compiles one checked clause. `ne` and `not_contains` also match entities without a value (decisions,
 * reading 2).
 */
export function compileClause(db: ReadableDb, type: EntityType, clause: Clause): Condition {
  if (clause.source.kind === 'path') return compilePath(db, type, clause.source)
  const row = operatorSql[clause.operator]
  if ('negates' in row) return negate(compileClause(db, type, { ...clause, operator: row.negates }))
  const test: Test = { ...row, values: clause.values }
  if (test.access === 'presence' && test.values[0] === 0) {
    return negate(compileClause(db, type, { ...clause, values: [1] }))
  }
  const { source } = clause
  if (source.kind === 'relation') return anyOf(source.conditions)
  if (source.kind === 'system') {
    if (source.field === 'updated_at') requestFixedIndex(db, type, 'updated')
    return systemClauses[source.field](typeCode(type), test, findFixedIndex(db, 'updated'))
  }
  if (source.kind === 'computed') return compileComputed(db, source.plan, test)
  return attributeClauses[source.attribute.traits.shape](db, source.attribute, test)
}

/** A negation is one of the whole: no entity that the step leads to may satisfy the clause. */
function compilePath(db: ReadableDb, type: EntityType, { via, type: target, clause }: Path): Condition {
  const row = operatorSql[clause.operator]
  const positive = (): Clause | undefined => {
    if ('negates' in row) return { ...clause, operator: row.negates }
    return row.access === 'presence' && clause.values[0] === 0 ? { ...clause, values: [1] } : undefined
  }
  const negated = positive()
  if (negated) return negate(compilePath(db, type, { kind: 'path', via, type: target, clause: negated }))
  return leadingTo(db, { via, type }, compileClause(db, target, clause))
}

type CompileTest = (db: ReadableDb, attribute: Attribute, test: Test) => Condition

const compileForward: CompileTest = (db, attribute, test) =>
  compileReference(db, { attribute, from: 'source', to: 'target' }, test)

const attributeClauses: Readonly<Record<Shape, CompileTest>> = {
  scalar: compileScalar,
  reference: compileForward,
  reference_list: compileForward,
  inverse: compileInverse,
  computed: () => nothing,
}

function typeCode(type: EntityType): number {
  return entityTypes.indexOf(type)
}

function compileScalar(db: ReadableDb, attribute: Attribute, test: Test): Condition {
  const { access, values } = test
  if (access === 'part') return compilePart(db, attribute, test)
  const { id, traits } = attribute
  const predicate = traits.hasTokens
    ? testTokens(test, comparableColumn)
    : test.test(comparableColumn, values)
  const condition = onValues(db, id, predicate, access !== 'presence' && !traits.hasTokens)
  const count = raw(`SELECT count(*) AS total FROM value_${id}`)
  const isOrdered = condition.stats.isIndexed && access === 'value'
  return {
    ...condition,
    sql: { ...condition.sql, ...(access === 'presence' && { count }) },
    stats: { ...condition.stats, isOrdered },
  }
}

interface Direction {
  readonly attribute: Attribute
  readonly from: 'source' | 'target'
  readonly to: 'source' | 'target'
}

function compileReference(
  db: ReadableDb,
  { attribute, from, to }: Direction,
  { access, values }: Test,
): Condition {
  const columns = { from: raw(from), to: raw(to) }
  const held = (entity: Fragment) =>
    sql`SELECT 1 FROM reference WHERE ${columns.from} = ${entity} AND attribute = ${attribute.id}`
  if (access === 'presence') {
    const test = (entity: Fragment) => sql`EXISTS (${held(entity)})`
    return from === 'source' ? holding(db, attribute, test) : makeCondition({ test })
  }
  const targets = matchUuids(values)
  // A list contains a target at most once, but may contain several of the targets. The plus keeps SQLite from
  // reading all references of the attribute only to find each source once.
  const [distinct, plus] = values.length > 1 ? [raw('DISTINCT '), raw('+')] : [raw(''), raw('')]
  return makeCondition(
    {
      members: sql`SELECT ${distinct}${columns.from} AS entity FROM reference WHERE ${columns.to} ${targets} AND ${plus}attribute = ${attribute.id}`,
      test: (entity) => sql`EXISTS (${held(entity)} AND ${columns.to} ${targets})`,
    },
    { isIndexed: true, isOrdered: values.length === 1 },
  )
}

function holding(db: ReadableDb, { id, entityType: type }: Attribute, test: ConditionSql['test']): Condition {
  const index = findFixedIndex(db, 'referring')
  if (!index) {
    requestFixedIndex(db, type, 'referring')
    return makeCondition({ test })
  }
  const members = sql`SELECT source AS entity FROM ${raw(index)} WHERE attribute = ${id}`
  return makeCondition({ members, test }, { isIndexed: true, isOrdered: true })
}

function compileInverse(db: ReadableDb, attribute: Attribute, test: Test): Condition {
  const { type, attribute: key } = attribute.extras.reference ?? {}
  const forward = type && key ? attributesOf(db, type).byKey.get(key) : undefined
  if (forward && isComputed(forward)) return compileTest(getValuePlan(db, attribute), test)
  return forward ? compileReference(db, { attribute: forward, from: 'target', to: 'source' }, test) : nothing
}

const systemClauses: Record<
  QueryableSystemField,
  (type: number, test: Test, byUpdate: string | undefined) => Condition
> = {
  id: (type, { access, values }) =>
    access === 'presence' ? everything(type) : onNamed(type, sql`id ${matchUuids(values)}`),
  parent_id: (type, { access, values }) =>
    access === 'presence' ? variants(type) : onNamed(type, sql`parent ${matchUuids(values)}`),
  created_at: onCreated,
  updated_at: (type, test, byUpdate) => onTimestamp(type, raw('updated_at'), test, byUpdate),
}

/** The index by parent contains exactly the variants. */
function variants(type: number): Condition {
  return onNamed(type, raw('parent IS NOT NULL'))
}

/**
 * The plus leaves the access to the index of the predicate: SQLite would rather read all entities of the
 * type.
 */
function onNamed(type: number, predicate: Fragment): Condition {
  const condition = onEntity(type, predicate)
  const members = sql`SELECT id AS entity FROM entity WHERE +type = ${type} AND ${predicate}`
  return { ...condition, sql: { ...condition.sql, members } }
}

function onCreated(type: number, asked: Test): Condition {
  const condition = onTimestamp(type, raw('created_at'), asked)
  if (asked.access === 'presence') return condition
  const rowTest = asked.test(raw('e.created_at'), asked.values)
  return { ...condition, sql: { ...condition.sql, rowTest } }
}

function onTimestamp(
  type: number,
  column: Fragment,
  { access, test, values }: Test,
  index?: string,
): Condition {
  return access === 'presence' ? everything(type) : onEntity(type, test(column, values), index)
}

function onEntity(type: number, predicate: Fragment, index = 'entity'): Condition {
  return makeCondition(
    {
      members: sql`SELECT id AS entity FROM ${raw(index)} WHERE type = ${type} AND ${predicate}`,
      test: (entity) => sql`EXISTS (SELECT 1 FROM entity WHERE id = ${entity} AND ${predicate})`,
    },
    { isIndexed: true },
  )
}

function everything(type: number): Condition {
  const members = sql`SELECT id AS entity FROM entity WHERE type = ${type}`
  return makeCondition({ members, test: () => raw('1') }, { isIndexed: true })
}

export function compileChildren(type: EntityType, parent: number): Condition {
  const predicate = sql`parent = ${parent} AND type = ${typeCode(type)}`
  return makeCondition(
    {
      members: sql`SELECT id AS entity FROM entity WHERE ${predicate}`,
      test: (entity) => sql`EXISTS (SELECT 1 FROM entity WHERE id = ${entity} AND ${predicate})`,
    },
    { isIndexed: true, isOrdered: true },
  )
}
