import {
  isListKind,
  type ShopLayout,
  type CustomChannel,
  type CustomField,
  type CustomFieldKind,
} from '#shared/custom-channels.ts'
import { message } from '#shared/messages/message.ts'
import { isOfOne } from '../channels/custom-template.ts'
import { withoutContradictions } from './google-values.ts'
import { acceptItems } from './check-item.ts'
import {
  type ChannelContext,
  type ChannelLayout,
  type LaidOut,
  separatedLine,
  withoutRows,
  getField,
} from './channel-layout.ts'
import {
  type ChannelProduct,
  type LeftOut,
  type ProductGroup,
  valueOf,
  type Problem,
} from './channel-product.ts'
import { lostOfVariants, withVariantValues } from './product-columns.ts'
import { idOf, toCell, bigcommerceRows, magentoRows, writeShopRows } from './shop-rows.ts'
import { lostOptions, type VariantOption, variantOptions } from './variant-options.ts'

const byteOf = new Map(
  [...new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))].map(
    (sign, byte) => [sign, byte],
  ),
)

function encodeWindows1252(text: string): Uint8Array {
  return Uint8Array.from([...text].flatMap((sign) => byteOf.get(sign) ?? []))
}

const issue = message('listing.not_in_windows_1252')
const remedy = message('listing.write_other_signs')

function withSoundText(
  product: ChannelProduct,
  { file }: CustomChannel,
  context: ChannelContext,
): ChannelProduct {
  if (file.encoding !== 'windows-1252') return product
  const problems = [...product.values].flatMap(([target, texts]): Problem[] => {
    const signs = [...new Set(texts.join(''))].filter((sign) => !byteOf.has(sign))
    const value = signs.join(' ')
    return value === '' ? [] : [{ field: getField(context, target), issue, remedy, value, isPart: true }]
  })
  return problems.length === 0 ? product : { ...product, problems: [...product.problems, ...problems] }
}

export function customLayout(own: CustomChannel): ChannelLayout {
  const { delimiter, encoding, bom, header, rows } = own.file
  const isLatin = encoding === 'windows-1252'
  const type = delimiter === '\t' ? 'text/tab-separated-values' : 'text/csv'
  const { layout = rows } = own.file
  const write = writers[layout]
  return {
    mediaType: `${type}; charset=${encoding}`,
    ...(isLatin && { encode: encodeWindows1252 }),
    begin: ({ fields }) => {
      const headers = separatedLine(
        delimiter,
        fields.map(({ target }) => target),
      )
      return (bom && !isLatin ? '\u{feff}' : '') + (header ? headers : '')
    },
    group: (read, context) => {
      const settle = (product: ChannelProduct): ChannelProduct =>
        withSoundText(withSharedPictures(withoutContradictions(product, context), own, context), own, context)
      const group = { ...read, root: settle(read.root), items: read.items.map(settle) }
      return write(group, withFurtherColumns(own, context), context)
    },
    end: () => '',
  }
}

/** Columns that the channel has learned of a shop's file stand behind its own. */
function withFurtherColumns(own: CustomChannel, { fields }: ChannelContext): CustomChannel {
  const further = fields.slice(own.fields.length)
  if (further.length === 0) return own
  const columns = further.map(({ target }) => ({ target, kind: 'text', requirement: 'optional' }) as const)
  return { ...own, fields: [...own.fields, ...columns] }
}

const writers: Readonly<
  Record<
    ShopLayout | CustomChannel['file']['rows'],
    (group: ProductGroup, own: CustomChannel, context: ChannelContext) => LaidOut
  >
> = {
  variants: writeVariants,
  products: writeProduct,
  etsy: (group, own, context) => writeProduct(withSkusOfVariants(group, own), own, context),
  magento: (group, own, context) => writeShopRows(group, own, { context, toRows: magentoRows }),
  bigcommerce: (group, own, context) => writeShopRows(group, own, { context, toRows: bigcommerceRows }),
}

/** Etsy has the SKUs of variants in the row of their listing. */
function withSkusOfVariants(group: ProductGroup, own: CustomChannel): ProductGroup {
  const { root, items, hasVariants } = group
  const id = idOf(own)
  const skus = items.flatMap(({ values }) => values.get(id) ?? [])
  if (!hasVariants || root.values.has(id) || skus.length < items.length) return group
  return { ...group, root: { ...root, values: new Map([...root.values, [id, [skus.join(',')]]]) } }
}

function writeVariants(group: ProductGroup, own: CustomChannel, context: ChannelContext): LaidOut {
  const id = idOf(own)
  const { items, leftOut } = acceptItems(group.items, context, id)
  if (items.length === 0) return { text: '', items: 0, leftOut }
  const sold = { ...group, items }
  const options = optionsOf(sold, own, context)
  const name = valueOf(group.root, id) || group.root.id
  const variants = items.map((item) =>
    toRow(item, own, {
      group: () => (group.hasVariants ? name : ''),
      option_name: (index) => options[index]?.name ?? '',
      option_value: (index) => options[index]?.values.get(item) ?? '',
    }),
  )
  const isParent = group.hasVariants && own.file.parents
  const parent = isParent ? [toRow(withFirstValues(sold, own).root, own, listed(options, items, own))] : []
  return {
    text: [...parent, ...variants].join(''),
    items: items.length,
    leftOut: [...leftOut, ...lostOf(sold, options, own, context)],
  }
}

