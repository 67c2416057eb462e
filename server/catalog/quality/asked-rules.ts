/** What requests about quality name: a type, a rule, an entity. */
import { entityTypes, type EntityType, parseUuid } from '#shared/entities.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { findEntity } from '../../store/tables/entities.ts'
import type { Faults } from '../errors.ts'
import { listActiveRules, listRules, type Rule } from './known-rules.ts'

/** The type that is asked about; products where none is named. */
export function findType(name: string | undefined, faults: Faults): EntityType {
  const type = name === undefined ? 'product' : entityTypes.find((known) => known === name)
  if (!type) faults.add('type', 'invalid_value', entityTypes, name)
  return type ?? 'product'
}

/** The rule of a type that a key names, switched on or off; an unknown one is noted. */
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

/** The rules that are switched on: all of a type, or the one that a key names. */
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

// No entity has this internal id: one that is gone has no findings.
const nobody = -1

/** The internal id of an entity that a request names. */
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
