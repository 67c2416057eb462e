import { filledBy } from '../channels/channels.ts'
import { type AcceptedItems, acceptItems, checkItem } from './check-item.ts'
import {
  type ChannelContext,
  type ChannelLayout,
  csvLine,
  getField,
  type LaidOut,
  take,
  withoutRows,
} from './channel-layout.ts'
import {
  type ChannelProduct,
  type ProductGroup,
  type LeftOut,
  valueOf,
  withValidSalePrice,
} from './channel-product.ts'
import type { FeatureFlags } from '#shared/channels.ts'
import { flagsOf, listFeatures } from './shop-rows.ts'
import { withHandleAsSku, withPriceBefore } from './shop-products.ts'
import { lostOfVariants, type ProductColumns, withVariantValues } from './product-columns.ts'
import { lostOptions, type VariantOption, variantOptions } from './variant-options.ts'
import { message } from '#shared/messages/message.ts'

export const woocommerceCsv: ChannelLayout = {
  mediaType: 'text/csv; charset=utf-8',
  begin: ({ fields }) => csvLine(fields.map(({ target }) => target)),
  group: (group, context) => {
    const settle = (product: ChannelProduct): ChannelProduct =>
      withValidSalePrice(
        withPriceBefore(withStates(product, context), prices),
        context,
        prices.sale,
        prices.regular,
      )
    const known = withHandleAsSku(group, context, 'SKU')
    const described = { ...known, root: settle(known.root), items: known.items.map(settle) }
    return group.hasVariants ? variable(described, context) : simple(described, context)
  },
  end: () => '',
}

const prices = { regular: 'Regular price', sale: 'Sale price' }

type Row = Readonly<Record<string, string>>

function simple({ items }: ProductGroup, context: ChannelContext): LaidOut {
  const accepted = withOwnNumbers(acceptItems(items, context, 'SKU'), context)
  const rows = accepted.items.map((item) => ({
    Type: 'simple',
    ...toFields(item),
    ...featureCells(item, [], context),
  }))
  return { text: write(rows, context), items: rows.length, leftOut: accepted.leftOut }
}

const columns: ProductColumns = {
  isOfProduct: (target) => !isOfVariation(target),
  joined: ['Tags'],
  differing: ['Type', 'Position', 'Parent'],
}

function variable(read: ProductGroup, context: ChannelContext): LaidOut {
  const group = withVariantValues(read, columns)
  const { root } = group
  const ofProduct = checkItem(root, context, isOfProduct)
  const sku = valueOf(root, 'SKU')
  const fault = sku === '' || take(context, 'SKU', sku) ? [] : [sameValue(root, context, 'SKU')]
  const found = [...ofProduct, ...fault]
  if (found.some(({ isProduct }) => isProduct)) return withoutRows(group, found)
  const accepted = acceptItems(group.items, context, 'SKU', isOfVariation)
  const { items, leftOut } = withOwnNumbers(accepted, context)
  if (items.length === 0) return { text: '', items: 0, leftOut: [...found, ...leftOut] }
  const options = variantOptions({ ...group, items }, context)
  const rows = [
    {
      ...toFields(root, isOfProduct),
      Type: 'variable',
      Images: picturesOf({ ...group, items }, context)
        .map(inList)
        .join(', '),
      ...optionLists(options, items, context),
      ...featureCells(root, options, context),
    },
    ...items.map((item, index) => ({
      Position: String(index),
      ...toFields(item, isOfVariation),
      Images: inList(valueOf(item, 'Images')),
      Type: 'variation',
      Parent: sku,
      ...optionValues(options, item, context),
    })),
  ]
  const lost = [
    ...lostOfVariants({ ...group, items }, columns, context),
    ...lostOptions(items, options, context, 'Attribute 1 value(s)'),
  ]
  return { text: write(rows, context), items: items.length, leftOut: [...found, ...leftOut, ...lost] }
}

/** Two columns have a third value beside yes and no, which the import keeps in attributes of their own. */
function withStates(product: ChannelProduct, { sentBeside }: ChannelContext): ChannelProduct {
  const values = new Map(product.values)
  const stock = isOnBackorder(product) ? 'backorder' : inStock(product)
  if (stock !== undefined) values.set('In stock?', [stock])
  const [status] = product.texts.get('product_status') ?? []
  if (valueOf(product, 'Published') === '0' && status === 'draft') values.set('Published', ['-1'])
  for (const key of ['stock_status', 'product_status']) sentBeside.add(key)
  return { ...product, values }
}

function isOnBackorder(product: ChannelProduct): boolean {
  const [status = ''] = product.texts.get('stock_status') ?? []
  return valueOf(product, 'In stock?') === '1' && /^on ?back ?order$/i.test(status)
}

function inStock(product: ChannelProduct): string | undefined {
  const { values } = product
  const stock = values.get('Stock')?.[0]
  const given = values.get('In stock?')?.[0]
  if (stock === undefined || given !== undefined) return given
  const mayBeOrdered = ['1', 'notify'].includes(valueOf(product, 'Backorders allowed?'))
  return Number(stock) > 0 ? '1' : mayBeOrdered ? 'backorder' : '0'
}

