/** The file of a channel that the owner made: a table of its columns, written as it says. */
import {
  isListKind,
  type CustomChannel,
  type CustomField,
  type CustomFieldKind,
} from '#shared/custom-channels.ts'
import { isOfOne } from '../channels/custom-template.ts'
import { withoutContradictions } from './google-values.ts'
import { acceptItems } from './judge.ts'
import {
  type ChannelContext,
  type ChannelLayout,
  type LaidOut,
  separatedLine,
  withoutRows,
} from './channel-layout.ts'
import { type ChannelProduct, type LeftOut, type ProductGroup, valueOf } from './channel-product.ts'
import { lostOfVariants, withVariantValues } from './product-columns.ts'
import { withSharedPictures } from './own-pictures.ts'
import { encodeWindows1252, withSoundText } from './windows-1252.ts'
import { lostOptions, type VariantOption, variantOptions } from './variant-options.ts'

export function customLayout(own: CustomChannel): ChannelLayout {
  const { delimiter, encoding, bom, header, rows } = own.file
  const isLatin = encoding === 'windows-1252'
  const type = delimiter === '\t' ? 'text/tab-separated-values' : 'text/csv'
  const headers = separatedLine(
    delimiter,
    own.fields.map(({ target }) => target),
  )
  const write = rows === 'products' ? writeProduct : writeVariants
  return {
    mediaType: `${type}; charset=${encoding}`,
    ...(isLatin && { encode: encodeWindows1252 }),
    begin: () => (bom && !isLatin ? '\u{feff}' : '') + (header ? headers : ''),
    group: (read, context) => {
      const settle = (product: ChannelProduct): ChannelProduct =>
        withSoundText(withSharedPictures(withoutContradictions(product, context), own, context), own, context)
      const group = { ...read, root: settle(read.root), items: read.items.map(settle) }
      return write(group, own, context)
    },
    end: () => '',
  }
}

/** A row for each variant; before those of one product that product, where the channel wants it. */
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

/** A row for each product, with the first of what only its variants have. */
function writeProduct(group: ProductGroup, own: CustomChannel, context: ChannelContext): LaidOut {
  const whole = withFirstValues(group, own)
  const { items, leftOut } = acceptItems([whole.root], context, idOf(own))
  if (items.length === 0) return withoutRows(group, leftOut)
  const options = optionsOf(group, own, context)
  const lost = [...lostOfVariants(whole, columnsOf(own), context), ...lostOf(group, options, own, context)]
  const text = toRow(whole.root, own, listed(options, group.items, own))
  return { text, items: group.items.length, leftOut: [...leftOut, ...lost] }
}

function idOf({ fields }: CustomChannel): string {
  return fields.find(({ unique }) => unique === true)?.target ?? ''
}

/** What tells variants apart, as far as there are columns for it. */
function optionsOf(group: ProductGroup, { fields }: CustomChannel, context: ChannelContext): VariantOption[] {
  const most = fields.filter(({ kind }) => kind === 'option_value').length
  return group.hasVariants && most > 0 ? variantOptions(group, context).slice(0, most) : []
}

const noColumn = 'Add another pair of columns for what variants differ in, or one that takes the attribute.'

/** What variants differ in beyond the columns that there are for it. Without any it is told as what no field takes. */
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

/** A product with what only its variants have: lists with the values of all, and the pieces of all together. */
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

/** What is made of a product and its variants; `index` counts the columns of the kind. */
type ComputedColumns = Readonly<Partial<Record<CustomFieldKind, (index: number) => string>>>

/** Of a product each option once, with all its values. */
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

const numeric: ReadonlySet<CustomFieldKind> = new Set(['number', 'integer', 'price', 'price_with_currency'])

function toCell(texts: readonly string[], kind: CustomFieldKind, file: CustomChannel['file']): string {
  const { decimal, list_separator: separator } = file
  // What is owed cannot be sold.
  if (kind === 'stock') return texts.map((text) => String(Math.max(Number(text), 0))).join('')
  if (numeric.has(kind) && decimal === 'comma') return texts.join('').replace('.', ',')
  // An address can hold what separates several.
  const isAddress = kind === 'pictures'
  return texts
    .map((text) => (isAddress ? text.replaceAll(separator, encodeURIComponent(separator)) : text))
    .join(separator)
}
