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
  type PlainRow,
  toPlainRow,
  variantTitle,
} from './shape.ts'
import type { ShapeColumn } from '../../recognise/file-scan.ts'
import { names } from '../../../channels/templates/attribute-names.ts'
import type { SourceRows } from './source-rows.ts'

/** Lightspeed's product export (X-Series, Products, Export): a row for each variant, joined by the handle. */
export const lightspeed: Shape = {
  recognise: [['handle', 'sku', 'name', 'variant_option_one_name', 'retail_price']],
  mergeKey: (file) => file.header('handle') ?? '',
  added: () => [parentHeader],
  column: (header, file) => {
    if (/^variant_option_(one|two|three)_(name|value)$/.test(header)) return readSeparatelyColumn
    return columns[header] ?? amountOf(amounts, header, { header, file }) ?? stock(header, file)
  },
  read: readRows,
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

const ofProduct = ['name', 'description', 'product_category', 'type', 'tags', 'brand_name', 'active']

async function* readRows(file: SourceRows): AsyncGenerator<PlainRow> {
  const [handleOf, titleOf] = [file.cell('handle'), file.cell('name')]
  const options = ['one', 'two', 'three'].map((count) => ({
    name: file.cell(`variant_option_${count}_name`),
    value: file.cell(`variant_option_${count}_value`),
  }))
  const shared = file.headers
    .filter((header) => ofProduct.includes(header))
    .map((header) => ({ header, of: file.cell(header) }))
  // Only the first variant of a product must name its options.
  const known = new Map<string, readonly string[]>()
  for await (const row of file.rows()) {
    const plain = toPlainRow(row, file.headers)
    const handle = handleOf(row)
    const values = options.map(({ value }) => value(row)).filter((value) => value !== '')
    if (row.issue !== undefined || values.length === 0) {
      yield plain
      continue
    }
    const names = known.get(handle) ?? options.map(({ name }) => name(row))
    if (!known.has(handle)) {
      known.set(handle, names)
      yield {
        line: row.row,
        values: { handle, ...Object.fromEntries(shared.map(({ header, of }) => [header, of(row)])) },
      }
    }
    yield toVariant(plain, { handle, title: titleOf(row), names, values })
  }
}

interface Variant {
  readonly handle: string
  readonly title: string
  readonly names: readonly string[]
  readonly values: readonly string[]
}

function toVariant(plain: PlainRow, { handle, title: name, names: optionNames, values }: Variant): PlainRow {
  return {
    ...plain,
    options: new Map(values.map((value, index) => [optionNames[index] || `Option ${index + 1}`, [value]])),
    values: {
      ...plain.values,
      handle: [handle, ...values].join('/'),
      name: variantTitle(name, values),
      [parentHeader]: handle,
    },
  }
}
