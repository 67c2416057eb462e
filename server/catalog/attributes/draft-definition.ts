import { type AttributeConfig, type AttributeCreate, dataTypeTraits } from '#shared/attributes.ts'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import { message } from '#shared/messages/message.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { type Attribute, attributesOf, optionsOf } from '../../store/tables/attributes.ts'
import { Faults, notFound } from '../errors.ts'
import { toConfig } from './attribute-config.ts'
import { checkDefinition, requiredOf } from './check-definition.ts'
import { checkGeneration, newAttributeKey } from './check-generation.ts'
import { toExtras } from './define-attribute.ts'
import { checkReference, requirePath } from './linked-types.ts'
import { requireOneOf } from './list-attributes.ts'
import { patchDefinition } from './patch-definition.ts'

export interface DraftBody {
  readonly type: string
  readonly key?: string | undefined
  readonly definition: AttributeCreate
}

export interface DraftDefinition {
  readonly config: AttributeConfig
  readonly attribute: Attribute
  readonly before: Attribute | undefined
}

export type DraftCheck = (draft: AttributeCreate, faults: Faults, before: Attribute | undefined) => void

/**
 * Reads a definition that is being written, over the stored one of `key` or as a new one. Throws the faults of
 * storing it, under `definition.`; nothing is stored.
 */
export function readDraft(
  db: ReadableDb,
  { type: name, key, definition }: DraftBody,
  faults: Faults,
  check: DraftCheck,
): DraftDefinition {
  const type = requireOneOf(entityTypes, 'type', name, faults)
  const before = type && key !== undefined ? known(db, type, key) : undefined
  faults.throwIfAny()
  const asked = { ...definition, entity_type: name }
  const own = new Faults()
  const draft = before ? patchDefinition(before, toConfig(before), asked, own) : asked
  checkDefinition(draft, own, before?.extras.constraints)
  checkReference(db, draft, own)
  if (!before) requirePath(draft, own)
  checkGeneration(db, draft, own, before)
  check(draft, own, before)
  for (const { field, ...fault } of own.list) faults.addAll(`definition.${field}`, [fault])
  faults.throwIfAny()
  const attribute = toAttribute(db, draft, before)
  return { config: toConfig(attribute), attribute, before }
}

function known(db: ReadableDb, type: EntityType, key: string): Attribute {
  const attribute = attributesOf(db, type).byKey.get(key)
  if (!attribute) throw notFound(message('not_found.attribute', { key }))
  return attribute
}

function toAttribute(db: ReadableDb, draft: AttributeCreate, before: Attribute | undefined): Attribute {
  const { name, entityType, dataType } = requiredOf(draft)
  const extras = toExtras(draft)
  return {
    id: before?.id ?? 0,
    uuid: before?.uuid ?? '',
    entityType,
    key: before?.key ?? newAttributeKey(attributesOf(db, entityType), draft),
    name,
    dataType,
    isPrimary: draft.is_primary ?? false,
    position: before?.position ?? 0,
    extras,
    traits: dataTypeTraits[dataType],
    options: optionsOf(dataType, extras.acceptable_values),
  }
}
