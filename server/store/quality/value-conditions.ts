/** Conditions on an entity's shown value of an attribute, from which quality checks are built. */
import { entityTypes } from '#shared/entities.ts'
import { Compiler } from '../computed/compiler.ts'
import { compileValue } from '../computed/compile-value.ts'
import { getValuePlan } from '../computed/value-plan.ts'
import type { ReadableDb } from '../database/database.ts'
import { type Fragment, join, raw, sql, guardRow } from '../database/fragment.ts'
import type { Source } from '../query/clause.ts'
import { compileClause } from '../query/compile-clause.ts'
import {
  anyOf,
  type Condition,
  type ConditionParts,
  costOfTests,
  makeCondition,
  nothing,
  testsOf,
} from '../query/condition.ts'
import { type Attribute, isComputed, isReference } from '../tables/attributes.ts'

export interface ValueTest {
  readonly comparable?: (comparable: Fragment) => Fragment
  readonly text?: (text: Fragment) => Fragment
  /** Holds for the beginning of a text whenever the test of the text does; cheap for every document. */
  readonly start?: (start: Fragment) => Fragment
}

export function sourceOf(db: ReadableDb, attribute: Attribute): Source {
  return isComputed(attribute)
    ? { kind: 'computed', plan: getValuePlan(db, attribute) }
    : { kind: 'attribute', attribute }
}

export function holdsValue(db: ReadableDb, attribute: Attribute): Condition {
  const source = sourceOf(db, attribute)
  return compileClause(db, attribute.entityType, { source, operator: 'exists', values: [1] })
}

export function holdsAny(db: ReadableDb, attributes: readonly Attribute[]): Condition {
  return attributes.length === 0 ? nothing : anyOf(attributes.map((attribute) => holdsValue(db, attribute)))
}

export function onValue(db: ReadableDb, attribute: Attribute, test: ValueTest): Condition {
  if (isComputed(attribute)) return onComputed(db, attribute, test)
  return attribute.traits.shape === 'scalar' ? onStored(attribute, test) : nothing
}

export function storedText({ key }: Attribute, document: Fragment): Fragment {
  return sql`(${document} ->> ${`$."${key}"`})`
}

function onStored(attribute: Attribute, { comparable, text, start }: ValueTest): Condition {
  const table = raw(`value_${attribute.id}`)
  const written = sql`(SELECT x.attributes ->> ${`$."${attribute.key}"`} FROM entity x WHERE x.id = v.entity)`
  const tests = [comparable?.(raw('v.norm')), text?.(written)].filter((one) => one !== undefined)
  const holds = tests.length > 0 ? join(tests, ' AND ') : raw('1')
  return makeCondition(
    {
      members:
        comparable || !text
          ? sql`SELECT v.entity FROM ${table} v WHERE ${guardRow(raw('v.entity'))} AND ${holds}`
          : onDocuments(attribute, text, start),
      test: (entity) => sql`EXISTS (SELECT 1 FROM ${table} v WHERE v.entity = ${entity} AND ${holds})`,
    },
    { isOrdered: true, attribute: attribute.id, testCost: text ? 4 : 1 },
  )
}

function onDocuments(
  attribute: Attribute,
  text: (text: Fragment) => Fragment,
  start?: (start: Fragment) => Fragment,
): Fragment {
  const type = raw(String(entityTypes.indexOf(attribute.entityType)))
  const may = start ? start(startOfText(attribute, raw('x.attributes'))) : raw('1')
  return sql`SELECT d.id AS entity FROM (SELECT x.id AS id, ${storedText(attribute, raw('x.attributes'))} AS written FROM entity x
    WHERE +x.type = ${type} AND ${guardRow(raw('x.id'))} AND ${may}) d WHERE d.written IS NOT NULL AND ${text(raw('d.written'))}`
}

const lengthOfStart = 24

function startOfText({ key }: Attribute, document: Fragment): Fragment {
  const before = `"${key}":"`
  return sql`substr(${document}, instr(${document}, ${before}) + ${before.length}, ${lengthOfStart})`
}

function onComputed(db: ReadableDb, attribute: Attribute, { comparable, text }: ValueTest): Condition {
  const plan = getValuePlan(db, attribute)
  const type = raw(String(entityTypes.indexOf(attribute.entityType)))
  if (plan.isReference) return nothing
  const test = (entity: Fragment) => {
    const { key, shown } = compileValue(Compiler.around(entity), plan)
    const compared = plan.family === 'text' ? sql`fold_text(${shown(entity)})` : key(entity)
    const tests = [comparable?.(raw('s.norm')), text?.(raw('s.written'))].filter((one) => one !== undefined)
    const holds = tests.length > 0 ? join(tests, ' AND ') : raw('1')
    return sql`EXISTS (SELECT 1 FROM (SELECT ${compared} AS norm, ${shown(entity)} AS written) s
      WHERE s.written IS NOT NULL AND s.written <> '' AND ${holds})`
  }
  const members = sql`SELECT x.id AS entity FROM entity x WHERE +x.type = ${type} AND ${guardRow(raw('x.id'))} AND ${test(raw('x.id'))}`
  return makeCondition({ members, test }, { testCost: plan.weight })
}

function valueText(db: ReadableDb, attribute: Attribute, entity: Fragment): Fragment {
  return sql`coalesce(CAST(${valueOf(db, attribute, entity)} AS TEXT), '')`
}

