import type { ChannelSetup, ChannelSettings } from '#shared/channels.ts'
import {
  removeChannelField,
  setChannelEnabled,
  setChannelField,
  setChannelSettings,
} from '../../store/tables/channels.ts'
import type { WritableDb, ReadableDb } from '../../store/database/database.ts'
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
import { type ChannelRequest, findChannel } from './read-channels.ts'
import { requireFreeName } from '../names.ts'
import { formulaLanguage } from '../../store/computed/formulas.ts'
import { listIdsByUuid } from '../../store/tables/entities.ts'
import { findFormulaFault } from '../attributes/check-formula.ts'

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

/** Notes what of the settings of a channel cannot be. */
function checkSettings(
  db: ReadableDb,
  body: Partial<ChannelSetup>,
  targets: ReadonlySet<string>,
  faults: Faults,
): void {
  const { values = {}, formulas = {}, categories = {} } = body
  checkFormulas(db, formulas, targets, faults)
  for (const target of Object.keys(values))
    if (!targets.has(target)) faults.add(`values.${target}`, 'invalid_value')
  for (const [id, value] of Object.entries(categories))
    if (value !== null && listIdsByUuid(db, 'category', [id]).length === 0)
      faults.add(`categories.${id}`, 'referenced_entity_not_found')
  checkSingles(body, faults)
}

function checkFormulas(
  db: ReadableDb,
  formulas: NonNullable<ChannelSetup['formulas']>,
  targets: ReadonlySet<string>,
  faults: Faults,
): void {
  for (const [target, text] of Object.entries(formulas)) {
    if (!targets.has(target)) faults.add(`formulas.${target}`, 'invalid_value')
    const fault = isSaid(text) ? findFormulaFault(db, text, 'product') : undefined
    if (fault) faults.addSentence(`formulas.${target}`, formulaLanguage().describeFault(fault))
  }
}

function isSaid(text: string | null | undefined): text is string {
  return typeof text === 'string' && text.trim() !== ''
}

function checkSingles({ picture_address: address, currency }: Partial<ChannelSetup>, faults: Faults): void {
  if (typeof address === 'string' && !/^https?:\/\/[^\s?#]+$/i.test(address))
    faults.add('picture_address', 'expected_url')
  if (typeof currency === 'string' && !/^[A-Z]{3}$/.test(currency))
    faults.add('currency', 'invalid_value', ['EUR', 'USD', 'GBP'])
}

/**
 * The settings with the changes of a body, of fields that there are; null and an empty text take away. What is said last of a field, that
 * an attribute fills it, a formula or the same text for all, takes the place of what was said before.
 */
function changeSettings(
  settings: ChannelSettings,
  body: Partial<ChannelSetup>,
  targets: ReadonlySet<string>,
): ChannelSettings {
  const { mapping, values, formulas, categories, picture_address: address, currency } = body
  const gone = Object.fromEntries(
    Object.keys({ ...settings.values, ...settings.formulas })
      .filter((target) => !targets.has(target))
      .map((target) => [target, null]),
  )
  return {
    ...single('picture_address', address === undefined ? settings.picture_address : address),
    ...single('currency', currency === undefined ? settings.currency : currency),
    values: changed(settings.values, { ...gone, ...emptied(mapping), ...emptied(said(formulas)), ...values }),
    formulas: changed(settings.formulas, {
      ...gone,
      ...emptied(mapping),
      ...emptied(said(values)),
      ...formulas,
    }),
    categories: changed(settings.categories, categories),
  }
}

function said(texts: Readonly<Record<string, string | null>> = {}): Record<string, string | null> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => isSaid(text)))
}

function emptied(members: Readonly<Record<string, unknown>> = {}): Record<string, null> {
  return Object.fromEntries(Object.keys(members).map((target) => [target, null]))
}

function single<Name extends string>(
  name: Name,
  text: string | null | undefined,
): { [Key in Name]?: string } {
  const isSaid = text !== undefined && text !== null && text.trim() !== ''
  return (isSaid ? { [name]: text.trim() } : {}) as { [Key in Name]?: string }
}

function changed(
  before: Readonly<Record<string, string>> = {},
  changes: Readonly<Record<string, string | null>> = {},
): Record<string, string> {
  const entries = Object.entries({ ...before, ...changes })
  return Object.fromEntries(
    entries.flatMap(([key, text]) => (text === null || text.trim() === '' ? [] : [[key, text.trim()]])),
  )
}
