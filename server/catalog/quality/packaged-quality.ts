import type { PackagedAcceptance, PackagedRule } from '#shared/packages.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { parseJson, toJson } from '../../store/database/json.ts'
import { readSubjects } from '../../store/quality/value-conditions.ts'
import { findIdentity, listStubRows } from '../../store/tables/entities.ts'
import { listAcceptedOf, listRuleRows, putAccepted, putRuleRow } from '../../store/tables/quality.ts'
import { Faults } from '../errors.ts'
import { compileRule, type RulePart } from './compile-rule.ts'
import { listRules, type Rule, toRule } from './known-rules.ts'
import { checkContent } from './write-rules.ts'
import { toIso } from '#shared/iso-times.ts'

/** The rules made or changed by users, in the order in which they were first stored. */
export function readPackagedRules(db: ReadableDb): PackagedRule[] {
  return listRuleRows(db).map(toRule) as PackagedRule[]
}

/** Stores a rule from elsewhere; throws its faults. A disabled one may name missing attributes. */
export function storePackagedRule(tx: WritableDb, rule: PackagedRule): void {
  const { id: uuid, entity_type: type, key, name, origin, ...content } = rule
  const faults = new Faults()
  if (content.enabled) checkContent(tx, type, content, faults)
  faults.throwIfAny()
  putRuleRow(tx, { uuid, type, key, name, origin, definition: toJson(content) })
}

/** Acceptances whose value has not changed since. */
export function readPackagedAcceptances(db: ReadableDb): PackagedAcceptance[] {
  return listRules(db).flatMap((rule) => partsOf(db, rule).flatMap((part) => acceptancesOf(db, rule, part)))
}

function partsOf(db: ReadableDb, rule: Rule): readonly RulePart[] {
  return compileRule(db, rule).parts
}

function acceptancesOf(db: ReadableDb, rule: Rule, { subject }: RulePart): PackagedAcceptance[] {
  const rows = listAcceptedOf(db, rule.id, subject.attribute?.id ?? 0)
  const ids = rows.map(({ entity }) => entity)
  const texts = readSubjects(db, subject, ids)
  const uuids = new Map(listStubRows(db, ids).map(([id, uuid]) => [id, uuid]))
  return rows.flatMap(({ entity, value, reason, at, actor }) => {
    const uuid = uuids.get(entity)
    if (uuid === undefined || texts.get(entity) !== value) return []
    return [
      {
        rule: rule.id,
        entity_id: uuid,
        attribute: subject.attribute?.key ?? null,
        reason,
        at: toIso(at),
        by: parseJson(actor),
      },
    ]
  })
}

/** Stores an acceptance from elsewhere for the present value; returns its fault, if any. */
export function storePackagedAcceptance(tx: WritableDb, accepted: PackagedAcceptance): string | undefined {
  const { rule: id, entity_id: uuid, attribute: key, reason, at, by } = accepted
  const entity = findIdentity(tx, uuid)
  const rule = listRules(tx).find((one) => one.id === id)
  const part = rule && partsOf(tx, rule).find(({ subject }) => (subject.attribute?.key ?? null) === key)
  if (!entity || !part || entity.type !== rule.entity_type || Number.isNaN(Date.parse(at)))
    return `There is nothing that could be right of ${uuid} by the rule ${id}.`
  putAccepted(tx, {
    entity: entity.id,
    rule: id,
    attribute: key === null ? 0 : (attributesOf(tx, entity.type).byKey.get(key)?.id ?? 0),
    value: readSubjects(tx, part.subject, [entity.id]).get(entity.id) ?? '',
    reason,
    at: Date.parse(at),
    actor: toJson(by),
  })
  return undefined
}
