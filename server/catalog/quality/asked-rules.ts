import { entityTypes, type EntityType, parseUuid, findEntityType } from '#shared/entities.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { findEntity } from '../../store/tables/entities.ts'
import { Faults } from '../errors.ts'
import { listActiveRules, listRules, type Rule } from './known-rules.ts'
import type { AttributeSet } from '../../store/tables/attributes.ts'
import { clausesIn, type ClauseGroup } from '../../store/query/clause.ts'
import { checkFilter } from '../query/check-filter.ts'
import { parseFilterString } from '../query/filter-string.ts'
import { message } from '#shared/messages/message.ts'

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

export function rulesAsked(
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
