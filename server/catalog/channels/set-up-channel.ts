import type { ChannelSetup, ChannelSettings, Channel } from '#shared/channels.ts'
import {
  removeChannelField,
  setChannelEnabled,
  setChannelField,
  setChannelSettings,
  keepChannelName,
} from '../../store/tables/channels.ts'
import type { WritableDb, ReadableDb } from '../../store/database/database.ts'
import { type Answer, jsonAnswer, requireFreeName, checkName } from '../answer.ts'
import { Faults } from '../errors.ts'
import { type WriteContext, recordChannelEvent } from '../events/record-event.ts'
import { toChannel, type ChannelRequest, findChannel } from './read-channels.ts'
import {
  listWorkspaceChannels,
  type MappedField,
  mappableAttributes,
  type WorkspaceChannel,
} from './channels.ts'
import { formulaLanguage } from '../../store/computed/formulas.ts'
import { listRecipeRows } from '../../store/tables/recipes.ts'
import { foldText, splitList } from '#shared/text.ts'
import { listIdsByUuid } from '../../store/tables/entities.ts'
import { findFormulaFault } from '../attributes/check-formula.ts'
import {
  isMadeKind,
  maxCustomFields,
  type CustomChannel,
  type CustomField,
  type CustomFieldInput,
  customFieldKinds,
} from '#shared/custom-channels.ts'
import { message } from '#shared/messages/message.ts'

interface ChannelWrite extends ChannelRequest {
  readonly context: WriteContext
}

const members = [
  'name',
  'enabled',
  'file',
  'fields',
  'picture_address',
  'currency',
  'shop_address',
  'recipe',
  'countries',
  'parents',
  'categories',
] as const

/**
 * Records changed members of an owner's channel, before and after, so that the earlier state can be sent
 * again. Setting up a channel that ships with Vitrine does not change the catalog.
 */
function recordChange(
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

/**
 * Enables a channel and maps each undecided field to the attribute of its key or name: 200 with the
 * channel and the unmapped targets. A repetition maps what has become possible.
 */
export function enableChannel(tx: WritableDb, { key, faults, context }: ChannelWrite): Answer {
  const before = findChannel(tx, key)
  new Faults(faults).throwIfAny()
  setChannelEnabled(tx, key, true)
  keepMapping(tx, key)
  recordChange(tx, before, findChannel(tx, key), context)
  return setUpAnswer(tx, key)
}

export function keepMapping(tx: WritableDb, key: string): void {
  for (const { target, attribute, isDecided } of findChannel(tx, key).fields)
    if (attribute && !isDecided) setChannelField(tx, key, target, attribute.uuid)
}

/** Disables a channel and keeps its mapping for later: 200 with the channel. */
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
  checkRecipe(db, body.recipe, faults)
  checkCountries(body.countries, faults)
  checkSingles(body, faults)
}

function checkRecipe(db: ReadableDb, name: string | null | undefined, faults: Faults): void {
  if (!isSaid(name)) return
  const names = listRecipeRows(db).map((row) => row.name)
  const isKnown = names.some((one) => foldText(one) === foldText(name.trim()))
  if (!isKnown) faults.add('recipe', 'invalid_value', names, name)
}

