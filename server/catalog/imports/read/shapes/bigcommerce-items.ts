import {
  type Shape,
  parentHeader,
  imageHeader,
  galleryHeader,
  text,
  amountOf,
  ignoredColumn,
  byFoldedHeader,
  readSeparatelyColumn,
  title,
  choice,
  categories,
  html,
  choices,
  flag,
  parent,
  picture,
  gallery,
  type Amounts,
  type PlainRow,
  toPlainRow,
  galleryCell,
  variantTitle,
  type Features,
} from './shape.ts'
import { foldText } from '#shared/text.ts'
import type { SourceRows, SourceRow } from './source-rows.ts'
import { names } from '../../../channels/templates/attribute-names.ts'
import type { ShapeColumn } from '../../recognise/file-scan.ts'
import { message } from '#shared/messages/message.ts'

/**
 * BigCommerce's newer product file (Products, Import/Export, "Supported Product Fields"): a row for each product, and below it one
 * for each of its variants, pictures and videos.
 */
export const bigcommerceItems: Omit<Shape, 'recognise'> = {
  mergeKey: (file) => file.header('SKU') ?? '',
  added: () => [parentHeader, imageHeader, galleryHeader],
  column: (header, file) => {
    const folded = foldText(header)
    if (folded === 'categories' && hasIds(file)) return text('category_ids')
    return (
      columns.get(folded) ??
      amountOf(amounts, folded, { header, file }) ??
      (isSetting(folded) ? ignoredColumn : undefined)
    )
  },
  read: readRows,
}

/** Shops identify categories by numbers unless their names are requested. */
function hasIds(file: SourceRows): boolean {
  const cells = file.samples('Categories')
  return cells.length > 0 && cells.every((cell) => /^[\d;,\s]+$/.test(cell))
}

const columns = byFoldedHeader({
  Item: readSeparatelyColumn,
  ID: { ...text('bigcommerce_id'), name: 'BigCommerce ID' },
  Name: title,
  Type: choice('product_type', ['type']),
  SKU: text('sku', names.sku),
  Options: readSeparatelyColumn,
  'Brand ID': text('brand_id'),
  Categories: categories('/', ';'),
  Description: html('description', names.description),
  'Custom Fields': readSeparatelyColumn,
  'Page Title': text('page_title', names.seoTitle),
  'Product URL': text('url_key', names.handle),
  'Meta Description': text('meta_description', names.seoDescription),
  'Search Keywords': choices('tags', ',', names.tags),
  'Meta Keywords': text('meta_keywords'),
  'UPC/EAN': text('gtin', names.gtin),
  'Global Trade Number': text('global_trade_number'),
  'Manufacturer Part Number': text('mpn', names.mpn),
  'Is Visible': flag('published', names.published),
  'Is Featured': flag('featured', names.featured),
  'Product Condition': choice('condition'),
  'Variant Image URL': readSeparatelyColumn,
  'Internal Image URL (Export)': readSeparatelyColumn,
  'Image URL (Import)': readSeparatelyColumn,
  'Image Description': readSeparatelyColumn,
  'Image is Thumbnail': readSeparatelyColumn,
  'Image Sort Order': readSeparatelyColumn,
  [parentHeader]: parent,
  [imageHeader]: picture('image', names.image),
  [galleryHeader]: gallery,
} satisfies Readonly<Record<string, ShapeColumn>>)

const amounts: Amounts = {
  price: ['price', names.price],
  'cost price': ['cost', names.cost],
  'retail price': ['list_price', names.listPrice],
  'sale price': ['sale_price', names.salePrice],
  'current stock': ['stock', names.quantity],
  weight: ['weight', names.weight],
  width: ['width', names.width],
  height: ['height', names.height],
  depth: ['depth', names.length],
}

function isSetting(folded: string): boolean {
  return /^(channels|inventory tracking|free shipping|tax class|show product condition|sort order|youtube id|video )/.test(
    folded,
  )
}

// The shop's own bounds are 600 variants and 1,000 pictures.
const maxRowsOfProduct = 10_000

async function* readRows(file: SourceRows): AsyncGenerator<PlainRow> {
  const kindOf = file.cell('Item')
  const reader = new ItemReader(file)
  let group: SourceRow[] = []
  for await (const row of file.rows()) {
    const isProduct = foldText(kindOf(row)) === 'product'
    if (row.issue !== undefined || (!isProduct && group.length === 0) || group.length >= maxRowsOfProduct) {
      yield { ...toPlainRow(row, file.headers), issue: row.issue ?? stray }
      continue
    }
    if (isProduct) {
      yield* reader.read(group)
      group = []
    }
    group.push(row)
  }
  yield* reader.read(group)
}

