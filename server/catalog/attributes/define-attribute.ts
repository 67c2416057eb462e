import type { AttributeCreate, AttributeTool, DataType } from '#shared/attributes.ts'
import { freeAttributeKey, toAttributeKey } from '#shared/attribute-key.ts'
import type { EntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import { splitList } from '#shared/text.ts'
import {
  type Attribute,
  type AttributeExtras,
  attributesOf,
  type AttributeSet,
  clearPrimary,
  ensureValueIndex,
  insertAttribute,
} from '../../store/attributes.ts'
import type { WritableDb } from '../../store/database.ts'
import { clearLabels, nextIdentity } from '../../store/entities.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { conflict, Faults } from '../errors.ts'
import { recordAttributeEvent, type WriteContext } from '../events/record-event.ts'
import { toConfig } from './attribute-config.ts'
import { checkDefinition } from './check-definition.ts'
import { checkReference } from './check-reference.ts'
import { scalarRulesOf } from './data-types/data-types.ts'

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

/** Checks and stores a definition with its event; throws all faults together, then a conflict where the key is taken. */
export function defineAttribute(
  tx: WritableDb,
  body: AttributeCreate,
  faults: Faults,
  context: WriteContext,
): Attribute {
  checkDefinition(body, faults)
  checkReference(tx, body, faults)
  if (faults.isEmpty) checkDefault(body, faults)
  faults.settle()
  const entityType = body.entity_type as EntityType
  const attributes = attributesOf(tx, entityType)
  const key = chooseKey(attributes, body)
  if (body.is_primary) movePrimary(tx, attributes, entityType, context)
  const { uuid } = nextIdentity(tx)
  const id = insertAttribute(tx, {
    uuid,
    entityType,
    key,
    name: (body.name as string).trim(),
    dataType: body.data_type as DataType,
    isPrimary: body.is_primary ?? false,
    extras: toExtras(body),
  })
  if (body.constraints?.unique) ensureValueIndex(tx, id)
  const attribute = attributesOf(tx, entityType).byId.get(id) as Attribute
  const changes = Object.entries(toConfig(attribute)).map(([field, value]) => ({
    attribute: field,
    old: null,
    new: value,
  }))
  recordAttributeEvent(tx, 'attribute.created', attribute, changes, context)
  return attribute
}

function chooseKey({ byKey }: AttributeSet, { key, name }: AttributeCreate): string {
  if (key === undefined)
    return freeAttributeKey(toAttributeKey(name as string), (candidate) => byKey.has(candidate))
  if (byKey.has(key)) {
    throw conflict(`An attribute with the key ${key} exists already. Choose another key or leave it out.`, [
      { field: 'key', issue: 'not_unique' },
    ])
  }
  return key
}

/** At most one attribute of a type is primary; the new one holds no value yet, so every label becomes null. */
function movePrimary(
  tx: WritableDb,
  { primary }: AttributeSet,
  type: EntityType,
  context: WriteContext,
): void {
  if (!primary) return
  clearPrimary(tx, type)
  clearLabels(tx, type)
  recordAttributeEvent(
    tx,
    'attribute.updated',
    primary,
    [{ attribute: 'is_primary', old: true, new: false }],
    context,
  )
}

/** A default must itself be a value that the attribute accepts. */
function checkDefault(body: AttributeCreate, faults: Faults): void {
  const { data_type: dataType } = body
  const value = body.default_value ?? ''
  if (value === '') return
  const attribute = {
    options: splitList(body.acceptable_values ?? ''),
    extras: toExtras(body),
  } as unknown as Attribute
  const isBoolean = dataType === 'boolean' && (value === 'true' || value === 'false')
  const rules = scalarRulesOf(dataType as DataType)
  const parsed = rules?.parse(isBoolean ? value === 'true' : value, attribute) ?? {
    issue: 'read_only_attribute' as const,
  }
  if ('issue' in parsed) faults.add('default_value', parsed.issue, parsed.acceptableValues)
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
}

function toExtras(body: AttributeCreate): AttributeExtras {
  const {
    name: _name,
    key: _key,
    entity_type: _type,
    data_type: _dataType,
    is_primary: _isPrimary,
    ...given
  } = body
  const rollup = given.inheritance_mode === 'rollup_from_children' ? 'unique' : null
  const value = given.default_value ?? ''
  return {
    ...noExtras,
    // The enumerated members were checked above; the request type keeps them as plain text.
    ...(given as Partial<AttributeExtras>),
    tool: toolOf(body),
    default_value: value === '' ? null : String(value),
    rollup_mode: (given.rollup_mode ?? rollup) as AttributeExtras['rollup_mode'],
  }
}

function toolOf({ data_type: type, ai_generated: isGenerated }: AttributeCreate): AttributeTool {
  if (type === 'formula') return 'formula'
  if (!isGenerated) return 'manual'
  if (type === 'image') return 'image_generation'
  return type === 'video' ? 'video_generation' : 'text_generation'
}
