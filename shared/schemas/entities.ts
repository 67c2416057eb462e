import { Type, type Static } from 'typebox'
import { entityTypes } from '../entities.ts'
import { errorCodes } from '../errors.ts'
import { keysOf } from '../text.ts'
import { FieldError, messageReference } from './errors.ts'
import { FilterJson } from './filters.ts'
import type { DeepReadonly } from '../routes/route.ts'
import { nullable } from './paging.ts'

const words = Type.Union([Type.String(), Type.Array(Type.String())])
const count = Type.Union([Type.Number(), Type.String()])

/**
 * The body of `POST /{type plural}/query`: the parameters of lists, with the filter as JSON. The catalog
 * checks the members.
 */
export const ListQuery = Type.Object(
  {
    filter: Type.Optional(FilterJson),
    filter_join: Type.Optional(Type.String()),
    q: Type.Optional(Type.String()),
    sort: Type.Optional(words),
    fields: Type.Optional(words),
    limit: Type.Optional(count),
    offset: Type.Optional(count),
    cursor: Type.Optional(Type.String()),
    snapshot: Type.Optional(Type.String({ minLength: 1 })),
  },
  { additionalProperties: false },
)
export type ListQuery = Static<typeof ListQuery>

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
  {
    merge_key: Type.String(),
    parent_id: Type.Optional(ParentId),
    attributes: AttributeWrites,
  },
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

/** The outcome of one item of a batch. `error` is the part of the envelope that differs from item to item. */
const BatchResult = Type.Object({
  index: Type.Integer({ minimum: 0 }),
  status: Type.Enum(['created', 'updated', 'failed']),
  status_code: Type.Integer(),
  id: Type.Union([Uuid, Type.Null()]),
  data: Type.Optional(EntityResource),
  error: Type.Optional(
    Type.Object({
      code: Type.Enum(keysOf(errorCodes)),
      message: Type.String(),
      ...messageReference,
      is_retriable: Type.Boolean(),
      field_errors: Type.Array(FieldError),
    }),
  ),
})

export const BatchAnswer = Type.Object({
  data: Type.Array(BatchResult),
  summary: Type.Object({
    total: Type.Integer(),
    created: Type.Integer(),
    updated: Type.Integer(),
    unchanged: Type.Integer(),
    failed: Type.Integer(),
  }),
})
export type BatchAnswer = Static<typeof BatchAnswer>

/** A file in the workspace; `path` is the value of an image or video attribute. */
export const StoredFile = Type.Object({
  hash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  path: Type.String(),
  media_type: Type.String(),
  size: Type.Integer({ minimum: 0 }),
})

export const GeneratedBy = Type.Object({
  provider: Uuid,
  model: Type.String(),
  job_id: Uuid,
})
export type GeneratedBy = DeepReadonly<Static<typeof GeneratedBy>>

/** The texts that a camera, an agency or a person wrote into a picture; null where there are none. */
const WrittenTexts = Type.Object({
  title: nullable(Type.String()),
  description: nullable(Type.String()),
  creator: nullable(Type.String()),
  copyright: nullable(Type.String()),
  keywords: Type.Array(Type.String()),
  digital_source_type: nullable(Type.String()),
})

const wholeNumber = nullable(Type.Integer({ minimum: 0 }))

/** Sides are in pixels, as the picture is shown; members of pictures are null for other files. */
export const FileDetails = Type.Object({
  ...StoredFile.properties,
  created_at: Type.String({ format: 'date-time' }),
  generated_by: nullable(GeneratedBy),
  width: wholeNumber,
  height: wholeNumber,
  alpha: nullable(Type.Boolean()),
  color_space: nullable(Type.String()),
  orientation: wholeNumber,
  frames: wholeNumber,
  pages: wholeNumber,
  duration: nullable(Type.Number({ description: 'Of sounds and movies, in seconds.' })),
  phash: nullable(Type.String()),
  dominant_color: nullable(Type.String()),
  digital_source_type: nullable(Type.String()),
  iptc: WrittenTexts,
  /** Why the picture cannot be shown, such as `damaged`. */
  fault: nullable(Type.String()),
  checked_at: nullable(Type.String({ format: 'date-time' })),
})
export type FileDetails = DeepReadonly<Static<typeof FileDetails>>
export type StoredFile = DeepReadonly<Static<typeof StoredFile>>

/** The answer to an upload: the stored file with what its bytes show. */
export const UploadedFile = Type.Object({ ...StoredFile.properties, details: FileDetails })
