import { freeAttributeKey, isAttributeKey } from '#shared/attributes.ts'
import { toAttributeKey } from '../attributes/key-of-name.ts'
import type { EntityType } from '#shared/entities.ts'
import { entityTypes } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import {
  maxQualityRules,
  maxRuleMessage,
  type NewQualityRule,
  type QualityCheck,
  type QualityRule,
  type QualityRulePatch,
  severities,
  weightBounds,
} from '#shared/quality.ts'
import { message } from '#shared/messages/message.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import { viewFor } from '../../store/computed/hidden-attributes.ts'
import type { Role } from '#shared/team.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { toJson } from '../../store/database/json.ts'
import { nextIdentity } from '../../store/tables/entities.ts'
import {
  forgetChecks,
  listChecked,
  putRuleRow,
  removeRule,
  type RuleContent,
} from '../../store/tables/quality.ts'
import { type Answer, dataAnswer, checkEntityType, checkName, keyForm } from '../answer.ts'
import { requireOneOf } from '../attributes/list-attributes.ts'
import { CatalogError, conflict, Faults, notFound } from '../errors.ts'
import { checkCheck } from './check-rule.ts'
import { keysInMessage } from './findings.ts'
import { checkRuleFilter, isEditable, listRules, type Rule } from './known-rules.ts'
import { toIso } from '#shared/iso-times.ts'

interface ListRules {
  readonly type?: string | undefined
  readonly faults: readonly FieldError[]
}

export function listQualityRules(db: ReadableDb, { type, faults: structural }: ListRules): Answer {
  const faults = new Faults(structural)
  const wanted = requireOneOf(entityTypes, 'type', type, faults)
  faults.throwIfAny()
  const rules = listRules(db).filter((rule) => wanted === undefined || rule.entity_type === wanted)
  return dataAnswer(200, JSON.stringify(rules.map((rule) => describeRule(db, rule))))
}

function describeRule(db: ReadableDb, rule: Rule): QualityRule {
  const at = listChecked(db).get(rule.id)?.checked_at
  const { id, key, name, entity_type, severity, weight, applies_to, check, message, enabled, origin } = rule
  return {
    id,
    key,
    name,
    entity_type,
    severity,
    weight,
    applies_to,
    check,
    message,
    enabled,
    origin,
    checked_at: at === undefined ? null : toIso(at),
  }
}

interface RuleWrite<Body> {
  readonly body: Partial<Body>
  /** The role of the caller, who names and finds what this role may read. */
  readonly role?: Role | undefined
  readonly faults: readonly FieldError[]
}

/** Makes a rule: 201. 409 where another rule of the type has the requested key. */
export function createQualityRule(
  tx: WritableDb,
  { body, faults: structural, role }: RuleWrite<NewQualityRule>,
): Answer {
  const faults = new Faults(structural)
  const type = checkEntityType(body.entity_type, faults)
  const name = checkName(body.name, faults)
  if (body.key !== undefined && !isAttributeKey(body.key)) faults.explain('key', 'invalid_value', keyForm)
  const content = checkContent(viewFor(tx, role), type, { ...defaults, ...body }, faults)
  const rules = listRules(tx)
  if (rules.filter(({ origin }) => origin === 'own').length >= maxQualityRules)
    faults.explain('name', 'too_many_values', tooMany())
  const entityType = faults.settled(type)
  const taken = new Set(rules.filter((rule) => rule.entity_type === entityType).map(({ key }) => key))
  const key = body.key ?? freeAttributeKey(toAttributeKey(name), (one) => taken.has(one))
  if (taken.has(key))
    throw conflict(message('quality.rule_key_taken', { key }), [{ field: 'key', issue: 'not_unique' }])
  const rule: Rule = {
    id: nextIdentity(tx).uuid,
    key,
    name,
    entity_type: entityType,
    origin: 'own',
    ...faults.settled(content),
  }
  store(tx, rule)
  return dataAnswer(201, JSON.stringify(describeRule(tx, rule)))
}

const tooMany = () => message('quality.too_many_rules', { count: maxQualityRules })

const defaults: Omit<RuleContent, 'check'> = {
  severity: 'warning',
  weight: 1,
  applies_to: '',
  message: '',
  enabled: true,
}

interface KnownRule {
  readonly id: string
  readonly role?: Role | undefined
  readonly faults: readonly FieldError[]
}

