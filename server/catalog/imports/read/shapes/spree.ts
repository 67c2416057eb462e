import {
  type Shape,
  parentHeader,
  galleryHeader,
  readSeparatelyColumn,
  categoriesHeader,
  title,
  html,
  text,
  choice,
  choices,
  categories,
  flag,
  lines,
  listCell,
  number,
  picture,
  parent,
  gallery,
  vendor,
  nameOf,
  toPlainRow,
} from './shape.ts'
import type { ShapeColumn } from '../../recognise/file-scan.ts'
import { names } from '../../../channels/templates/attribute-names.ts'
import { toAttributeKey } from '../../../attributes/key-of-name.ts'
import {
  type ColumnLevel,
  cellsOf,
  findOptionPairs,
  picturesOf,
  readGroups,
  splitProduct,
} from './variants.ts'
import type { SourceRow, SourceRows } from './source-rows.ts'

/**
 * Spree's product export (spreecommerce.org/docs, Product import file template): the rows of one slug are a product
 * and its variants.
 */
export const spree: Shape = {
  recognise: [
    ['slug', 'sku', 'name', 'option1_name', 'option1_value'],
    ['slug', 'sku', 'name', 'category1', 'image1_src'],
  ],
  mergeKey: () => 'slug',
  sku: () => 'sku',
  added: () => [parentHeader, galleryHeader, categoriesHeader],
  column: (header) =>
    columns[header] ?? (isReadSeparately.test(header) ? readSeparatelyColumn : metafield(header)),
  read: (file) => readGroups(file, toGroups(file)),
}

const isReadSeparately = /^(option\d+_(name|value)|category\d+|image\d+_src)$/

const columns: Readonly<Record<string, ShapeColumn>> = {
  slug: text('handle', names.handle),
  sku: text('sku', names.sku),
  name: title,
  description: html('description', names.description),
  status: choice('product_status'),
  vendor_name: vendor,
  brand_name: text('brand'),
  tags: choices('tags', ',', names.tags),
  labels: choices('labels', ','),
  price: number('price', names.price),
  compare_at_price: number('compare_at_price', names.listPrice),
  currency: text('currency'),
  inventory_count: number('stock', names.quantity),
  inventory_backorderable: flag('backorderable'),
  track_inventory: flag('track_inventory'),
  barcode: text('barcode', names.gtin),
  weight: number('weight', names.weight),
  width: number('width', names.width),
  height: number('height', names.height),
  depth: number('depth', names.length),
  meta_title: text('meta_title', names.seoTitle),
  meta_description: lines('meta_description', names.seoDescription),
  meta_keywords: lines('meta_keywords'),
  tax_category: text('tax_category'),
  shipping_category: text('shipping_category'),
  image1_src: picture('image', names.image),
  [categoriesHeader]: categories('->', ','),
  [parentHeader]: parent,
  [galleryHeader]: gallery,
}

/** `metafield.properties.wattage` is the wattage. */
function metafield(header: string): ShapeColumn | undefined {
  const name = /^metafield\.[^.]+\.(.+)$/.exec(header)?.[1]
  return name === undefined ? undefined : { key: toAttributeKey(name), name: nameOf(name), rule: {} }
}

const ofVariants =
  /^(price|compare_at_price|barcode|weight|width|height|depth|dimensions_unit|weight_unit|inventory_.*|track_inventory|variant_id)$/
const ofBoth = /^(sku|image1_src|Further images|currency)$/

function levelOf(header: string): ColumnLevel {
  if (ofBoth.test(header)) return 'both'
  return ofVariants.test(header) ? 'variant' : 'product'
}

function toGroups(file: SourceRows): Parameters<typeof readGroups>[1] {
  const [keyOf, titleOf] = [file.cell('slug'), file.cell('name')]
  const [categoriesIn, picturesIn] = [cellsOf(file, /^category\d+$/), cellsOf(file, /^image\d+_src$/)]
  const table = {
    headers: { key: 'slug', title: 'name' },
    keyOf,
    titleOf,
    pairs: findOptionPairs(file, (count) => [`option${count}_name`, `option${count}_value`]),
    levelOf,
    toPlain: (row: SourceRow) => {
      const plain = toPlainRow(row, file.headers)
      const own = {
        [categoriesHeader]: listCell(categoriesIn(row)),
        ...picturesOf(picturesIn(row), 'image1_src'),
      }
      return { ...plain, values: { ...plain.values, ...own } }
    },
  }
  return { productOf: keyOf, toRows: (rows) => splitProduct(rows, table) }
}
