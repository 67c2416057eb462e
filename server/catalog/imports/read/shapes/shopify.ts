import {
  type Shape,
  parentHeader,
  galleryHeader,
  ignoredColumn,
  readSeparatelyColumn,
  text,
  title,
  html,
  vendor,
  category,
  choices,
  flag,
  inUnit,
  number,
  picture,
  lines,
  choice,
  parent,
  gallery,
  type PlainRow,
  ofPlugin,
  galleryCell,
} from './shape.ts'
import type { ShapeColumn } from '../../recognise/file-scan.ts'
import { shopify as template } from '../../../channels/templates/shopify.ts'
import { names } from '../../../channels/templates/attribute-names.ts'
import { foldText } from '#shared/text.ts'
import { toAttributeKey } from '../../../attributes/key-of-name.ts'
import type { SourceRows, SourceRow } from './source-rows.ts'
import { readGroups } from './variants.ts'
import { message } from '#shared/messages/message.ts'

/**
 * Shopify's product CSV (help.shopify.com, Using CSV files), by the columns of its exports and those of its newer template: the
 * rows of one handle are a product, its variants and its pictures.
 */
export const shopify: Shape = {
  recognise: (file) =>
    file.header(...spellings('Handle')) !== undefined &&
    file.has('Title') &&
    ['Option1 Name', 'Variant Price', 'Image Src'].some(
      (name) => file.header(...spellings(name)) !== undefined,
    ),
  mergeKey: (file) => file.header(...spellings('Handle')) ?? '',
  sku: (file) => file.header(...spellings('Variant SKU')),
  channel: 'shopify',
  field: (header) => {
    const name = oldName(header)
    if (isOption(name) || columns[name] === readSeparatelyColumn || name === 'Image Src') return undefined
    return newNames[name] ?? targets.get(foldText(name)) ?? header
  },
  added: () => [parentHeader, galleryHeader],
  column: (header, file) => {
    const name = oldName(header)
    if (isOption(name)) return readSeparatelyColumn
    return columns[name] ?? metafield(header, file) ?? columnOfMatrixify(header, file)
  },
  read: readProducts,
}

// The newer template has other column names.
const newNames: Readonly<Record<string, string>> = {
  Handle: 'URL handle',
  'Body (HTML)': 'Description',
  'Product Category': 'Product category',
  Published: 'Published on online store',
  'Variant SKU': 'SKU',
  'Variant Barcode': 'Barcode',
  'Variant Price': 'Price',
  'Variant Compare At Price': 'Compare-at price',
  'Variant Taxable': 'Charge tax',
  'Variant Tax Code': 'Tax code',
  'Variant Inventory Tracker': 'Inventory tracker',
  'Variant Inventory Qty': 'Inventory quantity',
  'Variant Inventory Policy': 'Continue selling when out of stock',
  'Variant Grams': 'Weight value (grams)',
  'Variant Weight Unit': 'Weight unit for display',
  'Variant Requires Shipping': 'Requires shipping',
  'Variant Fulfillment Service': 'Fulfillment service',
  'Image Src': 'Product image URL',
  'Variant Image': 'Variant image URL',
  'Google Shopping / MPN': 'Google Shopping / Manufacturer part number (MPN)',
  'Google Shopping / AdWords Grouping': 'Google Shopping / Ad group name',
  'Google Shopping / AdWords Labels': 'Google Shopping / Ads labels',
}

function spellings(name: string): string[] {
  return [name, newNames[name] ?? name]
}

