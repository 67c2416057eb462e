import { isOneOf } from '#shared/text.ts'
import { dataTypeTraits, type DataType } from '#shared/attributes.ts'
import { entityTypes, type EntityType } from '#shared/entities.ts'

/** Tells whether the text names a data type. */
export function isDataType(text: string | undefined): text is DataType {
  return text !== undefined && Object.hasOwn(dataTypeTraits, text)
}

/** Tells whether the text names an entity type. */
export function isEntityType(text: string | undefined): text is EntityType {
  return isOneOf(entityTypes, text)
}
