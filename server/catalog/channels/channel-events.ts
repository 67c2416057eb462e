import type { Channel } from '#shared/channels.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { recordChannelEvent, type WriteContext } from '../events/record-event.ts'
import { toChannel } from './channel-json.ts'
import type { WorkspaceChannel } from './channels.ts'

const members = ['name', 'enabled', 'file', 'fields', 'picture_address', 'currency', 'categories'] as const

/**
 * Records what changed in a channel that the owner made, each member as it was and as it is, so that the one before can be sent
 * again. Setting up a channel that ships with Vitrine is no change of the catalog.
 */
export function recordChange(
  tx: WritableDb,
  before: WorkspaceChannel,
  after: WorkspaceChannel,
  context: WriteContext,
): void {
  if (!after.own) return
  const [was, is] = [toChannel(before), toChannel(after)]
  const changes = members.flatMap((member) => changeOf(member, was, is))
  if (changes.length > 0) recordChannelEvent(tx, 'channel.updated', subjectOf(is), changes, context)
}

/** Records a channel that came or went, with all that it says. */
export function recordPresence(
  tx: WritableDb,
  event: 'channel.created' | 'channel.deleted',
  channel: Channel,
  context: WriteContext,
): void {
  const isNew = event === 'channel.created'
  const changes = members.map((attribute) => {
    const value = channel[attribute] ?? null
    return { attribute, old: isNew ? null : value, new: isNew ? value : null }
  })
  recordChannelEvent(tx, event, subjectOf(channel), changes, context)
}

function changeOf(member: (typeof members)[number], was: Channel, is: Channel) {
  const [old, now] = [was[member] ?? null, is[member] ?? null]
  return JSON.stringify(old) === JSON.stringify(now) ? [] : [{ attribute: member, old, new: now }]
}

function subjectOf({ id, key, name }: Channel): Pick<Channel, 'id' | 'key' | 'name'> {
  return { id, key, name }
}
