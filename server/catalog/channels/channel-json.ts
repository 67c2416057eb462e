import { type Channel, type ChannelField, type ChannelSummary, channelTraits } from '#shared/channels.ts'
import { countFields } from './channel-rules.ts'
import type { MappedField, WorkspaceChannel } from './channels.ts'
import type { TemplateCondition } from './templates/template.ts'

/** A channel as `GET /channels` lists it (decisions, Channels). */
export function toChannelSummary({ template, enabled, fields }: WorkspaceChannel): ChannelSummary {
  const { id, key } = template
  return {
    id,
    key,
    name: channelTraits[key].name,
    enabled,
    entity_type: 'product',
    format: channelTraits[key].formats[0],
    required_count: countFields(template, fields).required,
    attribute_count: fields.length,
  }
}

/** A channel with its fields. */
export function toChannel(channel: WorkspaceChannel): Channel {
  const { conditions } = channel.template
  const { picture_address = null, currency = null, categories = {} } = channel.settings
  return {
    ...toChannelSummary(channel),
    picture_address,
    currency,
    categories: Object.entries(categories).map(([id, value]) => ({ id, value })),
    fields: channel.fields.map((field) => toChannelField(field, conditions)),
  }
}

function toChannelField(field: MappedField, conditions: readonly TemplateCondition[]): ChannelField {
  const { target, attribute, fixed, requirement, maxLength, acceptableValues } = field
  const condition = conditions.find(({ anyOf }) => anyOf.flat().some((part) => part.target === target))
  return {
    target,
    attribute: attribute?.key ?? null,
    ...(fixed !== undefined && { value: fixed }),
    requirement: requirement === 'conditional' ? 'recommended' : requirement,
    ...(condition && { condition: condition.name }),
    ...(maxLength !== undefined && { max_length: maxLength }),
    ...(acceptableValues && { acceptable_values: [...acceptableValues] }),
  }
}
