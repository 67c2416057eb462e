/** Google's product data specification: support.google.com/merchants/answer/7052112. */
import { parse } from 'csv-parse/sync'
import {
  check,
  gtin,
  idsOf,
  link,
  repeated,
  required,
  type Row,
  type Rules,
  type Validator,
} from './row-rules.ts'

/** A price is above zero, with a point and a currency of ISO 4217. */
const price = { pattern: /^(?!0+(\.0+)? )\d+(\.\d{1,2})? [A-Z]{3}$/ }
const weight = { pattern: /^\d+(\.\d+)? (g|kg|lb|oz)$/ }
const length = { pattern: /^\d+(\.\d+)? (cm|in)$/ }

const google: Rules = {
  id: { ...required, max: 50 },
  title: { ...required, max: 150 },
  description: { ...required, max: 5000 },
  link: { ...required, ...link, max: 2000 },
  image_link: { ...required, ...link, max: 2000 },
  availability: { ...required, oneOf: ['in_stock', 'out_of_stock', 'preorder', 'backorder'] },
  price: { ...required, ...price },
  sale_price: price,
  // Sold in India alone.
  maximum_retail_price: { pattern: /^\d+(\.\d{1,2})? INR$/ },
  brand: { max: 70 },
  mpn: { max: 70 },
  gtin,
  identifier_exists: { oneOf: ['yes', 'no'] },
  condition: { oneOf: ['new', 'refurbished', 'used'] },
  google_product_category: { pattern: /^(\d+|[^<>]+( > [^<>]+)*)$/ },
  product_type: { max: 750 },
  color: { max: 100 },
  material: { max: 200 },
  size: { max: 100 },
  item_group_id: { max: 50 },
  product_weight: weight,
  product_length: length,
  product_width: length,
  product_height: length,
  shipping_weight: weight,
}

/** A product needs its GTIN, or its MPN with the brand, or says that there is none; and says so only where there is none. */
function identifierFaults(row: Row, place: string): string[] {
  const isKnown = Boolean(row['gtin'] || (row['mpn'] && row['brand']))
  const saysNone = row['identifier_exists'] === 'no'
  if (isKnown && saysNone) return [`${place}: identifier_exists says no beside an identifier`]
  return isKnown || saysNone ? [] : [`${place}: nothing identifies the product`]
}

function itemFaults(row: Row, place: string): string[] {
  const isDearer = Number.parseFloat(row['sale_price'] ?? '') >= Number.parseFloat(row['price'] ?? '')
  const isLater = ['preorder', 'backorder'].includes(row['availability'] ?? '')
  return [
    ...check(row, google, place),
    ...identifierFaults(row, place),
    ...(isDearer ? [`${place}: the sale price is not below the price`] : []),
    ...(isLater && !row['availability_date'] ? [`${place}: no date on which it is available`] : []),
  ]
}

/** Well-formed RSS 2.0 whose items have Google's required elements. */
export const validateGoogleXml: Validator = (text) => {
  const faults = unbalanced(text)
  if (
    !/^<\?xml [^>]*\?>\s*<rss version="2\.0" xmlns:g="http:\/\/base\.google\.com\/ns\/1\.0">\s*<channel>/.test(
      text,
    )
  )
    faults.push('The file does not begin as RSS 2.0 with the namespace g.')
  const items = [...text.matchAll(/<item>([\s\S]*?)<\/item>/g)].map(([, item = '']) => item)
  const rows = items.map(toRow)
  const pictures = items.filter((item) => item.split('<g:additional_image_link>').length > 11)
  return [
    ...faults,
    ...pictures.map(() => 'An item has more than ten additional pictures.'),
    ...rows.flatMap((row, index) => itemFaults(row, `item ${index + 1}`)),
    ...repeated(idsOf(rows, 'id'), 'id'),
  ]
}

function toRow(item: string): Row {
  const members = [...item.matchAll(/<g:(\w+)>([^<]*)<\/g:\1>/g)].map(([, name = '', value = '']) => [
    name,
    plain(value),
  ])
  return Object.fromEntries(members)
}

function plain(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

function unbalanced(text: string): string[] {
  const open: string[] = []
  for (const [, slash, name = ''] of text.matchAll(/<(\/?)([\w:]+)[^>]*>/g)) {
    if (slash === '') open.push(name)
    else if (open.pop() !== name) return [`</${name}> closes nothing.`]
  }
  if (/&(?!amp;|lt;|gt;|quot;|apos;|#\d+;)/.test(text)) return ['An ampersand stands alone.']
  return open.map((name) => `<${name}> is not closed.`)
}

/** A table with tabs whose first row names the columns. */
export const validateGoogleTsv: Validator = (text) => {
  const rows = parse<Row>(text, { columns: true, delimiter: '\t', quote: false })
  return [
    ...rows.flatMap((row, index) => itemFaults(row, `row ${index + 1}`)),
    ...repeated(idsOf(rows, 'id'), 'id'),
  ]
}
