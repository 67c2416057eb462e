import type { CustomTemplateKey } from '#shared/custom-channels.ts'
import type { Sentence } from '#shared/messages/message.ts'
import type { SourceRows, SourceRow } from './source-rows.ts'
import type { ChannelKey, FeatureFlags } from '#shared/channels.ts'
import type { ShapeColumn } from '../../recognise/file-scan.ts'
import type { Creation, ColumnRule } from '#shared/imports.ts'
import { names } from '../../../channels/templates/attribute-names.ts'
import { isKeyOf, foldText } from '#shared/text.ts'

export interface PlainRow {
  readonly line: number
  readonly values: Readonly<Record<string, string | number>>
  readonly options?: Features
  readonly features?: Features
  readonly measures?: ReadonlyMap<string, string>
  readonly flags?: ReadonlyMap<string, FeatureFlags> | undefined
  readonly issue?: Sentence | undefined
}

export type Features = ReadonlyMap<string, readonly string[]>

type ColumnSets = readonly (readonly string[])[]

export interface Shape {
  readonly recognise: ColumnSets | ((file: SourceRows) => boolean)
  readonly mergeKey: (file: SourceRows) => string
  /** The column of SKUs, by which variants with another key in the catalog are found. */
  readonly sku?: (file: SourceRows) => string | undefined
  readonly channel?: ChannelKey
  /** The template of a channel that learns the columns, for a shop that none ships for. */
  readonly learner?: CustomTemplateKey
  /**
   * The field of the channel that a column goes back to; none for one of pictures, which come of several
   * columns and rows.
   */
  readonly field?: (header: string, file: SourceRows) => string | undefined
  /** Whether variants may have no key, so that their product and options identify them. */
  readonly hasKeylessVariants?: boolean
  /** Whether the file only updates what is there, and creates nothing. */
  readonly updatesOnly?: (file: SourceRows) => boolean
  readonly added: (file: SourceRows) => readonly string[]
  /** The meaning of a column; one unknown to the shape is read as in any file. */
  readonly column: (header: string, file: SourceRows) => ShapeColumn | undefined
  readonly read: (file: SourceRows) => AsyncIterable<PlainRow>
}

export const createdByShops: readonly Creation[] = [
  'create_missing_options',
  'create_missing_vendors',
  'create_missing_categories',
  'create_missing_images',
]

export const parentHeader = 'Parent'
export const galleryHeader = 'Further images'

/** The title of a variant in a shop that names only its options. */
export function variantTitle(title: string, optionTexts: readonly string[]): string {
  return `${title} - ${optionTexts.join(' / ')}`
}

export function toPlainRow(
  row: SourceRow,
  headers: readonly string[],
): PlainRow & { readonly values: Readonly<Record<string, string>> } {
  const cells = headers.map((header, index) => [header, row.cells[index] ?? ''])
  return { line: row.row, values: Object.fromEntries(cells), issue: row.issue }
}

type Rule = Omit<ColumnRule, 'key'>
type KnownHeaders = readonly string[]

const inCapitals = new Set('sku seo gtin ean upc isbn mpn id url asin ce eu uk us'.split(' '))

function columnOf(rule: Rule): (key: string, known?: KnownHeaders) => ShapeColumn {
  return (key, known) => ({ key, known, name: nameOf(key), rule })
}

export const text = columnOf({ data_type: 'single_line_text_field' })
export const lines = columnOf({ data_type: 'multi_line_text_field' })
export const html = columnOf({ data_type: 'rich_text_field' })
export const flag = columnOf({ data_type: 'boolean' })
export const address = columnOf({ data_type: 'url' })
export const choice = columnOf({ data_type: 'single_select_list' })
export const number = columnOf({ data_type: 'number', decimal: 'point' })
export const picture = columnOf({ data_type: 'image' })

export function choices(key: string, separator: string, known?: KnownHeaders): ShapeColumn {
  return columnOf({ data_type: 'multi_select_list', separator })(key, known)
}

/** A number in the notation of its column: a point from programs, a comma in many countries. */
export function localizedNumber(
  key: string,
  known: KnownHeaders | undefined,
  writesComma: boolean,
): ShapeColumn {
  return columnOf({ data_type: 'number', decimal: writesComma ? 'comma' : 'point' })(key, known)
}

export type Amounts = Readonly<Record<string, readonly [key: string, known: KnownHeaders]>>

