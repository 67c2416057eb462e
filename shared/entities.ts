import { Type, type Static } from 'typebox'

/** The five entity types, in the order the app shows them. */
export const entityTypes = ['product', 'image', 'vendor', 'category', 'source'] as const
export type EntityType = (typeof entityTypes)[number]

export const pluralOf = {
  product: 'products',
  image: 'images',
  vendor: 'vendors',
  category: 'categories',
  source: 'sources',
} as const satisfies Record<EntityType, string>
export type EntityPlural = (typeof pluralOf)[EntityType]

/** Types that can be created, upserted and batched directly; sources come from a job. */
export const upsertableTypes = ['product', 'image', 'vendor', 'category'] as const satisfies EntityType[]
export type UpsertableType = (typeof upsertableTypes)[number]

/** Fields every entity has outside its `attributes` map; no attribute key may take these names. */
export const systemFields = ['id', 'type', 'label', 'parent_id', 'created_at', 'updated_at'] as const
export type SystemField = (typeof systemFields)[number]

/** System fields that filters and sorts accept. */
export const queryableSystemFields = ['id', 'parent_id', 'created_at', 'updated_at'] as const
export type QueryableSystemField = (typeof queryableSystemFields)[number]

export const EntityTypeSchema = Type.Enum([...entityTypes])
export const Uuid = Type.String({ format: 'uuid' })
const DateTime = Type.String({ format: 'date-time' })

export const ReferenceStub = Type.Object({
  id: Uuid,
  type: EntityTypeSchema,
  label: Type.Union([Type.String(), Type.Null()]),
})
export type ReferenceStub = Static<typeof ReferenceStub>

export const AttributeValue = Type.Union([
  Type.String(),
  Type.Number(),
  Type.Boolean(),
  ReferenceStub,
  Type.Array(ReferenceStub),
])
export type AttributeValue = Static<typeof AttributeValue>

export const EntityResource = Type.Object({
  id: Uuid,
  type: EntityTypeSchema,
  label: Type.Union([Type.String(), Type.Null()]),
  parent_id: Type.Union([Uuid, Type.Null()]),
  created_at: Type.Union([DateTime, Type.Null()]),
  updated_at: Type.Union([DateTime, Type.Null()]),
  attributes: Type.Record(Type.String(), AttributeValue),
})
export type EntityResource = Static<typeof EntityResource>

/** The attribute write map: values are checked by the catalog, not by the schema (their faults carry issue codes). */
const AttributeWrites = Type.Record(Type.String(), Type.Unknown())
const ParentId = Type.Unknown()

export const EntityCreate = Type.Object(
  { parent_id: Type.Optional(ParentId), attributes: Type.Optional(AttributeWrites) },
  { additionalProperties: false },
)
export type EntityCreate = Static<typeof EntityCreate>

export const EntityPatch = Type.Object(
  { parent_id: Type.Optional(ParentId), attributes: Type.Optional(AttributeWrites) },
  { additionalProperties: false, minProperties: 1 },
)
export type EntityPatch = Static<typeof EntityPatch>

export const EntityUpsert = Type.Object(
  { merge_key: Type.String(), attributes: AttributeWrites },
  { additionalProperties: false },
)
export type EntityUpsert = Static<typeof EntityUpsert>

export const BatchItem = Type.Object(
  {
    id: Type.Optional(Type.String()),
    merge_key: Type.Optional(Type.String()),
    parent_id: Type.Optional(ParentId),
    attributes: Type.Optional(AttributeWrites),
  },
  { additionalProperties: false },
)
export type BatchItem = Static<typeof BatchItem>

export const maxBatchItems = 100

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Returns the UUID in lower case, or undefined when the text is no UUID (any case is accepted). */
export function parseUuid(text: unknown): string | undefined {
  return typeof text === 'string' && uuidPattern.test(text) ? text.toLowerCase() : undefined
}