const columns: Readonly<Record<string, ShapeColumn>> = {
  Handle: text('handle', names.handle),
  Title: title,
  'Body (HTML)': html('description', names.description),
  Vendor: vendor,
  'Product Category': category('>'),
  Type: text('product_type', ['type']),
  Tags: choices('tags', ',', names.tags),
  Published: flag('published', names.published),
  'Variant SKU': text('sku', names.sku),
  'Variant Grams': inUnit(number('weight', names.weight), 'g'),
  'Variant Inventory Tracker': text('inventory_tracker'),
  'Variant Inventory Policy': text('inventory_policy'),
  'Variant Fulfillment Service': text('fulfillment_service'),
  'Variant Inventory Qty': number('stock', names.quantity),
  'Variant Price': number('price', names.price),
  'Variant Compare At Price': number('compare_at_price', names.listPrice),
  'Cost per item': number('cost_per_item', names.cost),
  'Variant Requires Shipping': flag('requires_shipping'),
  'Variant Taxable': flag('taxable'),
  'Variant Barcode': text('barcode', names.gtin),
  'Image Src': picture('image', names.image),
  'Image Position': readSeparatelyColumn,
  'Image Alt Text': text('image_alt_text', names.imageAlt),
  'Gift Card': flag('gift_card'),
  'SEO Title': text('seo_title', names.seoTitle),
  'SEO Description': lines('seo_description', names.seoDescription),
  'Google Shopping / Google Product Category': text('google_product_category', ['google_category']),
  'Google Shopping / Gender': choice('gender', names.gender),
  'Google Shopping / Age Group': choice('age_group'),
  'Google Shopping / MPN': text('mpn', names.mpn),
  'Google Shopping / AdWords Grouping': text('ad_group_name'),
  'Google Shopping / AdWords Labels': text('ads_labels'),
  'Google Shopping / Condition': choice('condition'),
  'Google Shopping / Custom Product': flag('custom_product'),
  ...Object.fromEntries(
    [0, 1, 2, 3, 4].map((count) => [
      `Google Shopping / Custom Label ${count}`,
      text(`custom_label_${count}`),
    ]),
  ),
  'Variant Image': readSeparatelyColumn,
  'Variant Weight Unit': text('weight_unit'),
  'Variant Tax Code': text('tax_code'),
  Status: choice('product_status'),
  [parentHeader]: parent,
  [galleryHeader]: gallery,
}

/** Columns of Matrixify, whose files are those of Shopify with more columns, some under other names. */
const ofMatrixify: Readonly<Record<string, string>> = {
  'Body (HTML)': 'Body HTML',
  'Product Category': 'Category: Name',
  'Cost per item': 'Variant Cost',
  'SEO Title': 'Metafield: title_tag [string]',
  'SEO Description': 'Metafield: description_tag [string]',
}

const oldNames = new Map(
  [
    ...Object.keys(columns).map((name) => [name, name] as const),
    ...Object.entries(newNames),
    ...Object.entries(ofMatrixify),
  ].map(([old, name]) => [foldText(name), old]),
)

const targets = new Map(template.fields.map(({ target }) => [foldText(target), target]))

function oldName(header: string): string {
  return oldNames.get(foldText(header)) ?? header
}

function isOption(header: string): boolean {
  return /^option[1-3] (name|value|linked to)$/i.test(header)
}

function metafield(header: string, file: SourceRows): ShapeColumn | undefined {
  const {
    name = '',
    space = '',
    key = '',
  } = (metafieldHeader.exec(header) ?? metafieldOfMatrixify.exec(header))?.groups ?? {}
  if (key === '') return undefined
  const column = { key: toAttributeKey(`${space}_${key}`), name: name || key, rule: {} }
  return ofPlugin(column, file.samples(header))
}

/** Commands say what Matrixify does with a row, and ids are of the shop's database. */
function columnOfMatrixify(header: string, file: SourceRows): ShapeColumn | undefined {
  if (!file.has('Command', 'Variant Command')) return undefined
  if (/^(Tags |Variant |Image )?Command$/.test(header)) return ignoredColumn
  if (header === 'ID') return { ...text('shopify_id'), name: 'Shopify ID' }
  return header === 'Variant Weight' ? number('weight', names.weight) : undefined
}

const metafieldHeader =
  /^(?<name>.*?)\s*\((?:product|variant)\.metafields\.(?<space>[^.)]+)\.(?<key>[^)]+)\)$/
