/** The five entity types, in the order the app shows them. */
export const entityTypes = ['product', 'image', 'vendor', 'category', 'source'] as const
export type EntityType = (typeof entityTypes)[number]

/** The entity type with that code: tables store its index among the types. */
export function toEntityType(code: number): EntityType {
  const type = entityTypes[code]
  if (!type) throw new Error(`No entity type has the code ${code}.`)
  return type
}

export const pluralOf = {
  product: 'products',
  image: 'images',
  vendor: 'vendors',
  category: 'categories',
  source: 'sources',
} as const satisfies Record<EntityType, string>
export type EntityPlural = (typeof pluralOf)[EntityType]

/**
 * Returns the entity type of that singular name, for texts of addresses and answers; undefined for
 * anything else.
 */
export function findEntityType(name: unknown): EntityType | undefined {
  return entityTypes.find((type) => type === name)
}

export function isEntityType(name: unknown): name is EntityType {
  return findEntityType(name) !== undefined
}

export function entityTypeNamed(name: unknown): EntityType | undefined {
  return entityTypes.find((type) => type === name || pluralOf[type] === name)
}

/** Types that can be created, upserted and batched directly; sources come from a job. */
export const upsertableTypes = ['product', 'image', 'vendor', 'category'] as const satisfies EntityType[]
export type UpsertableType = (typeof upsertableTypes)[number]

/** Fields every entity has outside its `attributes` map; no attribute key may take these names. */
export const systemFields = ['id', 'type', 'label', 'parent_id', 'created_at', 'updated_at'] as const

export const queryableSystemFields = ['id', 'parent_id', 'created_at', 'updated_at'] as const
export type QueryableSystemField = (typeof queryableSystemFields)[number]

export type {
  AttributeValue,
  BatchItem,
  EntityCreate,
  EntityPatch,
  EntityResource,
  EntityUpsert,
  ReferenceStub,
} from './schemas/entities.ts'

export const maxBatchItems = 100

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Returns the UUID in lower case, or undefined when the text is no UUID (any case is accepted). */
export function parseUuid(text: unknown): string | undefined {
  return typeof text === 'string' && uuidPattern.test(text) ? text.toLowerCase() : undefined
}
