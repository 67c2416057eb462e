import { Type, type Static } from 'typebox'
import { dataTypes } from '../attributes.ts'
import { channelFormats, channelIssues, requirementLevels } from '../channels.ts'
import { customFieldKindNames } from '../custom-channels.ts'
import { EntityTypeSchema, Uuid } from './entities.ts'
import { messageReference } from './errors.ts'
import { nullable } from './paging.ts'
import { type CustomChannel, CustomFile, ownMembers } from './custom-channels.ts'

export const ChannelKeySchema = Type.String({ pattern: '^[a-z][a-z0-9_]{0,63}$' })
const RequirementSchema = Type.Enum([...requirementLevels])
const Count = Type.Integer({ minimum: 0 })

const summary = {
  id: Uuid,
  key: ChannelKeySchema,
  name: Type.String(),
  enabled: Type.Boolean(),
  entity_type: EntityTypeSchema,
  format: Type.Enum([...channelFormats]),
  required_count: Count,
  attribute_count: Count,
  own: Type.Optional(Type.Boolean({ description: 'That the owner made it, and can change its fields.' })),
}

/** A channel as lists show it; `attribute_count` counts all of its fields, mapped or not. */
export const ChannelSummary = Type.Object(summary)
export type ChannelSummary = Static<typeof ChannelSummary>

/**
 * One field of a channel: its name there and the attribute that fills it, or null. `condition` lists the
 * alternatives, where the channel needs only some of several fields.
 */
export const ChannelField = Type.Object({
  target: Type.String(),
  attribute: nullable(Type.String()),
  value: Type.Optional(
    Type.String({ description: 'What every product has here, whatever its attributes say.' }),
  ),
  formula: Type.Optional(
    Type.String({
      description: 'What each product has here is computed, as that of an attribute by formula.',
    }),
  ),
  left_empty: Type.Optional(
    Type.Boolean({
      description: 'True where the owner leaves a recommended field empty: nothing misses it.',
    }),
  ),
  requirement: RequirementSchema,
  condition: Type.Optional(Type.String()),
  ...messageReference,
  max_length: Type.Optional(Type.Integer({ minimum: 1 })),
  acceptable_values: Type.Optional(Type.Array(Type.String())),
  kind: Type.Optional(
    Type.Enum([...customFieldKindNames], { description: 'What a field of an own channel holds.' }),
  ),
  max_values: Type.Optional(Type.Integer({ minimum: 1 })),
  unique: Type.Optional(Type.Boolean()),
})
export type ChannelField = Static<typeof ChannelField>

const described = (description: string) => nullable(Type.String({ description }))

const settings = {
  picture_address: described(
    'The public address below which shops fetch the pictures that the workspace holds.',
  ),
  currency: described('ISO 4217, of prices that name none.'),
}

const shopAddress = Type.Optional(described('Where the shop shows products: links end with their handle.'))

const recipe = Type.Optional(described('The recipe of the renditions that its pictures are sent as.'))

const countries = Type.Optional(
  described(
    'The countries that it sells to, as ISO 3166 codes with commas: rights of pictures must cover them.',
  ),
)

const parents = Type.Optional(
  nullable(
    Type.Literal('count', {
      description: 'That products with variants count as their variants do, as the channel lists them too.',
    }),
  ),
)

const ChannelCategory = Type.Object({ id: Uuid, value: Type.String() })

export const Channel = Type.Object({
  ...summary,
  ...settings,
  shop_address: shopAddress,
  recipe,
  countries,
  parents,
  categories: Type.Array(ChannelCategory),
  fields: Type.Array(ChannelField),
  file: Type.Optional(CustomFile),
})
export type Channel = Static<typeof Channel>

const filled = Type.Object({ filled: Count, total: Count })

const missingField = {
  key: Type.String(),
  name: Type.String(),
  data_type: nullable(Type.Enum([...dataTypes])),
  requirement: RequirementSchema,
}
const invalidField = { key: Type.String(), issue: Type.Enum([...channelIssues]) }

export const Completeness = Type.Object({
  product_id: Uuid,
  channel: ChannelKeySchema,
  complete: Type.Boolean(),
  percent: Type.Integer({ minimum: 0, maximum: 100 }),
  required: filled,
  recommended: filled,
  missing: Type.Array(Type.Object(missingField)),
  invalid: Type.Array(Type.Object(invalidField)),
})
export type Completeness = Static<typeof Completeness>

/** The completeness of all products together for one channel: sums over the products. */
export const ChannelCompleteness = Type.Object({
  channel: ChannelKeySchema,
  products: Count,
  complete: Count,
  percent: Type.Integer({ minimum: 0, maximum: 100 }),
  required: filled,
  recommended: filled,
  missing: Type.Array(Type.Object({ ...missingField, products: Count })),
  invalid: Type.Array(Type.Object({ ...invalidField, products: Count })),
})
export type ChannelCompleteness = Static<typeof ChannelCompleteness>

