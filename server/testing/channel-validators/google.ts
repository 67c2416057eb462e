import sax from 'sax'
import {
  amount,
  addressesFault,
  addressFault,
  characterFault,
  markupFault,
  pricePattern,
  tradeGtinFault,
} from './values.ts'
import {
  type Column,
  type Description,
  duplicates,
  groupBy,
  checkFile,
  type Row,
  toRows,
  type Validator,
} from './columns.ts'

/*
 * Google's product data specification (support.google.com/merchants/answer/7052112) and its pages of
 * single attributes: required attributes, supported values, lengths, and the form of numbers.
 */
const yesNo: Column = { values: ['yes', 'no'] }
const plain = (max: number): Column => ({
  max,
  check: (value) => characterFault(value) ?? markupFault(value),
})
const weight = (most: Readonly<Record<string, number>>): Column => ({
  pattern: /^\d+(\.\d+)? (lb|oz|g|kg)$/,
  check: (value) => measureFault(value, 0, most),
})
const length: Column = {
  pattern: /^\d+(\.\d+)? (cm|in)$/,
  check: (value) => measureFault(value, 1, { cm: 3000, in: 3000 }),
}
const shippingLength: Column = {
  pattern: /^\d+(\.\d+)? (cm|in)$/,
  check: (value) => measureFault(value, 1, { cm: 400, in: 150 }),
}
const positivePrice: Column = {
  pattern: pricePattern,
  check: (value) => ((amount(value) ?? 0) > 0 ? undefined : 'is not above 0'),
}
const timestamp: Column = { pattern: /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?([+-]\d\d:?\d\d|Z))?$/ }
const baseUnits = /^(oz|lb|mg|g|kg|floz|pt|qt|gal|ml|cl|l|cbm|in|ft|yd|cm|m|sqft|sqm|ct)$/

function measureFault(
  value: string,
  least: number,
  most: Readonly<Record<string, number>>,
): string | undefined {
  const [number = '', unit = ''] = value.split(' ')
  const limit = most[unit] ?? Infinity
  return Number(number) < least || Number(number) > limit
    ? `is not between ${least} and ${limit} ${unit}`
    : undefined
}

