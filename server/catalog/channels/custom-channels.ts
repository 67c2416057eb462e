import { freeAttributeKey, isAttributeKey } from '#shared/attributes.ts'
import { toAttributeKey } from '../attributes/key-of-name.ts'
import { channelKeys, type ChannelSetup } from '#shared/channels.ts'
import type { FieldError } from '#shared/errors.ts'
import type {
  NewChannel,
  CustomField,
  CustomFieldKind,
  CustomFile,
  CustomTemplateKey,
} from '#shared/custom-channels.ts'
import {
  listChannelStates,
  removeChannel,
  setChannelEnabled,
  setChannelSettings,
} from '../../store/tables/channels.ts'
import type { WritableDb, ReadableDb } from '../../store/database/database.ts'
import { nextIdentity } from '../../store/tables/entities.ts'
import { type Answer, dataAnswer, checkName, keyForm } from '../answer.ts'
import { CatalogError, conflict, Faults } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'
import { recordPresence, keepMapping, setUp, setUpAnswer } from './set-up-channel.ts'
import { toChannel, type ChannelRequest, findChannel } from './read-channels.ts'
import {
  listWorkspaceChannels,
  filledBy,
  type MappedField,
  mappableAttributes,
  type WorkspaceChannel,
  fieldMapper,
} from './channels.ts'
import { unitOfConstraints } from '#shared/kinds.ts'
import { message } from '#shared/messages/message.ts'
import type { Attribute } from '../../store/tables/attributes.ts'
import { findFormulaFault } from '../attributes/check-formula.ts'
import { parseCurrency, toTemplate } from './custom-template.ts'
import { names } from './templates/attribute-names.ts'
import { type CustomTemplateField, customTemplateTable, plainFile } from './templates/custom-templates.ts'
import type { TemplateField, ValueKind } from './templates/template.ts'

export interface NewChannelRequest {
  readonly body: Partial<NewChannel>
  readonly faults: readonly FieldError[]
  readonly context: WriteContext
  readonly uuid?: string
}

/**
 * Makes an enabled channel from a template, a copy of another or a list of fields: 201 with the channel
 * and the unmapped targets. The key follows from the name by default; 409 where the key or name is taken.
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
  const { learned } = listChannelStates(tx).get(body.template ?? key)?.settings ?? {}
  const own = { id, name: '', fields: [], file: begun.file }
  setChannelSettings(tx, key, { own, ...(learned && { learned }) })
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

interface Beginning {
  readonly fields: readonly CustomField[]
  readonly file: CustomFile
  readonly setup: Pick<
    ChannelSetup,
    'mapping' | 'values' | 'formulas' | 'categories' | 'picture_address' | 'currency' | 'shop_address'
  >
}

const blank: Beginning = { fields: [], file: plainFile, setup: {} }

function fromTemplate(db: ReadableDb, key: CustomTemplateKey): Beginning {
  const { fields, file } = customTemplateTable[key]
  const columns = fields.map(toCustomField)
  const find: Find = fieldMapper(mappableAttributes(db), '')
  const { fields: converted } = toTemplate('', { id: '', name: '', fields: columns, file })
  const mapping: Record<string, string> = {}
  const values: Record<string, string> = {}
  const formulas: Record<string, string> = {}
  for (const [index, row] of unlearnedFields(db, key)) {
    const { target, from = [], value = row.isCurrency && currencyOfPrices(find) } = row
    const attribute = find({ ...(converted[index] as TemplateField), from })
    const formula = formulaOf(db, row, find)
    if (attribute) mapping[target] = attribute.key
    else if (formula !== undefined) formulas[target] = formula
    else if (value !== undefined) values[target] = value
  }
  return { fields: columns, file, setup: { mapping, values, formulas } }
}

/** Fields that a shop's own file has taught are no decision of a person. */
function unlearnedFields(db: ReadableDb, key: CustomTemplateKey): [number, CustomTemplateField][] {
  const learned = listChannelStates(db).get(key)?.settings.learned?.fields ?? {}
  return [...customTemplateTable[key].fields.entries()].filter(([, { target }]) => !(target in learned))
}

