import { names } from '../../../channels/templates/attribute-names.ts'
import type { ShapeColumn } from '../../recognise/file-scan.ts'
import { type SemanticType, semanticTypesOf, toWords } from '#shared/semantic-types.ts'
import type { SourceRows } from './source-rows.ts'
import {
  address,
  toPlainRow,
  categories,
  categoriesHeader,
  choice,
  choices,
  flag,
  html,
  inUnit,
  lettersOf,
  lines,
  ignoredColumn,
  number,
  ownColumns,
  type Shape,
  text,
  title,
  vendor,
} from './shape.ts'

/**
 * The meaning of a record's members, by the letters of their names; of several in one file the first
 * counts.
 */
const roles: readonly (readonly [words: string, column: ShapeColumn])[] = [
  ['sku itemsku articlenumber productcode itemnumber artikelnummer code kod', text('sku', names.sku)],
  ['handle slug urlhandle urlkey', text('handle', names.handle)],
  ['shopid', { ...text('shop_id'), name: 'Shop ID' }],
  ['title name productname producttitle itemname', title],
  [
    'bodyhtml descriptionhtml description productdescription longdescription body desc longdesc',
    html('description', names.description),
  ],
  ['shortdescription summary excerpt shortdesc', html('short_description', names.shortDescription)],
  ['vendor brand brandname manufacturer manufacturername', vendor],
  ['gtin gtin13 gtin14 gtin12 gtin8 ean ean13 barcode upc isbn', text('gtin', names.gtin)],
  ['mpn manufacturerpartnumber vendorcode productno', text('mpn', names.mpn)],
  ['regularprice price standardprice baseprice pricevat', number('price', names.price)],
  ['compareatprice listprice msrp rrp retailprice oldprice', number('compare_at_price', names.listPrice)],
  ['saleprice specialprice discountprice', number('sale_price', names.salePrice)],
  ['costprice cost costperitem', number('cost', names.cost)],
  [
    'stockquantity inventoryquantity inventorylevel stock stockamount quantity qty',
    number('stock', names.quantity),
  ],
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

/** Roles of the names of other languages, where no member has the word itself. */
const rolesOfTypes: Partial<Record<SemanticType, string>> = {
  name: 'title',
  sku: 'sku',
  gtin: 'gtin',
  mpn: 'mpn',
  handle: 'handle',
  vendor: 'vendor',
  description: 'description',
  short_description: 'short_description',
  price: 'price',
  msrp: 'compare_at_price',
  sale_price: 'sale_price',
  cost: 'cost',
  stock: 'stock',
  weight: 'weight',
  color: 'color',
  size: 'size',
  url: 'link',
}

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
      if (this.#headers.has(column.key)) this.#columns.set(header, ignoredColumn)
      else {
        this.#columns.set(header, column)
        this.#headers.set(column.key, header)
      }
      if (column.key === 'price') for (const other of found.slice(1)) this.#columns.set(other, ignoredColumn)
    }
    this.#findPrices(headers)
    this.#findByLanguage(headers)
  }

  header(key: string): string | undefined {
    return this.#headers.get(key)
  }

  column(header: string): ShapeColumn | undefined {
    if (ofShop.has(lettersOf(header.split('.')[0] ?? ''))) return ignoredColumn
    return this.#columns.get(header)
  }

  /** The surest word goes first. */
  #findByLanguage(headers: readonly string[]): void {
    const found = headers.flatMap((header) =>
      this.#columns.has(header) || header.includes('.')
        ? []
        : [...semanticTypesOf(toWords(header).words)].map(([type, rank]) => ({ header, type, rank })),
    )
    for (const { header, type } of found.toSorted((a, b) => a.rank - b.rank)) {
      const key = rolesOfTypes[type]
      if (key === undefined || this.#headers.has(key) || this.#columns.has(header)) continue
      const column = roles.map(([, known]) => known).find((known) => known.key === key)
      if (column) this.#columns.set(header, column)
      this.#headers.set(key, header)
    }
  }

  /** `prices.EUR` is the price where there is no other. */
  #findPrices(headers: readonly string[]): void {
    if (this.#headers.has('price')) return
    const [only, ...others] = headers.filter((header) => /^prices?\.[A-Z]{3}$/.test(header))
    if (only !== undefined && others.length === 0) this.#columns.set(only, number('price', names.price))
  }
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
    for await (const row of file.rows()) yield toPlainRow(row, file.headers)
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
