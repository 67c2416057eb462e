import { type ChannelFormat, type ChannelKey, type channelTraits, builtInChannel } from '#shared/channels.ts'
import { type WorkspaceChannel, filledBy, type MappedField } from '../channels/channels.ts'
import { amazonTsv, amazonJson } from './amazon-listings.ts'
import { type ChannelLayout, type ChannelContext, getField, type LaidOut, tabLine } from './channel-layout.ts'
import { customLayout } from './custom-layout.ts'
import { shopifyCsv } from './shopify-layout.ts'
import { woocommerceCsv } from './woocommerce-layout.ts'
import { acceptItems } from './check-item.ts'
import { type ChannelProduct, type LeftOut, type ProductGroup, valueOf } from './channel-product.ts'
import { parseParts, toGoogleProduct } from './google-values.ts'
import { googleMerchant } from '../channels/templates/google-merchant.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import { listChannelNames } from '../../store/tables/channels.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { priceBefore, withHandleAsSku } from './shop-products.ts'
import { axisCandidates } from '../variants/choose-axes.ts'

type Layouts = {
  readonly [Key in ChannelKey]: Readonly<
    Record<(typeof channelTraits)[Key]['formats'][number], ChannelLayout>
  >
}

const googleXml: ChannelLayout = {
  mediaType: 'application/rss+xml',
  begin: () =>
    '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">\n<channel>\n<title>Products</title>\n<link>https://merchants.google.com/</link>\n<description>Products from Vitrine</description>\n',
  group: (group, context) => layOut(group, context, xmlItem),
  end: () => '</channel>\n</rss>\n',
}

const googleTsv: ChannelLayout = {
  mediaType: 'text/tab-separated-values; charset=utf-8',
  begin: (context) => tabLine(listColumns(context).map(({ target }) => target)),
  group: (group, context) => {
    const columns = listColumns(context)
    return layOut(group, context, (values) =>
      tabLine(columns.map((field) => cell(field, values.get(field.target) ?? []))),
    )
  },
  end: () => '',
}

