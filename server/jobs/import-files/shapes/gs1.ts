import { names } from '../../../catalog/channels/templates/attribute-names.ts'
import type { ShapeColumn } from '../../../catalog/imports/file-shape.ts'
import { choice, gallery, inUnit, lines, number, picture, text, title, vendor } from './columns.ts'
import { asItStands, galleryHeader, type PlainRow, type Shape } from './shape.ts'

/** Trade items of GS1's CatalogueItemNotification, read from XML; what is packed in what is no variant. */
export const gs1: Shape = {
  recognise: (file) =>
    file.has('gtin') &&
    ['tradeItemUnitDescriptorCode', 'targetMarketCountryCode'].some((header) => file.has(header)),
  mergeKey: () => 'gtin',
  added: () => [],
  column: (header) => columns[header],
  async *read(file): AsyncGenerator<PlainRow> {
    for await (const row of file.rows()) yield asItStands(row, file.headers)
  },
}

const columns: Readonly<Record<string, ShapeColumn>> = {
  gtin: text('gtin', names.gtin),
  tradeItemDescription: title,
  descriptionShort: text('short_description', names.shortDescription),
  functionalName: text('functional_name'),
  regulatedProductName: text('regulated_product_name'),
  variantDescription: text('variant_description'),
  tradeItemMarketingMessage: lines('description', names.description),
  brandName: vendor,
  subBrand: text('sub_brand'),
  tradeItemUnitDescriptorCode: choice('trade_item_unit'),
  targetMarketCountryCode: text('target_market'),
  gpcCategoryCode: text('gpc_category_code'),
  gpcCategoryName: text('gpc_category_name'),
  // Not by all names of a weight, of which one is the net weight.
  grossWeight: inUnit(number('gross_weight', ['weight', 'product_weight', 'shipping_weight']), 'g'),
  netWeight: inUnit(number('net_weight'), 'g'),
  netContent: text('net_content'),
  height: inUnit(number('height'), 'mm'),
  width: inUnit(number('width'), 'mm'),
  depth: inUnit(number('depth'), 'mm'),
  uniformResourceIdentifier: picture('image', names.image),
  [galleryHeader]: gallery,
}
