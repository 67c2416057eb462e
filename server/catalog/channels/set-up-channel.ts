import type { ChannelSetup } from '#shared/channels.ts'
import {
  removeChannelField,
  setChannelEnabled,
  setChannelField,
  setChannelSettings,
} from '../../store/tables/channels.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { type Answer, jsonAnswer } from '../answer.ts'
import { Faults } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'
import { changeOwn } from './change-own.ts'
import { recordChange } from './channel-events.ts'
import { toChannel } from './channel-json.ts'
import {
  listWorkspaceChannels,
  type MappedField,
  mappableAttributes,
  type WorkspaceChannel,
} from './channels.ts'
import { changeSettings, checkSettings } from './channel-settings.ts'
import { type ChannelRequest, findChannel } from './read-channels.ts'
import { requireFreeName } from '../names.ts'

/** A change of a channel, by somebody. */
interface ChannelWrite extends ChannelRequest {
  readonly context: WriteContext
}

/**
 * Enables a channel and maps every field nobody has decided on to the attribute of that key or name: 200 with the channel
 * and the targets left unmapped. Repeating it maps what can be mapped since.
 */
export function enableChannel(tx: WritableDb, { key, faults, context }: ChannelWrite): Answer {
  const before = findChannel(tx, key)
  new Faults(faults).throwIfAny()
  setChannelEnabled(tx, key, true)
  keepMapping(tx, key)
  recordChange(tx, before, findChannel(tx, key), context)
  return setUpAnswer(tx, key)
}

/** Now that it is enabled, its fields read as mapped; that is kept, so that what comes later does not change it. */
export function keepMapping(tx: WritableDb, key: string): void {
  for (const { target, attribute, isDecided } of findChannel(tx, key).fields)
    if (attribute && !isDecided) setChannelField(tx, key, target, attribute.uuid)
}

/** Disables a channel; its mapping is kept for the day it is enabled again: 200 with the channel. */
export function disableChannel(tx: WritableDb, { key, faults, context }: ChannelWrite): Answer {
  const before = findChannel(tx, key)
  new Faults(faults).throwIfAny()
  if (before.enabled) setChannelEnabled(tx, key, false)
  recordChange(tx, before, findChannel(tx, key), context)
  return setUpAnswer(tx, key)
}

export interface MapChannelRequest extends ChannelWrite {
  readonly body: Partial<ChannelSetup>
}

/** Changes what the body names, all or none: 200 with the channel. 404 comes before faults. */
export function mapChannel(
  tx: WritableDb,
  { key, body, faults: structural, context }: MapChannelRequest,
): Answer {
  const before = findChannel(tx, key)
  setUp(tx, before, body, new Faults(structural))
  recordChange(tx, before, findChannel(tx, key), context)
  return setUpAnswer(tx, key)
}

/** Checks what a body says of a channel, and keeps it. */
export function setUp(
  tx: WritableDb,
  channel: WorkspaceChannel,
  body: Partial<ChannelSetup>,
  faults: Faults,
): void {
  const { template, enabled, settings } = channel
  const { own, targets, setup } = changeOwn(channel, body, faults)
  const mapped = findMapped(tx, setup.mapping, targets, faults)
  checkSettings(tx, setup, targets, faults)
  faults.throwIfAny()
  if (own && body.name !== undefined)
    requireFreeName({ uuid: own.id, name: own.name }, listNames(tx), 'a channel')
  setChannelEnabled(tx, template.key, enabled)
  for (const { target } of channel.fields)
    if (!targets.has(target)) removeChannelField(tx, template.key, target)
  for (const [target, attribute] of mapped) setChannelField(tx, template.key, target, attribute)
  setChannelSettings(tx, template.key, { ...changeSettings(settings, setup, targets), ...(own && { own }) })
}

/** The ids of the attributes that are to fill fields, null where nothing is to. */
function findMapped(
  tx: WritableDb,
  mapping: Partial<ChannelSetup>['mapping'],
  targets: ReadonlySet<string>,
  faults: Faults,
): [target: string, attribute: string | null][] {
  const attributes = new Map(mappableAttributes(tx).map(({ key, uuid }) => [key, uuid]))
  return Object.entries(mapping ?? {}).map(([target, key]) => {
    if (!targets.has(target)) faults.add(`mapping.${target}`, 'invalid_value')
    else if (key !== null && !attributes.has(key)) faults.add(`mapping.${target}`, 'not_a_defined_attribute')
    return [target, key === null ? null : (attributes.get(key) ?? null)]
  })
}

function listNames(tx: WritableDb): { readonly uuid: string; readonly name: string }[] {
  return listWorkspaceChannels(tx).map(({ template, name }) => ({ uuid: template.id, name }))
}

export function setUpAnswer(tx: WritableDb, key: string, status = 200): Answer {
  const channel = findChannel(tx, key)
  const unmapped = channel.fields.filter(isUnmapped).map(({ target }) => target)
  return jsonAnswer(
    status,
    `{"data":${JSON.stringify(toChannel(channel))},"unmapped":${JSON.stringify(unmapped)}}`,
  )
}

function isUnmapped({ attribute, fixed, requirement }: MappedField): boolean {
  return attribute === undefined && fixed === undefined && requirement !== 'optional'
}
