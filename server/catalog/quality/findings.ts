import type { ReferenceStub } from '#shared/entities.ts'
import { type AcceptedFinding, type QualityFinding, severities } from '#shared/quality.ts'
import type { MessageReference, MessageValues } from '#shared/messages/message.ts'
import { type Attribute, type AttributeSet, attributesOf } from '../../store/tables/attributes.ts'
import { getValuePlan } from '../../store/computed/value-plan.ts'
import { type EffectiveValue, isLinks, readEffective } from '../../store/computed/reads.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { parseJson } from '../../store/database/json.ts'
import { type AcceptedRow, listAccepted, listFoundTimes } from '../../store/tables/quality.ts'
import { stubsJson } from '../entities/entity-json.ts'
import { type RulePart, compileRule } from './compile-rule.ts'
import { findEntityId, findType, requestedRules, checkRuleFilter, type Rule } from './known-rules.ts'
import { toIso } from '#shared/iso-times.ts'
import { fileSentences, isFileRule } from './shipped-file-rules.ts'
import { shippedRules } from './shipped-rules.ts'
import type { FieldError } from '#shared/errors.ts'
import { type Answer, pageAnswer } from '../answer.ts'
import { Faults } from '../errors.ts'
import { decodeCursor, encodeCursor, markList } from '../query/cursor.ts'
import { type FoundPart, findPart, type Scope, takeRows } from './found-parts.ts'

const placeholder = /\{\{\s*([a-z][a-z0-9_]*)\s*\}\}/g

export function keysInMessage(message: string): string[] {
  return [...new Set([...message.matchAll(placeholder)].map(([, key = '']) => key))]
}

export function toFindings(
  db: ReadableDb,
  rule: Rule,
  { subject }: RulePart,
  ids: readonly number[],
  isAcceptedWanted: boolean,
): QualityFinding[] {
  if (ids.length === 0) return []
  const attributes = attributesOf(db, rule.entity_type)
  const named = namedAttributes(attributes, rule, subject.attribute)
  const values = readEffective(
    db,
    named.map((attribute) => getValuePlan(db, attribute)),
    ids,
  )
  const linked = [...values.values()].flatMap((row) => row.flatMap((value) => (isLinks(value) ? value : [])))
  const stubs = stubsJson(db, [...new Set([...ids, ...linked])])
  const position = subject.attribute?.id ?? 0
  const accepted = isAcceptedWanted ? listAccepted(db, rule.id, position, ids) : undefined
  const times = listFoundTimes(db, rule.id, position, ids)
  const stub = (id: number): ReferenceStub => JSON.parse(stubs.get(id) ?? 'null')
  const sentence = rule.sentence ?? findShippedMessage(rule.message)
  return ids.map((id) => {
    const row = values.get(id) ?? []
    const valueOf = (attribute: Attribute | undefined) =>
      attribute === undefined ? null : (row[named.indexOf(attribute)] ?? null)
    const textOf = (key: string) =>
      formatText(valueOf(attributes.byKey.get(key)), (linkedId) => stub(linkedId)?.label ?? '')
    const at = times.get(id)
    const acceptedRow = accepted?.get(id)
    return {
      rule: rule.key,
      severity: rule.severity,
      entity: stub(id),
      attribute: subject.attribute?.key ?? null,
      value: formatValue(valueOf(subject.attribute), stub),
      message: fillMessage(rule.message, textOf),
      ...(sentence && fillReference(sentence, textOf)),
      checked_at: at === undefined ? null : toIso(at),
      ...(acceptedRow && { accepted: toAccepted(acceptedRow) }),
    }
  })
}

function namedAttributes(
  { byKey }: AttributeSet,
  { message }: Rule,
  attribute: Attribute | undefined,
): Attribute[] {
  const named = keysInMessage(message).flatMap((key) => byKey.get(key) ?? [])
  return [...new Set([...(attribute ? [attribute] : []), ...named])]
}

function formatValue(value: EffectiveValue, stub: (id: number) => ReferenceStub): unknown {
  if (!isLinks(value)) return value
  return value.length === 0 ? null : value.map(stub)
}

function formatText(value: EffectiveValue, label: (id: number) => string): string {
  if (isLinks(value)) return value.map(label).join(', ')
  return value === null ? '' : String(value)
}

function fillMessage(message: string, textOf: (key: string) => string): string {
  return message.replaceAll(placeholder, (_, key: string) => textOf(key))
}

function fillReference(
  { message_code, values = {} }: MessageReference,
  textOf: (key: string) => string,
): MessageReference {
  const fill = (value: MessageValues[string]) =>
    typeof value === 'string' ? fillMessage(value, textOf) : value
  const filled = Object.entries(values).map(([name, value]) => [name, fill(value)])
  return filled.length === 0 ? { message_code } : { message_code, values: Object.fromEntries(filled) }
}

function toAccepted({ reason, at, actor }: AcceptedRow): AcceptedFinding {
  return { reason, at: toIso(at), by: parseJson(actor) }
}

const anyPlaceholder = /\{\{\s*(\w+)\s*\}\}/g
const keysIn = (template: string) => Array.from(template.matchAll(anyPlaceholder), ([, key = '']) => key)
const withoutKeys = (template: string) => template.replaceAll(anyPlaceholder, '{{}}')

const shippedMessages = new Map(
  [...shippedRules, ...fileSentences].map((said) => [withoutKeys(said.message), said] as const),
)

/**
 * The message code of a shipped rule, whatever its attributes are called; undefined for an edited message.
 */
function findShippedMessage(template: string): MessageReference | undefined {
  const shipped = shippedMessages.get(withoutKeys(template))
  if (shipped === undefined) return undefined
  const keys = keysIn(template)
  const values = keysIn(shipped.message).map((name, index) => [name, `{{${keys[index] ?? name}}}`] as const)
  return { message_code: shipped.message_code, values: Object.fromEntries(values) }
}

export interface FindingQuery {
  readonly type?: string | undefined
  readonly rule?: string | undefined
  readonly severity?: string | undefined
  readonly attribute?: string | undefined
  readonly entity_id?: string | undefined
  readonly filter?: string | undefined
  readonly accepted?: boolean | undefined
  /** Selects rules about files alone, where no rule is named. */
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
  const rules = requestedRules(db, type, request.rule, faults)
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
