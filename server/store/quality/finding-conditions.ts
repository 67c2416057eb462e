/** What is accepted and what a job has found, as conditions on entities that are there. */
import type { ReadableDb } from '../database/database.ts'
import { type Fragment, join, raw, sql } from '../database/fragment.ts'
import { type Condition, makeCondition } from '../query/condition.ts'
import type { Attribute } from '../tables/attributes.ts'
import { valueText } from './value-conditions.ts'

/** What a finding is about: an attribute, or all that a filter names. */
export interface FindingSubject {
  readonly rule: string
  readonly attribute: Attribute | undefined
  /** Whose values the finding rests on. */
  readonly inputs: readonly Attribute[]
}

/** SQL of the values that a finding rests on, as one text. */
export function subjectText(
  db: ReadableDb,
  { attribute, inputs }: FindingSubject,
  entity: Fragment,
): Fragment {
  if (attribute) return valueText(db, attribute, entity)
  const texts = inputs.map((input) => valueText(db, input, entity))
  return sql`json_array(${join(texts, ', ')})`
}

/** Reads these texts of some entities. */
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

/** Entities whose finding somebody has called right, while their value reads as it did then. */
export function isAccepted(db: ReadableDb, subject: FindingSubject): Condition {
  return whileUnchanged(db, subject, raw('quality_accepted'))
}

/** Entities on which a job has found something, while their value reads as it did then. */
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
