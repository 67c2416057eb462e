import type { AttributeConfig, AttributeDefinition } from '#shared/attributes.ts'
import type { Attribute } from '../../store/tables/attributes.ts'

/** The full definition, as create and update answer it. */
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

/** The projection that `GET /attributes` lists. */
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
  }
}
