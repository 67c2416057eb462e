import { nextIdentity } from '../../store/tables/identities.ts'
import type { AttributeCreate } from '#shared/attributes.ts'
import { freeAttributeKey, toAttributeKey } from '#shared/attribute-key.ts'
import type { FieldError } from '#shared/errors.ts'
import { message } from '#shared/messages/message.ts'
import {
  type Attribute,
  attributesOf,
  type AttributeSet,
  insertAttribute,
} from '../../store/tables/attributes.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { conflict, Faults } from '../errors.ts'
import { recordAttributeEvent, type WriteContext } from '../events/record-event.ts'
import { toConfig } from './attribute-config.ts'
import { checkDefinition, requiredOf } from './check-definition.ts'
import { checkGeneration } from './check-generation.ts'
import { checkFormulaText, refuseTooLarge } from './check-formula.ts'
import { checkReference, requirePath } from './linked-types.ts'
import { toExtras } from './definition-extras.ts'
import { relabelEntities, yieldPrimary } from './primary-attribute.ts'

export interface CreateAttributeRequest {
  readonly body: AttributeCreate
  readonly faults: readonly FieldError[]
  readonly context: WriteContext
}

/** Creates an attribute definition: 201 with the full definition (specification, POST /attributes). */
export function createAttribute(tx: WritableDb, request: CreateAttributeRequest): Answer {
  const attribute = defineAttribute(tx, request.body, new Faults(request.faults), request.context)
  return dataAnswer(201, JSON.stringify(toConfig(attribute)))
}

/** Checks and stores a definition with its event, under an id that it had elsewhere or a new one; throws all faults together, then a conflict where the key is taken. */
export function defineAttribute(
  tx: WritableDb,
  body: AttributeCreate,
  faults: Faults,
  context: WriteContext,
  knownUuid?: string,
): Attribute {
  checkDefinition(body, faults)
  checkReference(tx, body, faults)
  requirePath(body, faults)
  checkFormulaText(tx, body, faults)
  // What a package brings was checked where it was made; since then it may have outlived what it names.
  if (knownUuid === undefined) checkGeneration(tx, body, faults)
  faults.throwIfAny()
  const { name, entityType, dataType } = requiredOf(body)
  const isPrimary = body.is_primary ?? false
  const key = chooseKey(attributesOf(tx, entityType), body.key, name)
  if (isPrimary) yieldPrimary(tx, entityType, context)
  const attribute = insertAttribute(tx, {
    uuid: knownUuid ?? nextIdentity(tx).uuid,
    entityType,
    key,
    name,
    dataType,
    isPrimary,
    extras: toExtras(body),
  })
  refuseTooLarge(tx, attribute)
  if (isPrimary) relabelEntities(tx, entityType)
  const changes = Object.entries(toConfig(attribute)).map(([field, value]) => ({
    attribute: field,
    old: null,
    new: value,
  }))
  recordAttributeEvent(tx, 'attribute.created', attribute, changes, context)
  return attribute
}

function chooseKey({ byKey }: AttributeSet, key: string | undefined, name: string): string {
  if (key === undefined) return freeAttributeKey(toAttributeKey(name), (candidate) => byKey.has(candidate))
  if (byKey.has(key)) {
    throw conflict(message('attribute.key_taken', { key }), [{ field: 'key', issue: 'not_unique' }])
  }
  return key
}
