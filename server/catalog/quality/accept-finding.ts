import { type EntityType, parseUuid } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import { maxAcceptReason, type QualityFinding } from '#shared/quality.ts'
import type { AcceptFinding, ReopenFinding } from '#shared/schemas/quality.ts'
import { message } from '#shared/messages/message.ts'
import { viewFor } from '../../store/computed/hidden-attributes.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { toJson } from '../../store/database/json.ts'
import { readSubjects } from '../../store/quality/value-conditions.ts'
import { testAll } from '../../store/quality/score-sql.ts'
import { findEntity, nextIdentity } from '../../store/tables/entities.ts'
import { putAccepted, removeAccepted } from '../../store/tables/quality.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { Faults, describeNoSuch } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'
import { findRule, findType, type Rule } from './known-rules.ts'
import { compileRule, type RulePart } from './compile-rule.ts'
import { toFindings } from './findings.ts'

interface Request<Body> {
  readonly body: Partial<Body>
  readonly faults: readonly FieldError[]
  readonly context: WriteContext
}

/** Accepts a finding as correct: 200 with it. It leaves the findings until its value changes. */
export function acceptFinding(
  tx: WritableDb,
  { body, faults: structural, context }: Request<AcceptFinding>,
): Answer {
  const faults = new Faults(structural)
  const reason = body.reason?.trim() ?? ''
  if (reason === '' && !faults.hasErrorFor('reason')) faults.add('reason', 'required')
  if (reason.length > maxAcceptReason)
    faults.addExpected('reason', 'too_long', { max_length: maxAcceptReason })
  const view = viewFor(tx, context.role)
  const { rule, part, entity } = findFinding(view, body, faults)
  if (testAll(view, entity, [[part.failing]])[0] !== true)
    faults.explain('entity_id', 'invalid_value', message('quality.nothing_to_accept'))
  faults.throwIfAny()
  const { at } = nextIdentity(tx)
  putAccepted(tx, {
    entity,
    rule: rule.id,
    attribute: part.subject.attribute?.id ?? 0,
    value: readSubjects(view, part.subject, [entity]).get(entity) ?? '',
    reason,
    at,
    actor: toJson(context.actor),
  })
  return answer(toFindings(view, rule, part, [entity], true))
}

export function reopenFinding(
  tx: WritableDb,
  { body, faults: structural, context }: Request<ReopenFinding>,
): Answer {
  const faults = new Faults(structural)
  const view = viewFor(tx, context.role)
  const { rule, part, entity } = findFinding(view, body, faults)
  const place = { entity, rule: rule.id, attribute: part.subject.attribute?.id ?? 0 }
  if (!removeAccepted(tx, place))
    faults.explain('entity_id', 'invalid_value', message('quality.nothing_accepted'))
  faults.throwIfAny()
  return answer(toFindings(view, rule, part, [entity], false))
}

function answer([finding]: readonly QualityFinding[]): Answer {
  return dataAnswer(200, JSON.stringify(finding))
}

interface FindingTarget {
  readonly rule: Rule
  readonly part: RulePart
  readonly entity: number
}

function findFinding(db: ReadableDb, body: Partial<ReopenFinding>, faults: Faults): FindingTarget {
  const type = findType(body.type, faults)
  const rule = body.rule === undefined ? undefined : findRule(db, type, body.rule, faults)
  const entity = findEntityOf(db, type, body.entity_id, faults)
  const parts = rule ? compileRule(db, rule).parts : []
  const key = body.attribute ?? null
  const part =
    parts.find(({ subject }) => (subject.attribute?.key ?? null) === key) ??
    (key === null && parts.length === 1 ? parts[0] : undefined)
  if (rule && !part)
    faults.add(
      'attribute',
      'invalid_value',
      parts.flatMap(({ subject }) => subject.attribute?.key ?? []),
      key ?? '',
    )
  return { rule: faults.settled(rule), part: faults.settled(part), entity: faults.settled(entity) }
}

function findEntityOf(
  db: ReadableDb,
  type: EntityType,
  id: string | undefined,
  faults: Faults,
): number | undefined {
  if (id === undefined) return undefined
  const uuid = parseUuid(id)
  if (uuid === undefined) return faults.add('entity_id', 'expected_uuid')
  const row = findEntity(db, type, uuid)
  return row ? row.id : faults.explain('entity_id', 'referenced_entity_not_found', describeNoSuch(type, id))
}
