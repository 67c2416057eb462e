import type { ReferenceStub } from '#shared/entities.ts'
import type { AcceptedFinding, QualityFinding } from '#shared/quality.ts'
import type { MessageReference, MessageValues } from '#shared/messages/message.ts'
import type { Attribute, AttributeSet } from '../../store/tables/attributes.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import { getValuePlan } from '../../store/computed/value-plan.ts'
import { type EffectiveValue, isLinks, readEffective } from '../../store/computed/reads.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { parseJson } from '../../store/database/json.ts'
import { type AcceptedRow, listAccepted, listFoundTimes } from '../../store/tables/quality.ts'
import { stubsJson } from '../entities/entity-json.ts'
import type { RulePart } from './compile-rule.ts'
import type { Rule } from './known-rules.ts'
import { findShippedMessage } from './shipped-messages.ts'
import { toIso } from '#shared/iso-times.ts'

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
