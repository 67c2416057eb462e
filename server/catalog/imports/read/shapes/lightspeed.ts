import {
  type Shape,
  parentHeader,
  readSeparatelyColumn,
  amountOf,
  text,
  title,
  html,
  category,
  choices,
  vendor,
  flag,
  parent,
  type Amounts,
  localizedNumber,
  toPlainRow,
} from './shape.ts'
import type { ShapeColumn } from '../../recognise/file-scan.ts'
import { names } from '../../../channels/templates/attribute-names.ts'
import { message } from '#shared/messages/message.ts'
import { findOptionPairs, readGroups, splitProduct } from './variants.ts'
import type { SourceRow, SourceRows } from './source-rows.ts'

/** Lightspeed's product export (X-Series, Products, Export): a row for each variant, joined by the handle. */
export const lightspeed: Shape = {
  recognise: [['handle', 'sku', 'name', 'variant_option_one_name', 'retail_price']],
  mergeKey: (file) => file.header('handle') ?? '',
  added: () => [parentHeader],
  column: (header, file) => {
    if (/^variant_option_(one|two|three)_(name|value)$/.test(header)) return readSeparatelyColumn
    return columns[header] ?? amountOf(amounts, header, { header, file }) ?? stock(header, file)
  },
  read: (file) => readGroups(file, toGroups(file)),
}

const columns: Readonly<Record<string, ShapeColumn>> = {
  id: text('lightspeed_id'),
  handle: text('handle', names.handle),
  sku: text('sku', names.sku),
  name: title,
  description: html('description', names.description),
  product_category: category('/'),
  type: category('/'),
  tags: choices('tags', ',', names.tags),
  brand_name: vendor,
  supplier_name: text('supplier'),
  supplier_code: text('supplier_code'),
  active: flag('published', names.published),
  track_inventory: flag('track_inventory'),
  [parentHeader]: parent,
}

const amounts: Amounts = {
  retail_price: ['price', names.price],
  supply_price: ['cost', names.cost],
}

function stock(header: string, file: SourceRows): ShapeColumn | undefined {
  if (!header.startsWith('inventory_')) return undefined
  return localizedNumber(header.toLowerCase().replaceAll(/\W+/g, '_'), [], file.writesComma(header))
}

const ofBoth = new Set(['handle', 'description', 'product_category', 'type', 'tags', 'brand_name', 'active'])

function toGroups(file: SourceRows): Parameters<typeof readGroups>[1] {
  const keyOf = file.cell('handle')
  const table = {
    headers: { key: 'handle', title: 'name' },
    keyOf,
    titleOf: file.cell('name'),
    pairs: findOptionPairs(file, (count) => {
      const word = ['one', 'two', 'three'][count - 1] ?? ''
      return [`variant_option_${word}_name`, `variant_option_${word}_value`]
    }),
    levelOf: (header: string) => (ofBoth.has(header) ? 'both' : header === 'name' ? 'product' : 'variant'),
    toPlain: (row: SourceRow) => toPlainRow(row, file.headers),
  } as const
  const noProduct = message('row.handle_missing')
  return { productOf: keyOf, noProduct, toRows: (rows) => splitProduct(rows, table) }
}
