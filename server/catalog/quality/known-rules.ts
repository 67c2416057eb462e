import { hash } from 'node:crypto'
import { entityTypes, type EntityType, parseUuid, findEntityType } from '#shared/entities.ts'
import type { Constraints } from '#shared/attributes.ts'
import { nameFollowingRule, type QualityRule, severities } from '#shared/quality.ts'
import { message, type Message, type MessageReference } from '#shared/messages/message.ts'
import { type Attribute, attributesOf, type AttributeSet } from '../../store/tables/attributes.ts'
import { namesHidden } from '../../store/computed/hidden-attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { cacheUntilWritten } from '../../store/database/caches.ts'
import { parseJson } from '../../store/database/json.ts'
import { listRuleRows, type RuleRow } from '../../store/tables/quality.ts'
import { listWorkspaceChannels } from '../channels/channels.ts'
import { isFileRule, shippedFileRules } from './shipped-file-rules.ts'
import { otherNames, type ShippedRule, shippedRules } from './shipped-rules.ts'
import { findEntity } from '../../store/tables/entities.ts'
import { Faults } from '../errors.ts'
import { clausesIn, type ClauseGroup } from '../../store/query/clause.ts'
import { checkFilter } from '../query/check-filter.ts'
import { parseFilterString } from '../query/filter-tree.ts'

export interface Rule extends Omit<QualityRule, 'checked_at'> {
  readonly sentence?: MessageReference
}

/**
 * All rules of a workspace: its own in order of creation, then those that ship, of constraints and of
 * channels.
 */
export function listRules(db: ReadableDb): readonly Rule[] {
  return cacheUntilWritten(db, 'rules of quality', () => {
    const rows = listRuleRows(db)
    const stored = new Map(rows.map((row) => [row.uuid, row]))
    return [
      ...rows.filter(({ origin }) => origin === 'own').map(toRule),
      ...shippedRules.map((shipped) => {
        const row = stored.get(shipped.id)
        return row ? toRule(row) : fromShipped(shipped, calledHere(db))
      }),
      ...shippedFileRules(db).map(({ message_code: _code, weight = 1, applies_to = '', ...rule }): Rule => {
        const row = stored.get(rule.id)
        return row ? toRule(row) : { ...rule, weight, applies_to, origin: 'shipped' }
      }),
      ...entityTypes.flatMap((type) => attributesOf(db, type).list.flatMap(fromConstraints)),
      ...fromChannels(db),
    ].filter((rule) => !namesHidden(db, [rule.check, rule.applies_to, rule.message]))
  })
}

export function listActiveRules(db: ReadableDb, type: EntityType): readonly Rule[] {
  return cacheUntilWritten(db, `active rules of ${type}`, () =>
    listRules(db)
      .filter((rule) => rule.enabled && rule.entity_type === type)
      .toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity)),
  )
}

/** Whether people can change a rule: those of constraints and channels follow their definitions. */
export function isEditable({ origin }: Rule): boolean {
  return origin === 'own' || origin === 'shipped'
}

/**
 * Whether a rule counts in the score: findings of constraints and channels do not, and neither do those
 * about files, which are on although nobody has asked for them.
 */
export function isScored(rule: Rule): boolean {
  return isEditable(rule) && !isFileRule(rule.id)
}

export function toRule({ uuid, type, key, name, origin, definition }: RuleRow): Rule {
  return { id: uuid, key, name, entity_type: type, origin, ...parseJson(definition) }
}

type LocalKey = (key: string) => string

function calledHere(db: ReadableDb): LocalKey {
  const { byKey } = attributesOf(db, 'product')
  return (key) => (byKey.has(key) ? key : ((otherNames[key] ?? []).find((name) => byKey.has(name)) ?? key))
}

function fromShipped(
  { weight = 1, applies_to = '', check, message, message_code: _code, ...rule }: ShippedRule,
  called: LocalKey,
): Rule {
  const { attributes = [], must_match: wanted } = check
  const inFilter = (text: string) =>
    text.replaceAll(/filter\[(\w+)\]/g, (_, key: string) => `filter[${called(key)}]`)
  return {
    ...rule,
    entity_type: 'product',
    weight,
    applies_to: inFilter(applies_to),
    check: {
      ...check,
      ...(attributes.length > 0 && { attributes: attributes.map(called) }),
      ...(wanted !== undefined && { must_match: inFilter(wanted) }),
    },
    message: message.replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => `{{${called(key)}}}`),
    enabled: false,
    origin: 'shipped',
  }
}

const constraining = [
  'required',
  'min',
  'max',
  'decimals',
  'min_length',
  'max_length',
  'pattern',
  'check',
  'max_items',
] as const satisfies readonly (keyof Constraints)[]

