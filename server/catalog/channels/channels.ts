import { compareTexts } from '#shared/text-order.ts'
import {
  type ChannelFormat,
  channelKeys,
  type ChannelSettings,
  channelTraits,
  type ChannelKey,
} from '#shared/channels.ts'
import type { CustomChannel } from '#shared/custom-channels.ts'
import { type Attribute, attributesOf } from '../../store/tables/attributes.ts'
import { type ChannelState, listChannelStates } from '../../store/tables/channels.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { draftFormula } from '../attributes/preview-formula.ts'
import { learnedAttribute, withLearnedFields } from './learned-fields.ts'
import { toTemplate } from './custom-template.ts'
import type { ChannelTemplate, TemplateField } from './templates/template.ts'
import { amazon } from './templates/amazon.ts'
import { googleMerchant } from './templates/google-merchant.ts'
import { shopify } from './templates/shopify.ts'
import { woocommerce } from './templates/woocommerce.ts'
import { semanticTypesOf, toWords, type SemanticType } from '#shared/semantic-types.ts'
import { toAttributeKey } from '../attributes/key-of-name.ts'
import { holdsReferences } from '#shared/attributes.ts'
import { keysOfType, names, rankOfMaker, rankOfMeaning } from './templates/attribute-names.ts'
import { foldText } from '#shared/text.ts'
import type { AcceptableComparables } from '../../store/computed/completeness.ts'
import type { Comparable } from '../../store/tables/values.ts'
import { parseNumber } from '../attributes/data-types/data-types.ts'

export interface WorkspaceChannel {
  readonly template: ChannelTemplate
  readonly name: string
  readonly formats: readonly [ChannelFormat, ...ChannelFormat[]]
  readonly own: CustomChannel | undefined
  readonly enabled: boolean
  readonly settings: ChannelSettings
  readonly fields: readonly MappedField[]
}

/**
 * A field with the attribute that fills it, by key or name where nobody has decided; undefined where none
 * does.
 */
export interface MappedField extends TemplateField {
  readonly attribute: Attribute | undefined
  readonly isDecided: boolean
  readonly fixed?: string
  readonly formula?: string
}

export function filledBy({ attribute, formula }: MappedField): string | null {
  return formula === undefined ? (attribute?.key ?? null) : null
}

export const channelCatalog: Readonly<Record<ChannelKey, ChannelTemplate>> = {
  google_merchant: googleMerchant,
  shopify,
  amazon,
  woocommerce,
}

/** Every channel that ships with Vitrine, enabled or not, in the order of the catalog; then those that the owner made, by name. */
export function listWorkspaceChannels(db: ReadableDb): WorkspaceChannel[] {
  const states = listChannelStates(db)
  const attributes = mappableAttributes(db)
  const mapFields = fieldsMapper(attributes)
  const given = channelKeys.map((key): WorkspaceChannel => {
    const template = channelCatalog[key]
    const { name, formats } = channelTraits[key]
    return { template, name, formats, own: undefined, ...mapFields(template, states.get(key)) }
  })
  const owned = [...states].flatMap(([key, state]): WorkspaceChannel[] => {
    const { own } = state.settings
    if (!own) return []
    const template = toTemplate(key, own)
    const format = own.file.delimiter === '\t' ? 'tsv' : 'csv'
    return [{ template, name: own.name, formats: [format], own, ...mapFields(template, state) }]
  })
  return [...given, ...owned.sort((a, b) => compareTexts(a.name, b.name))]
}

type MappedChannel = Pick<WorkspaceChannel, 'enabled' | 'settings' | 'fields'>