const stray = message('row.below_no_product')

interface Product {
  readonly key: string
  readonly name: string
}

type Cell = (row: SourceRow) => string

class ItemReader {
  readonly #file: SourceRows
  readonly #cells: Readonly<
    Record<
      'kind' | 'sku' | 'name' | 'id' | 'options' | 'fields' | 'ofVariant' | 'order' | 'main' | 'alt',
      Cell
    >
  >
  readonly #addresses: readonly Cell[]
  readonly #headers: { readonly sku: string; readonly name: string }

  constructor(file: SourceRows) {
    this.#file = file
    this.#cells = {
      kind: file.cell('Item'),
      sku: file.cell('SKU'),
      name: file.cell('Name'),
      id: file.cell('ID'),
      options: file.cell('Options'),
      fields: file.cell('Custom Fields'),
      ofVariant: file.cell('Variant Image URL'),
      order: file.cell('Image Sort Order'),
      main: file.cell('Image is Thumbnail'),
      alt: file.cell('Image Description'),
    }
    this.#addresses = [file.cell('Internal Image URL (Export)'), file.cell('Image URL (Import)')]
    this.#headers = { sku: file.header('SKU') ?? '', name: file.header('Name') ?? '' }
  }

  *read(rows: readonly SourceRow[]): Generator<PlainRow> {
    const [first, ...others] = rows
    if (!first) return
    const { kind, sku, id, name, fields } = this.#cells
    const product = { key: sku(first) || id(first) || name(first), name: name(first) }
    const pictures = this.#pictures(rows)
    const { values } = toPlainRow(first, this.#file.headers)
    const own = {
      [this.#headers.sku]: product.key,
      [imageHeader]: pictures[0]?.url ?? '',
      [galleryHeader]: galleryCell(pictures),
    }
    yield { line: first.row, values: { ...values, ...own }, features: readFields(fields(first)) }
    for (const row of others) if (foldText(kind(row)) === 'variant') yield this.#variant(row, product)
  }

  #pictures(rows: readonly SourceRow[]): { url: string; alt: string }[] {
    const found = rows.flatMap((row) => {
      const url = this.#addresses.map((of) => of(row)).find((one) => one !== '')
      if (url === undefined) return []
      const isMain = /^(true|1|yes)$/i.test(this.#cells.main(row))
      return [{ url, alt: this.#cells.alt(row), at: isMain ? -1 : Number(this.#cells.order(row)) || 0 }]
    })
    return found.toSorted((a, b) => a.at - b.at)
  }

  #variant(row: SourceRow, product: Product): PlainRow {
    const { values } = toPlainRow(row, this.#file.headers)
    const options = readOptions(this.#cells.options(row))
    const optionTexts = [...options.values()].flat()
    const own = {
      [this.#headers.sku]: this.#cells.sku(row) || [product.key, ...optionTexts].join('/'),
      [this.#headers.name]: variantTitle(product.name, optionTexts),
      [imageHeader]: this.#cells.ofVariant(row),
      [parentHeader]: product.key,
    }
    return { line: row.row, options, values: { ...values, ...own } }
  }
}

/** `Type=Rectangle|Name=Size|Value=Small`, repeated per option; a swatch has its colour in brackets. */
function readOptions(cell: string): Features {
  const found = cell
    .split(/\|?\s*\|?\s*Type=[^|]*\|/i)
    .map((part) => /^Name=(.+?)\|Value=(.*)$/is.exec(part.trim()))
    .flatMap((match) => {
      const value = (match?.[2] ?? '').replace(/\[[^\]]*\]\s*$/, '').trim()
      return match && value !== '' ? [[match[1]?.trim() ?? '', [value]] as const] : []
    })
  return new Map(found)
}

/** `Fabric=Cotton;Origin=Portugal` */
function readFields(cell: string): Features {
  const found = cell.split(';').flatMap((part) => {
    const [, name = '', value = ''] = /^\s*"?([^="]+)=(.*?)"?\s*$/s.exec(part) ?? []
    return name === '' || value === '' ? [] : [[name.trim(), [value.trim()]] as const]
  })
  return new Map(found)
}
