import { nextIdentity } from '../../store/tables/entities.ts'
import {
  type AttributeCreate,
  type AttributeCreateBody,
  type AttributeTool,
  dataTypeTraits,
  inheritanceModes,
  rollupModes,
  freeAttributeKey,
} from '#shared/attributes.ts'
import { toAttributeKey } from './key-of-name.ts'
import type { FieldError } from '#shared/errors.ts'
import { message } from '#shared/messages/message.ts'
import {
  type Attribute,
  attributesOf,
  type AttributeSet,
  insertAttribute,
  clearPrimary,
  type AttributeExtras,
  generationDefaults,
} from '../../store/tables/attributes.ts'
import { viewFor } from '../../store/computed/hidden-attributes.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { conflict, Faults } from '../errors.ts'
import { recordAttributeEvent, type WriteContext } from '../events/record-event.ts'
import { toConfig, isDataType } from './attribute-config.ts'
import { checkDefinition, checkSpellings, requiredOf } from './check-definition.ts'
import { checkGeneration } from './check-generation.ts'
import { checkFormulaText, refuseTooLarge } from './check-formula.ts'
import { checkReference, requirePath } from './linked-types.ts'
import { optionsAsText } from './patch-definition.ts'
import type { EntityType } from '#shared/entities.ts'
import { relabel } from '../../store/computed/attribute-values.ts'
import { isSemanticType } from '#shared/semantic-types.ts'
import { roles } from '#shared/team.ts'
import { isOneOf } from '#shared/text.ts'

export interface CreateAttributeRequest {
  readonly body: AttributeCreateBody
  readonly faults: readonly FieldError[]
  readonly context: WriteContext
}

/** Creates an attribute definition: 201 with the full definition (specification, POST /attributes). */
export function createAttribute(tx: WritableDb, request: CreateAttributeRequest): Answer {
  const faults = new Faults(request.faults)
  const attribute = defineAttribute(tx, optionsAsText(request.body, faults), faults, request.context)
  return dataAnswer(201, JSON.stringify(toConfig(attribute)))
}

const noExtras: AttributeExtras = {
  tool: 'manual',
  channel: null,
  ai_generated: false,
  custom_instructions: null,
  acceptable_values: null,
  default_value: null,
  constraints: {},
  source_attributes: null,
  selected_tools: [],
  inheritance_mode: 'off',
  rollup_mode: null,
  formula: null,
  reference: null,
  image_model: null,
  aspect_ratio: null,
  video_model: null,
  ...generationDefaults,
}

export function toExtras(body: AttributeCreate): AttributeExtras {
  const {
    name: _name,
    key: _key,
    entity_type: _type,
    data_type: _dataType,
    is_primary: _isPrimary,
    editable_by: editors,
    readable_by: readers,
    semantic_type: meaning,
    ...given
  } = body
  const mode = chooseInheritance(body)
  const value = given.default_value ?? ''
  const rollup = rollupModes.find((known) => known === given.rollup_mode)
  return {
    ...noExtras,
    ...(given as Partial<AttributeExtras>),
    ...(editors && { editable_by: roles.filter((role) => editors.includes(role)) }),
    ...(readers && { readable_by: roles.filter((role) => readers.includes(role)) }),
    ...(isSemanticType(meaning) && { semantic_type: meaning }),
    tool: chooseTool(body),
    default_value: value === '' ? null : String(value),
    inheritance_mode: mode,
    rollup_mode: mode === 'rollup_from_children' ? (rollup ?? 'unique') : null,
  }
}

function chooseInheritance({ data_type: type, inheritance_mode: mode = 'off' }: AttributeCreate) {
  const isMedia = isDataType(type) && dataTypeTraits[type].media !== undefined
  return !isMedia && isOneOf(inheritanceModes, mode) ? mode : 'off'
}

function chooseTool({ data_type: type, ai_generated: isGenerated }: AttributeCreate): AttributeTool {
  if (type === 'formula') return 'formula'
  if (!isGenerated) return 'manual'
  const media = isDataType(type) ? dataTypeTraits[type].media : undefined
  return `${media ?? 'text'}_generation`
}

/**
 * Checks and stores a definition with its event, under a known id or a new one. Throws all faults
 * together, then a conflict where the key is taken.
 */
export function defineAttribute(
  tx: WritableDb,
  body: AttributeCreate,
  faults: Faults,
  context: WriteContext,
  knownUuid?: string,
): Attribute {
  checkDefinition(body, faults)
  // Packages may hold options of before this rule.
  if (knownUuid === undefined) checkSpellings(body, faults)
  const view = viewFor(tx, context.role)
  checkReference(view, body, faults)
  requirePath(body, faults)
  checkFormulaText(view, body, faults)
  // The definition of a package was checked where it was made; attributes that it names may be gone since.
  if (knownUuid === undefined) checkGeneration(view, body, faults)
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

export function yieldPrimary(tx: WritableDb, type: EntityType, context: WriteContext): void {
  const { primary } = attributesOf(tx, type)
  if (!primary) return
  clearPrimary(tx, type)
  const changes = [{ attribute: 'is_primary', old: true, new: false }]
  recordAttributeEvent(tx, 'attribute.updated', primary, changes, context)
}

export function relabelEntities(tx: WritableDb, type: EntityType): void {
  relabel(tx, type, attributesOf(tx, type).primary)
}
