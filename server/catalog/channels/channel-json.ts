import type { Channel, ChannelField, ChannelSummary } from '#shared/channels.ts'
import type { MappedField, WorkspaceChannel } from './channels.ts'

/** A channel as `GET /channels` lists it (decisions, Channels). */
export function toChannelSummary({ template, enabled, fields }: WorkspaceChannel): ChannelSummary {
  const { id, key, name, format } = template
  return {
    id,
    key,
    name,
    enabled,
    entity_type: 'product',
    format,
    required_count: fields.filter(({ requirement }) => requirement === 'required').length,
    attribute_count: fields.length,
  }
}

/** A channel with its fields. */
export function toChannel(channel: WorkspaceChannel): Channel {
  return { ...toChannelSummary(channel), fields: channel.fields.map(toChannelField) }
}

function toChannelField({
  target,
  attribute,
  requirement,
  maxLength,
  acceptableValues,
}: MappedField): ChannelField {
  return {
    target,
    attribute: attribute?.key ?? null,
    requirement,
    ...(maxLength !== undefined && { max_length: maxLength }),
    ...(acceptableValues && { acceptable_values: [...acceptableValues] }),
  }
}
