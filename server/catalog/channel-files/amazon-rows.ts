import { filledBy } from '../channels/channels.ts'
import { hasGtinCheckDigit } from '#shared/gtin.ts'
import { message, type Sentence } from '#shared/messages/message.ts'
import { galleryOf } from '../channels/templates/amazon.ts'
import { acceptItems, checkItem } from './check-item.ts'
import { type ChannelContext, getField, take, withoutRows } from './channel-layout.ts'
import {
  type ChannelProduct,
  type ProductGroup,
  type LeftOut,
  valueOf,
  withValidSalePrice,
} from './channel-product.ts'
import { convertMeasure, readMeasure } from './measures.ts'
import { withHandleAsSku } from './shop-products.ts'
import { lostOptions, type VariantOption, variantOptions } from './variant-options.ts'

export interface AmazonRow {
  readonly product: ChannelProduct
  readonly fields: Readonly<Record<string, string>>
}

type Row = AmazonRow['fields']

export interface AmazonRows {
  readonly rows: readonly AmazonRow[]
  readonly leftOut: readonly LeftOut[]
}

export function amazonRows(group: ProductGroup, context: ChannelContext): AmazonRows {
  return group.hasVariants
    ? variations(withHandleAsSku(group, context, 'item_sku'), context)
    : singles(group, context)
}

function singles({ items }: ProductGroup, context: ChannelContext): AmazonRows {
  const { products, leftOut } = acceptProducts(items, context)
  return { rows: products.map((product) => ({ product, fields: toFields(product) })), leftOut }
}

function variations(group: ProductGroup, context: ChannelContext): AmazonRows {
  const { root } = group
  const found: LeftOut[] = checkItem(root, context, isOfParent)
  const sku = valueOf(root, 'item_sku')
  if (sku !== '' && !take(context, 'item_sku', sku)) found.push(refusal(root, context, 'item_sku', twice))
  if (found.some(({ isProduct }) => isProduct))
    return { rows: [], leftOut: withoutRows(group, found).leftOut }
  const { products, leftOut } = acceptProducts(group.items, context)
  if (products.length === 0) return { rows: [], leftOut: [...found, ...leftOut] }
  const options = variantOptions({ ...group, items: products }, context)
  const parts = themeParts(options)
  const lost = lostOptions(products, options, context, 'variation_theme')
  const theme = [...parts.keys()].map((part) => part.theme).join('-')
  const parent = { ...parentFields(root), parent_child: 'Parent', variation_theme: theme }
  const children = products.map((product) => ({
    product,
    fields: {
      ...toFields(product),
      ...optionFields(parts, product),
      parent_child: 'Child',
      parent_sku: sku,
      relationship_type: 'Variation',
      variation_theme: theme,
    },
  }))
  return { rows: [{ product: root, fields: parent }, ...children], leftOut: [...found, ...leftOut, ...lost] }
}

const twice = message('listing.identifier_repeated')

function acceptProducts(items: readonly ChannelProduct[], context: ChannelContext) {
  const typed = items.map((item) =>
    withValidSalePrice(withSoundStock(withIdType(item), context), context, 'sale_price', 'standard_price'),
  )
  const priced = typed.filter((item) => !isFree(item))
  const free = typed.filter(isFree).map((item) => refusal(item, context, 'standard_price', noPrice))
  const numbered = priced.filter((item) => !hasBadNumber(item))
  const bad = priced
    .filter(hasBadNumber)
    .map((item) => refusal(item, context, 'external_product_id', notGtin))
  const { items: products, leftOut } = acceptItems(numbered, context, 'item_sku')
  return { products, leftOut: [...free, ...bad, ...leftOut] }
}

const noPrice = message('listing.price_not_positive')

function isFree({ values }: ChannelProduct): boolean {
  return values.has('standard_price') && Number(values.get('standard_price')?.[0]) === 0
}

const notGtin = message('listing.not_a_gtin_without_type')
const typesByLength: Readonly<Record<number, string>> = { 8: 'EAN', 12: 'UPC', 13: 'EAN', 14: 'GTIN' }

function withIdType(product: ChannelProduct): ChannelProduct {
  const type = typesByLength[valueOf(product, 'external_product_id').length]
  if (type === undefined || product.values.has('external_product_id_type')) return product
  return { ...product, values: new Map([...product.values, ['external_product_id_type', [type]]]) }
}

function hasBadNumber(product: ChannelProduct): boolean {
  const number = valueOf(product, 'external_product_id')
  const type = valueOf(product, 'external_product_id_type')
  return number !== '' && ['EAN', 'GTIN', 'UPC', ''].includes(type) && !hasGtinCheckDigit(number)
}

function refusal(product: ChannelProduct, context: ChannelContext, target: string, issue: Sentence): LeftOut {
  const attribute = filledBy(getField(context, target))
  const value = valueOf(product, target)
  return { id: product.id, label: product.label, target, attribute, issue, value, isProduct: true }
}

