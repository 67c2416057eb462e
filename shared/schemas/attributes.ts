import { keysOf } from '../text.ts'
import { Type, type Static } from 'typebox'
import {
  aspectRatios,
  attributeTools,
  autoGenerateModes,
  dataTypes,
  generationTools,
  imageModels,
  inheritanceModes,
  rollupModes,
  videoModels,
} from '../attributes.ts'
import { documentUses } from '../files.ts'
import { operators } from '../filters.ts'
import { kindNames } from '../kinds.ts'
import { maxPatternLength } from '../pattern-syntax.ts'
import { semanticTypeNames } from '../semantic-types.ts'
import { roles } from '../team.ts'
import { EntityTypeSchema, Uuid } from './entities.ts'
import { nullable } from './paging.ts'

export const Constraints = Type.Object(
  {
    required: Type.Optional(Type.Boolean()),
    unique: Type.Optional(Type.Boolean()),
    min: Type.Optional(Type.Number()),
    max: Type.Optional(Type.Number()),
    decimals: Type.Optional(Type.Integer({ minimum: 0, maximum: 15 })),
    unit: Type.Optional(Type.String()),
    kind: Type.Optional(Type.Enum([...kindNames])),
    currency: Type.Optional(Type.String()),
    min_length: Type.Optional(Type.Integer({ minimum: 0 })),
    max_length: Type.Optional(Type.Integer({ minimum: 0 })),
    pattern: Type.Optional(Type.String({ maxLength: maxPatternLength })),
    check: Type.Optional(Type.Enum(['gtin'])),
    sort: Type.Optional(Type.Enum(['natural'])),
    max_items: Type.Optional(Type.Integer({ minimum: 1 })),
    document: Type.Optional(
      Type.Enum([...documentUses], { description: 'What the files of the kind file, or a video, are for.' }),
    ),
    colors: Type.Optional(Type.Record(Type.String(), Type.String())),
  },
  { additionalProperties: false },
)
export type Constraints = Static<typeof Constraints>

