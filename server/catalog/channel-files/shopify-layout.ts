import { toAttributeKey } from '#shared/attribute-key.ts'
import { acceptItems, judge } from './judge.ts'
import {
  type ChannelContext,
  type ChannelLayout,
  csvLine,
  getField,
  type LaidOut,
  take,
  withoutRows,
} from './channel-layout.ts'
import { type ChannelProduct, type ProductGroup, type LeftOut, valueOf } from './channel-product.ts'
import { lostOptions, type VariantOption, variantOptions } from './variant-options.ts'

/** Shopify's product CSV: a row for each variant and each further picture, held together by the handle. */
export const shopifyCsv: ChannelLayout = {
  mediaType: 'text/csv; charset=utf-8',
  begin: ({ fields }) => csvLine(fields.map(({ target }) => target)),
  group: layOut,
  end: () => '',
}

/** Columns of a variant; the others are those of the product, and stand in its first row alone. */
function isOfVariant(target: string): boolean {
  return /^(Variant |Option\d|Unit Price|Cost per item)/.test(target)
}

type Row = Record<string, string>

function layOut(group: ProductGroup, context: ChannelContext): LaidOut {
  const { root } = group
  const ofProduct = judge(root, context, (target) => !isOfVariant(target))
  if (ofProduct.some(({ isProduct }) => isProduct)) return withoutRows(group, ofProduct)
  const { items, leftOut } = acceptItems(group.items, context, 'Variant SKU', isOfVariant)
  if (items.length === 0) return { text: '', items: 0, leftOut: [...ofProduct, ...leftOut] }
  const fault = tooMany(root, items, context)
  if (fault) return withoutRows({ ...group, items }, [...ofProduct, ...leftOut, fault])
  const options = group.hasVariants ? variantOptions({ ...group, items }, context) : []
  const rows = toRows(group, items, options, takeHandle(root, context))
  const text = rows.map((row) => csvLine(context.fields.map(({ target }) => row[target] ?? ''))).join('')
  const lost = [
    ...lostPictures(items, root, context),
    ...(group.hasVariants ? lostOptions(items, options, context, 'Option1 Value') : []),
  ]
  return { text, items: items.length, leftOut: [...ofProduct, ...leftOut, ...lost] }
}

const maxVariants = 2048

function tooMany(
  root: ChannelProduct,
  items: readonly ChannelProduct[],
  context: ChannelContext,
): LeftOut | undefined {
  if (items.length <= maxVariants) return undefined
  const { target } = getField(context, 'Option1 Value')
  const issue = `More than the ${maxVariants} variants that the channel takes.`
  return {
    id: root.id,
    label: root.label,
    target,
    attribute: null,
    issue,
    value: String(items.length),
    isProduct: true,
  }
}

function toRows(
  { root, hasVariants }: ProductGroup,
  items: readonly ChannelProduct[],
  options: readonly VariantOption[],
  handle: string,
): Row[] {
  const images = root.values.get('Image Src') ?? []
  const count = Math.max(items.length, images.length)
  return Array.from({ length: count }, (_, index) => {
    const item = items[index]
    const image = images[index]
    return {
      ...(index === 0 && toFields(root, (target) => !isOfVariant(target))),
      ...(item && { ...variantDefaults, ...toPictureFields(item, root), ...toStockFields(item) }),
      ...(item && (hasVariants ? optionCells(options, item, index === 0) : plainOption(item))),
      Handle: handle,
      'Image Src': image ?? '',
      'Image Position': image === undefined ? '' : String(index + 1),
    }
  })
}

/** The main picture of a variant that has one of its own. */
function toPictureFields(item: ChannelProduct, root: ChannelProduct): Row {
  const picture = valueOf(item, 'Image Src')
  const isOwn = item !== root && picture !== '' && picture !== valueOf(root, 'Image Src')
  return isOwn ? { 'Variant Image': picture } : {}
}

/** Without a tracker Shopify takes stock for uncounted, whatever the quantity says. */
function toStockFields(item: ChannelProduct): Row {
  const own = toFields(item, isOfVariant)
  return own['Variant Inventory Qty'] === undefined ? own : { 'Variant Inventory Tracker': 'shopify', ...own }
}

/** Pictures of a variant for which there is no column: it has one. */
function lostPictures(
  items: readonly ChannelProduct[],
  root: ChannelProduct,
  context: ChannelContext,
): LeftOut[] {
  const ofProduct = new Set(root.values.get('Image Src'))
  return items.flatMap((item) => {
    const pictures = item === root ? [] : (item.values.get('Image Src') ?? [])
    const kept = valueOf(item, 'Variant Image') || pictures[0]
    const lost = pictures.filter((picture) => picture !== kept && !ofProduct.has(picture))
    if (lost.length === 0) return []
    const attribute = getField(context, 'Image Src').attribute?.key ?? null
    const issue = 'A variant has one picture; the others are left out.'
    const { id, label } = item
    return [{ id, label, target: 'Image Src', attribute, issue, value: lost.join(', '), isProduct: false }]
  })
}

const variantDefaults: Row = { 'Variant Inventory Policy': 'deny', 'Variant Fulfillment Service': 'manual' }

function toFields({ values }: ChannelProduct, isWanted: (target: string) => boolean): Row {
  const wanted = [...values].filter(([target]) => isWanted(target))
  return Object.fromEntries(wanted.map(([target, texts]) => [target, texts.join(', ')]))
}

/** Shopify's own words for a product that has no variants. */
function plainOption(item: ChannelProduct): Row {
  if (item.values.has('Option1 Value')) return {}
  return { 'Option1 Name': 'Title', 'Option1 Value': 'Default Title' }
}

function optionCells(options: readonly VariantOption[], item: ChannelProduct, isFirst: boolean): Row {
  if (item.values.has('Option1 Value')) return {}
  return Object.fromEntries(
    options.flatMap(({ name, values }, index) => [
      [`Option${index + 1} Name`, isFirst ? name : ''],
      [`Option${index + 1} Value`, values.get(item) ?? ''],
    ]),
  )
}

/** As mapped, else made from the title; a number is added where another product has it. */
function takeHandle(root: ChannelProduct, context: ChannelContext): string {
  const wanted = valueOf(root, 'Handle') || toAttributeKey(valueOf(root, 'Title')).replaceAll('_', '-')
  const base =
    wanted
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-+|-+$/g, '') || root.id
  for (let count = 1; ; count += 1) {
    const handle = count === 1 ? base : `${base}-${count}`
    if (take(context, 'Handle', handle)) return handle
  }
}
