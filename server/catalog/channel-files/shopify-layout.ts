import { filledBy } from '../channels/channels.ts'
import { isOfVariant } from '../channels/templates/shopify.ts'
import { acceptItems, checkItem } from './check-item.ts'
import {
  type ChannelContext,
  type ChannelLayout,
  csvLine,
  getField,
  type LaidOut,
  withoutRows,
  take,
} from './channel-layout.ts'
import { type ChannelProduct, type ProductGroup, type LeftOut, valueOf } from './channel-product.ts'
import { unitOf } from './measures.ts'
import { lostOfVariants, type ProductColumns, withVariantValues } from './product-columns.ts'
import { lostOptions, type VariantOption, variantOptions } from './variant-options.ts'
import { joinWords, toHandle } from '../attributes/key-of-name.ts'
import { message } from '#shared/messages/message.ts'

const target = 'URL handle'

/**
 * Shopify recognizes a product by its handle, so it stays when the title changes: as mapped, else the one
 * in an earlier file, else made from the title (the SKU for a title without letters), and not used by
 * another product earlier.
 */
function takeHandle(root: ChannelProduct, context: ChannelContext): string {
  const mapped = valueOf(root, target)
  if (mapped !== '') return takeNumbered(joinWords(mapped) || root.id, context)
  const known = context.storedNames.get(root.id)
  if (known !== undefined) return takeNumbered(known, context)
  const base = toHandle(valueOf(root, 'Title')) || toHandle(valueOf(root, 'SKU')) || root.id
  const handle = takeNumbered(base, context, context.reservedNames)
  context.newNames.set(root.id, handle)
  return handle
}

function takeNumbered(base: string, context: ChannelContext, others?: ReadonlySet<string>): string {
  for (let count = 1; ; count += 1) {
    const handle = count === 1 ? base : `${base}-${count}`
    if (others?.has(handle) !== true && take(context, target, handle)) return handle
  }
}

export const shopifyCsv: ChannelLayout = {
  mediaType: 'text/csv; charset=utf-8',
  begin: ({ fields }) => csvLine(fields.map(({ target }) => target)),
  group: layOut,
  end: () => '',
}

type Row = Record<string, string>

const columns: ProductColumns = {
  isOfProduct: (target) => !isOfVariant(target),
  joined: ['Tags'],
  differing: ['Title', 'URL handle', 'Product image URL', 'Image alt text', 'SEO title', 'SEO description'],
}

function layOut(read: ProductGroup, context: ChannelContext): LaidOut {
  const group = withVariantValues(read, columns)
  const { root } = group
  const ofProduct = checkItem(root, context, (target) => !isOfVariant(target))
  if (ofProduct.some(({ isProduct }) => isProduct)) return withoutRows(group, ofProduct)
  const { items, leftOut } = acceptItems(group.items, context, 'SKU', isOfVariant)
  if (items.length === 0) return { text: '', items: 0, leftOut: [...ofProduct, ...leftOut] }
  const sold = { ...group, items }
  const fault = tooMany(sold, context)
  if (fault) return withoutRows(sold, [...ofProduct, ...leftOut, fault])
  const options = group.hasVariants ? variantOptions(sold, context) : []
  const pictures = picturesOf(sold)
  const rows = toRows(sold, { options, pictures: pictures.slice(0, maxPictures), context })
  const text = rows.map((row) => csvLine(context.fields.map(({ target }) => row[target] ?? ''))).join('')
  const reported = [
    ...lostOfVariants(sold, columns, context),
    ...drafted(sold, context),
    ...lostPictures(root, pictures.slice(maxPictures), context),
    ...(group.hasVariants ? lostOptions(items, options, context, 'Option1 value') : []),
  ]
  return { text, items: items.length, leftOut: [...ofProduct, ...leftOut, ...reported] }
}

const maxVariants = 2048
const maxPictures = 250

function tooMany({ root, items }: ProductGroup, context: ChannelContext): LeftOut | undefined {
  if (items.length <= maxVariants) return undefined
  const issue = message('listing.too_many_variants', { count: maxVariants })
  return { ...about(root, 'Option1 value', context), issue, value: String(items.length), isProduct: true }
}

function about(
  { id, label }: ChannelProduct,
  target: string,
  context: ChannelContext,
): Pick<LeftOut, 'id' | 'label' | 'target' | 'attribute'> {
  return { id, label, target, attribute: filledBy(getField(context, target)) }
}

function picturesOf({ root, items }: ProductGroup): string[] {
  return [...new Set([root, ...items].flatMap(({ values }) => values.get('Product image URL') ?? []))]
}

