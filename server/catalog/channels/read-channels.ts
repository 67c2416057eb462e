import type { FieldError } from '#shared/errors.ts'
import { message } from '#shared/messages/message.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { requireOneOf } from '../attributes/list-attributes.ts'
import { Faults, lookIn, notFound } from '../errors.ts'
import { toChannel, toChannelSummary } from './channel-json.ts'
import { listWorkspaceChannels, type WorkspaceChannel } from './channels.ts'

export interface ListChannelsRequest {
  /** `all` lists the catalog; only what is enabled by default. */
  readonly enabled?: string | undefined
  readonly faults: readonly FieldError[]
}

/** The enabled channels, or the whole catalog: 200. */
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
