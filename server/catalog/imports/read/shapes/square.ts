import {
  type Amounts,
  type Shape,
  parentHeader,
  readSeparatelyColumn,
  title,
  html,
  text,
  choice,
  categories,
  flag,
  inUnit,
  localizedNumber,
  lines,
  listCell,
  parent,
  toPlainRow,
} from './shape.ts'
import type { ShapeColumn } from '../../recognise/file-scan.ts'
import { names } from '../../../channels/templates/attribute-names.ts'
import { toAttributeKey } from '../../../attributes/key-of-name.ts'
import { splitList } from '#shared/text.ts'
import { type ColumnLevel, findOptionPairs, type OptionCells, readGroups, splitProduct } from './variants.ts'
import type { SourceRow, SourceRows } from './source-rows.ts'

const keyHeader = 'Square item'
const variableHeader = 'Variable price'

/**
 * Square's item library (squareup.com/help, Import items online): a row for each variation, which tells its
 * item's name and details again.
 */
export const square: Shape = {
  recognise: (file) =>
    file.has('Item Name', 'Variation Name') &&
    (file.has('Token') ||
      file.has('Reference Handle') ||
      file.headers.some((header) => quantityOf.test(header))),
  mergeKey: () => keyHeader,
  sku: (file) => file.header('SKU'),
  added: () => [keyHeader, parentHeader, variableHeader],
  column: (header, file) => {
    if (/^(Variation Name|Option (Name|Value) \d)$/.test(header)) return readSeparatelyColumn
    return columns[header] ?? amount(header, file) ?? flagOf(header)
  },
  read: (file) => readGroups(file, toGroups(file)),
}

const quantityOf = /^(Current|New) Quantity (.+)$/

const columns: Readonly<Record<string, ShapeColumn>> = {
  [keyHeader]: text('square_item'),
  Token: text('square_token'),
  'Reference Handle': text('reference_handle'),
  'Item Name': title,
  'Customer-facing Name': text('customer_facing_name'),
  SKU: text('sku', names.sku),
  GTIN: text('gtin', names.gtin),
  Description: html('description', names.description),
  Category: categories('>', ','),
  Categories: categories('>', ','),
  'Reporting Category': text('reporting_category'),
  'SEO Title': text('seo_title', names.seoTitle),
  'SEO Description': lines('seo_description', names.seoDescription),
  Permalink: text('handle', names.handle),
  'Square Online Item Visibility': choice('visibility'),
  'Item Type': choice('item_type'),
  'Social Media Link Title': text('social_media_link_title'),
  'Default Vendor Name': text('supplier'),
  'Default Vendor Code': text('supplier_code'),
  [parentHeader]: parent,
  [variableHeader]: flag('variable_price'),
}

const amounts: Amounts = {
  Price: ['price', names.price],
  'Online Sale Price': ['sale_price', names.salePrice],
  'Default Unit Cost': ['cost', names.cost],
}

function amount(header: string, file: SourceRows): ShapeColumn | undefined {
  const unit = /^Weight \((\w+)\)$/.exec(header)?.[1]
  const weight: Amounts[string] | undefined = unit === undefined ? undefined : ['weight', names.weight]
  const [key, known] = amounts[header] ?? weight ?? stockOf(header, file) ?? []
  return key === undefined ? undefined : inUnit(localizedNumber(key, known, file.writesComma(header)), unit)
}

/** The stock of a seller with one location is the stock; with more each has its own. */
function stockOf(header: string, { headers }: SourceRows): Amounts[string] | undefined {
  const [, when, location = ''] = quantityOf.exec(header) ?? []
  if (when === undefined) return undefined
  const hasOne = headers.filter((other) => other.startsWith('Current Quantity ')).length === 1
  if (when === 'Current' && hasOne) return ['stock', names.quantity]
  return [toAttributeKey(`${when === 'Current' ? 'stock' : 'new stock'} ${location}`), []]
}

/** Taxes, modifiers and locations are columns of `Y` and `N`. */
function flagOf(header: string): ShapeColumn | undefined {
  const isFlag =
    /^(Tax - |Modifier Set - |Enabled |Stock Alert Enabled )/.test(header) ||
    /^(Sellable|Stockable|Archived|Contains Alcohol|Shipping Enabled|Skip Detail Screen in POS)$/.test(header)
  return isFlag ? { ...flag(toAttributeKey(header)), name: header } : undefined
}

const ofVariants =
  /^(Token|SKU|GTIN|Price|Online Sale Price|Variable price|Sellable|Stockable|Weight \(.*|Default Unit Cost|Default Vendor .*|(Current|New) Quantity .*|Stock Alert .*|Enabled .*)$/

function toGroups(file: SourceRows): Parameters<typeof readGroups>[1] {
  const [nameOf, handleOf, priceOf] = [
    file.cell('Item Name'),
    file.cell('Reference Handle'),
    file.cell('Price'),
  ]
  const keyOf = (row: SourceRow) => handleOf(row) || nameOf(row)
  const levelOf = (header: string): ColumnLevel => (ofVariants.test(header) ? 'variant' : 'product')
  const lists = ['Category', 'Categories'].flatMap((name) => file.header(name) ?? [])
  const toPlain = (row: SourceRow) => {
    const plain = toPlainRow(row, file.headers)
    const isVariable = /^variable$/i.test(priceOf(row))
    const own = {
      [keyHeader]: keyOf(row),
      ...Object.fromEntries(lists.map((header) => [header, listCell(splitList(file.cell(header)(row)))])),
      ...(isVariable && { Price: '', [variableHeader]: 'Y' }),
    }
    return { ...plain, values: { ...plain.values, ...own } }
  }
  const headers = { key: keyHeader, title: 'Item Name' }
  return {
    productOf: keyOf,
    toRows: (rows) =>
      splitProduct(rows, { headers, keyOf, titleOf: nameOf, pairs: pairsOf(file, rows), levelOf, toPlain }),
  }
}

/** Variations without options differ in their names; the only one of an item is called Regular. */
function pairsOf(file: SourceRows, rows: readonly SourceRow[]): OptionCells[] {
  const pairs = findOptionPairs(file, (count) => [`Option Name ${count}`, `Option Value ${count}`])
  if (rows.some((row) => pairs.some(({ value }) => value(row) !== ''))) return pairs
  const value = file.cell('Variation Name')
  const isOnly = rows.length === 1 && rows.every((row) => /^(regular)?$/i.test(value(row)))
  return isOnly ? [] : [{ name: () => 'Variation', value }]
}