function fieldsMapper(attributes: readonly Attribute[]) {
  const byUuid = new Map(attributes.map((attribute) => [attribute.uuid, attribute]))
  let drafts = 0
  return (template: ChannelTemplate, state: ChannelState | undefined): MappedChannel => {
    const { enabled = false, decided, settings = {} } = state ?? {}
    const attributeFor = enabled ? fieldMapper(attributes, template.key) : () => undefined
    const { learned } = settings
    const fields = withLearnedFields(template, learned).map((field): MappedField => {
      const { target } = field
      const fixed = settings.values?.[target]
      if (fixed !== undefined) return { ...field, attribute: undefined, isDecided: true, fixed }
      const chosen = decided?.get(target)
      const formula = formulaOf(field, chosen, settings, attributeFor)
      if (formula !== undefined) {
        drafts += 1
        const draft = draftFormula('product', formula)
        const attribute = { ...draft, id: -drafts, key: target, name: target }
        return { ...field, attribute, isDecided: true, formula }
      }
      const known = typeof chosen === 'string' ? byUuid.get(chosen) : undefined
      if (chosen === null || known) return { ...field, attribute: known, isDecided: true }
      const free = learnedAttribute(field, enabled ? learned : undefined, byUuid, attributeFor(field))
      return { ...field, attribute: free, isDecided: false }
    })
    return { enabled, settings, fields }
  }
}

function formulaOf(
  field: TemplateField,
  chosen: string | null | undefined,
  settings: ChannelSettings,
  attributeFor: (field: TemplateField) => Attribute | undefined,
): string | undefined {
  const made = chosen === undefined ? linkOf(field, settings, attributeFor) : undefined
  return settings.formulas?.[field.target] ?? made
}

/**
 * The link of a product in the shop, where an address of the shop was said and nothing else fills it. What
 * follows a slash tells the variants of a product apart, which share one page. [SHOP-04]
 */
function linkOf(
  field: TemplateField,
  { shop_address: address }: ChannelSettings,
  attributeFor: (field: TemplateField) => Attribute | undefined,
): string | undefined {
  if (address === undefined || !field.from.includes('link') || attributeFor(field)) return undefined
  const handle = attributeFor({ target: 'handle', requirement: 'optional', from: names.handle })
  if (!handle) return undefined
  const value = `{{${handle.key}}}`
  const page = `LEFT(CONCATENATE(${value}, "/"), FIND("/", CONCATENATE(${value}, "/")) - 1)`
  return `IF(ISBLANK(${value}), "", CONCATENATE("${withSlash(address)}", ${page}))`
}

function withSlash(address: string): string {
  return /[/=]$/.test(address) ? address : `${address}/`
}

export function workspaceChannel(db: ReadableDb, key: string): WorkspaceChannel | undefined {
  return listWorkspaceChannels(db).find(({ template }) => template.key === key)
}

/**
 * The product attributes that can fill a field: all but inverse references, which have no value of their
 * own.
 */
export function mappableAttributes(db: ReadableDb): Attribute[] {
  return attributesOf(db, 'product').list.filter(({ traits }) => traits.shape !== 'inverse')
}

/**
 * Finds the attribute that fills a field by key or name, best synonym first; attributes that belong to the channel come
 * before the others, those of other channels never count.
 */
export function fieldMapper(
  attributes: readonly Attribute[],
  channel: string,
): (field: TemplateField) => Attribute | undefined {
  const own = byName(attributes.filter(({ extras }) => extras.channel === channel))
  const common = byName(attributes.filter(({ extras }) => extras.channel === null))
  const category = names.category.flatMap((key) => common.get(key) ?? []).find(isCategory)
  return (field) =>
    firstFitting(field, own) ?? firstFitting(field, common) ?? (field.ofCategories ? category : undefined)
}

function isCategory({ extras: { reference }, traits }: Attribute): boolean {
  return holdsReferences(traits) && reference !== null && 'type' in reference && reference.type === 'category'
}

function byName(attributes: readonly Attribute[]): ReadonlyMap<string, Attribute> {
  const byName = attributes.map((attribute) => [toAttributeKey(attribute.name), attribute] as const)
  const byKey = attributes.map((attribute) => [attribute.key, attribute] as const)
  // Later entries win: a stored meaning is surer than a key, a key than a name, a name than a meaning made
  // of words, and the first of two like names surer than the second.
  return new Map([...byMeaning(attributes), ...byName.reverse(), ...byKey, ...byStoredMeaning(attributes)])
}