function checkCountries(countries: string | null | undefined, faults: Faults): void {
  const wrong = splitList(countries ?? '').find((code) => !/^[a-z]{2}$/i.test(code))
  if (wrong !== undefined)
    faults.explain('countries', 'invalid_value', message('channel.country_not_known', { wrong }))
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

function checkSingles({ currency, ...body }: Partial<ChannelSetup>, faults: Faults): void {
  for (const name of ['picture_address', 'shop_address'] as const) {
    const address = body[name]
    if (typeof address === 'string' && !/^https?:\/\/[^\s?#"]+$/i.test(address))
      faults.add(name, 'expected_url')
  }
  if (typeof currency === 'string' && !/^[A-Z]{3}$/.test(currency))
    faults.add('currency', 'invalid_value', ['EUR', 'USD', 'GBP'])
}

/**
 * Applies the changes of a body to existing fields; null and an empty text remove. The last choice for a
 * field (an attribute, a formula or one text for all) replaces the earlier.
 */
function changeSettings(
  settings: ChannelSettings,
  body: Partial<ChannelSetup>,
  targets: ReadonlySet<string>,
): ChannelSettings {
  const { mapping, values, formulas, categories, picture_address: address, currency } = body
  const { shop_address: shop = settings.shop_address, recipe = settings.recipe } = body
  const { countries = settings.countries, parents = settings.parents } = body
  const gone = Object.fromEntries(
    Object.keys({ ...settings.values, ...settings.formulas })
      .filter((target) => !targets.has(target))
      .map((target) => [target, null]),
  )
  return {
    ...(settings.learned && { learned: settings.learned }),
    ...single('picture_address', address === undefined ? settings.picture_address : address),
    ...single('shop_address', shop),
    ...single('recipe', recipe),
    ...single(
      'countries',
      splitList(countries ?? '')
        .join(', ')
        .toUpperCase(),
    ),
    ...(parents && { parents }),
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

interface KeepChannelNames {
  readonly channel: string
  readonly names: readonly (readonly [product: string, name: string])[]
}

export function keepChannelNames(tx: WritableDb, { channel, names }: KeepChannelNames): null {
  for (const [product, name] of names) keepChannelName(tx, channel, product, name)
  return null
}

interface OwnChange {
  readonly own: CustomChannel | undefined
  readonly targets: ReadonlySet<string>
  readonly setup: Partial<ChannelSetup>
}

function changeOwn(
  { own, name, fields, template }: WorkspaceChannel,
  body: Partial<ChannelSetup>,
  faults: Faults,
): OwnChange {
  if (!own) {
    for (const member of ['name', 'fields', 'file'] as const)
      if (body[member] !== undefined) faults.explain(member, 'invalid_value', shipped(name, template.key))
    return { own, targets: new Set(fields.map(({ target }) => target)), setup: body }
  }
  const next: CustomChannel = {
    id: own.id,
    name: body.name === undefined ? own.name : checkName(body.name, faults),
    fields: body.fields ? checkFields(body.fields, faults) : own.fields,
    file: { ...own.file, ...body.file },
  }
  if (next.file.list_separator === '\t' && next.file.delimiter === '\t')
    faults.explain(
      'file.list_separator',
      'invalid_value',
      'A tab separates cells here. Separate values by another sign.',
    )
  const fills = fillsOf(body.fields ?? [])
  const setup = {
    ...body,
    mapping: { ...fills.mapping, ...body.mapping },
    values: { ...fills.values, ...body.values },
    formulas: { ...fills.formulas, ...body.formulas },
  }
  refuseFilled(next.fields, setup, faults)
  return { own: next, targets: new Set(next.fields.map(({ target }) => target)), setup }
}

function shipped(name: string, key: string): string {
  return `${name} ships with Vitrine, and its fields are what it asks for. Make a channel of your own with copy_of ${key} to change them.`
}

function checkFields(fields: readonly CustomFieldInput[], faults: Faults): CustomField[] {
  if (fields.length === 0) faults.add('fields', 'expected_values')
  if (fields.length > maxCustomFields)
    faults.addExpected('fields', 'too_many_values', { max_items: maxCustomFields })
  const taken = new Map<string, number>()
  let isRecorded = false
  return fields.map((input, index) => {
    const at = `fields[${index}]`
    const field = toField(input)
    if (field.target === '') faults.add(`${at}.target`, 'required')
    const first = taken.get(field.target)
    if (first !== undefined)
      faults.explain(
        `${at}.target`,
        'not_unique',
        message('channel.column_name_taken', { number: first + 1, name: field.target }),
      )
    taken.set(field.target, first ?? index)
    if (field.unique && isRecorded)
      faults.explain(
        `${at}.unique`,
        'not_unique',
        'One column tells products apart, and another before it does.',
      )
    isRecorded ||= field.unique === true
    return field
  })
}

function toField({
  attribute: _attribute,
  value: _value,
  formula: _formula,
  condition: _condition,
  ...field
}: CustomFieldInput): CustomField {
  const { kind = 'text', requirement = 'optional', unique, acceptable_values: values = [], ...rest } = field
  const words = values.map((word) => word.trim()).filter((word) => word !== '')
  return {
    ...rest,
    target: field.target.trim(),
    kind,
    requirement,
    ...(unique === true && { unique }),
    ...(words.length > 0 && { acceptable_values: [...new Set(words)] }),
  }
}

function fillsOf(
  fields: readonly CustomFieldInput[],
): Required<Pick<ChannelSetup, 'mapping' | 'values' | 'formulas'>> {
  const mapping: Record<string, string | null> = {}
  const values: Record<string, string> = {}
  const formulas: Record<string, string> = {}
  for (const { target, attribute, value, formula } of fields) {
    const name = target.trim()
    if (isSaid(value)) values[name] = value
    else if (isSaid(formula)) formulas[name] = formula
    else if (attribute !== undefined) mapping[name] = attribute
  }
  return { mapping, values, formulas }
}

function refuseFilled(fields: readonly CustomField[], setup: Partial<ChannelSetup>, faults: Faults): void {
  for (const { target, kind } of fields.filter((field) => isMadeKind(field.kind)))
    for (const member of ['mapping', 'values', 'formulas'] as const)
      if (isSaid(setup[member]?.[target]))
        faults.explain(
          `${member}.${target}`,
          'invalid_value',
          `"${customFieldKinds[kind].name}" is made of a product and its variants, and nothing fills it. Choose another kind, or leave out what fills it.`,
        )
}