export const googleDescription: Description = {
  header: ['id', 'title', 'description', 'link', 'image_link', 'availability', 'price'],
  columns: {
    id: { required: true, max: 50, check: characterFault },
    title: { required: true, max: 150, check: characterFault },
    short_title: { max: 150 },
    structured_title: {},
    structured_description: {},
    item_group_title: { max: 150 },
    // Markup for lists and line breaks is accepted there, any other is shown or dropped.
    description: {
      required: true,
      max: 5000,
      check: (value) => characterFault(value) ?? descriptionFault(value),
    },
    link: { required: true, check: (value) => addressFault(value) },
    mobile_link: { check: (value) => addressFault(value) },
    image_link: { required: true, check: (value) => addressFault(value) },
    additional_image_link: { check: (value, row) => imagesFault(value, row) },
    lifestyle_image_link: { check: (value) => addressFault(value) },
    availability: { required: true, values: ['in_stock', 'out_of_stock', 'preorder', 'backorder'] },
    availability_date: {
      required: (row) => ['preorder', 'backorder'].includes(row['availability'] ?? ''),
      ...timestamp,
    },
    expiration_date: timestamp,
    price: { required: true, ...positivePrice },
    sale_price: { ...positivePrice, check: (value, row) => salePriceFault(value, row) },
    sale_price_effective_date: {
      pattern: /^\d{4}-\d\d-\d\dT\d\d:\d\d([+-]\d{4}|Z)\/\d{4}-\d\d-\d\dT\d\d:\d\d([+-]\d{4}|Z)$/,
    },
    cost_of_goods_sold: { pattern: pricePattern },
    auto_pricing_min_price: { pattern: pricePattern },
    // Required and accepted in India only.
    maximum_retail_price: { pattern: /^\d+(\.\d\d?)? INR$/ },
    unit_pricing_measure: { check: (value) => unitFault(value, /^\d+(\.\d+)? ?/) },
    unit_pricing_base_measure: { check: (value) => unitFault(value, /^\d+ ?/) },
    google_product_category: { pattern: /^(\d+|[A-Z][^<>]*( > [^<>]+)*)$/ },
    product_type: { max: 750 },
    brand: {
      ...plain(70),
      required: (row) =>
        row['identifier_exists'] !== 'no' && (row['mpn'] ?? '') === '' && (row['gtin'] ?? '') === '',
    },
    gtin: { max: 50, check: tradeGtinFault },
    mpn: plain(70),
    identifier_exists: {
      ...yesNo,
      check: (value, row) =>
        value === 'no' && (row['gtin'] ?? '') !== '' ? 'although the row has a gtin' : undefined,
    },
    condition: { values: ['new', 'refurbished', 'used'] },
    adult: yesNo,
    multipack: { pattern: /^([2-9]|[1-9]\d+)$/ },
    is_bundle: yesNo,
    energy_efficiency_class: { values: ['A+++', 'A++', 'A+', 'A', 'B', 'C', 'D', 'E', 'F', 'G'] },
    min_energy_efficiency_class: { values: ['A+++', 'A++', 'A+', 'A', 'B', 'C', 'D', 'E', 'F', 'G'] },
    max_energy_efficiency_class: { values: ['A+++', 'A++', 'A+', 'A', 'B', 'C', 'D', 'E', 'F', 'G'] },
    age_group: { values: ['newborn', 'infant', 'toddler', 'kids', 'adult'] },
    gender: { values: ['male', 'female', 'unisex'] },
    color: { max: 100, check: colorFault },
    size: plain(100),
    size_type: { values: ['regular', 'petite', 'maternity', 'big', 'tall', 'plus'] },
    size_system: { values: ['US', 'UK', 'EU', 'DE', 'FR', 'JP', 'CN', 'IT', 'BR', 'MEX', 'AU'] },
    material: plain(200),
    pattern: plain(100),
    item_group_id: { max: 50, check: characterFault },
    product_length: length,
    product_width: length,
    product_height: length,
    product_weight: weight({ lb: 2000, oz: 32000, g: 2000000, kg: 2000 }),
    shipping_weight: weight({ lb: 2000, oz: 32000, g: 1000000, kg: 1000 }),
    shipping_length: shippingLength,
    shipping_width: shippingLength,
    shipping_height: shippingLength,
    shipping_label: { max: 100 },
    shipping: { pattern: /^([A-Z]{2})?:[^:]*:[^:]*:\d+(\.\d+)? [A-Z]{3}(,.*)?$/ },
    ships_from_country: { pattern: /^[A-Z]{2}$/ },
    max_handling_time: { pattern: /^\d+$/ },
    min_handling_time: { pattern: /^\d+$/ },
    product_detail: { pattern: /^[^:]*:[^:]+:[\s\S]+$/ },
    product_highlight: {},
    promotion_id: { max: 50 },
    pause: { values: ['ads', 'all'] },
    canonical_link: { check: (value) => addressFault(value) },
    virtual_model_link: { check: (value) => addressFault(value) },
    certification: {},
    installment: {},
    ads_redirect: { check: (value) => addressFault(value) },
    external_seller_id: { max: 50 },
  },
  others: [
    { name: /^custom_label_[0-4]$/, column: { max: 100 } },
    { name: /^(excluded|included)_destination$/, column: {} },
  ],
  rows: (rows) => [...duplicates(rows, 'id'), ...rows.flatMap(identifierFaults), ...variantFaults(rows)],
}

/** Requires a GTIN, or an MPN with the brand, or the declaration that there is none. */
function identifierFaults(row: Row, index: number): string[] {
  const identified = (row['gtin'] ?? '') !== '' || ((row['mpn'] ?? '') !== '' && (row['brand'] ?? '') !== '')
  const saysNone = row['identifier_exists'] === 'no'
  if (identified === saysNone)
    return [`row ${index + 1}: ${saysNone ? 'says no beside an identifier' : 'nothing identifies it'}`]
  return []
}