const metafieldOfMatrixify = /^(?:Variant )?Metafield: (?<space>[^.[]+)\.(?<key>[^[]+?) \[/

function isOfVariant(header: string): boolean {
  const name = oldName(header)
  return (
    /^(Variant |Unit Price|Cost per item|(Price|Compare At Price) \/ )/i.test(name) ||
    /\(variant\./.test(header)
  )
}

function readProducts(file: SourceRows): AsyncIterable<PlainRow> {
  const reader = new ProductReader(file)
  const noProduct = message('row.handle_missing')
  const productOf = file.cell(...spellings('Handle'))
  return readGroups(file, { productOf, noProduct, toRows: (rows) => reader.read(rows) })
}

function isTitle(option: string): boolean {
  return foldText(option) === 'title'
}

function titleOfVariant(title: string, values: readonly string[]): string {
  const value = values.join(' / ')
  if (title === '') return ''
  return value.startsWith(title) ? value : `${title} - ${value}`
}

class ProductReader {
  readonly #file: SourceRows
  readonly #cells: Readonly<
    Record<'handle' | 'title' | 'image' | 'alt' | 'position' | 'ofVariant', (row: SourceRow) => string>
  >
  readonly #options: readonly { name: (row: SourceRow) => string; value: (row: SourceRow) => string }[]

  constructor(file: SourceRows) {
    const cell = (name: string) => file.cell(...spellings(name))
    this.#file = file
    this.#cells = {
      handle: cell('Handle'),
      title: cell('Title'),
      image: cell('Image Src'),
      alt: cell('Image Alt Text'),
      position: cell('Image Position'),
      ofVariant: cell('Variant Image'),
    }
    this.#options = [1, 2, 3].map((count) => ({
      name: file.cell(`Option${count} Name`),
      value: file.cell(`Option${count} Value`),
    }))
  }

  *read(rows: readonly SourceRow[]): Generator<PlainRow> {
    const [first] = rows
    if (!first) return
    const variants = rows.filter((row) => this.#options.some(({ value }) => value(row) !== ''))
    const isSingle = variants.length === 0 || this.#isDefault(first, variants)
    const ofProduct = { ...this.#values(first, false), ...this.#pictures(rows) }
    const own = isSingle ? this.#values(first, true) : {}
    yield { line: first.row, values: { ...ofProduct, ...own } }
    for (const row of isSingle ? [] : variants) yield this.#variant(first, row)
  }

  /** A product without variants has the one option Title with the one value Default Title. */
  #isDefault(first: SourceRow, variants: readonly SourceRow[]): boolean {
    const [option] = this.#options
    return (
      variants.length === 1 &&
      isTitle(option?.name(first) ?? '') &&
      foldText(option?.value(first) ?? '') === 'default title'
    )
  }

  #values({ cells }: SourceRow, isVariant: boolean): Record<string, string> {
    const { headers } = this.#file
    const wanted = headers.filter((header) => isOfVariant(header) === isVariant && !isOption(header))
    return Object.fromEntries(wanted.map((header) => [header, cells[headers.indexOf(header)] ?? '']))
  }

  /** The pictures of all rows by their positions: the first is the product's own. */
  #pictures(rows: readonly SourceRow[]): Record<string, string> {
    const { image, alt, position } = this.#cells
    const pictures = rows
      .filter((row) => image(row) !== '')
      .map((row) => ({ url: image(row), alt: alt(row), position: Number(position(row)) || Infinity }))
      .sort((a, b) => (a.position === b.position ? 0 : a.position - b.position))
    const [first] = pictures
    return this.#put({
      'Image Src': first?.url,
      'Image Alt Text': first?.alt,
      [galleryHeader]: galleryCell(pictures),
    })
  }

  #variant(first: SourceRow, row: SourceRow): PlainRow {
    const { handle, title: titleOf, ofVariant } = this.#cells
    const options = this.#options.flatMap(({ name, value }, index): [string, string][] =>
      value(row) === '' ? [] : [[name(first) || `Option ${index + 1}`, value(row)]],
    )
    const values = options.map(([, value]) => value)
    const key = [...options]
      .sort(([a], [b]) => (foldText(a) < foldText(b) ? -1 : 1))
      .map(([, value]) => value)
    return {
      line: row.row,
      options: new Map(options.flatMap(([name, value]) => (isTitle(name) ? [] : [[name, [value]] as const]))),
      values: {
        ...this.#values(row, true),
        ...this.#put({
          Handle: [handle(first), ...key].join('/'),
          Title: titleOfVariant(titleOf(first), values),
          'Image Src': ofVariant(row),
        }),
        [parentHeader]: handle(first),
      },
    }
  }

  #put(cells: Readonly<Record<string, string | undefined>>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(cells).map(([name, cell = '']) => [this.#file.header(...spellings(name)) ?? name, cell]),
    )
  }
}
