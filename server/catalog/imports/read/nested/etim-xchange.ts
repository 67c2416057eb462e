import type { Dialect } from './read-members.ts'
import {
  isObject,
  objectsOf,
  type JsonObject,
  isNothing,
  type NestedProduct,
  type NestedCell,
  textOf,
  cellOf,
  type NestedPicture,
} from './json-tree.ts'

/** ETIM xChange, the catalogs of suppliers of technical goods: their products with features, pictures and trade items. */
export const etimXchange: Dialect = {
  recognise: (records) => records.some((record) => isObject(record['ProductIdentification'])),
  unwrap: ({ Supplier: suppliers }) => {
    const products = objectsOf(suppliers).flatMap((supplier) => {
      const items = objectsOf(supplier['TradeItem'])
      return objectsOf(supplier['Product']).map((product) => ({
        ...product,
        TradeItem: [...objectsOf(product['TradeItem']), ...items.filter((item) => isOf(item, product))],
      }))
    })
    return products.length > 0 ? products : undefined
  },
  read: (record) => [readProduct(record)],
}

function isOf(item: JsonObject, product: JsonObject): boolean {
  const number = identify(product, 'ProductIdentification')['ManufacturerProductNumber']
  return !isNothing(number) && identify(item, 'ItemIdentification')['ManufacturerProductNumber'] === number
}

function identify(record: JsonObject, name: string): JsonObject {
  const found = record[name]
  return isObject(found) ? found : {}
}

function readProduct(record: JsonObject): NestedProduct {
  const named = identify(record, 'ProductIdentification')
  const details = identify(record, 'ProductDetails')
  const [item] = objectsOf(record['TradeItem'])
  const [classified] = objectsOf(record['EtimClassification'])
  const cells: [string, NestedCell][] = [
    ['sku', textOf(named['ManufacturerProductNumber'])],
    ['gtin', firstOf(named['ProductGtin'])],
    ['brand', textOf(named['BrandName'])],
    ['manufacturer', textOf(named['ManufacturerName'])],
    ['product_status', textOf(details['ProductStatus'])],
    ['customs_commodity_code', textOf(details['CustomsCommodityCode'])],
    ...readTexts(objectsOf(details['ProductDescriptions'])),
    ['etim_class', textOf(classified?.['EtimClassCode'])],
    ['etim_release', textOf(classified?.['EtimReleaseVersion'])],
    ...(item ? readItem(item) : []),
  ]
  return {
    cells: new Map(cells.filter(([, cell]) => cell !== '')),
    features: new Map(objectsOf(classified?.['EtimFeatures']).flatMap(readFeature)),
    pictures: readAttachments(record),
    categories: [],
    options: new Map(),
    variants: [],
  }
}

function firstOf(value: unknown): string {
  return textOf(Array.isArray(value) ? value[0] : value)
}

const texts: Readonly<Record<string, string>> = {
  MinimalProductDescription: 'name',
  UniqueMainProductDescription: 'short_description',
  FullProductDescription: 'full_description',
  ProductMarketingText: 'description',
  ProductSpecificationText: 'specification',
  ProductKeyword: 'keywords',
}

function readTexts(descriptions: readonly JsonObject[]): [string, NestedCell][] {
  return descriptions.flatMap((one, index) =>
    Object.entries(texts).map(([name, header]): [string, NestedCell] => {
      const language = textOf(one['DescriptionLanguage'])
      const value = one[name]
      const cell = Array.isArray(value) ? value.map(textOf) : textOf(value)
      return [index === 0 ? header : `${header} (${language})`, cell.length === 0 ? '' : cell]
    }),
  )
}

function readItem(item: JsonObject): [string, NestedCell][] {
  const named = identify(item, 'ItemIdentification')
  const ordering = identify(item, 'Ordering')
  const [pricing = {}] = objectsOf([item['Pricing']].flat())
  const money = (name: string): NestedCell => {
    const value = pricing[name]
    if (typeof value !== 'number' && typeof value !== 'string') return ''
    const currency = textOf(pricing['PriceCurrency']) || textOf(pricing['CurrencyCode'])
    return currency === '' ? value : { number: value, unit: currency }
  }
  const [retail, gross] = [money('RecommendedRetailPrice'), money('GrossListPrice')]
  return [
    ['supplier_item_number', textOf(named['SupplierItemNumber'])],
    ['order_unit', textOf(ordering['OrderUnit'])],
    ['minimum_order_quantity', cellOf(ordering['MinimumOrderQuantity'])],
    ['price_unit', textOf(pricing['PriceUnit'])],
    ['price_quantity', cellOf(pricing['PriceQuantity'])],
    ['price', retail || gross],
    ['gross_list_price', retail && gross],
    ['cost', money('NetPrice')],
  ]
}

/** A feature is named by its code; its value is a code, a number, a range or a flag. */
function readFeature(feature: JsonObject): [string, string[]][] {
  const name = textOf(feature['EtimFeatureCode'])
  const range = ['EtimValueRangeLower', 'EtimValueRangeUpper'].map((end) => textOf(feature[end]))
  const single = ['EtimValueCode', 'EtimValueNumeric', 'EtimValueDetails'].map((member) =>
    textOf(feature[member]),
  )
  const logical = feature['EtimValueLogical']
  const flag = typeof logical === 'boolean' ? (logical ? 'Yes' : 'No') : ''
  const value = [...single, flag, range.every((end) => end !== '') ? range.join(' - ') : ''].find(
    (one) => one !== '',
  )
  return name === '' || value === undefined ? [] : [[name, [value]]]
}

/** Pictures are recognized by their type or address; other attachments are documents. */
function readAttachments(record: JsonObject): NestedPicture[] {
  return objectsOf(record['ProductAttachments']).flatMap((attachment) => {
    const type = textOf(attachment['AttachmentType'])
    const details = objectsOf([attachment['AttachmentDetails']].flat())
    return details.flatMap((one) => {
      const url = textOf(one['AttachmentUri'])
      const isPicture = /\.(jpe?g|png|gif|webp|avif|svg|tiff?)([?#]|$)/i.test(url) || type === 'ATX015'
      return isPicture && /^https?:/i.test(url) ? [{ url, alt: '', id: '', variants: [] }] : []
    })
  })
}
