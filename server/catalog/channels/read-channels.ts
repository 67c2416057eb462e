import type { FieldError } from '#shared/errors.ts'
import { message, referenceOf, textOf } from '#shared/messages/message.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { requireOneOf } from '../attributes/list-attributes.ts'
import { Faults, lookIn, notFound } from '../errors.ts'
import { listWorkspaceChannels, type WorkspaceChannel, filledBy, type MappedField } from './channels.ts'
import type { Channel, ChannelField, ChannelSummary } from '#shared/channels.ts'
import { countFields, isLeftEmpty } from './channel-rules.ts'

export interface ListChannelsRequest {
  /** `all` lists the catalog; only enabled channels by default. */
  readonly enabled?: string | undefined
  readonly faults: readonly FieldError[]
}

export function listChannels(db: ReadableDb, request: ListChannelsRequest): Answer {
  const faults = new Faults(request.faults)
  requireOneOf(['all'], 'enabled', request.enabled, faults)
  faults.throwIfAny()
  const channels = listWorkspaceChannels(db).filter(({ enabled }) => enabled || request.enabled === 'all')
  return dataAnswer(200, JSON.stringify(channels.map(toChannelSummary)))
}

export interface ChannelRequest {
  readonly key: string
  readonly faults: readonly FieldError[]
}

/** One channel of the catalog with its fields, enabled or not: 200. 404 comes before faults. */
export function readChannel(db: ReadableDb, { key, faults }: ChannelRequest): Answer {
  const channel = findChannel(db, key)
  new Faults(faults).throwIfAny()
  return dataAnswer(200, JSON.stringify(toChannel(channel)))
}

/** The channel that a path names; throws `not_found` for a key that no channel has. */
export function findChannel(db: ReadableDb, key: string): WorkspaceChannel {
  const channels = listWorkspaceChannels(db)
  const keys = channels.map(({ template }) => template.key)
  const found = channels[keys.indexOf(key)]
  if (!found)
    throw notFound(message('not_found.channel', { key }), lookIn('GET /channels?enabled=all', key, keys))
  return found
}

/** A channel as `GET /channels` lists it (decisions, Channels). */
function toChannelSummary(channel: WorkspaceChannel): ChannelSummary {
  const { template, name, formats, own, enabled, fields } = channel
  return {
    id: template.id,
    key: template.key,
    name,
    enabled,
    entity_type: 'product',
    format: formats[0],
    required_count: countFields(channel).required,
    attribute_count: fields.length,
    ...(own && { own: true }),
  }
}

export function toChannel(channel: WorkspaceChannel): Channel {
  const { picture_address = null, currency = null, shop_address = null, recipe, countries } = channel.settings
  const { categories = {}, parents } = channel.settings
  return {
    ...toChannelSummary(channel),
    picture_address,
    currency,
    shop_address,
    ...(recipe !== undefined && { recipe }),
    ...(countries !== undefined && { countries }),
    ...(parents !== undefined && { parents }),
    categories: Object.entries(categories).map(([id, value]) => ({ id, value })),
    fields: channel.fields.map((field) => toChannelField(field, channel)),
    ...(channel.own && { file: channel.own.file }),
  }
}

function toChannelField(field: MappedField, channel: WorkspaceChannel): ChannelField {
  const { template, own } = channel
  const { target, fixed, formula, requirement, maxLength, acceptableValues } = field
  const condition = template.conditions.find(({ anyOf }) =>
    anyOf.flat().some((part) => part.target === target),
  )
  return {
    target,
    attribute: filledBy(field),
    ...(fixed !== undefined && { value: fixed }),
    ...(formula !== undefined && { formula }),
    ...(isLeftEmpty(field, channel) && { left_empty: true }),
    requirement: requirement === 'conditional' ? 'recommended' : requirement,
    ...(condition && { condition: textOf(condition.name), ...referenceOf(condition.name) }),
    ...(maxLength !== undefined && { max_length: maxLength }),
    ...(acceptableValues && { acceptable_values: [...acceptableValues] }),
    ...own?.fields.find((one) => one.target === target),
  }
}
