import {
  type Amounts,
  type Features,
  type Shape,
  amountOf,
  parentHeader,
  galleryHeader,
  readSeparatelyColumn,
  categoriesHeader,
  title,
  html,
  text,
  choice,
  categories,
  flag,
  lines,
  listCell,
  nameOf,
  picture,
  parent,
  gallery,
  vendor,
  type PlainRow,
  toPlainRow,
} from './shape.ts'
import type { ShapeColumn } from '../../recognise/file-scan.ts'
import { names } from '../../../channels/templates/attribute-names.ts'
import { toAttributeKey } from '../../../attributes/key-of-name.ts'
import { foldText } from '#shared/text.ts'
import { cellsOf, picturesOf, productAbove, readGroups, toVariant } from './variants.ts'
import type { SourceRow, SourceRows } from './source-rows.ts'

/**
 * Ecwid's catalog export (support.ecwid.com, List of supported CSV columns): a row for each product, and below it
 * one for each choice of its options and each variation, told apart by their `type`.
 */
export const ecwid: Shape = {
  recognise: [
    ['type', 'product_internal_id', 'product_name'],
    ['type', 'product_sku', 'product_name', 'product_price'],
  ],
  mergeKey: keyOf,
  hasKeylessVariants: true,
  added: () => [parentHeader, galleryHeader, categoriesHeader],
  column: (header, file) =>
    columns[header] ??
    (isReadSeparately.test(header) ? readSeparatelyColumn : undefined) ??
    amountOf(amounts, header, { header, file }) ??
    otherOf(header),
  read: (file) => readGroups(file, { productOf: productOf(file), toRows: rowReader(file) }),
}

function keyOf(file: SourceRows): string {
  return (
    file.header(file.hasWherever('product_name', 'product_sku') ? 'product_sku' : 'product_internal_id') ?? ''
  )
}

const isReadSeparately =
  /^(product_category_\d+|product_media_gallery_image_url_\d+|product_option_(name|value|type|markup|is_.*)|product_variation_(sku|option_.*))$/

const columns: Readonly<Record<string, ShapeColumn>> = {
  type: readSeparatelyColumn,
  product_internal_id: text('ecwid_id'),
  product_sku: text('sku', names.sku),
  product_name: title,
  product_description: html('description', names.description),
  product_is_available: flag('published', names.published),
  product_is_featured: flag('featured', names.featured),
  product_is_inventory_tracked: flag('track_inventory'),
  product_brand: vendor,
  product_upc: text('gtin', names.gtin),
  product_media_main_image_url: picture('image', names.image),
  product_media_main_image_alt: text('image_alt_text', names.imageAlt),
  product_seo_title: text('seo_title', names.seoTitle),
  product_seo_description: lines('seo_description', names.seoDescription),
  product_custom_url_slug: text('handle', names.handle),
  product_tax_class_code: choice('tax_class'),
  [categoriesHeader]: categories('/', ','),
  [parentHeader]: parent,
  [galleryHeader]: gallery,
}

const amounts: Amounts = {
  product_price: ['price', names.price],
  product_compare_to_price: ['compare_at_price', names.listPrice],
  product_cost_price: ['cost', names.cost],
  product_quantity: ['stock', names.quantity],
  product_weight: ['weight', names.weight],
  product_length: ['length', names.length],
  product_width: ['width', names.width],
  product_height: ['height', names.height],
}

/** Other columns are called without the word that all of them begin with. */
function otherOf(header: string): ShapeColumn | undefined {
  const name = /^product_(?:attribute_)?(.+)$/.exec(header)?.[1]
  return name === undefined ? undefined : { key: toAttributeKey(name), name: nameOf(name), rule: {} }
}

function productOf(file: SourceRows): (row: SourceRow) => string {
  const [kindOf, nameOf] = [file.cell('type'), file.cell('product_name')]
  const ids = ['product_internal_id', 'product_sku', 'product_name'].map((name) => file.cell(name))
  return productAbove((row) => {
    const isProduct = kindOf(row) === 'product' || (kindOf(row) === '' && nameOf(row) !== '')
    // A category is a row of its own, which no product goes on with.
    if (kindOf(row) === 'category') return `category ${row.row}`
    return isProduct ? (ids.map((id) => id(row)).find((id) => id !== '') ?? '') : ''
  })
}

function rowReader(file: SourceRows): (rows: readonly SourceRow[]) => Generator<PlainRow> {
  const [kindOf, titleOf, skuOf] = [
    file.cell('type'),
    file.cell('product_name'),
    file.cell('product_variation_sku'),
  ]
  const key = keyOf(file)
  const headers = { key, title: 'product_name' }
  const [toPlain, choicesOf, optionsOf] = [plainReader(file), choiceReader(file), optionReader(file)]
  return function* toRows(rows) {
    const [first] = rows
    if (!first) return
    if (kindOf(first) === 'category') {
      file.leaveOut('category', first)
      return
    }
    const variations = rows.filter((row) => kindOf(row).endsWith('variation'))
    const varying = new Set(variations.flatMap((row) => [...optionsOf(row).keys()].map(foldText)))
    const others = [...choicesOf(rows)].filter(([name]) => name !== '' && !varying.has(foldText(name)))
    yield { ...toPlain(first), features: new Map(others) }
    const product = { key: file.cell(key)(first), title: titleOf(first) }
    for (const row of variations) {
      const plain = toPlain(row)
      const own = { product_name: '', product_internal_id: '', product_sku: skuOf(row) }
      const variant = { ...plain, values: { ...plain.values, ...own } }
      const ownKey = key === 'product_sku' ? skuOf(row) : ''
      yield toVariant(variant, { options: optionsOf(row), headers, product, key: ownKey })
    }
  }
}

function plainReader(file: SourceRows): (row: SourceRow) => ReturnType<typeof toPlainRow> {
  const image = file.cell('product_media_main_image_url')
  const categoriesIn = cellsOf(file, /^product_category_\d+$/)
  const galleryIn = cellsOf(file, /^product_media_gallery_image_url_\d+$/)
  return (row) => {
    const plain = toPlainRow(row, file.headers)
    const pictures = [image(row), ...galleryIn(row)].filter((url) => url !== '')
    const own = {
      [categoriesHeader]: listCell(categoriesIn(row)),
      ...picturesOf(pictures, 'product_media_main_image_url'),
    }
    return { ...plain, values: { ...plain.values, ...own } }
  }
}

/** The values of options that a product lets its buyers choose of, whether or not variations have them. */
function choiceReader(file: SourceRows): (rows: readonly SourceRow[]) => Features {
  const [kindOf, optionOf, valueOf] = [
    file.cell('type'),
    file.cell('product_option_name'),
    file.cell('product_option_value'),
  ]
  return (rows) => {
    const found = new Map<string, string[]>()
    for (const row of rows.filter((one) => kindOf(one).endsWith('option')))
      found.set(optionOf(row), [...(found.get(optionOf(row)) ?? []), valueOf(row)])
    return found
  }
}

function optionReader(file: SourceRows): (row: SourceRow) => Features {
  const axes = file.headers.flatMap((header) => {
    const name = /^product_variation_option_\{?(.+?)\}?$/.exec(header)?.[1]
    return name === undefined ? [] : [{ name: nameOf(name), value: file.cell(header) }]
  })
  return (row) =>
    new Map(axes.flatMap(({ name, value }) => (value(row) === '' ? [] : [[name, [value(row)]] as const])))
}