function valueOf(db: ReadableDb, attribute: Attribute, entity: Fragment): Fragment {
  const plan = getValuePlan(db, attribute)
  const value = () => compileValue(Compiler.around(entity), plan)
  if (plan.isReference)
    return sql`(SELECT json_group_array(l.target) FROM (SELECT target FROM (${value().links(entity)}) ORDER BY place) l)`
  if (isComputed(attribute)) return value().shown(entity)
  return sql`(SELECT x.attributes ->> ${`$."${attribute.key}"`} FROM entity x WHERE x.id = ${entity})`
}

export function comparedValues(db: ReadableDb, attribute: Attribute): Fragment {
  const plan = getValuePlan(db, attribute)
  const type = raw(String(entityTypes.indexOf(attribute.entityType)))
  if (isReference(attribute) && !isComputed(attribute))
    return sql`SELECT r.source AS entity, group_concat(r.target) AS norm FROM reference r WHERE r.attribute = ${attribute.id} GROUP BY r.source`
  if (plan.isReference)
    return sql`SELECT x.id AS entity, nullif(${valueText(db, attribute, raw('x.id'))}, '[]') AS norm FROM entity x WHERE +x.type = ${type}`
  if (isComputed(attribute)) return compileValue(new Compiler(db), plan).keys()
  return attribute.traits.shape === 'scalar'
    ? raw(`SELECT entity, norm FROM value_${attribute.id}`)
    : raw('SELECT 0 AS entity, 0 AS norm WHERE 0')
}

export function comparedValue(db: ReadableDb, attribute: Attribute, entity: Fragment): Fragment {
  const plan = getValuePlan(db, attribute)
  if (plan.isReference) return sql`nullif(${valueText(db, attribute, entity)}, '[]')`
  return compileValue(Compiler.around(entity), plan).key(entity)
}

export function allOf(type: Attribute['entityType'], conditions: readonly Condition[]): Condition {
  const [only] = conditions
  if (only && conditions.length === 1) return only
  const driver = conditions.findLast((condition) => condition.sql.members !== undefined)
  const others = conditions.filter((condition) => condition !== driver)
  const and = (entity: Fragment, some: readonly Condition[]) =>
    some.length === 0 ? raw('1') : join(testsOf(some, entity), ' AND ')
  const everything = sql`SELECT id AS entity FROM entity WHERE +type = ${raw(String(entityTypes.indexOf(type)))}`
  return makeCondition(
    {
      members: sql`SELECT w.entity FROM (${driver?.sql.members ?? everything}) w WHERE ${guardRow(raw('w.entity'))} AND ${and(raw('w.entity'), others)}`,
      test: (entity) => sql`(${and(entity, conditions)})`,
    },
    { isOrdered: driver?.stats.isOrdered === true, testCost: costOfTests(conditions) },
    differenceOf(conditions),
  )
}

/** Entities with a value that fail a condition; their number is the difference of two counts. */
function differenceOf(conditions: readonly Condition[]): ConditionParts {
  const [from, negation] = conditions
  const less = negation && onlyNegated(negation)
  if (conditions.length !== 2 || !from?.sql.count || !less) return {}
  if (less.stats.attribute === from.stats.attribute) return { difference: [from, less] }
  return less.sql.count ? { difference: [from, bothHeld(from, less)] } : {}
}

function onlyNegated({ parts: { complement = [] } }: Condition): Condition | undefined {
  return complement.length === 1 ? complement[0] : undefined
}

function bothHeld(one: Condition, other: Condition): Condition {
  const rows = raw(
    `value_${other.stats.attribute} v CROSS JOIN value_${one.stats.attribute} o ON o.entity = v.entity`,
  )
  const members = sql`SELECT v.entity FROM ${rows}`
  const count = sql`SELECT count(*) AS total FROM ${rows}`
  return { ...other, sql: { ...other.sql, members, count } }
}

export function among(ids: readonly number[]): Condition {
  const members = sql`SELECT value AS entity FROM json_each(${JSON.stringify(ids)})`
  return makeCondition({ members, test: (entity) => sql`${entity} IN (${members})` })
}

export interface FindingSubject {
  readonly rule: string
  readonly attribute: Attribute | undefined
  readonly inputs: readonly Attribute[]
}

function subjectText(db: ReadableDb, { attribute, inputs }: FindingSubject, entity: Fragment): Fragment {
  if (attribute) return valueText(db, attribute, entity)
  const texts = inputs.map((input) => valueText(db, input, entity))
  return sql`json_array(${join(texts, ', ')})`
}

export function readSubjects(
  db: ReadableDb,
  subject: FindingSubject,
  entities: readonly number[],
): ReadonlyMap<number, string> {
  const value = subjectText(db, subject, raw('o.id'))
  const { text, params } =
    sql`SELECT o.id, ${value} FROM json_each(${JSON.stringify(entities)}) j CROSS JOIN entity o ON o.id = j.value`
  return new Map(db.tuples<[number, string]>(text, ...params))
}

export function isAccepted(db: ReadableDb, subject: FindingSubject): Condition {
  return whileUnchanged(db, subject, raw('quality_accepted'))
}

export function isFound(db: ReadableDb, subject: FindingSubject): Condition {
  return whileUnchanged(db, subject, raw('quality_found'))
}

function whileUnchanged(db: ReadableDb, subject: FindingSubject, table: Fragment): Condition {
  const { rule, attribute } = subject
  const rows = sql`${table} a CROSS JOIN entity o ON o.id = a.entity
    WHERE a.rule = ${rule} AND a.attribute = ${attribute?.id ?? 0} AND a.value = ${subjectText(db, subject, raw('o.id'))}`
  return makeCondition(
    {
      members: sql`SELECT a.entity AS entity FROM ${rows}`,
      test: (entity) => sql`EXISTS (SELECT 1 FROM ${rows} AND a.entity = ${entity})`,
    },
    { testCost: 2 },
  )
}
