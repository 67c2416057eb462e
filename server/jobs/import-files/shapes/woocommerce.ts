import { toAttributeKey } from '#shared/attribute-key.ts'
import { foldText } from '#shared/text.ts'
import { names } from '../../../catalog/channels/templates/attribute-names.ts'
import type { ShapeColumn } from '../../../catalog/imports/file-shape.ts'
import {
  amountOf,
  type Amounts,
  byFoldedHeader,
  categories,
  choice,
  choices,
  consumed,
  flag,
  gallery,
  html,
  inUnit,
  listCell,
  parent,
  picture,
  pictureCells,
  splitPictures,
  text,
  title,
  vendor,
} from './columns.ts'
import { asItStands, type Features, galleryHeader, type PlainRow, type Shape } from './shape.ts'
import type { SourceRow, SourceRows } from './source-rows.ts'
import { inEnglish } from './woocommerce-words.ts'

/** The column that this shape adds: by it a variation names its product, by SKU where the products have one and else by the id of the shop. */
const parentBy = { SKU: 'Product by SKU', ID: 'Product by ID' } as const

/** WooCommerce's product CSV (its wiki page Product CSV Import Schema): a row for each product and each variation. */
export const woocommerce: Shape = {
  recognise: (file) => {
    const isEnglish = hasColumns(file.headers, ['Regular price', 'Is featured?', 'Attribute 1 name'])
    // A price is a word of many files in a language that is not told.
    return isEnglish || hasColumns(file.headers.map(inEnglish), ['Is featured?', 'Visibility in catalog'])
  },
  mergeKey: (file) => inAnyLanguage(file).header(keyOf(file)) ?? '',
  added: (file) => [parentBy[keyOf(inAnyLanguage(file))], galleryHeader],
  column: (header, file) => {
    const name = inEnglish(header)
    if (isAttribute(name)) return consumed
    return columns.get(foldText(name)) ?? amount(header, inAnyLanguage(file)) ?? meta(name)
  },
  read: (file) => readRows(inAnyLanguage(file)),
}

function hasColumns(headers: readonly string[], own: readonly string[]): boolean {
  const folded = new Set(headers.map(foldText))
  const has = (name: string) => folded.has(foldText(name))
  return ['Type', 'SKU', 'Name'].every(has) && own.some(has)
}

function inAnyLanguage(file: SourceRows): SourceRows {
  file.translate(inEnglish)
  return file
}

/** SKUs need not be there; where one is missing the ids of the shop tell its products apart. */
function keyOf(file: SourceRows): 'SKU' | 'ID' {
  if (file.has(parentBy.SKU) || file.has(parentBy.ID)) return file.has(parentBy.ID) ? 'ID' : 'SKU'
  return !file.isFilled('SKU') && file.isFilled('ID') ? 'ID' : 'SKU'
}

const columns = byFoldedHeader({
  ID: { ...text('woocommerce_id'), name: 'WooCommerce ID' },
  Type: choice('woocommerce_type'),
  SKU: text('sku', names.sku),
  'GTIN, UPC, EAN, or ISBN': text('gtin', names.gtin),
  Name: title,
  // A draft is not published either.
  Published: withWords(flag('published', names.published), { '-1': '0' }),
  'Is featured?': flag('featured', names.featured),
  'Visibility in catalog': choice('visibility'),
  'Short description': html('short_description', names.shortDescription),
  Description: html('description', names.description),
  'In stock?': withWords(flag('is_in_stock'), { backorder: '1' }),
  'Backorders allowed?': text('backorders'),
  'Sold individually?': flag('sold_individually'),
  'Allow customer reviews?': flag('allow_customer_reviews'),
  'Tax status': choice('tax_status'),
  'Tax class': text('tax_class'),
  Categories: categories('>', ','),
  Tags: choices('tags', ',', names.tags),
  Brands: vendor,
  Images: picture('image', names.image),
  'Grouped products': text('grouped_products'),
  Parent: consumed,
  [parentBy.SKU]: parent,
  [parentBy.ID]: parent,
  [galleryHeader]: gallery,
})

function withWords(column: ShapeColumn, values: Record<string, string>): ShapeColumn {
  return { ...column, rule: { ...column.rule, values } }
}

const amounts: Amounts = {
  'regular price': ['price', names.price],
  'sale price': ['sale_price', names.salePrice],
  'cost of goods': ['cost_of_goods', names.cost],
  stock: ['stock', names.quantity],
  'low stock amount': ['low_stock_amount', []],
  weight: ['weight', names.weight],
  length: ['length', names.length],
  width: ['width', names.width],
  height: ['height', names.height],
  position: ['position', ['sort_order']],
}

function amount(header: string, file: SourceRows): ShapeColumn | undefined {
  const [, name = '', unit] = /^(.*?)(?:\s*\((\w+)\))?$/.exec(foldText(inEnglish(header))) ?? []
  const column = amountOf(amounts, name, { header, file })
  return column && inUnit(column, unit === 'lbs' ? 'lb' : unit)
}