interface Layout {
  readonly options: readonly VariantOption[]
  readonly pictures: readonly string[]
  readonly context: ChannelContext
}

function toRows(group: ProductGroup, { options, pictures, context }: Layout): Row[] {
  const { root, items, hasVariants } = group
  const handle = takeHandle(root, context)
  const hasOwnPictures = items.some((item) => firstPicture(item) !== firstPicture(root))
  return Array.from({ length: Math.max(items.length, pictures.length) }, (_, index) => {
    const item = items[index]
    return {
      ...(index === 0 && toProductFields(group)),
      ...(item && toVariantFields(item, context)),
      ...(item && hasVariants && hasOwnPictures && toPictureField(item)),
      ...(item && (hasVariants ? optionCells(options, item, index === 0) : plainOption(item))),
      'URL handle': handle,
      ...pictureCells(root, pictures, index),
    }
  })
}

/** The alternative text of the first picture is a field of the product. */
function pictureCells(root: ChannelProduct, pictures: readonly string[], index: number): Row {
  const picture = pictures[index]
  if (picture === undefined) return {}
  const alt: Row = index === 0 ? {} : { 'Image alt text': root.altOf(picture) ?? '' }
  return { ...alt, 'Product image URL': picture, 'Image position': String(index + 1) }
}

function firstPicture(product: ChannelProduct): string {
  return valueOf(product, 'Product image URL')
}

function toPictureField(item: ChannelProduct): Row {
  return { 'Variant image URL': valueOf(item, 'Variant image URL') || firstPicture(item) }
}

function toProductFields(group: ProductGroup): Row {
  const own = toFields(group.root, (target) => !isOfVariant(target))
  const status = isFree(group) ? 'draft' : (own['Status'] ?? 'active')
  return { 'Published on online store': 'TRUE', ...own, Status: status }
}

function isFree({ items }: ProductGroup): boolean {
  return items.some(({ values }) => !values.has('Price'))
}

function drafted(group: ProductGroup, context: ChannelContext): LeftOut[] {
  const issue = 'Without a price Shopify would sell it for 0.00, so its product is a draft.'
  return group.items
    .filter(({ values }) => !values.has('Price'))
    .map((item) => ({ ...about(item, 'Price', context), issue, value: '', isProduct: false }))
}

const variantDefaults: Row = {
  'Continue selling when out of stock': 'deny',
  'Fulfillment service': 'manual',
  'Requires shipping': 'TRUE',
  'Charge tax': 'TRUE',
}

/** Shopify takes stock without a tracker for uncounted, so every quantity has one, even an unreadable one. */
function toVariantFields(item: ChannelProduct, context: ChannelContext): Row {
  const own = toFields(item, isOfVariant)
  const isCounted =
    item.values.has('Inventory quantity') ||
    item.problems.some(({ field }) => field.target === 'Inventory quantity')
  const unit = own['Weight value (grams)'] === undefined ? '' : displayUnit(context)
  return {
    ...variantDefaults,
    ...(isCounted && { 'Inventory tracker': 'shopify' }),
    ...(unit !== '' && { 'Weight unit for display': unit }),
    ...own,
  }
}

const displayUnits = ['g', 'kg', 'lb', 'oz']

function displayUnit(context: ChannelContext): string {
  const { attribute } = getField(context, 'Weight value (grams)')
  const symbol = unitOf({ unit: attribute?.extras.constraints.unit, key: attribute?.key }) ?? ''
  return displayUnits.includes(symbol) ? symbol : 'g'
}

function lostPictures(root: ChannelProduct, lost: readonly string[], context: ChannelContext): LeftOut[] {
  if (lost.length === 0) return []
  const issue = message('listing.too_many_pictures', { count: maxPictures })
  return [{ ...about(root, 'Product image URL', context), issue, value: lost.join(', '), isProduct: false }]
}

function toFields({ values }: ChannelProduct, isWritten: (target: string) => boolean): Row {
  const wanted = [...values].filter(([target]) => isWritten(target))
  return Object.fromEntries(wanted.map(([target, texts]) => [target, texts.join(', ')]))
}

function plainOption(item: ChannelProduct): Row {
  if (item.values.has('Option1 value')) return {}
  return { 'Option1 name': 'Title', 'Option1 value': 'Default Title' }
}

function optionCells(options: readonly VariantOption[], item: ChannelProduct, isFirst: boolean): Row {
  if (item.values.has('Option1 value')) return {}
  return Object.fromEntries(
    options.flatMap(({ name, values }, index) => [
      [`Option${index + 1} name`, isFirst ? name : ''],
      [`Option${index + 1} value`, values.get(item) ?? ''],
    ]),
  )
}
