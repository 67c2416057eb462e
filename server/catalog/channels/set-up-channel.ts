import type { ChannelSetup } from '#shared/channels.ts'
import { setChannelEnabled, setChannelField, setChannelSettings } from '../../store/tables/channels.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { type Answer, jsonAnswer } from '../answer.ts'
import { Faults } from '../errors.ts'
import { toChannel } from './channel-json.ts'
import { type MappedField, mappableAttributes } from './channels.ts'
import { changeSettings, checkSettings } from './channel-settings.ts'
import { type ChannelRequest, findChannel } from './read-channels.ts'

/**
 * Enables a channel and maps every field nobody has decided on to the attribute of that key or name: 200 with the channel
 * and the targets left unmapped. Repeating it maps what can be mapped since.
 */
export function enableChannel(tx: WritableDb, { key, faults }: ChannelRequest): Answer {
  const { template } = findChannel(tx, key)
  new Faults(faults).settle()
  setChannelEnabled(tx, template.key, true)
  // Now that it is enabled, its fields read as mapped; that is kept, so that what comes later does not change it.
  for (const { target, attribute, isDecided } of findChannel(tx, key).fields)
    if (attribute && !isDecided) setChannelField(tx, template.key, target, attribute.uuid)
  return setUpAnswer(tx, key)
}

/** Disables a channel; its mapping is kept for the day it is enabled again: 200 with the channel. */
export function disableChannel(tx: WritableDb, { key, faults }: ChannelRequest): Answer {
  const { template, enabled } = findChannel(tx, key)
  new Faults(faults).settle()
  if (enabled) setChannelEnabled(tx, template.key, false)
  return setUpAnswer(tx, key)
}

export interface MapChannelRequest extends ChannelRequest {
  readonly body: Partial<ChannelSetup>
}

/** Changes what the body names, all or none: 200 with the channel. 404 comes before faults. */
export function mapChannel(tx: WritableDb, { key, body, faults: structural }: MapChannelRequest): Answer {
  const { template, enabled, fields, settings } = findChannel(tx, key)
  const faults = new Faults(structural)
  const attributes = new Map(mappableAttributes(tx).map((attribute) => [attribute.key, attribute]))
  const targets = new Set(fields.map(({ target }) => target))
  const mapping = Object.entries(body.mapping ?? {})
  for (const [target, attribute] of mapping) {
    if (!targets.has(target)) faults.add(`mapping.${target}`, 'invalid_value')
    else if (attribute !== null && !attributes.has(attribute))
      faults.add(`mapping.${target}`, 'not_a_defined_attribute')
  }
  checkSettings(tx, body, targets, faults)
  faults.settle()
  setChannelEnabled(tx, template.key, enabled)
  for (const [target, attribute] of mapping) {
    const uuid = attribute === null ? null : (attributes.get(attribute)?.uuid ?? null)
    setChannelField(tx, template.key, target, uuid)
  }
  setChannelSettings(tx, template.key, changeSettings(settings, body))
  return setUpAnswer(tx, key)
}

function setUpAnswer(tx: WritableDb, key: string): Answer {
  const channel = findChannel(tx, key)
  const unmapped = channel.fields.filter(isUnmapped).map(({ target }) => target)
  return jsonAnswer(
    200,
    `{"data":${JSON.stringify(toChannel(channel))},"unmapped":${JSON.stringify(unmapped)}}`,
  )
}

function isUnmapped({ attribute, requirement }: MappedField): boolean {
  return attribute === undefined && requirement !== 'optional'
}