function cell({ target, maxValues }: MappedField, texts: readonly string[]): string {
  const isList = maxValues !== undefined || texts.length > 1
  return texts
    .map((text) => {
      const parts = parseParts(target, text)
      if (parts) return parts.map(([, value]) => quoted(value, /[,:"]/)).join(':')
      if (!isList) return quoted(text, /^"/)
      return isAddress(target) ? text.replaceAll(',', '%2C') : quoted(text, /[,"]/)
    })
    .join(',')
}

function isAddress(target: string): boolean {
  return ['link', 'image', 'images'].includes(googleMerchant.kinds[target] ?? '')
}

function quoted(text: string, separators: RegExp): string {
  return separators.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

// An attribute that fills a field distinguishes variants only where the field is about such a property.
const aboutVariants = /colou?r|size|material|style|pattern|flavou?r|scent|option/i

export type Additions = Pick<ChannelContext, 'checkListing' | 'knownCategories'>

export function beginLayout(
  db: ReadableDb,
  channel: WorkspaceChannel,
  { checkListing, knownCategories }: Additions = {},
): ChannelContext {
  const { fields } = channel
  const { list } = attributesOf(db, 'product')
  const taken = fields.flatMap(({ target, attribute }) =>
    attribute && !aboutVariants.test(target) ? attribute.key : [],
  )
  const candidates = axisCandidates(list, new Set(taken))
  const byUuid = new Map(list.map((attribute) => [attribute.uuid, attribute]))
  const features = channel.settings.learned?.features ?? []
  const listed = features.flatMap(({ attribute }) => byUuid.get(attribute) ?? [])
  const names = listChannelNames(db, channel.template.key)
  return {
    channel,
    fields,
    optionCandidates: candidates,
    features: listed,
    hasPriceBefore: list.some(({ key }) => key === priceBefore),
    taken: new Set(),
    storedNames: names,
    reservedNames: new Set(names.values()),
    newNames: new Map(),
    written: { entries: 0 },
    checkListing,
    knownCategories,
    categoryFields: fields.filter(({ ofCategories }) => ofCategories === true),
    unchecked: new Set(),
    sentBeside: new Set(),
  }
}

const made: ReadonlySet<string> = new Set(['item_group_id', 'availability'])

function listColumns({ fields, hasPriceBefore }: ChannelContext): MappedField[] {
  const isMade = (target: string) => made.has(target) || (hasPriceBefore && target === 'sale_price')
  return fields.filter(
    ({ attribute, fixed, isInput, target }) =>
      !isInput && (attribute !== undefined || fixed !== undefined || isMade(target)),
  )
}

type Values = ReadonlyMap<string, readonly string[]>

function layOut(read: ProductGroup, context: ChannelContext, write: (values: Values) => string): LaidOut {
  const group = withHandleAsSku(read, context, 'id')
  const products = group.items.map((item) => toGoogleProduct(item, context))
  const { items, leftOut } = acceptItems(products, context, 'id')
  const alike = group.hasVariants ? findAlike(items) : []
  const texts = items.map((item) => write(alike.length > 0 ? item.values : withGroup(item, group)))
  const warnings = alike.map((item) => describeAlike(item, context))
  return { text: texts.join(''), items: items.length, leftOut: [...leftOut, ...warnings] }
}

const distinguishing = ['color', 'size', 'material', 'pattern', 'age_group', 'gender']

/**
 * Variants that Google cannot tell from a sibling; it refuses such a group, but takes its products one by
 * one.
 */
function findAlike(items: readonly ChannelProduct[]): ChannelProduct[] {
  const count = new Map<string, number>()
  const gridLayoutOf = (item: ChannelProduct): string =>
    JSON.stringify(distinguishing.map((target) => valueOf(item, target)))
  for (const item of items) count.set(gridLayoutOf(item), (count.get(gridLayoutOf(item)) ?? 0) + 1)
  return items.filter((item) => (count.get(gridLayoutOf(item)) ?? 0) > 1)
}

function describeAlike(item: ChannelProduct, context: ChannelContext): LeftOut {
  const target = 'item_group_id'
  return {
    id: item.id,
    label: item.label,
    target,
    attribute: filledBy(getField(context, target)),
    issue:
      'Another variant has the same colour, size, material, pattern, age group and gender, by which Google tells variants apart.',
    remedy:
      'Map what they differ in to one of these under Channels. Until then they go out as products of their own.',
    value: '',
    isProduct: false,
  }
}

function withGroup({ values }: ChannelProduct, { root, hasVariants }: ProductGroup): Values {
  const group = valueOf(root, 'id') || root.id
  if (!hasVariants || values.has('item_group_id')) return values
  return new Map([...values, ['item_group_id', [group]]])
}

function xmlItem(values: Values): string {
  const members = [...values].flatMap(([target, texts]) => texts.map((text) => member(target, text)))
  return `<item>\n${members.join('')}</item>\n`
}

function member(target: string, text: string): string {
  const parts = parseParts(target, text)
  return `<g:${target}>${parts ? nested(parts) : escapeXml(text)}</g:${target}>\n`
}

function nested(parts: readonly (readonly [name: string, value: string])[]): string {
  const filled = parts.filter(([, value]) => value !== '')
  return filled.map(([name, value]) => `<g:${name}>${escapeXml(value)}</g:${name}>`).join('')
}

// oxlint-disable-next-line no-control-regex -- XML takes none of them
const notInXml = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g

function escapeXml(text: string): string {
  return text
    .replaceAll(notInXml, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

const layouts: Layouts = {
  google_merchant: { xml: googleXml, tsv: googleTsv },
  shopify: { csv: shopifyCsv },
  amazon: { tsv: amazonTsv, json: amazonJson },
  woocommerce: { csv: woocommerceCsv },
}

/** The layout of a channel's file; undefined for a format that the channel does not take. */
export function channelLayout(
  { template: { key }, own }: Pick<WorkspaceChannel, 'template' | 'own'>,
  format: ChannelFormat,
): ChannelLayout | undefined {
  if (own) return customLayout(own)
  const given = builtInChannel(key)
  const formats: Partial<Record<ChannelFormat, ChannelLayout>> = given === undefined ? {} : layouts[given]
  return formats[format]
}