// A parent is no offer: it has neither price nor stock nor a number of its own, and its pictures are optional.
const notOfParent =
  /^(external_product_id|external_product_id_type|standard_price|quantity|list_price|sale_price|sale_|currency|main_image_url|color_|size_|flavor_|scent_)/

function isOfParent(target: string): boolean {
  return !notOfParent.test(target)
}

function toFields({ values }: ChannelProduct): Row {
  const own = [...values].map(([target, texts]) => [target, texts.join(', ')])
  return { ...toOtherPictures(values), ...Object.fromEntries(own), ...toMeasureFields(values) }
}

function toOtherPictures(values: ChannelProduct['values']): Row {
  const main = values.get('main_image_url')?.[0]
  const others = (values.get(galleryOf) ?? []).filter((address) => address !== main)
  return Object.fromEntries(
    others.slice(0, 8).map((address, index) => [`other_image_url${index + 1}`, address]),
  )
}

const weightUnits: Readonly<Record<string, string>> = { mg: 'MG', g: 'GR', kg: 'KG', lb: 'LB', oz: 'OZ' }

/**
 * A measure has its unit in a second field. The dimensions of a product share one unit, so all are in
 * centimetres.
 */
function toMeasureFields(values: ChannelProduct['values']): Row {
  return Object.fromEntries(
    ['item', 'package'].flatMap((what) => {
      const weight = /^(\S+) (\w+)$/.exec(values.get(`${what}_weight`)?.[0] ?? '')
      const sizes = ['length', 'width', 'height'].flatMap((size) => {
        const measure = readMeasure(values.get(`${what}_${size}`)?.[0] ?? '', noHints)
        const number = measure && convertMeasure(measure, 'cm')
        return number === undefined ? [] : [[`${what}_${size}`, String(Number(number.toFixed(2)))]]
      })
      const [, number = '', unit = ''] = weight ?? []
      return [
        ...(weight
          ? [
              [`${what}_weight`, number],
              [`${what}_weight_unit_of_measure`, weightUnits[unit]],
            ]
          : []),
        ...sizes,
        ...(sizes.length > 0 ? [[`${what}_dimensions_unit_of_measure`, 'CM']] : []),
      ]
    }),
  )
}

const noHints = { unit: undefined, key: undefined }

/** Amazon accepts no negative stock. */
function withSoundStock(product: ChannelProduct, context: ChannelContext): ChannelProduct {
  const stock = valueOf(product, 'quantity')
  if (!(Number(stock) < 0)) return product
  const issue = message('listing.negative_number')
  const problem = { field: getField(context, 'quantity'), issue, value: stock, isPart: true }
  return {
    ...product,
    values: new Map([...product.values, ['quantity', ['0']]]),
    problems: [...product.problems, problem],
  }
}

function parentFields(root: ChannelProduct): Row {
  const isWritten = (target: string): boolean => isOfParent(target) || target === 'main_image_url'
  return Object.fromEntries(Object.entries(toFields(root)).filter(([target]) => isWritten(target)))
}

interface ThemePart {
  readonly pattern: RegExp
  readonly theme: string
  readonly target: string
}

const style: ThemePart = { pattern: /^style/i, theme: 'StyleName', target: 'style_name' }
const themes: readonly ThemePart[] = [
  { pattern: /^flavou?r/i, theme: 'FlavorName', target: 'flavor_name' },
  { pattern: /^(scent|fragrance)/i, theme: 'ScentName', target: 'scent_name' },
  { pattern: /^size/i, theme: 'SizeName', target: 'size_name' },
  { pattern: /^colou?r/i, theme: 'ColorName', target: 'color_name' },
  { pattern: /^material/i, theme: 'MaterialType', target: 'material_type' },
  style,
]

/**
 * The attributes that variants differ in, in Amazon's words, with the options of each. An option that
 * Amazon has no word for is a style, so that no two variants come out alike.
 */
function themeParts(options: readonly VariantOption[]): ReadonlyMap<ThemePart, readonly VariantOption[]> {
  const parts = new Map<ThemePart, VariantOption[]>()
  for (const option of options) {
    const known = themes.find((part) => part.pattern.test(option.name) && !parts.has(part)) ?? style
    parts.set(known, [...(parts.get(known) ?? []), option])
  }
  return new Map(themes.flatMap((part) => (parts.has(part) ? [[part, parts.get(part) ?? []]] : [])))
}

function optionFields(parts: ReturnType<typeof themeParts>, product: ChannelProduct): Row {
  return Object.fromEntries(
    [...parts].map(([{ target }, options]) => [
      target,
      options.map(({ values }) => values.get(product) ?? '').join(' / '),
    ]),
  )
}