function writeProduct(group: ProductGroup, own: CustomChannel, context: ChannelContext): LaidOut {
  const whole = withFirstValues(group, own)
  const { items, leftOut } = acceptItems([whole.root], context, idOf(own))
  if (items.length === 0) return withoutRows(group, leftOut)
  const options = optionsOf(group, own, context)
  const lost = [...lostOfVariants(whole, columnsOf(own), context), ...lostOf(group, options, own, context)]
  const text = toRow(whole.root, own, listed(options, group.items, own))
  return { text, items: group.items.length, leftOut: [...leftOut, ...lost] }
}

function optionsOf(group: ProductGroup, { fields }: CustomChannel, context: ChannelContext): VariantOption[] {
  const most = fields.filter(({ kind }) => kind === 'option_value').length
  return group.hasVariants && most > 0 ? variantOptions(group, context).slice(0, most) : []
}

const noColumn = 'Add another pair of columns for what variants differ in, or one that takes the attribute.'

function lostOf(
  { items, hasVariants }: ProductGroup,
  options: readonly VariantOption[],
  { fields }: CustomChannel,
  context: ChannelContext,
): LeftOut[] {
  const last = fields.findLast(({ kind }) => kind === 'option_value')
  if (!hasVariants || !last) return []
  return lostOptions(items, options, context, last.target).map((one) => ({ ...one, remedy: noColumn }))
}

function columnsOf({ fields }: CustomChannel) {
  const ofKind = (isOf: (field: CustomField) => boolean) => fields.filter(isOf).map(({ target }) => target)
  return {
    isOfProduct: () => true,
    joined: [],
    differing: ofKind(
      ({ kind, unique }) => unique === true || isOfOne(kind) || kind === 'picture' || isListKind(kind),
    ),
  }
}

function withFirstValues(group: ProductGroup, own: CustomChannel): ProductGroup {
  const whole = withVariantValues(group, columnsOf(own))
  if (!group.hasVariants) return whole
  const values = new Map(whole.root.values)
  for (const { target, kind, max_values: most } of own.fields) {
    if (kind === 'stock') {
      const pieces = group.items.flatMap((one) => one.values.get(target) ?? [])
      const sum = pieces.reduce((total, text) => total + Math.max(Number(text), 0), 0)
      if (pieces.length > 0) values.set(target, [String(sum)])
    }
    if (!isListKind(kind)) continue
    const texts = [whole.root, ...group.items].flatMap((one) => one.values.get(target) ?? [])
    if (texts.length > 0) values.set(target, [...new Set(texts)].slice(0, most))
  }
  return { ...whole, root: { ...whole.root, values } }
}

type ComputedColumns = Readonly<Partial<Record<CustomFieldKind, (index: number) => string>>>

function listed(
  options: readonly VariantOption[],
  items: readonly ChannelProduct[],
  { file }: CustomChannel,
): ComputedColumns {
  return {
    option_name: (index) => options[index]?.name ?? '',
    option_value: (index) => {
      const values = items.map((item) => options[index]?.values.get(item) ?? '')
      return [...new Set(values)].filter((text) => text !== '').join(file.list_separator)
    },
  }
}

function toRow({ values }: ChannelProduct, { fields, file }: CustomChannel, made: ComputedColumns): string {
  const counts = new Map<CustomFieldKind, number>()
  const cells = fields.map(({ target, kind }) => {
    const index = counts.get(kind) ?? 0
    counts.set(kind, index + 1)
    const make = made[kind]
    return make ? make(index) : toCell(values.get(target) ?? [], kind, file)
  })
  return separatedLine(file.delimiter, cells)
}

function withSharedPictures(
  product: ChannelProduct,
  { fields }: CustomChannel,
  context: ChannelContext,
): ChannelProduct {
  const columns = fields.filter(({ kind }) => kind === 'picture')
  const last = columns.at(-1)
  if (!last) return product
  const values = new Map(product.values)
  const taken = new Set<string>()
  for (const { target } of columns) {
    const next = product.values.get(target)?.find((text) => !taken.has(text))
    if (next === undefined) values.delete(target)
    else {
      values.set(target, [next])
      taken.add(next)
    }
  }
  const listed = new Set<string>()
  for (const { target } of fields.filter(({ kind }) => kind === 'pictures')) {
    const others = (values.get(target) ?? []).filter((text) => !taken.has(text))
    for (const text of others) listed.add(text)
    if (others.length > 0) values.set(target, others)
    else values.delete(target)
  }
  const all = columns.flatMap(({ target }) => product.values.get(target) ?? [])
  const lost = [...new Set(all)].filter((text) => !taken.has(text) && !listed.has(text))
  if (lost.length === 0) return { ...product, values }
  const issue = message('listing.too_many_values', { count: columns.length })
  const problem: Problem = {
    field: getField(context, last.target),
    issue,
    value: lost.join(', '),
    isPart: true,
  }
  return { ...product, values, problems: [...product.problems, problem] }
}
