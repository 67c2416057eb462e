import type { Channel, ChannelField, ChannelSummary } from '#shared/channels.ts'
import { referenceOf, textOf } from '#shared/messages/message.ts'
import { countFields } from './channel-rules.ts'
import { filledBy, type MappedField, type WorkspaceChannel } from './channels.ts'

/** A channel as `GET /channels` lists it (decisions, Channels). */
export function toChannelSummary(channel: WorkspaceChannel): ChannelSummary {
  const { template, name, formats, own, enabled, fields } = channel
  return {
    id: template.id,
    key: template.key,
    name,
    enabled,
    entity_type: 'product',
    format: formats[0],
    required_count: countFields(template, fields).required,
    attribute_count: fields.length,
    ...(own && { own: true }),
  }
}

/** A channel with its fields. */
export function toChannel(channel: WorkspaceChannel): Channel {
  const { picture_address = null, currency = null, categories = {} } = channel.settings
  return {
    ...toChannelSummary(channel),
    picture_address,
    currency,
    categories: Object.entries(categories).map(([id, value]) => ({ id, value })),
    fields: channel.fields.map((field) => toChannelField(field, channel)),
    ...(channel.own && { file: channel.own.file }),
  }
}

function toChannelField(field: MappedField, { template, own }: WorkspaceChannel): ChannelField {
  const { target, fixed, formula, requirement, maxLength, acceptableValues } = field
  const condition = template.conditions.find(({ anyOf }) =>
    anyOf.flat().some((part) => part.target === target),
  )
  return {
    target,
    attribute: filledBy(field),
    ...(fixed !== undefined && { value: fixed }),
    ...(formula !== undefined && { formula }),
    requirement: requirement === 'conditional' ? 'recommended' : requirement,
    ...(condition && { condition: textOf(condition.name), ...referenceOf(condition.name) }),
    ...(maxLength !== undefined && { max_length: maxLength }),
    ...(acceptableValues && { acceptable_values: [...acceptableValues] }),
    // Whatever the owner said of a field of their own, as they said it.
    ...own?.fields.find((one) => one.target === target),
  }
}