function fromConstraints({ uuid, key, name, entityType, extras, options }: Attribute): Rule[] {
  const { constraints } = extras
  const isConstrained = constraining.some((member) => {
    const value = constraints[member]
    return value !== undefined && value !== false
  })
  if (!isConstrained && options.length === 0) return []
  return [
    {
      id: derivedId(`constraint ${uuid}`),
      key: `constraint:${key}`,
      name: nameFollowingRule('constraint', name),
      entity_type: entityType,
      severity: 'error',
      weight: 1,
      applies_to: '',
      check: { kind: 'constraint', attributes: [key] },
      ...ofMessage(message('quality.constraint_broken', { name })),
      enabled: true,
      origin: 'constraint',
    },
  ]
}

function fromChannels(db: ReadableDb): Rule[] {
  return listWorkspaceChannels(db)
    .filter(({ enabled }) => enabled)
    .map(({ template, name }) => ({
      id: derivedId(`channel ${template.key}`),
      key: `channel:${template.key}`,
      name: nameFollowingRule('channel', name),
      entity_type: 'product',
      severity: 'warning',
      weight: 1,
      applies_to: '',
      check: { kind: 'channel', channel: template.key },
      ...ofMessage(message('quality.channel_field_invalid', { name })),
      enabled: true,
      origin: 'channel',
    }))
}

function ofMessage({ message, message_code, values = {} }: Message): Pick<Rule, 'message' | 'sentence'> {
  return { message, sentence: { message_code, values } }
}

/** A deterministic UUID for a text (RFC 9562, version 8). */
function derivedId(text: string): string {
  const digits = hash('sha256', text, 'hex')
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-8${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20, 32)}`
}

export function findType(name: string | undefined, faults: Faults): EntityType {
  const type = name === undefined ? 'product' : findEntityType(name)
  if (!type) faults.add('type', 'invalid_value', entityTypes, name)
  return type ?? 'product'
}

export function findRule(
  db: ReadableDb,
  type: EntityType,
  key: string | undefined,
  faults: Faults,
): Rule | undefined {
  const rules = listRules(db).filter((rule) => rule.entity_type === type)
  const rule = rules.find((one) => one.key === key)
  if (!rule)
    faults.add(
      'rule',
      'invalid_value',
      rules.map((one) => one.key),
      key,
    )
  return rule
}

export function requestedRules(
  db: ReadableDb,
  type: EntityType,
  key: string | undefined,
  faults: Faults,
): readonly Rule[] {
  const rules = listActiveRules(db, type)
  if (key === undefined) return rules
  const named = findRule(db, type, key, faults)
  return rules.filter((rule) => rule === named || rule.id === named?.id)
}

const nobody = -1

export function findEntityId(
  db: ReadableDb,
  type: EntityType,
  id: string,
  faults: Faults,
): number | undefined {
  const uuid = parseUuid(id)
  return uuid === undefined
    ? faults.add('entity_id', 'expected_uuid')
    : (findEntity(db, type, uuid)?.id ?? nobody)
}

/** A filter as one group; undefined for one that matches all. */
export type RuleFilter = ClauseGroup | undefined

interface SentFilter {
  readonly text: string
  readonly field: string
  readonly isOfList?: boolean
}

/** Parses and checks a filter string; every fault is reported on `field`. */
export function checkRuleFilter(
  db: ReadableDb,
  attributes: AttributeSet,
  { text, field, isOfList = false }: SentFilter,
  faults: Faults,
): RuleFilter {
  const own = new Faults()
  const parsed = parseFilterString(text, own)
  const named = [...parsed.clauses, ...clausesIn(parsed.tree)]
  if (!isOfList && named.some(({ key }) => key.startsWith('quality:') && !attributes.byKey.has(key)))
    own.explain('filter', 'not_a_defined_attribute', noCircle)
  const checked = own.isEmpty ? checkFilter(db, attributes, parsed, own) : undefined
  faults.addAll(field, own.list)
  return checked && toGroup(checked)
}

const noCircle = message('quality.rule_on_findings')

function toGroup({ clauses, join, tree }: ReturnType<typeof checkFilter>): RuleFilter {
  const parts: ClauseGroup['parts'] = [
    ...(clauses.length > 0 ? [{ join, parts: clauses }] : []),
    ...(tree ? [tree] : []),
  ]
  return parts.length > 0 ? { join: 'and', parts } : undefined
}

export function attributesNamed(attributes: AttributeSet, text: string): string[] {
  const faults = new Faults()
  const { clauses, tree } = parseFilterString(text, faults)
  const keys = [...clauses, ...clausesIn(tree)].map(({ key }) => key)
  return [...new Set(keys)].filter((key) => attributes.byKey.has(key))
}
