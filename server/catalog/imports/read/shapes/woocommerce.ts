import {
  type Shape,
  galleryHeader,
  readSeparatelyColumn,
  byFoldedHeader,
  text,
  choice,
  title,
  flag,
  html,
  categories,
  choices,
  vendor,
  picture,
  parent,
  gallery,
  type Amounts,
  amountOf,
  inUnit,
  type PlainRow,
  toPlainRow,
  splitPictures,
  listCell,
  pictureCells,
  ofPlugin,
  type Features,
} from './shape.ts'
import { foldText } from '#shared/text.ts'
import type { SourceRows, SourceRow } from './source-rows.ts'
import { inEnglish } from './woocommerce-words.ts'
import { woocommerce as template } from '../../../channels/templates/woocommerce.ts'
import { names } from '../../../channels/templates/attribute-names.ts'
import type { ShapeColumn } from '../../recognise/file-scan.ts'
import { toAttributeKey } from '../../../attributes/key-of-name.ts'

/**
 * The column that this shape adds: a variation names its product in it, by SKU where the products have
 * one, else by the shop's id.
 */
const parentBy = { SKU: 'Product by SKU', ID: 'Product by ID' } as const

const stockStatus = 'Stock status'
const productStatus = 'Product status'

/** WooCommerce's product CSV (its wiki page Product CSV Import Schema): a row for each product and each variation. */
export const woocommerce: Shape = {
  recognise: (file) => {
    const isEnglish = hasColumns(file.headers, ['Regular price', 'Is featured?', 'Attribute 1 name'])
    // In an unknown language, the word for a price alone occurs in many files.
    return isEnglish || hasColumns(file.headers.map(inEnglish), ['Is featured?', 'Visibility in catalog'])
  },
  mergeKey: (file) => file.translate(inEnglish).header(keyOf(file)) ?? '',
  hasKeylessVariants: true,
  channel: 'woocommerce',
  field: (header) => {
    const name = inEnglish(header)
    const folded = foldText(name)
    if (columns.get(folded) === readSeparatelyColumn || folded === 'images') return undefined
    return targets.get(folded) ?? (isAttribute(name) ? name : header)
  },
  added: (file) => [parentBy[keyOf(file.translate(inEnglish))], galleryHeader, stockStatus, productStatus],
  column: (header, file) => {
    const name = inEnglish(header)
    if (isAttribute(name)) return readSeparatelyColumn
    return (
      columns.get(foldText(name)) ?? amount(header, file.translate(inEnglish)) ?? ofNumber(header, name, file)
    )
  },
  read: (file) => readRows(file.translate(inEnglish)),
}

const targets = new Map(template.fields.map(({ target }) => [foldText(target), target]))

function hasColumns(headers: readonly string[], own: readonly string[]): boolean {
  const folded = new Set(headers.map(foldText))
  const has = (name: string) => folded.has(foldText(name))
  return ['Type', 'SKU', 'Name'].every(has) && own.some(has)
}

/** SKUs are optional; where one is missing, the shop's ids identify its products. */
function keyOf(file: SourceRows): 'SKU' | 'ID' {
  if (file.has(parentBy.SKU) || file.has(parentBy.ID)) return file.has(parentBy.ID) ? 'ID' : 'SKU'
  return !file.isFilled('SKU') && file.isFilled('ID') ? 'ID' : 'SKU'
}

