import {
  type AttributeConfig,
  type AttributeDefinition,
  dataTypeTraits,
  type DataType,
} from '#shared/attributes.ts'
import { type Attribute, attributesOf } from '../../store/tables/attributes.ts'
import { entityTypes, isEntityType } from '#shared/entities.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { CatalogError, type Faults, lookIn, notFound } from '../errors.ts'
import { nameRole, type Role } from '#shared/team.ts'
import { listed, message, type Message, sentences } from '#shared/messages/message.ts'
import { issueSentence } from '#shared/describe-fault.ts'
import type { WriteContext } from '../events/record-event.ts'

export function toConfig(attribute: Attribute): AttributeConfig {
  const { uuid, name, key, dataType, entityType, isPrimary, traits, extras } = attribute
  return {
    id: uuid,
    name,
    key,
    data_type: dataType,
    entity_type: entityType,
    is_primary: isPrimary,
    writable: traits.writable,
    ...extras,
  }
}

export function toDefinition(attribute: Attribute): AttributeDefinition {
  const { uuid, key, name, entityType, dataType, isPrimary, traits, options, extras } = attribute
  return {
    id: uuid,
    key,
    name,
    entity_type: entityType,
    data_type: dataType,
    channel: extras.channel,
    is_primary: isPrimary,
    writable: traits.writable,
    acceptable_values: [...options],
    default_value: extras.default_value,
    ...(extras.semantic_type && { semantic_type: extras.semantic_type }),
  }
}

/** Finds the definition by its path and `type`. Throws `not_found`; notes a fault where several fit. */
export function findAttribute(
  db: ReadableDb,
  key: string,
  type: string | undefined,
  faults: Faults,
): Attribute | undefined {
  const found = entityTypes.flatMap((entityType) => attributesOf(db, entityType).byKey.get(key) ?? [])
  const matches = isEntityType(type) ? found.filter(({ entityType }) => entityType === type) : found
  const [first, ...others] = matches
  if (!first) throw attributeNotFound(db, key, type)
  if (type !== undefined && !isEntityType(type)) return faults.add('type', 'invalid_value', entityTypes, type)
  if (others.length === 0) return first
  const types = matches.map(({ entityType }) => entityType)
  return faults.hasErrorFor('type') ? undefined : faults.add('type', 'required', types)
}

function attributeNotFound(db: ReadableDb, key: string, type: string | undefined): CatalogError {
  const types = isEntityType(type) ? [type] : entityTypes
  const known = types.flatMap((name) => [...attributesOf(db, name).byKey.keys()])
  const what = `The attribute ${key}${isEntityType(type) ? ` of the type ${type}` : ''}`
  return notFound(what, lookIn('GET /attributes', key, known))
}

export function isDataType(text: string | undefined): text is DataType {
  return text !== undefined && Object.hasOwn(dataTypeTraits, text)
}

/**
 * Throws 403 with the names of the attributes that the writer may not change because they are restricted
 * to other roles.
 */
export function refuseRestricted(
  attributes: readonly Attribute[],
  { role }: Pick<WriteContext, 'role'>,
): void {
  if (role === undefined) return
  const closed = attributes.filter((attribute) => isRestrictedTo(attribute, role))
  const [first, ...others] = closed.map((attribute) => describeRestricted(attribute, role))
  if (first === undefined) return
  const fieldErrors = closed.map((attribute) => ({
    field: `attributes.${attribute.key}`,
    ...issueSentence(describeRestricted(attribute, role)),
  }))
  throw new CatalogError('forbidden', sentences(first, ...others), { fieldErrors })
}

/**
 * Whether a role may not even propose edits of an attribute's values. Owners may edit all, viewers
 * nothing; edits by contributors wait for review anyway.
 */
export function isClosedTo(attribute: Attribute, role: Role): boolean {
  return role === 'viewer' || (role !== 'contributor' && isRestrictedTo(attribute, role))
}

function isRestrictedTo({ extras }: Attribute, role: Role): boolean {
  const { editable_by: open } = extras
  return open !== undefined && open !== null && role !== 'owner' && !open.includes(role)
}

function describeRestricted({ name, key, extras }: Attribute, role: Role): Message {
  const others = (extras.editable_by ?? []).filter((open) => open !== 'owner')
  const roles = listed(nameRole('owner'), ...others.map(nameRole))
  return message('attribute.restricted_to_roles', { name, key, roles, role: nameRole(role) })
}
