import {
  type Amounts,
  type Shape,
  amountOf,
  parentHeader,
  galleryHeader,
  imageHeader,
  ownColumns,
  readSeparatelyColumn,
  title,
  html,
  text,
  choice,
  categories,
  flag,
  lines,
  listCell,
  type PlainRow,
  toPlainRow,
} from './shape.ts'
import type { ShapeColumn } from '../../recognise/file-scan.ts'
import { names } from '../../../channels/templates/attribute-names.ts'
import { foldText, splitList } from '#shared/text.ts'
import { findPackedVariants, readCategoryPaths } from './packed-attributes.ts'
import { learnProducts, picturesOf, toVariant } from './variants.ts'
import type { SourceRow, SourceRows } from './source-rows.ts'

const stockHeader = 'Stock of all sources'

/**
 * Bagisto's product import (docs.bagisto.com, Data transfer): a row for each product and locale; a configurable
 * product lists its variants, and these may name it.
 */
export const bagisto: Shape = {
  recognise: [
    ['sku', 'type', 'attribute_family_code'],
    ['sku', 'parent_sku', 'attribute_family_code'],
  ],
  mergeKey: () => 'sku',
  added: () => [parentHeader, imageHeader, galleryHeader, stockHeader],
  column: (header, file) => {
    if (header === 'images' && hasAddresses(file)) return readSeparatelyColumn
    return columns[header] ?? amountOf(amounts, header, { header, file })
  },
  read: readRows,
}

/** Pictures are paths below the shop's own folder, unless they are written as full addresses. */
function hasAddresses(file: SourceRows): boolean {
  return file.samples('images').some((cell) => /^https?:/i.test(cell))
}

const columns: Readonly<Record<string, ShapeColumn>> = {
  ...ownColumns,
  sku: text('sku', names.sku),
  parent_sku: readSeparatelyColumn,
  configurable_variants: readSeparatelyColumn,
  locale: readSeparatelyColumn,
  type: choice('bagisto_type'),
  attribute_family_code: choice('attribute_family'),
  categories: categories('>', ','),
  name: title,
  description: html('description', names.description),
  short_description: html('short_description', names.shortDescription),
  url_key: text('url_key', names.handle),
  status: flag('published', names.published),
  visible_individually: flag('visible_individually'),
  new: flag('new'),
  featured: flag('featured', names.featured),
  guest_checkout: flag('guest_checkout'),
  manage_stock: flag('manage_stock'),
  inventories: text('inventories'),
  tax_category_name: text('tax_category'),
  meta_title: text('meta_title', names.seoTitle),
  meta_keywords: lines('meta_keywords'),
  meta_description: lines('meta_description', names.seoDescription),
}

const amounts: Amounts = {
  [stockHeader]: ['stock', names.quantity],
  price: ['price', names.price],
  special_price: ['special_price', names.salePrice],
  cost: ['cost', names.cost],
  weight: ['weight', names.weight],
  length: ['length', names.length],
  width: ['width', names.width],
  height: ['height', names.height],
}

async function* readRows(file: SourceRows): AsyncGenerator<PlainRow> {
  const sku = file.cell('sku')
  const [localeOf, parentOf] = [file.cell('locale'), file.cell('parent_sku')]
  const list = file.cell('configurable_variants')
  const variants = await findPackedVariants(file, { sku, list })
  const products = await learnProducts(file, { ids: [sku], key: sku, title: file.cell('name') })
  const headers = { key: 'sku', title: 'name' }
  const toPlain = plainReader(file)
  const toRow = (row: SourceRow): PlainRow => {
    const variant = variants.get(foldText(sku(row)))
    const key = parentOf(row) || (variant?.parent ?? '')
    if (key === '') return toPlain(row)
    const product = products.get(key) ?? { key, title: '' }
    return toVariant(toPlain(row), {
      options: variant?.options ?? new Map(),
      headers,
      product,
      key: sku(row),
    })
  }
  let locale: string | undefined
  for await (const row of file.rows()) {
    locale ??= localeOf(row)
    if (row.issue !== undefined) yield toPlainRow(row, file.headers)
    else if (localeOf(row) === locale) yield toRow(row)
    else file.leaveOut('store_view', row)
  }
}

function plainReader(file: SourceRows): (row: SourceRow) => ReturnType<typeof toPlainRow> {
  const [categoriesIn, imagesIn, stockIn] = [
    file.cell('categories'),
    file.cell('images'),
    file.cell('inventories'),
  ]
  const areAddresses = hasAddresses(file)
  return (row) => {
    const plain = toPlainRow(row, file.headers)
    const own = {
      categories: listCell(readCategoryPaths(categoriesIn(row))),
      [stockHeader]: sumStocks(stockIn(row)),
      ...(areAddresses && picturesOf(splitList(imagesIn(row)), imageHeader)),
    }
    return { ...plain, values: { ...plain.values, ...own } }
  }
}

/** `default=5,outlet=3` */
function sumStocks(cell: string): string {
  const counts = Array.from(cell.matchAll(/=\s*(\d+)/g), ([, count]) => Number(count))
  return counts.length === 0 ? '' : String(counts.reduce((sum, count) => sum + count))
}
