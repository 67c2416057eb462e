import { names } from '../../../catalog/channels/templates/attribute-names.ts'
import type { ShapeColumn } from '../../../catalog/imports/file-shape.ts'
import {
  address,
  choice,
  flag,
  html,
  inUnit,
  lines,
  number,
  nothing,
  text,
  title,
  vendor,
  choices,
} from './columns.ts'

/** What members of a record are, by the letters of their names; of several in one file the first is it. */
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

/** What is of no use outside of the shop. */
const ofShop = new Set(
  `admingraphqlapiid createdat updatedat deletedat publishedat datecreated datemodified datecreatedgmt datemodifiedgmt
   templatesuffix publishedscope inventoryitemid oldinventoryquantity productid imageid variantids baseVariantid links
   presentmentprices position variationids variations groupedproducts upsellids crosssellids relatedids pricehtml
   optionsetid optionsetdisplay baseVariantid collectionid typeid brandid totalsold viewcount reviewsratingsum reviewscount
   calculatedprice mapprice hasoptions metadata thumbnail`
    .toLowerCase()
    .split(/\s+/),
)

/** Where each column goes, once all of them are known. */
export class Roles {
  readonly #columns = new Map<string, ShapeColumn>()
  readonly #headers = new Map<string, string>()

  constructor(headers: readonly string[]) {
    const byLetters = new Map(headers.map((header) => [lettersOf(header), header] as const).toReversed())
    for (const [words, column] of roles) {
      const found = words.split(' ').flatMap((word) => byLetters.get(word) ?? [])
      const [header] = found
      if (header === undefined || column.key === null) continue
      // Grams say a weight already, and what a sale price is made of says the price.
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

/** Names are compared by their letters and digits alone: `url_key` and `urlKey` are one. */
export function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '')
}