function descriptionFault(value: string): string | undefined {
  if (/&(lt|gt|amp|quot|nbsp|#\d+);/i.test(value))
    return 'holds escaped characters, which are shown as they stand'
  return /<(?!\/?(b|br|em|i|li|ol|p|strong|ul|h[1-6]|div|span)\b)\/?[a-z][^>]*>/i.test(value)
    ? 'holds elements that are not for format'
    : undefined
}

function imagesFault(value: string, row: Row): string | undefined {
  const fault = addressesFault(value, ',', 10)
  return (
    fault ?? (value.split(',').includes(row['image_link'] ?? '') ? 'has the main picture again' : undefined)
  )
}

function salePriceFault(value: string, row: Row): string | undefined {
  if (!((amount(value) ?? 0) > 0)) return 'is not above 0'
  if (!((amount(value) ?? 0) < (amount(row['price']) ?? 0))) return `is not below the price ${row['price']}`
  return value.slice(-3) === row['price']?.slice(-3) ? undefined : 'has another currency than the price'
}

function unitFault(value: string, number: RegExp): string | undefined {
  return number.test(value) && baseUnits.test(value.replace(number, ''))
    ? undefined
    : 'is no number with a unit that Google knows'
}

function colorFault(value: string): string | undefined {
  const colors = value.split('/')
  if (colors.length > 3 || colors.some((color) => color.length > 40))
    return 'has more than three colours or more than 40 characters in one'
  return colors.some((color) => /^(#.*|\d+|.)$/u.test(color))
    ? 'is a number, a code or one letter'
    : undefined
}

const distinguishing = ['color', 'size', 'material', 'pattern', 'age_group', 'gender']

/**
 * Rows of one group are variants of one product: with the same brand, and different in an attribute that
 * Google knows.
 */
function variantFaults(rows: readonly Row[]): string[] {
  return [...groupBy(rows, 'item_group_id')].flatMap(([group, variants]) => {
    const labels = variants.map((row) => distinguishing.map((name) => row[name] ?? '').join('|'))
    const brands = new Set(variants.map((row) => row['brand'] ?? ''))
    return [
      ...(variants.length > 1 && new Set(labels).size !== labels.length
        ? [`item_group_id ${group}: variants are not told apart: ${labels.join('; ')}`]
        : []),
      ...(brands.size > 1 ? [`item_group_id ${group}: more than one brand`] : []),
    ]
  })
}

/**
 * Validates the text file: tabs between columns, a product a line. A value that begins with a quotation
 * mark ends with one, and doubles inner ones (answer/14998273); within several values those with commas
 * are quoted (and are unquoted here with their cell).
 */
export const validateGoogleTsv: Validator = (text) => {
  const [header = [], ...lines] = text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t'))
  const uneven = lines.flatMap((line, index) =>
    line.length === header.length ? [] : [`row ${index + 1}: ${line.length} cells, ${header.length} columns`],
  )
  const cells = lines.map((line) => line.map(readCell))
  const broken = cells.flatMap((line, index) =>
    line.includes(undefined)
      ? [`row ${index + 1}: a quotation mark that begins a value and does not end it`]
      : [],
  )
  const rows = toRows(
    header,
    cells.map((line) => line.map((cell) => cell ?? '')),
  )
  return [...uneven, ...broken, ...checkFile(googleDescription, header, rows)]
}

function readCell(cell: string): string | undefined {
  if (!cell.startsWith('"')) return cell
  return /^("([^"]|"")*"(,|$))+([^"]*|"([^"]|"")*")*$/.test(cell)
    ? cell.replaceAll(/"(([^"]|"")*)"/g, '$1').replaceAll('""', '"')
    : undefined
}

/** RSS 2.0 with Google's namespace: a channel with title, link and description, then items. */
export const validateGoogleXml: Validator = (text) => {
  const { items, faults } = readItems(text)
  const rows = items.map((item) =>
    Object.fromEntries(
      // Split as in the text file, where commas end addresses.
      [...item].map(([name, values]) => [
        name,
        (name.endsWith('link') ? values.map((value) => value.replaceAll(',', '%2C')) : values).join(','),
      ]),
    ),
  )
  const header = [...new Set(items.flatMap((item) => [...item.keys()]))]
  const repeated = items.flatMap((item, index) =>
    [...item]
      .filter(([name, values]) => values.length > 1 && !repeatable.has(name))
      .map(([name]) => `item ${index + 1}: ${name} stands more than once`),
  )
  return [...faults, ...repeated, ...checkFile({ ...googleDescription, header: [] }, header, rows)]
}

const repeatable = new Set([
  'additional_image_link',
  'product_highlight',
  'product_detail',
  'shipping',
  'lifestyle_image_link',
  'product_type',
])

function readItems(text: string): { items: Map<string, string[]>[]; faults: string[] } {
  const items: Map<string, string[]>[] = []
  const faults: string[] = []
  const path: string[] = []
  const channel = new Set<string>()
  let written = ''
  const reader = sax.createStream(true, { xmlns: true })
  reader.on('error', (error) => {
    faults.push(`not well-formed: ${error.message.split('\n')[0]}`)
  })
  reader.on('opentag', (node) => {
    path.push(node.name)
    written = ''
    if (node.name === 'rss' && (node.attributes as { version?: { value: string } }).version?.value !== '2.0')
      faults.push('rss: is not of version 2.0')
    if (node.name.startsWith('g:') && 'uri' in node && node.uri !== 'http://base.google.com/ns/1.0')
      faults.push(`${node.name}: is not of the namespace of Google`)
    if (path.join('/') === 'rss/channel/item') items.push(new Map())
  })
  for (const event of ['text', 'cdata'] as const) reader.on(event, (part) => (written += part))
  reader.on('closetag', (name) => {
    const parent = path.slice(0, -1).join('/')
    if (parent === 'rss/channel') channel.add(name)
    if (parent === 'rss/channel/item') {
      const item = items.at(-1)
      const key = name.replace(/^g:/, '')
      item?.set(key, [...(item.get(key) ?? []), written.trim()])
    }
    path.pop()
    written = ''
  })
  reader.write(text)
  reader.end()
  for (const name of ['title', 'link', 'description'])
    if (!channel.has(name)) faults.push(`channel: ${name} is missing`)
  return { items, faults }
}
