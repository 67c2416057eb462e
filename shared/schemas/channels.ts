import { Type, type Static } from 'typebox'
import { dataTypes } from '../attributes.ts'
import { channelFormats, channelIssues, channelKeys, requirements } from '../channels.ts'
import { EntityTypeSchema, Uuid } from './entities.ts'
import { nullable } from './nullable.ts'

const ChannelKeySchema = Type.Enum([...channelKeys])
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
  requirement: RequirementSchema,
  condition: Type.Optional(Type.String()),
  max_length: Type.Optional(Type.Integer({ minimum: 1 })),
  acceptable_values: Type.Optional(Type.Array(Type.String())),
})
export type ChannelField = Static<typeof ChannelField>

export const Channel = Type.Object({ ...summary, fields: Type.Array(ChannelField) })
export type Channel = Static<typeof Channel>

const filled = Type.Object({ filled: Count, total: Count })

const missingField = {
  key: Type.String(),
  name: Type.String(),
  data_type: nullable(Type.Enum([...dataTypes])),
  requirement: RequirementSchema,
}
const invalidField = { key: Type.String(), issue: Type.Enum([...channelIssues]) }

/** How far one product is for one channel. */
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

/** The body that changes the mapping: the fields to change, each with an attribute key or null. */
export const ChannelMapping = Type.Object(
  { mapping: Type.Record(Type.String(), nullable(Type.String()), { minProperties: 1 }) },
  { additionalProperties: false },
)
export type ChannelMapping = Static<typeof ChannelMapping>
