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
import { lostOfVariants, type ProductColumns, withVariantValues } from './product-columns.ts'
import { lostOptions, type VariantOption, variantOptions } from './variant-options.ts'
import { message } from '#shared/messages/message.ts'

export const woocommerceCsv: ChannelLayout = {
  mediaType: 'text/csv; charset=utf-8',
  begin: ({ fields }) => csvLine(fields.map(({ target }) => target)),
  group: (group, context) => {
    const settle = (product: ChannelProduct): ChannelProduct =>
      withValidSalePrice(withStock(product), context, 'Sale price', 'Regular price')
    const described = { ...group, root: settle(group.root), items: group.items.map(settle) }
    return group.hasVariants ? variable(described, context) : simple(described, context)
  },
  end: () => '',
}

type Row = Readonly<Record<string, string>>

function simple({ items }: ProductGroup, context: ChannelContext): LaidOut {
  const accepted = withOwnNumbers(acceptItems(items, context, 'SKU'), context)
  const rows = accepted.items.map((item) => ({ Type: 'simple', ...toFields(item) }))
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
      Images: picturesOf({ ...group, items })
        .map(inList)
        .join(', '),
      ...optionLists(options, items),
    },
    ...items.map((item, index) => ({
      ...toFields(item, isOfVariation),
      Images: inList(valueOf(item, 'Images')),
      Type: 'variation',
      Parent: sku,
      Position: String(index),
      ...optionValues(options, item),
    })),
  ]
  const lost = [
    ...lostOfVariants({ ...group, items }, columns, context),
    ...lostOptions(items, options, context, 'Attribute 1 value(s)'),
  ]
  return { text: write(rows, context), items: items.length, leftOut: [...found, ...leftOut, ...lost] }
}

function withStock(product: ChannelProduct): ChannelProduct {
  const { values } = product
  const stock = values.get('Stock')?.[0]
  if (stock === undefined || values.has('In stock?')) return product
  const mayBeOrdered = ['1', 'notify'].includes(valueOf(product, 'Backorders allowed?'))
  const described = Number(stock) > 0 ? '1' : mayBeOrdered ? 'backorder' : '0'
  return { ...product, values: new Map([...values, ['In stock?', [described]]]) }
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

function picturesOf({ root, items }: ProductGroup): string[] {
  return [...new Set([root, ...items].flatMap(({ values }) => values.get('Images') ?? []))]
}

function sameValue(product: ChannelProduct, context: ChannelContext, target: string): LeftOut {
  const { id, label } = product
  const attribute = filledBy(getField(context, target))
  const issue = message('listing.identifier_repeated')
  return { id, label, target, attribute, issue, value: valueOf(product, target), isProduct: true }
}

const ofVariation = new Set([
  'SKU',
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
  return ofVariation.has(target)
}

function isOfProduct(target: string): boolean {
  return !ofVariationAlone.has(target)
}

function toFields({ values }: ChannelProduct, isWanted: (target: string) => boolean = () => true): Row {
  const wanted = [...values].filter(([target]) => isWanted(target))
  return Object.fromEntries(wanted.map(([target, texts]) => [target, toCell(target, texts)]))
}

function optionLists(options: readonly VariantOption[], items: readonly ChannelProduct[]): Row {
  return Object.fromEntries(
    options.flatMap(({ name, values }, index) => {
      const texts = [...new Set(items.map((item) => inList(values.get(item) ?? '')))]
      const number = `Attribute ${index + 1}`
      return [
        [`${number} name`, name],
        [`${number} value(s)`, texts.join(', ')],
        [`${number} visible`, '1'],
        [`${number} global`, '0'],
      ]
    }),
  )
}

function optionValues(options: readonly VariantOption[], item: ChannelProduct): Row {
  return Object.fromEntries(
    options.flatMap(({ name, values }, index) => [
      [`Attribute ${index + 1} name`, name],
      [`Attribute ${index + 1} value(s)`, inList(values.get(item) ?? '')],
      [`Attribute ${index + 1} global`, '0'],
    ]),
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
