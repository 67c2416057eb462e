import {
  type Amounts,
  type Features,
  type Shape,
  amountOf,
  parentHeader,
  galleryHeader,
  readSeparatelyColumn,
  title,
  html,
  text,
  categories,
  flag,
  listCell,
  lines,
  choices,
  picture,
  parent,
  gallery,
  vendor,
  type PlainRow,
  toPlainRow,
} from './shape.ts'
import { message } from '#shared/messages/message.ts'
import type { ShapeColumn } from '../../recognise/file-scan.ts'
import { names } from '../../../channels/templates/attribute-names.ts'
import { learnProducts, picturesOf, toVariant } from './variants.ts'
import type { SourceRow, SourceRows } from './source-rows.ts'

/**
 * Shopware 6's product export (docs.shopware.com, Import/Export): a row for each product and each variant, which
 * names its product by id; headings by the default profile or by the paths of the fields.
 */
export const shopware: Shape = {
  recognise: (file) => {
    const known = new Set(file.headers.map(toColumn))
    const has = (...wanted: string[]) => wanted.every((name) => known.has(name))
    return has('product_number', 'id', 'stock') && (has('parent_id') || has('tax_rate') || has('price_gross'))
  },
  mergeKey: (file) => translated(file).header('product_number') ?? '',
  added: () => [parentHeader, galleryHeader],
  column: (header, file) => {
    const name = toColumn(header)
    if (name === 'categories' && areIds(file, 'categories')) return text('category_ids')
    if (name === 'options') return areIds(file, name) ? text('option_ids') : readSeparatelyColumn
    if (name === 'properties') return areIds(file, name) ? text('property_ids') : readSeparatelyColumn
    return columns[name] ?? amountOf(amounts, name, { header, file })
  },
  read: (file) => readRows(translated(file)),
}

function translated(file: SourceRows): SourceRows {
  return file.translate(toColumn)
}

const paths: readonly (readonly [path: RegExp, column: string])[] = [
  [/^(?:translations\.[\w-]+\.)?(name|description|keywords)$/, '$1'],
  [/^(?:translations\.[\w-]+\.)?metaTitle$/, 'meta_title'],
  [/^(?:translations\.[\w-]+\.)?metaDescription$/, 'meta_description'],
  [/^price\.(?:DEFAULT|EUR)\.(net|gross)$/, 'price_$1'],
  [/^price\.DEFAULT\.listPrice\.(net|gross)$/, 'list_price_$1'],
  [/^purchasePrices\.DEFAULT\.(net|gross)$/, 'purchase_prices_$1'],
  [/^tax\.taxRate$/, 'tax_rate'],
  [/^tax\.name$/, 'tax_name'],
  [/^cover\.media\.(url|id)$/, 'cover_media_$1'],
  [/^cover\.media\.translations\.[\w-]+\.(title|alt)$/, 'cover_media_$1'],
  [/^manufacturer\.(?:translations\.[\w-]+\.)?name$/, 'manufacturer_name'],
  [/^(?:optionIds|option_ids)$/, 'options'],
  [/^(?:propertyIds|property_ids)$/, 'properties'],
  [/^parentId$/, 'parent_id'],
  [/^(?:productNumber|number)$/, 'product_number'],
  [/^manufacturerNumber$/, 'manufacturer_number'],
  [/^visibilities\.all$/, 'sales_channel'],
]

function toColumn(header: string): string {
  const [path, column] = paths.find(([one]) => one.test(header)) ?? []
  return path === undefined || column === undefined ? header : header.replace(path, column)
}

const columns: Readonly<Record<string, ShapeColumn>> = {
  id: text('shopware_id'),
  parent_id: readSeparatelyColumn,
  product_number: text('sku', names.sku),
  active: flag('published', names.published),
  name: title,
  description: html('description', names.description),
  meta_title: text('meta_title', names.seoTitle),
  meta_description: lines('meta_description', names.seoDescription),
  keywords: text('keywords'),
  ean: text('ean', names.gtin),
  manufacturer_number: text('mpn', names.mpn),
  manufacturer_name: vendor,
  cover_media_url: picture('image', names.image),
  cover_media_alt: text('image_alt_text', names.imageAlt),
  media: readSeparatelyColumn,
  categories: categories('>', '|'),
  tags: choices('tags', '|', names.tags),
  sales_channel: text('sales_channels'),
  [parentHeader]: parent,
  [galleryHeader]: gallery,
}

const amounts: Amounts = {
  stock: ['stock', names.quantity],
  price_gross: ['price', names.price],
  price_net: ['price_net', []],
  list_price_gross: ['compare_at_price', names.listPrice],
  list_price_net: ['compare_at_price_net', []],
  purchase_prices_net: ['cost', names.cost],
  purchase_prices_gross: ['cost_gross', []],
  tax_rate: ['tax_rate', []],
  weight: ['weight', names.weight],
  width: ['width', names.width],
  height: ['height', names.height],
  length: ['length', names.length],
}

const id = /^[\da-f]{32}$/i

/** The default profile names categories, options and properties by ids that are of its database alone. */
function areIds(file: SourceRows, column: string): boolean {
  return translated(file)
    .samples(column)
    .every((cell) => splitList(cell).every((part) => id.test(part)))
}

function splitList(cell: string): string[] {
  return cell
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** `Colour: Red|Size: M` */
function readFeatures(cell: string): Features {
  const found = new Map<string, string[]>()
  for (const part of splitList(cell)) {
    const [, name = '', value = ''] = /^([^:]+):\s*(.+)$/.exec(part) ?? []
    if (name !== '') found.set(name.trim(), [...(found.get(name.trim()) ?? []), value])
  }
  return found
}

async function* readRows(file: SourceRows): AsyncGenerator<PlainRow> {
  const cell = (name: string) => file.cell(name)
  const cells = {
    id: cell('id'),
    parent: cell('parent_id'),
    number: cell('product_number'),
    options: cell('options'),
    properties: cell('properties'),
    cover: cell('cover_media_url'),
    media: cell('media'),
    categories: cell('categories'),
  }
  const [hasOptions, hasCategories] = [!areIds(file, 'options'), !areIds(file, 'categories')]
  const headers = { key: file.header('product_number') ?? '', title: file.header('name') ?? '' }
  const coverHeader = file.header('cover_media_url') ?? galleryHeader
  const products = await learnProducts(file, { ids: [cells.id], key: cells.number, title: cell('name') })
  for await (const row of file.rows()) {
    const plain = toPlain(row)
    const parentOf = cells.parent(row)
    const product = products.get(parentOf)
    if (row.issue !== undefined || parentOf === '') yield plain
    else if (product === undefined) yield { ...plain, issue: message('row.product_missing') }
    else {
      const options = hasOptions ? readFeatures(cells.options(row)) : new Map()
      yield toVariant(plain, { options, headers, product, key: cells.number(row) })
    }
  }

  function toPlain(row: SourceRow) {
    const plain = toPlainRow(row, file.headers)
    const pictures = [cells.cover(row), ...splitList(cells.media(row))].filter((url) => /^https?:/.test(url))
    const listed = hasCategories && {
      [file.header('categories') ?? '']: listCell(splitList(cells.categories(row))),
    }
    const values = { ...plain.values, ...picturesOf(pictures, coverHeader), ...listed }
    return { ...plain, values, features: readFeatures(cells.properties(row)) }
  }
}
