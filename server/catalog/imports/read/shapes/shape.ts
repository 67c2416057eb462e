import type { Sentence } from '#shared/messages/message.ts'
import type { SourceRows, SourceRow } from './source-rows.ts'
import type { ChannelKey } from '#shared/channels.ts'
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
  /** Whether variants may have no key, so that their product and options identify them. */
  readonly hasKeylessVariants?: boolean
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

export function asItStands(
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
export function figure(key: string, known: KnownHeaders | undefined, writesComma: boolean): ShapeColumn {
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
  return key === undefined ? undefined : figure(key, known, file.writesComma(header))
}

export function byFoldedHeader(
  columns: Readonly<Record<string, ShapeColumn>>,
): ReadonlyMap<string, ShapeColumn> {
  return new Map(Object.entries(columns).map(([header, column]) => [foldText(header), column]))
}

export function inUnit(column: ShapeColumn, unit: string | undefined): ShapeColumn {
  return { ...column, unit }
}

export const parent: ShapeColumn = { key: 'parent_id', rule: {} }
export const nothing: ShapeColumn = { key: null, rule: {} }
export const consumed: ShapeColumn = { key: null, rule: {} }

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

export function galleryCell(pictures: readonly { url: string; alt?: string }[]): string {
  const [first] = pictures
  const others = new Map(pictures.filter(({ url }) => url !== first?.url).map((one) => [one.url, one]))
  if (others.size === 0) return ''
  return JSON.stringify([...others.values()].map(({ url, alt = '' }) => (alt === '' ? url : { url, alt })))
}

/**
 * The meaning of a record's members, by the letters of their names; of several in one file the first
 * counts.
 */
const roles: readonly (readonly [words: string, column: ShapeColumn])[] = [
  ['sku itemsku articlenumber productcode itemnumber artikelnummer', text('sku', names.sku)],
  ['handle slug urlhandle urlkey', text('handle', names.handle)],
  ['shopid', { ...text('shop_id'), name: 'Shop ID' }],
  ['title name productname producttitle itemname', title],
  [
    'bodyhtml descriptionhtml description productdescription longdescription body',
    html('description', names.description),
  ],
  ['shortdescription summary excerpt', html('short_description', names.shortDescription)],
  ['vendor brand brandname manufacturer', vendor],
  ['gtin gtin13 gtin14 gtin12 gtin8 ean ean13 barcode upc isbn', text('gtin', names.gtin)],
  ['mpn manufacturerpartnumber', text('mpn', names.mpn)],
  ['regularprice price standardprice baseprice', number('price', names.price)],
  ['compareatprice listprice msrp rrp retailprice', number('compare_at_price', names.listPrice)],
  ['saleprice specialprice discountprice', number('sale_price', names.salePrice)],
  ['costprice cost costperitem', number('cost', names.cost)],
  ['stockquantity inventoryquantity inventorylevel stock quantity qty', number('stock', names.quantity)],
  ['grams', inUnit(number('weight', names.weight), 'g')],
  ['weight', number('weight', names.weight)],
  ['length dimensionslength depth dimensionsdepth', number('length', names.length)],
  ['width dimensionswidth', number('width', names.width)],
  ['height dimensionsheight', number('height', names.height)],
  ['tags keywords generickeywords', choices('tags', ',', names.tags)],
  ['imagealttext', text('image_alt_text', names.imageAlt)],
  ['producttype type', text('product_type', ['type'])],
  ['seotitle metatitle pagetitle', text('seo_title', names.seoTitle)],
  ['seodescription metadescription', lines('seo_description', names.seoDescription)],
  ['published isvisible', flag('published', names.published)],
  ['featured isfeatured', flag('featured', names.featured)],
  ['status productstatus', choice('product_status')],
  ['productsitelaunchdate', { ...text('launch_date'), rule: { data_type: 'date' } }],
  ['careinstructions', lines('care_instructions', ['care'])],
  ['etimrelease', text('etim_release')],
  ['amazonproducttype', choice('amazon_product_type')],
  ['link url producturl permalink', address('link', names.link)],
  ['gender', choice('gender', names.gender)],
  ['condition itemcondition', choice('condition')],
  ['availability', choice('availability')],
  ['color colour', choice('color', names.color)],
  ['size', choice('size', names.size)],
  ['material', text('material', names.material)],
]

const ofShop = new Set(
  `admingraphqlapiid createdat updatedat deletedat publishedat datecreated datemodified datecreatedgmt datemodifiedgmt
   templatesuffix publishedscope inventoryitemid oldinventoryquantity productid imageid variantids baseVariantid links
   presentmentprices position variationids variations groupedproducts upsellids crosssellids relatedids pricehtml
   optionsetid optionsetdisplay baseVariantid collectionid typeid brandid totalsold viewcount reviewsratingsum reviewscount
   calculatedprice mapprice hasoptions metadata thumbnail`
    .toLowerCase()
    .split(/\s+/),
)

export class Roles {
  readonly #columns = new Map<string, ShapeColumn>()
  readonly #headers = new Map<string, string>()

  constructor(headers: readonly string[]) {
    const byLetters = new Map(headers.map((header) => [lettersOf(header), header] as const).toReversed())
    for (const [words, column] of roles) {
      const found = words.split(' ').flatMap((word) => byLetters.get(word) ?? [])
      const [header] = found
      if (header === undefined || column.key === null) continue
      // A column in grams already holds the weight, and the base of a sale price the price.
      if (this.#headers.has(column.key)) this.#columns.set(header, nothing)
      else {
        this.#columns.set(header, column)
        this.#headers.set(column.key, header)
      }
      if (column.key === 'price') for (const other of found.slice(1)) this.#columns.set(other, nothing)
    }
    this.#findPrices(headers)
  }

  header(key: string): string | undefined {
    return this.#headers.get(key)
  }

  column(header: string): ShapeColumn | undefined {
    if (ofShop.has(lettersOf(header.split('.')[0] ?? ''))) return nothing
    return this.#columns.get(header)
  }

  /** `prices.EUR` is the price where there is no other. */
  #findPrices(headers: readonly string[]): void {
    if (this.#headers.has('price')) return
    const [only, ...others] = headers.filter((header) => /^prices?\.[A-Z]{3}$/.test(header))
    if (only !== undefined && others.length === 0) this.#columns.set(only, number('price', names.price))
  }
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

/**
 * The rows made of nested records, as error files have them: no table is recognized as this shape by its
 * columns.
 */
export const rowsOfRecords: Shape = {
  recognise: [],
  mergeKey: (file) => {
    const keys = keysIn(file)
    return keys.find((header) => file.isFilled(header)) ?? keys[0] ?? ''
  },
  added: () => [],
  column: (header, file) =>
    header === categoriesHeader
      ? categories('>', ',')
      : (ownColumns[header] ?? rolesOf(file.headers).column(header)),
  async *read(file) {
    for await (const row of file.rows()) yield asItStands(row, file.headers)
  },
}

function keysIn({ headers }: SourceRows): string[] {
  const roles = rolesOf(headers)
  return ['sku', 'handle', 'shop_id', 'title'].flatMap((key) => roles.header(key) ?? [])
}

const known = new WeakMap<readonly string[], Roles>()

function rolesOf(headers: readonly string[]): Roles {
  const roles = known.get(headers) ?? new Roles(headers)
  known.set(headers, roles)
  return roles
}