function meta(header: string): ShapeColumn | undefined {
  const name = /^meta:\s*(.+)$/i.exec(header)?.[1]
  return name === undefined ? undefined : { key: toAttributeKey(`meta_${name}`), name, rule: {} }
}

function isAttribute(header: string): boolean {
  return /^attribute \d+ (name|value\(s\)|visible|global|default|variation)$/i.test(header)
}

interface Cells {
  readonly [name: string]: (row: SourceRow) => string
}

async function* readRows(file: SourceRows): AsyncGenerator<PlainRow> {
  const reader = new RowReader(file)
  for await (const row of file.rows()) reader.learn(row)
  for await (const row of file.rows())
    yield row.issue === undefined ? reader.read(row) : asItStands(row, file.headers)
}

interface Product {
  readonly sku: string
  readonly id: string
  readonly name: string
  readonly varying: Set<string>
}

class RowReader {
  readonly #file: SourceRows
  readonly #key: 'SKU' | 'ID'
  readonly #cells: Cells
  readonly #attributes: readonly { name: (row: SourceRow) => string; value: (row: SourceRow) => string }[]
  /** By SKU, and by `id:` and id. */
  readonly #products = new Map<string, Product>()

  constructor(file: SourceRows) {
    this.#file = file
    this.#key = keyOf(file)
    const wanted = ['ID', 'SKU', 'Type', 'Name', 'Parent', 'Images', 'Categories', 'Brands']
    this.#cells = Object.fromEntries(wanted.map((name) => [name, file.cell(name)]))
    const numbers = file.headers.flatMap(
      (header) => /^attribute (\d+) name$/i.exec(inEnglish(header))?.[1] ?? [],
    )
    this.#attributes = numbers.map((number) => ({
      name: file.cell(`Attribute ${number} name`),
      value: file.cell(`Attribute ${number} value(s)`),
    }))
  }

  /** Products stand before their variations or behind them. */
  learn(row: SourceRow): void {
    if (this.#isVariation(row)) {
      const product = this.#productOf(this.#cell('Parent', row))
      for (const [name] of this.#featuresOf(row)) product.varying.add(foldText(name))
      return
    }
    const [sku = '', id = '', name = ''] = ['SKU', 'ID', 'Name'].map((column) => this.#cell(column, row))
    const known = [sku, id && `id:${id}`].filter((one) => one !== '').map(foldText)
    // Variations that stand before it have told already in what they differ.
    const varying = new Set(known.flatMap((one) => [...(this.#products.get(one)?.varying ?? [])]))
    for (const one of known) this.#products.set(one, { sku, id, name, varying })
  }

  read(row: SourceRow): PlainRow {
    const { values } = asItStands(row, this.#file.headers)
    const pictures = splitPictures(this.#cell('Images', row))
    const own = {
      ...this.#put('Categories', listCell(splitEscaped(this.#cell('Categories', row)))),
      ...this.#put('Brands', splitEscaped(this.#cell('Brands', row))[0] ?? ''),
      ...pictureCells(pictures, this.#file.header('Images') ?? 'Images', galleryHeader),
    }
    const features = this.#featuresOf(row)
    const line = row.row
    if (this.#isVariation(row))
      return { line, values: { ...values, ...own, ...this.#variation(row, features) }, options: features }
    const { varying } = this.#productOf(this.#cell('SKU', row) || `id:${this.#cell('ID', row)}`)
    const others = [...features].filter(([name]) => !varying.has(foldText(name)))
    return { line, values: { ...values, ...own }, features: new Map(others) }
  }

  #variation(row: SourceRow, options: Features): Record<string, string> {
    const named = this.#cell('Parent', row)
    const product = this.#productOf(named)
    const optionText = [...options.values()].flat().join(', ')
    const name =
      this.#cell('Name', row) || [product.name, optionText].filter((part) => part !== '').join(' - ')
    const key = this.#key === 'SKU' ? product.sku : product.id
    return { ...this.#put('Name', name), [parentBy[this.#key]]: key || named.replace(/^id:/i, '') }
  }

  #isVariation(row: SourceRow): boolean {
    return /\bvariation\b/i.test(this.#cell('Type', row))
  }

  #productOf(name: string): Product {
    const known = this.#products.get(foldText(name))
    if (known) return known
    const product = { sku: '', id: '', name: '', varying: new Set<string>() }
    this.#products.set(foldText(name), product)
    return product
  }

  #featuresOf(row: SourceRow): Features {
    const optionText = this.#attributes.map(
      ({ name, value }) => [name(row), splitEscaped(value(row))] as const,
    )
    return new Map(optionText.filter(([name, values]) => name !== '' && values.length > 0))
  }

  #cell(name: string, row: SourceRow): string {
    return this.#cells[name]?.(row) ?? ''
  }

  #put(name: string, cell: string): Record<string, string> {
    const header = this.#file.header(name)
    return header === undefined ? {} : { [header]: cell }
  }
}

/** A comma with a backslash before it is one of the text. */
function splitEscaped(cell: string): string[] {
  return cell
    .split(/(?<!\\),/)
    .map((part) => part.replaceAll(String.raw`\,`, ',').trim())
    .filter((part) => part !== '')
}