/** The completeness of all products for one channel on the days that have a point. */
export const CompletenessHistory = Type.Object({
  channel: ChannelKeySchema,
  days: Type.Array(
    Type.Object({
      day: Type.String({ format: 'date' }),
      products: Count,
      complete: Count,
      percent: Type.Integer({ minimum: 0, maximum: 100 }),
    }),
  ),
})
export type CompletenessHistory = Static<typeof CompletenessHistory>

const Changes = Type.Optional(Type.Record(Type.String(), nullable(Type.String()), { minProperties: 1 }))

/**
 * The body that sets a channel up: changed fields of `mapping` (attribute keys), `values` (constants) and
 * `formulas`, changed names of `categories`, and changed settings. Null removes. Name, fields and file
 * belong to an own channel.
 */
export const ChannelSetup = Type.Object(
  {
    mapping: Changes,
    values: Changes,
    formulas: Changes,
    categories: Changes,
    picture_address: Type.Optional(settings.picture_address),
    currency: Type.Optional(settings.currency),
    shop_address: shopAddress,
    recipe,
    countries,
    parents,
    ...ownMembers,
  },
  { additionalProperties: false, minProperties: 1 },
)
export type ChannelSetup = Static<typeof ChannelSetup>

/** How a shop shows an attribute that its file lists by name, in the words of the file. */
const FeatureFlags = Type.Object({
  visible: Type.String(),
  global: Type.String(),
  /** A value as the file writes it, such as `0,3 l` for a number. */
  sample: Type.String(),
})
export type FeatureFlags = Static<typeof FeatureFlags>

/** The columns of a shop's file that was imported, which go back as they came. */
export const LearnedFields = Type.Object(
  {
    /** The import that it was learned of first. */
    job: Type.String(),
    /** The ids of attributes by column; null for one without a value. */
    fields: Type.Record(Type.String(), nullable(Type.String())),
    /** The paths of the shop's own list of categories, as its file writes them. */
    categories: Type.Array(Type.String()),
    /** Attributes that the file lists by name, in its order, with what it says of each. */
    features: Type.Optional(
      Type.Array(Type.Object({ attribute: Type.String(), ...FeatureFlags.properties })),
    ),
  },
  { additionalProperties: false },
)
export type LearnedFields = Static<typeof LearnedFields>

export interface ChannelSettings {
  readonly picture_address?: string
  readonly currency?: string
  readonly shop_address?: string
  /** The name of a recipe of renditions. */
  readonly recipe?: string
  /** Whether products with variants count in completeness, as the channel lists them too. */
  readonly parents?: 'count'
  /** Codes of countries with commas between them. */
  readonly countries?: string
  readonly values?: Readonly<Record<string, string>>
  readonly formulas?: Readonly<Record<string, string>>
  readonly categories?: Readonly<Record<string, string>>
  readonly own?: CustomChannel
  readonly learned?: LearnedFields
}

export const ListedCategory = Type.Object({
  path: Type.String({ description: 'Furniture > Chairs' }),
  number: nullable(Type.String({ description: 'What the channel numbers it by, where its list says it.' })),
})
export type ListedCategory = Static<typeof ListedCategory>

export const AddedList = Type.Object({
  title: nullable(Type.String({ description: 'What the file says of itself, such as its version.' })),
  categories: Type.Integer({ minimum: 1 }),
  added_at: Type.String({ format: 'date-time' }),
})
export type AddedList = Static<typeof AddedList>

export const CategorySearch = Type.Object({
  list: nullable(AddedList),
  found: Type.Array(ListedCategory),
  total: Type.Integer({ minimum: 0 }),
})
export type CategorySearch = Static<typeof CategorySearch>

export const maxLookUps = 200

export const CategoryLookUp = Type.Object(
  { names: Type.Array(Type.String({ maxLength: 1_000 }), { minItems: 1, maxItems: maxLookUps }) },
  { additionalProperties: false },
)

/** The list's match of a name: the category itself, or one with the same name. */
export const LookedUpCategory = Type.Object({
  name: Type.String(),
  listed: nullable(ListedCategory),
  suggested: nullable(ListedCategory),
})
export type LookedUpCategory = Static<typeof LookedUpCategory>

/** Why an attribute seems to fill a field: by what it is said to mean, its key, its name, or words for the same. */
export const fieldReasons = ['semantic_type', 'key', 'name', 'words', 'categories'] as const
export type FieldReason = (typeof fieldReasons)[number]

export const MappingProposal = Type.Object({
  target: Type.String(),
  requirement: RequirementSchema,
  attribute: Type.String(),
  name: Type.String(),
  reason: Type.Enum([...fieldReasons]),
  values: Type.Array(Type.String(), { maxItems: 3 }),
})
export type MappingProposal = Static<typeof MappingProposal>

export const FieldPrompt = Type.Object({
  attribute: Type.String(),
  name: Type.String(),
  prompt: Type.String({ description: 'The own prompt of a generated attribute, else the one that ships.' }),
})
export type FieldPrompt = Static<typeof FieldPrompt>