const columns = byFoldedHeader({
  ID: { ...text('woocommerce_id'), name: 'WooCommerce ID' },
  Type: choices('woocommerce_type', ','),
  SKU: text('sku', names.sku),
  'GTIN, UPC, EAN, or ISBN': text('gtin', names.gtin),
  Name: title,
  // A draft (-1) is not published either.
  Published: withWords(flag('published', names.published), { '-1': '0' }),
  // With their times, which a date could not hold.
  'Date sale price starts': text('sale_starts_on', ['sale_from_date']),
  'Date sale price ends': text('sale_ends_on', ['sale_end_date']),
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
  Parent: readSeparatelyColumn,
  [parentBy.SKU]: parent,
  [parentBy.ID]: parent,
  [galleryHeader]: gallery,
  [stockStatus]: choice('stock_status'),
  [productStatus]: choice('product_status'),
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

/** A column of a plugin, or of the option that a product is shown with at first. */
function ofNumber(header: string, name: string, file: SourceRows): ShapeColumn | undefined {
  const preset = /^attribute (\d+) default$/i.exec(name)?.[1]
  if (preset !== undefined) return text(`default_option_${preset}`)
  const meta = /^meta:\s*(.+)$/i.exec(name)?.[1]
  if (meta === undefined) return undefined
  return ofPlugin({ key: toAttributeKey(`meta_${meta}`), name: meta, rule: {} }, file.samples(header))
}

function isAttribute(header: string): boolean {
  return /^attribute \d+ (name|value\(s\)|visible|global|variation)$/i.test(header)
}

interface Cells {
  readonly [name: string]: (row: SourceRow) => string
}

async function* readRows(file: SourceRows): AsyncGenerator<PlainRow> {
  const reader = new RowReader(file)
  for await (const row of file.rows()) reader.learn(row)
  for await (const row of file.rows())
    yield row.issue === undefined ? reader.read(row) : toPlainRow(row, file.headers)
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
  readonly #attributes: readonly Readonly<
    Record<'name' | 'value' | 'visible' | 'global', (row: SourceRow) => string>
  >[]
  readonly #products = new Map<string, Product>()

  constructor(file: SourceRows) {
    this.#file = file
    this.#key = keyOf(file)
    const wanted = [
      'ID',
      'SKU',
      'Type',
      'Name',
      'Parent',
      'Images',
      'Categories',
      'Tags',
      'Brands',
      'In stock?',
      'Published',
    ]
    this.#cells = Object.fromEntries(wanted.map((name) => [name, file.cell(name)]))
    const numbers = file.headers.flatMap(
      (header) => /^attribute (\d+) name$/i.exec(inEnglish(header))?.[1] ?? [],
    )
    this.#attributes = numbers.map((number) => ({
      name: file.cell(`Attribute ${number} name`),
      value: file.cell(`Attribute ${number} value(s)`),
      visible: file.cell(`Attribute ${number} visible`),
      global: file.cell(`Attribute ${number} global`),
    }))
  }

  /** Products may come before or after their variations. */
  learn(row: SourceRow): void {
    if (this.#isVariation(row)) {
      const product = this.#productOf(this.#cell('Parent', row))
      for (const [name] of this.#featuresOf(row)) product.varying.add(foldText(name))
      return
    }
    const [sku = '', id = '', name = ''] = ['SKU', 'ID', 'Name'].map((column) => this.#cell(column, row))
    const known = [sku, id && `id:${id}`].filter((one) => one !== '').map(foldText)
    // Variations before it have already shown their varying options.
    const varying = new Set(known.flatMap((one) => [...(this.#products.get(one)?.varying ?? [])]))
    for (const one of known) this.#products.set(one, { sku, id, name, varying })
  }

  read(row: SourceRow): PlainRow {
    const { values } = toPlainRow(row, this.#file.headers)
    const pictures = splitPictures(this.#cell('Images', row))
    const own = {
      ...this.#put('Categories', listCell(splitEscaped(this.#cell('Categories', row)))),
      ...this.#put('Tags', splitEscaped(this.#cell('Tags', row)).map(asOption).join(', ')),
      ...this.#put('Brands', splitEscaped(this.#cell('Brands', row))[0] ?? ''),
      // On backorder the shop sells without stock, which neither yes nor no expresses.
      ...(foldText(this.#cell('In stock?', row)) === 'backorder' && { [stockStatus]: 'onbackorder' }),
      // Published has no third value for a draft.
      ...(this.#cell('Published', row) === '-1' && { [productStatus]: 'draft' }),
      ...pictureCells(pictures, this.#file.header('Images') ?? 'Images', galleryHeader),
    }
    const features = this.#featuresOf(row)
    const flags = this.#flagsOf(row)
    const line = row.row
    if (this.#isVariation(row))
      return {
        line,
        values: { ...values, ...own, ...this.#variation(row, features) },
        options: features,
        flags,
      }
    const { varying } = this.#productOf(this.#cell('SKU', row) || `id:${this.#cell('ID', row)}`)
    const others = [...features].filter(([name]) => !varying.has(foldText(name)))
    return { line, values: { ...values, ...own }, features: new Map(others), flags }
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

  #flagsOf(row: SourceRow): PlainRow['flags'] {
    return new Map(
      this.#attributes.map(({ name, value, visible, global }) => [
        foldText(name(row)),
        { visible: visible(row), global: global(row), sample: splitEscaped(value(row))[0] ?? '' },
      ]),
    )
  }

  #cell(name: string, row: SourceRow): string {
    return this.#cells[name]?.(row) ?? ''
  }

  #put(name: string, cell: string): Record<string, string> {
    const header = this.#file.header(name)
    return header === undefined ? {} : { [header]: cell }
  }
}

/** A comma after a backslash belongs to the text. */
function splitEscaped(cell: string): string[] {
  return cell
    .split(/(?<!\\),/)
    .map((part) => part.replaceAll(String.raw`\,`, ',').trim())
    .filter((part) => part !== '')
}

/** The catalog joins options by commas, so that no option can contain one. */
function asOption(tag: string): string {
  return tag.replaceAll(/\s*,\s*/g, ' ')
}