/** The importer refuses a row with a number that another product has, so only the first product keeps it. */
function withOwnNumbers(accepted: AcceptedItems, context: ChannelContext): AcceptedItems {
  const target = 'GTIN, UPC, EAN, or ISBN'
  const leftOut: LeftOut[] = []
  const items = accepted.items.map((item) => {
    const number = valueOf(item, target)
    if (number === '' || take(context, target, number)) return item
    leftOut.push({ ...sameValue(item, context, target), isProduct: false })
    return { ...item, values: new Map([...item.values].filter(([key]) => key !== target)) }
  })
  return { items, leftOut: [...accepted.leftOut, ...leftOut] }
}

/** A product that came from the shop keeps its own pictures; others show those of their variants too. */
function picturesOf({ root, items }: ProductGroup, { channel }: ChannelContext): readonly string[] {
  const own = root.values.get('Images') ?? []
  if (own.length > 0 && channel.settings.learned !== undefined) return own
  return [...new Set([...own, ...items.flatMap(({ values }) => values.get('Images') ?? [])])]
}

function sameValue(product: ChannelProduct, context: ChannelContext, target: string): LeftOut {
  const { id, label } = product
  const attribute = filledBy(getField(context, target))
  const issue = message('listing.identifier_repeated')
  return { id, label, target, attribute, issue, value: valueOf(product, target), isProduct: true }
}

const ofVariation = new Set([
  'ID',
  'SKU',
  'Is featured?',
  'Visibility in catalog',
  'Sold individually?',
  'Allow customer reviews?',
  'Position',
  'GTIN, UPC, EAN, or ISBN',
  'Name',
  'Published',
  'Description',
  'Date sale price starts',
  'Date sale price ends',
  'Tax status',
  'Tax class',
  'In stock?',
  'Stock',
  'Low stock amount',
  'Backorders allowed?',
  'Weight (kg)',
  'Length (cm)',
  'Width (cm)',
  'Height (cm)',
  'Sale price',
  'Regular price',
  'Shipping class',
  'Images',
  'Cost of goods',
])

// Fields of variations only; the variable product itself is not sold.
const ofVariationAlone = new Set([
  'GTIN, UPC, EAN, or ISBN',
  'Sale price',
  'Regular price',
  'Stock',
  'Type',
  'Parent',
])

function isOfVariation(target: string): boolean {
  return ofVariation.has(target) || target.startsWith('Meta:')
}

function isOfProduct(target: string): boolean {
  return !ofVariationAlone.has(target)
}

function toFields({ values }: ChannelProduct, isWritten: (target: string) => boolean = () => true): Row {
  const wanted = [...values].filter(([target]) => isWritten(target))
  return Object.fromEntries(wanted.map(([target, texts]) => [target, toCell(target, texts)]))
}

interface ListedAttribute {
  readonly name: string
  readonly texts: readonly string[]
  readonly visible: string
  readonly global: string
}

function attributeCells(listed: readonly ListedAttribute[], before = 0): Row {
  return Object.fromEntries(
    listed.flatMap(({ name, texts, visible, global }, index) => {
      const number = `Attribute ${before + index + 1}`
      return [
        [`${number} name`, name],
        [`${number} value(s)`, texts.map(inList).join(', ')],
        [`${number} visible`, visible],
        [`${number} global`, global],
      ]
    }),
  )
}

function shownAs(flags: FeatureFlags | undefined): Pick<ListedAttribute, 'visible' | 'global'> {
  return { visible: flags?.visible || '1', global: flags?.global || '0' }
}

/** The other attributes that the shop lists of a product, behind its options. */
function featureCells(
  product: ChannelProduct,
  options: readonly VariantOption[],
  context: ChannelContext,
): Row {
  const taken = new Set(options.map(({ attribute }) => attribute?.uuid))
  const listed = listFeatures(product, context).filter(({ attribute }) => !taken.has(attribute.uuid))
  return attributeCells(
    listed.map(({ attribute, texts, flags }) => ({ name: attribute.name, texts, ...shownAs(flags) })),
    options.length,
  )
}

function optionLists(
  options: readonly VariantOption[],
  items: readonly ChannelProduct[],
  context: ChannelContext,
): Row {
  return attributeCells(
    options.map(({ name, attribute, values }) => {
      const texts = [...new Set(items.map((item) => values.get(item) ?? ''))]
      return { name, texts, ...shownAs(flagsOf(attribute, context)) }
    }),
  )
}

function optionValues(options: readonly VariantOption[], item: ChannelProduct, context: ChannelContext): Row {
  return attributeCells(
    options.map(({ name, attribute, values }) => {
      const { global } = shownAs(flagsOf(attribute, context))
      return { name, texts: [values.get(item) ?? ''], visible: '', global }
    }),
  )
}

function toCell(target: string, texts: readonly string[]): string {
  return (target === 'Images' ? texts.map(inList) : texts).join(', ')
}

function inList(text: string): string {
  return text.replaceAll(',', String.raw`\,`)
}

function write(rows: readonly Row[], { fields }: ChannelContext): string {
  return rows.map((row) => csvLine(fields.map(({ target }) => row[target] ?? ''))).join('')
}