/** The path of a reference-type attribute; which members it needs depends on the data type. */
export const ReferencePath = Type.Object(
  {
    type: Type.Optional(EntityTypeSchema),
    attribute: Type.Optional(Type.String()),
    via: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
)
export type ReferencePath = Static<typeof ReferencePath>

/** The projection that `GET /attributes` lists. */
export const AttributeDefinition = Type.Object({
  id: Uuid,
  key: Type.String(),
  name: Type.String(),
  entity_type: EntityTypeSchema,
  data_type: Type.Enum([...dataTypes]),
  channel: nullable(Type.String()),
  is_primary: Type.Boolean(),
  writable: Type.Boolean(),
  acceptable_values: Type.Array(Type.String()),
  default_value: nullable(Type.String()),
  semantic_type: Type.Optional(Type.Enum([...semanticTypeNames])),
})
export type AttributeDefinition = Static<typeof AttributeDefinition>

/**
 * Members of a definition's generation beyond the specification; files and packages of earlier versions
 * lack them.
 */
export const GenerationMembers = Type.Object({
  required_dependencies: Type.Array(Type.String()),
  vision_image_attributes: nullable(Type.Array(Type.String())),
  generation_model: nullable(Type.String()),
  image_count: nullable(Type.Integer({ minimum: 1, maximum: 4 })),
  auto_generate: Type.Enum([...autoGenerateModes]),
})
export type GenerationMembers = Static<typeof GenerationMembers>

export const AttributeConfig = Type.Object({
  id: Uuid,
  name: Type.String(),
  key: Type.String(),
  data_type: Type.Enum([...dataTypes]),
  tool: Type.Enum([...attributeTools]),
  entity_type: EntityTypeSchema,
  channel: nullable(Type.String()),
  is_primary: Type.Boolean(),
  writable: Type.Boolean(),
  ai_generated: Type.Boolean(),
  custom_instructions: nullable(Type.String()),
  acceptable_values: nullable(Type.String()),
  default_value: nullable(Type.String()),
  constraints: Constraints,
  source_attributes: nullable(Type.Array(Type.String())),
  selected_tools: Type.Array(Type.Enum([...generationTools])),
  inheritance_mode: Type.Enum([...inheritanceModes]),
  rollup_mode: nullable(Type.Enum([...rollupModes])),
  formula: nullable(Type.String()),
  reference: nullable(ReferencePath),
  image_model: nullable(Type.Enum([...imageModels])),
  aspect_ratio: nullable(Type.Enum([...aspectRatios])),
  video_model: nullable(Type.Enum([...videoModels])),
  ...GenerationMembers.properties,
  /** The roles of a team that may edit its values, besides the owner; missing without a restriction. */
  editable_by: Type.Optional(nullable(Type.Array(Type.Enum([...roles])))),
  /** The roles of a team that may read its values, besides the owner; missing without a restriction. */
  readable_by: Type.Optional(nullable(Type.Array(Type.Enum([...roles])))),
  /** The meaning of its values, whatever its name; missing where nobody has chosen one. */
  semantic_type: Type.Optional(Type.Enum([...semanticTypeNames])),
})
export type AttributeConfig = Static<typeof AttributeConfig>

/** The definition in the app's list, with a mark where the caller may not change its values. */
export const ListedAttributeConfig = Type.Object({
  ...AttributeConfig.properties,
  is_closed: Type.Optional(Type.Literal(true)),
})
export type ListedAttributeConfig = Static<typeof ListedAttributeConfig>

const {
  id: _id,
  entity_type: _entityType,
  acceptable_values: _acceptableValues,
  ...described
} = AttributeConfig.properties

/** A definition for agents: only set members, the options one by one, and the operators of filters. */
export const DescribedAttribute = Type.Object({
  ...Type.Partial(Type.Object(described)).properties,
  key: Type.String(),
  name: Type.String(),
  data_type: Type.Enum([...dataTypes]),
  writable: Type.Boolean(),
  acceptable_values: Type.Optional(Type.Array(Type.String())),
  operators: Type.Array(Type.Enum(keysOf(operators))),
})
export type DescribedAttribute = Static<typeof DescribedAttribute>

/** `ReferencePath` for writes: an unknown type is a fault that the catalog reports. */
const ReferencePathWrite = Type.Object(
  { ...ReferencePath.properties, type: Type.Optional(Type.String()) },
  { additionalProperties: false },
)

const Keys = Type.Array(Type.String(), { maxItems: 100 })

const writableFields = {
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  entity_type: Type.Optional(Type.String()),
  data_type: Type.Optional(Type.String()),
  key: Type.Optional(Type.String()),
  channel: Type.Optional(nullable(Type.String())),
  is_primary: Type.Optional(Type.Boolean()),
  ai_generated: Type.Optional(Type.Boolean()),
  custom_instructions: Type.Optional(nullable(Type.String())),
  acceptable_values: Type.Optional(nullable(Type.String())),
  default_value: Type.Optional(nullable(Type.Union([Type.String(), Type.Number(), Type.Boolean()]))),
  selected_tools: Type.Optional(Type.Array(Type.String())),
  source_attributes: Type.Optional(nullable(Type.Array(Type.String()))),
  constraints: Type.Optional(Constraints),
  inheritance_mode: Type.Optional(Type.String()),
  rollup_mode: Type.Optional(nullable(Type.String())),
  formula: Type.Optional(nullable(Type.String())),
  reference: Type.Optional(nullable(ReferencePathWrite)),
  image_model: Type.Optional(nullable(Type.String())),
  aspect_ratio: Type.Optional(nullable(Type.String())),
  video_model: Type.Optional(nullable(Type.String())),
  required_dependencies: Type.Optional(Keys),
  vision_image_attributes: Type.Optional(nullable(Keys)),
  generation_model: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 200 }))),
  image_count: Type.Optional(GenerationMembers.properties.image_count),
  auto_generate: Type.Optional(Type.String()),
  editable_by: Type.Optional(nullable(Type.Array(Type.String(), { minItems: 1, maxItems: roles.length }))),
  readable_by: Type.Optional(nullable(Type.Array(Type.String(), { minItems: 1, maxItems: roles.length }))),
  semantic_type: Type.Optional(nullable(Type.String())),
}

export const AttributeCreate = Type.Object(writableFields, { additionalProperties: false })
export type AttributeCreate = Static<typeof AttributeCreate>

const OptionsWrite = Type.Optional(Type.Union([Type.String(), Type.Null(), Type.Array(Type.String())]))

/** The body of `POST /attributes`: a definition, whose options may be a list. */
export const AttributeCreateBody = Type.Object(
  { ...writableFields, acceptable_values: OptionsWrite },
  { additionalProperties: false },
)
export type AttributeCreateBody = Static<typeof AttributeCreateBody>

/** The body of `PATCH /attributes/{key}`: any part of the full definition, and options to add. */
export const AttributePatch = Type.Object(
  {
    ...writableFields,
    id: Type.Optional(Type.String()),
    tool: Type.Optional(Type.String()),
    writable: Type.Optional(Type.Boolean()),
    acceptable_values: OptionsWrite,
    add_acceptable_values: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])),
  },
  { additionalProperties: false },
)
export type AttributePatch = Static<typeof AttributePatch>