type Find = (field: TemplateField) => Attribute | undefined

function toCustomField({
  from: _from,
  value: _value,
  formula: _formula,
  isCurrency: _isCurrency,
  ...field
}: CustomTemplateField): CustomField {
  return field
}

const anyOf = (from: readonly string[]): TemplateField => ({ target: '', requirement: 'optional', from })

function currencyOfPrices(find: Find): string | undefined {
  return parseCurrency(unitOfConstraints(find(anyOf(names.price))?.extras.constraints ?? {}))
}

function formulaOf(db: ReadableDb, { formula }: CustomTemplateField, find: Find): string | undefined {
  const stock = formula === undefined ? undefined : find(anyOf(names.quantity))
  const text = stock && formula?.replaceAll('{{stock}}', `{{${stock.key}}}`)
  return text !== undefined && findFormulaFault(db, text, 'product') === undefined ? text : undefined
}

const ownKinds: Readonly<Record<ValueKind, CustomFieldKind>> = {
  text: 'text',
  html: 'html',
  price: 'price_with_currency',
  amount: 'price',
  measure: 'text',
  weight: 'number',
  length: 'number',
  stock: 'stock',
  quantity: 'text',
  taxonomy: 'category',
  integer: 'integer',
  link: 'link',
  image: 'picture',
  images: 'pictures',
  lines: 'list',
  parts: 'text',
  part_lines: 'list',
  paths: 'category_path',
  path: 'category_path',
  gtin: 'gtin',
  trade_gtin: 'gtin',
  list: 'list',
  number: 'number',
  sum: 'price',
  made: 'group',
}

function fromChannel(channel: WorkspaceChannel): Beginning {
  const { own, template, settings } = channel
  const copied = channel.fields.filter(({ isInput }) => isInput !== true)
  const entries = <Value>(valueOf: (field: MappedField) => Value | undefined): Record<string, Value> =>
    Object.fromEntries(
      copied.flatMap((field) => {
        const value = valueOf(field)
        return value === undefined ? [] : [[field.target, value]]
      }),
    )
  return {
    fields: own?.fields ?? copied.map((field) => toPlainField(field, template.kinds[field.target])),
    file: own?.file ?? plainFile,
    setup: {
      mapping: entries((field) => filledBy(field) ?? (field.isDecided ? null : undefined)),
      values: entries(({ fixed }) => fixed),
      formulas: entries(({ formula }) => formula),
      categories: { ...settings.categories },
      picture_address: settings.picture_address ?? null,
      currency: settings.currency ?? null,
      shop_address: settings.shop_address ?? null,
    },
  }
}

function toPlainField(field: MappedField, kind: ValueKind = 'text'): CustomField {
  const { target, requirement, maxLength, maxValues, acceptableValues } = field
  return {
    target,
    kind: ownKinds[kind],
    requirement: requirement === 'conditional' ? 'recommended' : requirement,
    ...(maxLength !== undefined && { max_length: maxLength }),
    ...(maxValues !== undefined && { max_values: maxValues }),
    ...(acceptableValues && { acceptable_values: [...acceptableValues] }),
  }
}

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
    ...(fields && { fields, mapping: {}, values: {}, formulas: {} }),
    ...(file && { file }),
    ...(address !== undefined && { picture_address: address }),
    ...(currency !== undefined && { currency }),
    ...(body.shop_address !== undefined && { shop_address: body.shop_address }),
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
  throw conflict(message('channel.key_taken', { key: asked }), [{ field: 'key', issue: 'not_unique' }])
}

/** Removes a channel that the owner made: 200 with the channel, which can be sent to make it again. */
export function deleteChannel(
  tx: WritableDb,
  { key, faults, context }: ChannelRequest & { readonly context: WriteContext },
): Answer {
  const channel = findChannel(tx, key)
  new Faults(faults).throwIfAny()
  if (!channel.own)
    throw new CatalogError('conflict', message('channel.ships_with_vitrine', { name: channel.name }))
  const deleted = toChannel(channel)
  removeChannel(tx, key)
  recordPresence(tx, 'channel.deleted', deleted, context)
  return dataAnswer(200, JSON.stringify(deleted))
}