function byStoredMeaning(attributes: readonly Attribute[]): (readonly [key: string, attribute: Attribute])[] {
  const meant = attributes.flatMap((attribute) => {
    const { semantic_type: type } = attribute.extras
    const keys = type ? (keysOfType[type] ?? [type]) : []
    return keys.map((key) => ({ key, rank: type ? rankOfMeaning(type, key) : 0, attribute }))
  })
  return meant
    .toReversed()
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ key, attribute }) => [key, attribute] as const)
}

function byMeaning(attributes: readonly Attribute[]): (readonly [key: string, attribute: Attribute])[] {
  const meanings = attributes.flatMap((attribute) =>
    [...meaningsOf(attribute)].flatMap(([type, rank]) =>
      (keysOfType[type] ?? [type]).map((key) => ({
        key,
        rank: type === 'vendor' ? rankOfMaker(key, attribute) : rank,
        attribute,
      })),
    ),
  )
  return meanings
    .toSorted((a, b) => a.rank - b.rank)
    .reverse()
    .map(({ key, attribute }) => [key, attribute] as const)
}

/** A number under a word such as "Disponibilità" is a stock count. */
function meaningsOf({ key, name, traits }: Attribute): ReadonlyMap<SemanticType, number> {
  const types = new Map([...semanticTypesOf(toWords(key).words), ...semanticTypesOf(toWords(name).words)])
  const availability = types.get('availability')
  if (availability === undefined || traits.family !== 'number') return types
  types.delete('availability')
  return types.set('stock', availability)
}

export function isText({ traits }: Attribute): boolean {
  return traits.shape === 'scalar' && traits.family === 'text'
}

export function acceptableComparables(
  field: TemplateField,
  attribute: Attribute,
): AcceptableComparables | undefined {
  const { acceptableValues: values, multiple = false } = field
  if (values === undefined || attribute.traits.shape !== 'scalar') return undefined
  const words = [...values, ...Object.keys(field.synonyms ?? {})]
  if (isText(attribute)) {
    const isList = multiple || attribute.traits.hasTokens
    return { comparables: words.map(foldText), isList }
  }
  const comparables: Comparable[] =
    attribute.traits.family === 'boolean' ? booleansIn(words) : numbersIn(values)
  return { comparables, isList: false }
}

const truths = ['true', 'yes', '1']
const untruths = ['false', 'no', '0']

function booleansIn(values: readonly string[]): Comparable[] {
  const words = values.map(foldText)
  return [truths, untruths].flatMap((synonyms, index) =>
    words.some((word) => synonyms.includes(word)) ? [1 - index] : [],
  )
}

function numbersIn(values: readonly string[]): Comparable[] {
  return values.flatMap((value) => parseNumber(value) ?? [])
}

/**
 * Whether a field may take the attribute automatically: the channel must accept at least half of its
 * options.
 */
function fits(field: TemplateField, attribute: Attribute): boolean {
  // No channel reads foreign JSON.
  if (attribute.dataType === 'json') return false
  const acceptable = acceptableComparables(field, attribute)
  if (!acceptable) return true
  const { comparables } = acceptable
  if (attribute.options.length === 0) return comparables.length > 0
  const accepted = attribute.options.filter((option) => comparables.includes(foldText(option)))
  return accepted.length * 2 >= attribute.options.length
}

export function isAcceptable(
  comparable: Comparable,
  { comparables, isList }: AcceptableComparables,
): boolean {
  if (!isList) return comparables.includes(comparable)
  return String(comparable)
    .split(',')
    .map((token) => token.trim())
    .every((token) => token === '' || comparables.includes(token))
}

/**
 * Counts the characters of a trimmed text, as it reaches the channel. SQL counts up to a NUL, so this does
 * too.
 */
export function countCharacters(text: string): number {
  const [counted = ''] = text.trim().split('\0', 1)
  return [...counted].length
}

function firstFitting(
  field: TemplateField,
  attributes: ReadonlyMap<string, Attribute>,
): Attribute | undefined {
  return field.from.flatMap((name) => attributes.get(name) ?? []).find((attribute) => fits(field, attribute))
}
