import type { CustomChannel, CustomFieldKind } from '#shared/custom-channels.ts'
import { toAttributeKey } from '../attributes/key-of-name.ts'
import { acceptItems, checkItem } from './check-item.ts'
import { type ChannelContext, type LaidOut, separatedLine, withoutRows } from './channel-layout.ts'
import { type ChannelProduct, type ProductGroup, valueOf } from './channel-product.ts'
import { withHandleAsSku } from './shop-products.ts'
import { type VariantOption, variantOptions } from './variant-options.ts'
import type { FeatureFlags } from '#shared/channels.ts'
import { splitList } from '#shared/text.ts'
import type { Attribute } from '../../store/tables/attributes.ts'
import { axisText } from '../variants/choose-axes.ts'

type Cells = Readonly<Record<string, string>>

interface Family {
  readonly root: ChannelProduct
  readonly variants: readonly ChannelProduct[]
  readonly options: readonly VariantOption[]
  readonly context: ChannelContext
  /** The cells of the fields that a product has values for. */
  readonly cellsOf: (product: ChannelProduct) => Cells
}

type ToRows = (family: Family) => readonly Cells[]

interface ShopFile {
  readonly context: ChannelContext
  readonly toRows: ToRows
}

/** Rows of a shop's own file: a product, and its variants in the form that the shop reads them. [SHOP-05] */
export function writeShopRows(
  read: ProductGroup,
  own: CustomChannel,
  { context, toRows }: ShopFile,
): LaidOut {
  const id = idOf(own)
  const group = withHandleAsSku(read, context, id)
  const { root, hasVariants } = group
  const ofRoot = hasVariants ? checkItem(root, context, (target) => target === id) : []
  if (ofRoot.some(({ isProduct }) => isProduct)) return withoutRows(group, ofRoot)
  const isChecked = (target: string) => !hasVariants || target === id
  const { items, leftOut } = acceptItems(group.items, context, id, isChecked)
  if (items.length === 0) return { text: '', items: 0, leftOut }
  const options = hasVariants ? variantOptions({ ...group, items }, context) : []
  const kinds = new Map(own.fields.map(({ target, kind }) => [target, kind]))
  const cellsOf = ({ values }: ChannelProduct): Cells =>
    Object.fromEntries(
      [...values].map(([target, texts]) => [target, toCell(texts, kinds.get(target) ?? 'text', own.file)]),
    )
  const rows = toRows({ root, variants: hasVariants ? items : [], options, context, cellsOf })
  const lines = rows.map((row) =>
    separatedLine(
      own.file.delimiter,
      context.fields.map(({ target }) => row[target] ?? ''),
    ),
  )
  return { text: lines.join(''), items: items.length, leftOut: [...ofRoot, ...leftOut] }
}

/** Magento and BigCommerce part the levels of a category by a slash. */
function paths(product: ChannelProduct, target: string, separator: string): Cells {
  const texts = product.values.get(target) ?? []
  return texts.length === 0
    ? {}
    : { [target]: texts.map((text) => text.replaceAll(' > ', '/')).join(separator) }
}

export const magentoRows: ToRows = ({ root, variants, options, context, cellsOf }) => {
  const row = (product: ChannelProduct, type: string): Cells => ({
    product_type: type,
    ...cellsOf(product),
    ...paths(product, 'categories', ','),
    additional_attributes: attributesOf(product, options, context),
  })
  if (variants.length === 0) return [row(root, 'simple')]
  const variations = variants.map((variant) => [
    ['sku', valueOf(variant, 'sku')] as const,
    ...options.map(({ name, values }) => [toAttributeKey(name), values.get(variant) ?? ''] as const),
  ])
  const parent = {
    ...row(root, 'configurable'),
    configurable_variations: variations.map((pairs) => joinPairs(pairs)).join('|'),
    configurable_variation_labels: joinPairs(
      options.map(({ name }) => [toAttributeKey(name), name] as const),
    ),
  }
  return [...variants.map((variant) => row(variant, 'simple')), parent]
}

function attributesOf(
  product: ChannelProduct,
  options: readonly VariantOption[],
  context: ChannelContext,
): string {
  const listed = new Map<string, string>()
  for (const { name, values } of options) {
    const text = values.get(product)
    if (text !== undefined) listed.set(toAttributeKey(name), text)
  }
  for (const { attribute, texts } of listFeatures(product, context))
    listed.set(toAttributeKey(attribute.name), texts.join('|'))
  return joinPairs([...listed])
}

/** `color=Black,note="a, b"`: quotes hold what has a comma. */
function joinPairs(pairs: readonly (readonly [code: string, text: string])[]): string {
  return pairs
    .map(([code, text]) => `${code}=${/[,"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text}`)
    .join(',')
}

export const bigcommerceRows: ToRows = ({ root, variants, options, context, cellsOf }) => {
  const product = { 'Item Type': 'Product', ...cellsOf(root), ...paths(root, 'Category', ';') }
  const skus = variants.map((variant): Cells => {
    const texts = options.map(({ name, attribute, values }) => {
      const display = flagsOf(attribute, context)?.visible || 'S'
      return `[${display}]${name}=${values.get(variant) ?? ''}`
    })
    return { ...cellsOf(variant), 'Item Type': 'SKU', 'Product Name': texts.join(','), Category: '' }
  })
  return [product, ...skus]
}

/** The field whose value tells the rows of a file apart; empty where none does. */
export function idOf({ fields }: CustomChannel): string {
  return fields.find(({ unique }) => unique === true)?.target ?? ''
}

const numeric: ReadonlySet<CustomFieldKind> = new Set(['number', 'integer', 'price', 'price_with_currency'])

export function toCell(texts: readonly string[], kind: CustomFieldKind, file: CustomChannel['file']): string {
  const { decimal, list_separator: separator } = file
  if (kind === 'stock') return texts.map((text) => String(Math.max(Number(text), 0))).join('')
  if (numeric.has(kind) && decimal === 'comma') return texts.join('').replace('.', ',')
  const isAddress = kind === 'pictures'
  return texts
    .map((text) => (isAddress ? text.replaceAll(separator, encodeURIComponent(separator)) : text))
    .join(separator)
}

export interface ListedFeature {
  readonly attribute: Attribute
  readonly texts: readonly string[]
  readonly flags: FeatureFlags | undefined
}

/** The attributes that the shop's file lists of a product by name, in the order and notation of the file. */
export function listFeatures(product: ChannelProduct, context: ChannelContext): ListedFeature[] {
  return context.features.flatMap((attribute) => {
    const text = axisText(product, attribute.key)
    if (text === '') return []
    context.sentBeside.add(attribute.key)
    const flags = flagsOf(attribute, context)
    const texts = attribute.traits.hasTokens
      ? splitList(text)
      : [inNotationOf(flags?.sample, text, attribute)]
    return [{ attribute, texts, flags }]
  })
}

export function flagsOf(
  attribute: Attribute | undefined,
  { channel }: ChannelContext,
): FeatureFlags | undefined {
  return channel.settings.learned?.features?.find((one) => one.attribute === attribute?.uuid)
}

/** A number with its unit and its decimal mark, and yes or no, as the shop writes them. */
function inNotationOf(sample = '', text: string, { traits }: Attribute): string {
  if (traits.family === 'boolean' && /^(yes|no)$/i.test(sample)) return text === 'true' ? 'Yes' : 'No'
  if (traits.family !== 'number' || !/\d/.test(sample)) return text
  const number = sample.includes(',') ? text.replace('.', ',') : text
  return sample.replace(/-?\d+([.,]\d+)?/, () => number)
}
