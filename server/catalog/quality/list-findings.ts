import type { FieldError } from '#shared/errors.ts'
import { type QualityFinding, severities } from '#shared/quality.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { type Answer, pageAnswer } from '../answer.ts'
import { Faults } from '../errors.ts'
import { decodeCursor, encodeCursor, markList } from '../query/cursor.ts'
import { findEntityId, findType, rulesAsked, checkRuleFilter } from './asked-rules.ts'
import { compileRule } from './compile-rule.ts'
import { type FoundPart, findPart, type Scope, takeRows } from './found-parts.ts'
import { toFindings } from './finding-json.ts'
import type { Rule } from './known-rules.ts'
import { isFileRule } from './shipped-file-rules.ts'

export interface FindingQuery {
  readonly type?: string | undefined
  readonly rule?: string | undefined
  readonly severity?: string | undefined
  readonly attribute?: string | undefined
  readonly entity_id?: string | undefined
  readonly filter?: string | undefined
  readonly accepted?: boolean | undefined
  /** Of rules about files alone, where no rule is named. */
  readonly isAboutFiles?: boolean | undefined
}

export interface ListFindings extends FindingQuery {
  readonly limit: number
  readonly offset: number
  readonly cursor?: string | undefined
  readonly faults: readonly FieldError[]
}

/** One page of findings, rule by rule, the most serious first, and in a rule the oldest entity first, with the exact total: 200. */
export function listFindings(db: ReadableDb, request: ListFindings): Answer {
  const faults = new Faults(request.faults)
  const { limit, cursor } = request
  const asked = checkQuery(db, request, faults)
  const { rule, severity, attribute, entity_id, filter, accepted, isAboutFiles } = request
  const narrowed = [rule, severity, attribute, entity_id, filter, accepted, isAboutFiles]
  const mark = markList(db, ['findings', asked.type, ...narrowed])
  const position = cursor === undefined ? undefined : decodeCursor(mark, cursor, faults)
  faults.throwIfAny()
  const found = findParts(db, asked)
  const total = found.reduce((sum, part) => sum + part.total, 0)
  const start = position
    ? { part: Number(position.values[0] ?? 0), behind: position.entity, skip: 0 }
    : { part: 0, behind: 0, skip: request.offset }
  const rows = takeRows(found, start, limit + 1)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const next = last ? { entity: last.id, values: [last.part] } : position
  return pageAnswer(
    describeRows(db, found, page, asked).map((finding) => JSON.stringify(finding)),
    {
      total,
      limit,
      offset: position ? 0 : request.offset,
      has_more: rows.length > page.length,
      next_cursor: encodeCursor(mark, next),
    },
  )
}

function isAboutFiles({ id, check }: Rule): boolean {
  return isFileRule(id) || check.kind === 'file_problem' || check.kind === 'picture'
}

interface FindingScope extends Scope {
  readonly rules: readonly Rule[]
  readonly attribute: string | undefined
}

function checkQuery(db: ReadableDb, request: FindingQuery, faults: Faults): FindingScope {
  const type = findType(request.type, faults)
  const { severity, attribute, entity_id: id, filter = '', accepted = false } = request
  const known = severities.find((one) => one === severity)
  if (severity !== undefined && !known) faults.add('severity', 'invalid_value', severities, severity)
  const rules = rulesAsked(db, type, request.rule, faults)
  const attributes = attributesOf(db, type)
  if (attribute !== undefined && !attributes.byKey.has(attribute))
    faults.addUnknown('attribute', 'not_a_defined_attribute', attribute, attributes.byKey)
  return {
    type,
    rules: rules
      .filter((rule) => known === undefined || rule.severity === known)
      .filter((rule) => request.isAboutFiles !== true || isAboutFiles(rule)),
    attribute,
    entity: id === undefined ? undefined : findEntityId(db, type, id, faults),
    filter:
      filter === ''
        ? undefined
        : checkRuleFilter(db, attributes, { text: filter, field: 'filter', isOfList: true }, faults),
    mark: JSON.stringify([id, filter, accepted]),
    isAccepted: accepted,
  }
}

function findParts(db: ReadableDb, asked: FindingScope): FoundPart[] {
  return asked.rules.flatMap((rule) => {
    const compiled = compileRule(db, rule)
    return compiled.parts
      .filter(({ subject }) => asked.attribute === undefined || subject.attribute?.key === asked.attribute)
      .map((part) => findPart(db, compiled, part, asked))
  })
}

function describeRows(
  db: ReadableDb,
  found: readonly FoundPart[],
  rows: readonly { readonly part: number; readonly id: number }[],
  { isAccepted }: Scope,
): QualityFinding[] {
  return [...Map.groupBy(rows, ({ part }) => part)].flatMap(([index, some]) => {
    const part = found[index]
    const ids = some.map(({ id }) => id)
    return part ? toFindings(db, part.rule, part.part, ids, isAccepted) : []
  })
}
