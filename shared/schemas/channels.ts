import { Type, type Static } from 'typebox'
import { dataTypes } from '../attributes.ts'
import { channelFormats, channelIssues, requirements } from '../channels.ts'
import { customFieldKindNames } from '../custom-channels.ts'
import { EntityTypeSchema, Uuid } from './entities.ts'
import { messageReference } from './errors.ts'
import { nullable } from './paging.ts'
import { type CustomChannel, CustomFile, ownMembers } from './custom-channels.ts'

/** That of a channel that ships with Vitrine, or of one that the owner made. */
export const ChannelKeySchema = Type.String({ pattern: '^[a-z][a-z0-9_]{0,63}$' })
const RequirementSchema = Type.Enum([...requirements])
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
 * One field of a channel: what the channel calls it and the attribute that fills it, null where none does. `condition` tells,
 * where the field is one of several of which the channel needs some, which these are.
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

const ChannelCategory = Type.Object({ id: Uuid, value: Type.String() })

export const Channel = Type.Object({
  ...summary,
  ...settings,
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

/** How far all products together are for one channel: sums of what each of them would answer. */
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

const Changes = Type.Optional(Type.Record(Type.String(), nullable(Type.String()), { minProperties: 1 }))

/**
 * The body that sets a channel up: of `mapping`, `values` and `formulas` the fields to change, each with an attribute key, with what every
 * product has there, or with what it is computed from; of `categories` those to change, each with what the channel calls it; and the settings to change. Null takes away. Name,
 * fields and file are those of an own channel.
 */
export const ChannelSetup = Type.Object(
  {
    mapping: Changes,
    values: Changes,
    formulas: Changes,
    categories: Changes,
    picture_address: Type.Optional(settings.picture_address),
    currency: Type.Optional(settings.currency),
    ...ownMembers,
  },
  { additionalProperties: false, minProperties: 1 },
)
export type ChannelSetup = Static<typeof ChannelSetup>

/** As it is stored: what was never said is missing. */
export interface ChannelSettings {
  readonly picture_address?: string
  readonly currency?: string
  /** By target. */
  readonly values?: Readonly<Record<string, string>>
  /** By target. */
  readonly formulas?: Readonly<Record<string, string>>
  /** By the id of a category. */
  readonly categories?: Readonly<Record<string, string>>
  /** Of a channel that the owner made, what a given one has in the program. */
  readonly own?: CustomChannel
}
