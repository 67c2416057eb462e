import type { CustomChannel } from '#shared/custom-channels.ts'
import { toAttributeKey } from '../attributes/key-of-name.ts'
import { acceptItems, checkItem } from './check-item.ts'
import { type ChannelContext, type LaidOut, separatedLine, withoutRows } from './channel-layout.ts'
import { type ChannelProduct, type ProductGroup, valueOf } from './channel-product.ts'
import { idOf, toCell } from './custom-cells.ts'
import { flagsOf, listFeatures } from './listed-features.ts'
import { withHandleAsSku } from './shop-products.ts'
import { type VariantOption, variantOptions } from './variant-options.ts'

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
