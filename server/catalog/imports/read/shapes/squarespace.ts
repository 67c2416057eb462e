import {
  type Shape,
  parentHeader,
  galleryHeader,
  readSeparatelyColumn,
  title,
  html,
  number,
  text,
  choice,
  choices,
  categories,
  flag,
  picture,
  parent,
  gallery,
  listCell,
  toPlainRow,
} from './shape.ts'
import type { ShapeColumn } from '../../recognise/file-scan.ts'
import { names } from '../../../channels/templates/attribute-names.ts'
import { foldText, splitList } from '#shared/text.ts'
import { isYes } from '../../recognise/flags.ts'
import { findOptionPairs, picturesOf, productAbove, readGroups, splitProduct } from './variants.ts'
import type { SourceRow, SourceRows } from './source-rows.ts'

const unlimitedHeader = 'Unlimited stock'

/**
 * Squarespace's product export (support.squarespace.com, Importing products from a .csv): the first row of a
 * product has its title and its first variant, the rows below the other variants.
 */
export const squarespace: Shape = {
  recognise: [
    ['Product ID [Non Editable]', 'Product URL', 'Title'],
    ['Product Type [Non Editable]', 'Product URL', 'Title'],
    ['Product URL', 'Title', 'Option Name 1', 'Hosted Image URLs'],
  ],
  mergeKey: keyOf,
  sku: (file) => file.header('SKU'),
  added: () => [parentHeader, galleryHeader, unlimitedHeader],
  column: (header) => (/^Option (Name|Value) \d$/.test(header) ? readSeparatelyColumn : columns[header]),
  read: (file) => readGroups(file, toGroups(file)),
}

/** Addresses are missing in files that are made by hand, and ids in those for another site. */
function keyOf(file: SourceRows): string {
  const key = ['Product URL', 'Product ID [Non Editable]'].find((name) => file.hasWherever('Title', name))
  return file.header(key ?? 'Title') ?? ''
}

const columns: Readonly<Record<string, ShapeColumn>> = {
  'Product ID [Non Editable]': text('squarespace_id'),
  'Variant ID [Non Editable]': text('variant_id'),
  'Product Type [Non Editable]': choice('squarespace_type'),
  'Product Page': text('store_page'),
  'Product URL': text('handle', names.handle),
  Title: title,
  Description: html('description', names.description),
  SKU: text('sku', names.sku),
  GTIN: text('gtin', names.gtin),
  MPN: text('mpn', names.mpn),
  Price: number('price', names.price),
  'Sale Price': number('sale_price', names.salePrice),
  'On Sale': flag('on_sale'),
  Stock: number('stock', names.quantity),
  Categories: categories('/', ','),
  Tags: choices('tags', ',', names.tags),
  Weight: number('weight', names.weight),
  Length: number('length', names.length),
  Width: number('width', names.width),
  Height: number('height', names.height),
  Visible: flag('published', names.published),
  'Hosted Image URLs': picture('image', names.image),
  [parentHeader]: parent,
  [galleryHeader]: gallery,
  [unlimitedHeader]: flag('unlimited_stock'),
}

const ofVariants =
  /^(Variant ID \[|SKU$|GTIN$|MPN$|Price$|Sale Price$|On Sale$|Stock$|Weight$|Length$|Width$|Height$|Unlimited stock$)/

function toGroups(file: SourceRows): Parameters<typeof readGroups>[1] {
  const [key, titleOf, stockOf] = [keyOf(file), file.cell('Title'), file.cell('Stock')]
  const [picturesIn, categoriesIn] = [file.cell('Hosted Image URLs'), file.cell('Categories')]
  const isOnSale = file.cell('On Sale')
  const startOf = (row: SourceRow) => (titleOf(row) === '' ? '' : file.cell(key)(row) || titleOf(row))
  const table = {
    headers: { key, title: 'Title' },
    keyOf: startOf,
    titleOf,
    pairs: findOptionPairs(file, (count) => [`Option Name ${count}`, `Option Value ${count}`]),
    levelOf: (header: string) => (ofVariants.test(header) ? 'variant' : 'product'),
    toPlain: (row: SourceRow) => {
      const plain = toPlainRow(row, file.headers)
      const isUnlimited = /^unlimited$/i.test(stockOf(row))
      const own = {
        ...picturesOf(picturesIn(row).split(/\s+/).filter(Boolean), 'Hosted Image URLs'),
        Categories: listCell(splitList(categoriesIn(row))),
        ...(isUnlimited && { Stock: '', [unlimitedHeader]: 'Yes' }),
        // Without a sale the file has a price of zero.
        ...(!isYes(foldText(isOnSale(row))) && { 'Sale Price': '' }),
      }
      return { ...plain, values: { ...plain.values, ...own } }
    },
  } as const
  return { productOf: productAbove(startOf), toRows: (rows) => splitProduct(rows, table) }
}
