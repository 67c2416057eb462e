import {
  type Shape,
  galleryHeader,
  readSeparatelyColumn,
  text,
  title,
  vendor,
  html,
  choice,
  ignoredColumn,
  number,
  picture,
  parent,
  lines,
  gallery,
  type PlainRow,
  toPlainRow,
  listCell,
} from './shape.ts'
import { foldText } from '#shared/text.ts'
import type { ShapeColumn } from '../../recognise/file-scan.ts'
import { names } from '../../../channels/templates/attribute-names.ts'
import type { SourceRow, SourceRows } from './source-rows.ts'

/** Amazon's flat file (Inventory file templates): a row for each product and variant, below three lines of headers. */
export const amazon: Shape = {
  recognise: [
    ['item_sku', 'parent_child'],
    ['item_sku', 'feed_product_type'],
    ['item_sku', 'external_product_id'],
  ],
  mergeKey: (file) => file.header('item_sku') ?? '',
  added: () => [galleryHeader],
  channel: 'amazon',
  field: (header) => {
    const target = foldText(header)
    return isFurther(header) || target === 'main_image_url' || made.has(target) ? undefined : target
  },
  column: (header) => (isFurther(header) ? readSeparatelyColumn : columns[foldText(header)]),
  read: readRows,
}

const sizes = ['length', 'width', 'height']
/** A measure has its unit in a column of its own, which those of a size share. */
const unitHeaders: Readonly<Record<string, string>> = Object.fromEntries(
  ['item', 'package'].flatMap((what) => [
    [`${what}_weight`, `${what}_weight_unit_of_measure`],
    ...sizes.map((size) => [`${what}_${size}`, `${what}_dimensions_unit_of_measure`]),
  ]),
)
const units: Readonly<Record<string, string>> = { gr: 'g' }

// The channel makes these of products, their variants and measures.
const made = new Set([
  'external_product_id_type',
  'parent_child',
  'parent_sku',
  'relationship_type',
  'variation_theme',
  ...Object.values(unitHeaders),
])

const columns: Readonly<Record<string, ShapeColumn>> = {
  item_sku: text('sku', names.sku),
  item_name: title,
  brand_name: vendor,
  manufacturer: text('manufacturer'),
  product_description: html('description', names.description),
  feed_product_type: choice('amazon_product_type'),
  external_product_id: text('gtin', names.gtin),
  external_product_id_type: ignoredColumn,
  standard_price: number('price', names.price),
  list_price: number('list_price', names.listPrice),
  sale_price: number('sale_price', names.salePrice),
  quantity: number('stock', names.quantity),
  main_image_url: picture('image', names.image),
  parent_child: ignoredColumn,
  parentage: ignoredColumn,
  relationship_type: ignoredColumn,
  update_delete: ignoredColumn,
  parent_sku: parent,
  variation_theme: choice('variation_theme'),
  color_name: choice('color', names.color),
  size_name: choice('size', names.size),
  material_type: text('material', names.material),
  generic_keywords: lines('keywords'),
  item_weight: measured('weight', names.weight),
  item_length: measured('length', names.length),
  item_width: measured('width', names.width),
  item_height: measured('height', names.height),
  ...Object.fromEntries(Object.values(unitHeaders).map((header) => [header, ignoredColumn])),
  condition_type: choice('condition'),
  [foldText(galleryHeader)]: gallery,
}

function measured(key: string, known: readonly string[]): ShapeColumn {
  return { ...number(key, known), rule: {} }
}

function isFurther(header: string): boolean {
  return /^other_image_url\d+$/i.test(header)
}

async function* readRows(file: SourceRows): AsyncGenerator<PlainRow> {
  const further = file.headers.filter(isFurther).map((header) => file.cell(header))
  const isDeleted = file.cell('update_delete')
  for await (const row of file.rows()) {
    const plain = toPlainRow(row, file.headers)
    const pictures = further.map((of) => of(row)).filter((url) => url !== '')
    if (foldText(isDeleted(row)) === 'delete') file.leaveOut('deleted', row)
    else
      yield {
        ...plain,
        values: { ...plain.values, ...withUnits(file, row), [galleryHeader]: listCell(pictures) },
      }
  }
}

function withUnits(file: SourceRows, row: SourceRow): Record<string, string> {
  return Object.fromEntries(
    file.headers.flatMap((header) => {
      const unit = foldText(file.cell(unitHeaders[foldText(header)] ?? '\0')(row))
      const text = file.cell(header)(row)
      return unit === '' || text === '' ? [] : [[header, `${text} ${units[unit] ?? unit}`]]
    }),
  )
}