/** Changes the members that are sent: 200. 404 and 403 come before faults. */
export function updateQualityRule(
  tx: WritableDb,
  { id, body, faults: structural, role }: KnownRule & RuleWrite<QualityRulePatch>,
): Answer {
  const view = viewFor(tx, role)
  const before = findRuleById(view, id)
  if (!isEditable(before)) throw new CatalogError('forbidden', describeGiven(before))
  const faults = new Faults(structural)
  const name = body.name === undefined ? before.name : checkName(body.name, faults)
  // A disabled rule may name missing attributes; it is checked when it is enabled.
  const isChecked = (body.enabled ?? before.enabled) || keysThatSay.some((key) => body[key] !== undefined)
  const merged = { ...before, ...body }
  const content = isChecked
    ? checkContent(view, before.entity_type, merged, faults)
    : { ...contentOf(before), enabled: false, ...plainMembers(merged, faults) }
  const rule: Rule = { ...before, name, ...faults.settled(content) }
  store(tx, rule)
  if (JSON.stringify([rule.check, rule.applies_to]) !== JSON.stringify([before.check, before.applies_to]))
    forgetChecks(tx, rule.id)
  return dataAnswer(200, JSON.stringify(describeRule(tx, rule)))
}

const keysThatSay = ['check', 'applies_to', 'message'] as const

function describeGiven({ origin, check }: Rule): string {
  return origin === 'constraint'
    ? `This rule is what the constraints of ${check.attributes?.[0] ?? 'an attribute'} say. Change the attribute instead.`
    : `This rule is what the channel ${check.channel ?? ''} requires. Change the fields of the channel instead.`
}

function contentOf({ severity, weight, applies_to, check, message, enabled }: Rule): RuleContent {
  return { severity, weight, applies_to, check, message, enabled }
}

/** Removes a rule of the workspace: 200 with the removed rule. */
export function deleteQualityRule(tx: WritableDb, { id, faults, role }: KnownRule): Answer {
  const rule = findRuleById(viewFor(tx, role), id)
  if (rule.origin !== 'own')
    throw new CatalogError(
      'forbidden',
      rule.origin === 'shipped'
        ? 'This rule comes with the program. Switch it off instead.'
        : describeGiven(rule),
    )
  new Faults(faults).throwIfAny()
  removeRule(tx, rule.id)
  return dataAnswer(200, JSON.stringify(describeRule(tx, rule)))
}

function findRuleById(db: ReadableDb, id: string): Rule {
  const rule = listRules(db).find((one) => one.id === id.toLowerCase())
  if (!rule) throw notFound(message('not_found.rule', { id }), message('not_found.list_rules'))
  return rule
}

function store(tx: WritableDb, rule: Rule): void {
  putRuleRow(tx, {
    uuid: rule.id,
    type: rule.entity_type,
    key: rule.key,
    name: rule.name,
    origin: rule.origin,
    definition: toJson(contentOf(rule)),
  })
}

export interface SentContent {
  readonly severity?: string
  readonly weight?: number
  readonly applies_to?: string
  readonly check?: QualityCheck
  readonly message?: string
  readonly enabled?: boolean
}

export function checkContent(
  db: ReadableDb,
  type: EntityType | undefined,
  sent: SentContent,
  faults: Faults,
): RuleContent | undefined {
  const plain = plainMembers(sent, faults)
  const { check, applies_to = '', message = '', enabled = true } = sent
  if (type) checkWithAttributes(db, type, { check, applies_to, message }, faults)
  if (!check) return undefined
  return { ...plain, applies_to: applies_to.trim(), check, message, enabled }
}

function checkWithAttributes(
  db: ReadableDb,
  type: EntityType,
  {
    check,
    applies_to,
    message,
  }: Pick<RuleContent, 'applies_to' | 'message'> & { readonly check: QualityCheck | undefined },
  faults: Faults,
): void {
  const attributes = attributesOf(db, type)
  if (applies_to.trim() !== '')
    checkRuleFilter(db, attributes, { text: applies_to, field: 'applies_to' }, faults)
  if (check) checkCheck(db, attributes, check, faults)
  if (message.length > maxRuleMessage)
    faults.addExpected('message', 'too_long', { max_length: maxRuleMessage })
  for (const key of keysInMessage(message))
    if (!attributes.byKey.has(key))
      faults.addUnknown('message', 'not_a_defined_attribute', key, attributes.byKey)
}

function plainMembers(
  { severity = 'warning', weight = 1 }: SentContent,
  faults: Faults,
): Pick<RuleContent, 'severity' | 'weight'> {
  const known = severities.find((one) => one === severity)
  if (!known) faults.add('severity', 'invalid_value', severities, severity)
  const { min, max } = weightBounds
  if (!Number.isInteger(weight) || weight < min || weight > max)
    faults.addExpected('weight', 'out_of_range', { min, max })
  return { severity: known ?? 'warning', weight }
}