/** The column of an amount with this name, in the notation of its cells; undefined for other columns. */
export function amountOf(
  amounts: Amounts,
  name: string,
  { header, file }: { readonly header: string; readonly file: Pick<SourceRows, 'writesComma'> },
): ShapeColumn | undefined {
  const [key, known] = isKeyOf(amounts, name) ? (amounts[name] ?? []) : []
  return key === undefined ? undefined : localizedNumber(key, known, file.writesComma(header))
}

export function byFoldedHeader(
  columns: Readonly<Record<string, ShapeColumn>>,
): ReadonlyMap<string, ShapeColumn> {
  return new Map(Object.entries(columns).map(([header, column]) => [foldText(header), column]))
}

/** A column of a plugin keeps its cells as they are written, unless they are plain numbers, dates or flags. */
export function ofPlugin(column: ShapeColumn, samples: readonly string[]): ShapeColumn {
  const isPlain = samples.every((cell) => /^(-?\d+(\.\d+)?|true|false|\d{4}-\d\d-\d\d)$/i.test(cell))
  return isPlain ? column : { ...column, isText: true }
}

export function inUnit(column: ShapeColumn, unit: string | undefined): ShapeColumn {
  return { ...column, unit }
}

export const parent: ShapeColumn = { key: 'parent_id', rule: {} }
export const ignoredColumn: ShapeColumn = { key: null, rule: {} }
export const readSeparatelyColumn: ShapeColumn = { key: null, rule: {} }

export const title: ShapeColumn = { ...text('title', names.title), isTitle: true }
export const vendor: ShapeColumn = columnOf({ data_type: 'entity_reference', reference_type: 'vendor' })(
  'vendor',
  names.vendor,
)

export function category(path: string): ShapeColumn {
  const rule = { data_type: 'entity_reference', reference_type: 'category', path } as const
  return columnOf(rule)('category', names.category)
}

export function categories(path: string | undefined, separator: string): ShapeColumn {
  const rule = { data_type: 'entity_list_reference', reference_type: 'category', separator } as const
  return columnOf(path === undefined ? rule : { ...rule, path })('categories', [
    'category',
    ...names.category,
  ])
}

export const gallery: ShapeColumn = columnOf({
  data_type: 'entity_list_reference',
  reference_type: 'image',
})('gallery_images', names.gallery)

/** The addresses of pictures in one cell; a comma inside an address does not end it. */
export function splitPictures(cell: string, separator = ','): string[] {
  const parts = separator === ',' ? cell.split(/,\s*(?=https?:)|,\s+/) : cell.split(separator)
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

export function pictureCells(
  pictures: readonly string[],
  main: string,
  others: string,
): Record<string, string> {
  return { [main]: pictures[0] ?? '', [others]: galleryCell(pictures.map((url) => ({ url }))) }
}

/** A list cell whose members may contain the separator. */
export function listCell(members: readonly string[]): string {
  return members.length === 0 ? '' : JSON.stringify(members)
}

/** `compare_at_price` reads as "Compare at price", `seo_title` as "SEO title". */
export function nameOf(key: string): string {
  const words = key.split('_').map((word) => (inCapitals.has(word) ? word.toUpperCase() : word))
  const name = words.join(' ')
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** The name of a product whose variants have these names: their common beginning, in whole words. */
export function commonStart(a: string, b: string): string {
  if (a === b) return a
  let length = 0
  while (length < a.length && a[length] === b[length]) length += 1
  const isWordEnd = !/\w/.test(a[length] ?? ' ') && !/\w/.test(b[length] ?? ' ')
  return isWordEnd ? a.slice(0, length) : a.slice(0, length).replace(/[^\s,;:/|(–—-]*$/, '')
}

export function galleryCell(pictures: readonly { url: string; alt?: string }[]): string {
  const [first] = pictures
  const others = new Map(pictures.filter(({ url }) => url !== first?.url).map((one) => [one.url, one]))
  if (others.size === 0) return ''
  return JSON.stringify([...others.values()].map(({ url, alt = '' }) => (alt === '' ? url : { url, alt })))
}

/** Names are compared by letters and digits alone: `url_key` and `urlKey` are the same. */
export function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '')
}

export const imageHeader = 'Image'
export const altHeader = 'Image alt text'
export const categoriesHeader = 'Categories'

export const ownColumns: Readonly<Record<string, ShapeColumn>> = {
  [parentHeader]: parent,
  [imageHeader]: picture('image', names.image),
  [galleryHeader]: gallery,
  [altHeader]: text('image_alt_text', names.imageAlt),
}
