/** Channels that the owner makes. */
import { freeAttributeKey, isAttributeKey, toAttributeKey } from '#shared/attribute-key.ts'
import { channelKeys, type ChannelSetup } from '#shared/channels.ts'
import type { FieldError } from '#shared/errors.ts'
import type { NewChannel } from '#shared/custom-channels.ts'
import { removeChannel, setChannelEnabled, setChannelSettings } from '../../store/tables/channels.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { nextIdentity } from '../../store/tables/identities.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { CatalogError, conflict, Faults } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'
import { checkName, keyForm } from '../names.ts'
import { type Beginning, blank, fromChannel, fromTemplate } from './begin-own.ts'
import { recordPresence } from './channel-events.ts'
import { toChannel } from './channel-json.ts'
import { listWorkspaceChannels } from './channels.ts'
import { type ChannelRequest, findChannel } from './read-channels.ts'
import { keepMapping, setUp, setUpAnswer } from './set-up-channel.ts'

export interface NewChannelRequest {
  readonly body: Partial<NewChannel>
  readonly faults: readonly FieldError[]
  readonly context: WriteContext
  /** What is new may keep the id that it had elsewhere. */
  readonly uuid?: string
}

/**
 * Makes a channel, enabled, by a template, as a copy of another or by its fields: 201 with the channel and the targets left
 * unmapped. The key follows from the name where none is given; 409 where another channel has the key or the name.
 */
export function createChannel(tx: WritableDb, request: NewChannelRequest): Answer {
  const { body, context } = request
  const faults = new Faults(request.faults)
  const name = checkName(body.name, faults)
  if (body.key !== undefined && !isAttributeKey(body.key)) faults.explain('key', 'invalid_value', keyForm)
  const begun = begin(tx, body, faults)
  faults.throwIfAny()
  const key = chooseKey(tx, body.key, name)
  setChannelEnabled(tx, key, true)
  const { uuid: id = nextIdentity(tx).uuid } = request
  setChannelSettings(tx, key, { own: { id, name: '', fields: [], file: begun.file } })
  setUp(
    tx,
    findChannel(tx, key),
    { ...begun.setup, fields: [...begun.fields], ...setupOf(body), name },
    faults,
  )
  keepMapping(tx, key)
  recordPresence(tx, 'channel.created', toChannel(findChannel(tx, key)), context)
  return setUpAnswer(tx, key, 201)
}

/** What the channel begins as. With fields of its own it needs nothing to begin with. */
function begin(
  tx: WritableDb,
  { template, copy_of: copied, fields }: Partial<NewChannel>,
  faults: Faults,
): Beginning {
  if (template !== undefined && copied !== undefined)
    faults.addSentence('template', 'Name a template or a channel to copy, not both.')
  const channels = listWorkspaceChannels(tx)
  const source = channels.find((channel) => channel.template.key === copied)
  const keys = channels.map((channel) => channel.template.key)
  if (copied !== undefined && !source) faults.add('copy_of', 'invalid_value', keys, copied)
  if (source) return fromChannel(source)
  return fields && template === undefined ? blank : fromTemplate(tx, template ?? 'empty')
}

function setupOf(body: Partial<NewChannel>): Partial<ChannelSetup> {
  const { fields, file, picture_address: address, currency, categories } = body
  return {
    // What fills the columns of a template fills those that take their place.
    ...(fields && { fields, mapping: {}, values: {}, formulas: {} }),
    ...(file && { file }),
    ...(address !== undefined && { picture_address: address }),
    ...(currency !== undefined && { currency }),
    ...(categories && { categories }),
  }
}

function chooseKey(tx: WritableDb, asked: string | undefined, name: string): string {
  const taken = new Set<string>([
    ...listWorkspaceChannels(tx).map(({ template }) => template.key),
    ...channelKeys,
  ])
  if (asked === undefined) return freeAttributeKey(toAttributeKey(name), (key) => taken.has(key))
  if (!taken.has(asked)) return asked
  throw conflict(`There is a channel with the key ${asked} already. Choose another key, or leave it out.`, [
    { field: 'key', issue: 'not_unique' },
  ])
}

/** Removes a channel that the owner made: 200 with what it was, which can be sent to make it again. */
export function deleteChannel(
  tx: WritableDb,
  { key, faults, context }: ChannelRequest & { readonly context: WriteContext },
): Answer {
  const channel = findChannel(tx, key)
  new Faults(faults).throwIfAny()
  if (!channel.own)
    throw new CatalogError(
      'conflict',
      `${channel.name} ships with Vitrine and cannot be deleted. Disable it instead.`,
    )
  const deleted = toChannel(channel)
  removeChannel(tx, key)
  recordPresence(tx, 'channel.deleted', deleted, context)
  return dataAnswer(200, JSON.stringify(deleted))
}
