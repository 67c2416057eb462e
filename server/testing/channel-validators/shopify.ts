/** Shopify's product CSV by its template and help of 2025: help.shopify.com, Using CSV files to import and export products. */
import { parse } from 'csv-parse/sync'
import {
  amount,
  check,
  gtin,
  idsOf,
  link,
  repeated,
  required,
  type Row,
  type Rules,
  type Validator,
  whole,
} from './row-rules.ts'

const truth = { oneOf: ['TRUE', 'FALSE'] }

/** The columns of the template, in its order. */
const columns = [
  'Title',
  'URL handle',
  'Description',
  'Vendor',
  'Product category',
  'Type',
  'Tags',
  'Published on online store',
  'Status',
  'SKU',
  'Barcode',
  ...[1, 2, 3].flatMap((n) => [`Option${n} name`, `Option${n} value`, `Option${n} Linked To`]),
  'Price',
  'Compare-at price',
  'Cost per item',
  'Charge tax',
  'Tax code',
  'Unit price total measure',
  'Unit price total measure unit',
  'Unit price base measure',
  'Unit price base measure unit',
  'Inventory tracker',
  'Inventory quantity',
  'Continue selling when out of stock',
  'Weight value (grams)',
  'Weight unit for display',
  'Requires shipping',
  'Fulfillment service',
  'Product image URL',
  'Image position',
  'Image alt text',
  'Variant image URL',
  'Gift card',
  'SEO title',
  'SEO description',
  'Google Shopping / Google product category',
  'Google Shopping / Gender',
  'Google Shopping / Age group',
  'Google Shopping / Manufacturer part number (MPN)',
  'Google Shopping / Ad group name',
  'Google Shopping / Ads labels',
  'Google Shopping / Condition',
  'Google Shopping / Custom product',
  ...[0, 1, 2, 3, 4].map((n) => `Google Shopping / Custom label ${n}`),
]

const variantRules: Rules = {
  Price: amount,
  'Compare-at price': amount,
  'Weight value (grams)': amount,
  'Weight unit for display': { oneOf: ['g', 'kg', 'lb', 'oz'] },
  'Inventory quantity': whole,
  'Inventory tracker': { oneOf: ['shopify', 'shipwire', 'amazon_marketplace_web'] },
  'Continue selling when out of stock': { ...required, oneOf: ['deny', 'continue'] },
  'Fulfillment service': required,
  'Requires shipping': { ...required, ...truth },
  'Charge tax': { ...required, ...truth },
  Barcode: gtin,
  'Option1 value': required,
  'Variant image URL': link,
}

const firstRules: Rules = {
  'URL handle': { ...required, pattern: /^[\p{Ll}\p{Lo}\p{N}]+(-[\p{Ll}\p{Lo}\p{N}]+)*$/u, max: 255 },
  Title: { ...required, max: 255 },
  'Option1 name': required,
  'Published on online store': { ...required, ...truth },
  Status: { ...required, oneOf: ['active', 'draft', 'archived'] },
  'SEO title': { max: 70 },
  'SEO description': { max: 320 },
}

/** What stands in the first row of a product alone. */
const ofProduct = [
  'Title',
  'Description',
  'Vendor',
  'Product category',
  'Type',
  'Tags',
  'Status',
  'SEO title',
]

/** Rows of one handle stand together; the first one has the title, and every variant its own options. */
export const validateShopify: Validator = (text) => {
  const [header = []] = parse(text, { to: 1 })
  const rows = parse<Row>(text, { columns: true })
  const groups: Row[][] = []
  for (const row of rows) {
    const group = groups.at(-1)
    if (group && group[0]?.['URL handle'] === row['URL handle']) group.push(row)
    else groups.push([row])
  }
  return [
    ...header.filter((name) => !columns.includes(name)).map((name) => `${name} is no column of Shopify`),
    ...groups.flatMap(groupFaults),
    ...repeated(
      groups.map(([first]) => first?.['URL handle'] ?? ''),
      'handle',
    ),
    ...repeated(idsOf(rows, 'SKU'), 'SKU'),
  ]
}

const isUntracked = (row: Row): boolean => row['Inventory quantity'] !== '' && row['Inventory tracker'] === ''

function groupFaults(group: readonly Row[]): string[] {
  const [first = {}] = group
  const place = `product ${first['URL handle'] ?? ''}`
  const variants = group.filter((row) => (row['Continue selling when out of stock'] ?? '') !== '')
  const options = variants.map((row) =>
    JSON.stringify([1, 2, 3].map((number) => row[`Option${number} value`])),
  )
  const isSold = first['Status'] === 'active'
  return [
    ...check(first, firstRules, place),
    ...group
      .slice(1)
      .flatMap((row) => ofProduct.filter((name) => row[name]).map((name) => `${place}: ${name} twice`)),
    ...variants.flatMap((row) => check(row, variantRules, place)),
    ...variants.flatMap((row) => (isUntracked(row) ? [`${place}: a quantity that nothing tracks`] : [])),
    ...(isSold && variants.some((row) => row['Price'] === '') ? [`${place}: would be sold for nothing`] : []),
    ...(variants.length === 0 || variants.length > 2048 ? [`${place}: ${variants.length} variants`] : []),
    ...repeated(options, `${place}: options`),
    ...pictureFaults(group, place),
  ]
}

/** Pictures of a product are numbered from one, each is there once, and there are 250 at most. */
function pictureFaults(group: readonly Row[], place: string): string[] {
  const rows = group.filter((row) => row['Product image URL'])
  const positions = rows.map((row) => row['Image position'])
  return [
    ...rows.flatMap((row) => check(row, { 'Product image URL': link }, place)),
    ...(rows.length > 250 ? [`${place}: ${rows.length} pictures`] : []),
    ...(positions.some((position, index) => position !== String(index + 1)) ? [`${place}: positions`] : []),
    ...repeated(idsOf(rows, 'Product image URL'), `${place}: picture`),
  ]
}
