import {
  type Shape,
  parentHeader,
  galleryHeader,
  picture,
  text,
  readSeparatelyColumn,
  lines,
  amountOf,
  ignoredColumn,
  choice,
  categories,
  title,
  html,
  flag,
  parent,
  gallery,
  type Amounts,
  type Features,
  type PlainRow,
  toPlainRow,
  pictureCells,
  listCell,
} from './shape.ts'
import { names } from '../../../channels/templates/attribute-names.ts'
import type { SourceRows, SourceRow } from './source-rows.ts'
import type { ShapeColumn } from '../../recognise/file-scan.ts'
import { foldText, splitList } from '#shared/text.ts'
import { findPackedVariants, readCategoryPaths, readPackedAttributes } from './packed-attributes.ts'

/**
 * Magento's product CSV (Adobe Commerce, Data transfer: Product attributes): a row for each product and store view; a configurable
 * product names its variants.
 */
export const magento: Shape = {
  recognise: [['sku', 'product_type', 'attribute_set_code']],
  mergeKey: () => 'sku',
  learner: 'magento',
  field: (header) =>
    made.has(header) || columns[header] === ignoredColumn || isSetting(header) ? undefined : header,
  added: (file) => (hasAddresses(file) ? [parentHeader, galleryHeader] : [parentHeader]),
  column: (header, file) => {
    if (header === 'base_image')
      return hasAddresses(file) || file.hasFolder ? picture('image', names.image) : text(header)
    if (header === 'additional_images') return hasAddresses(file) ? readSeparatelyColumn : lines(header)
    return (
      columns[header] ??
      amountOf(amounts, header, { header, file }) ??
      (isSetting(header) ? ignoredColumn : undefined)
    )
  },
  read: readRows,
}

// The channel makes these of products and their variants; one view alone is read.
const made = new Set([
  'additional_attributes',
  'configurable_variations',
  'configurable_variation_labels',
  'base_image',
  'additional_images',
  'store_view_code',
])

/** Pictures are paths below the shop's own folder, unless they are written as full addresses. */
function hasAddresses(file: SourceRows): boolean {
  return [...file.samples('base_image'), ...file.samples('additional_images')].some((cell) =>
    /^https?:/.test(cell),
  )
}

const columns: Readonly<Record<string, ShapeColumn>> = {
  sku: text('sku', names.sku),
  store_view_code: readSeparatelyColumn,
  attribute_set_code: choice('attribute_set'),
  product_type: choice('magento_type'),
  categories: categories('>', ','),
  product_websites: text('product_websites'),
  name: title,
  description: html('description', names.description),
  short_description: html('short_description', names.shortDescription),
  // Dates of American writing, whatever the currency of the shop.
  special_price_from_date: text('special_price_from_date'),
  special_price_to_date: text('special_price_to_date'),
  product_online: {
    ...flag('published', names.published),
    rule: { data_type: 'boolean', values: { '2': '0' } },
  },
  tax_class_name: choice('tax_class'),
  visibility: text('visibility'),
  url_key: text('url_key', names.handle),
  meta_title: text('meta_title', names.seoTitle),
  meta_keywords: lines('meta_keywords'),
  meta_description: lines('meta_description', names.seoDescription),
  base_image_label: text('image_alt_text', names.imageAlt),
  created_at: ignoredColumn,
  updated_at: ignoredColumn,
  country_of_manufacture: choice('country_of_manufacture'),
  is_in_stock: flag('is_in_stock'),
  additional_attributes: readSeparatelyColumn,
  configurable_variations: readSeparatelyColumn,
  configurable_variation_labels: readSeparatelyColumn,
  related_skus: lines('related_skus'),
  crosssell_skus: lines('crosssell_skus'),
  upsell_skus: lines('upsell_skus'),
  [parentHeader]: parent,
  [galleryHeader]: gallery,
}

const amounts: Amounts = {
  weight: ['weight', names.weight],
  price: ['price', names.price],
  special_price: ['special_price', names.salePrice],
  msrp_price: ['msrp', names.listPrice],
  map_price: ['map_price', []],
  cost: ['cost', names.cost],
  qty: ['stock', names.quantity],
}

/** Settings of sale and page layout do not describe the product. */
function isSetting(header: string): boolean {
  return /^use_config_|^(min|max)_cart_qty$|qty_increments|_qty_decimal$|^is_decimal_divided$|^website_id$|_layout|^custom_design|^manage_stock$|^(out_of_stock_qty|notify_on_stock_below|allow_backorders|deferred_stock_update|display_product_options_in|product_options_container|gift_message_available|hide_from_product_page)$|^(small|thumbnail|swatch)_image/.test(
    header,
  )
}

async function* readRows(file: SourceRows): AsyncGenerator<PlainRow> {
  const [sku, list] = [file.cell('sku'), file.cell('configurable_variations')]
  const variations = await findPackedVariants(file, { sku, list })
  const cells = {
    sku,
    view: file.cell('store_view_code'),
    attributes: file.cell('additional_attributes'),
    categories: file.cell('categories'),
    image: file.cell('base_image'),
    images: file.cell('additional_images'),
  }
  const areAddresses = hasAddresses(file)
  const toPlain = (row: SourceRow): PlainRow => {
    const variation = variations.get(foldText(cells.sku(row)))
    const pictures = [cells.image(row), ...splitList(cells.images(row))].filter((one) => one !== '')
    const values = {
      ...toPlainRow(row, file.headers).values,
      ...(areAddresses && pictureCells(pictures, 'base_image', galleryHeader)),
      categories: listCell(readCategoryPaths(cells.categories(row))),
      [parentHeader]: variation?.parent ?? '',
    }
    const features = readPackedAttributes(cells.attributes(row))
    const flags = flagsOf(features)
    for (const name of variation?.options.keys() ?? []) features.delete(name)
    return { line: row.row, values, features, flags, ...(variation && { options: variation.options }) }
  }
  for await (const row of file.rows()) {
    const view = cells.view(row)
    if (row.issue !== undefined) yield toPlainRow(row, file.headers)
    else if (view === '') yield toPlain(row)
    else file.leaveOut('store_view', row)
  }
}

function flagsOf(features: Features): PlainRow['flags'] {
  return new Map(
    [...features].map(([name, [sample = '']]) => [foldText(name), { visible: '', global: '', sample }]),
  )
}
