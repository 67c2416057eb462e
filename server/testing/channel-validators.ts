/** Judges of the files of channels, written from what the channels say of them and not from our templates. */
import { parse } from 'csv-parse/sync'

export type Row = Readonly<Record<string, string>>

/** Faults of a file, one sentence each; none for a sound one. */
export type Validator = (text: string) => string[]

interface FieldRule {
  readonly required?: boolean
  readonly max?: number
  readonly pattern?: RegExp
  readonly oneOf?: readonly string[]
  readonly check?: (text: string) => boolean
}

type Rules = Readonly<Record<string, FieldRule>>

const link = { pattern: /^https?:\/\/[^\s]+$/ }
const price = { pattern: /^\d+\.\d\d [A-Z]{3}$/ }
const amount = { pattern: /^\d+(\.\d{1,4})?$/ }
const whole = { pattern: /^\d+$/ }
const gtin = { check: isGtin }

/** GS1: weights 3 and 1 from the right, the sum with the check digit a multiple of ten. */
function isGtin(text: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return false
  const padded = text.padStart(14, '0')
  let sum = 0
  for (let index = 0; index < 13; index++) sum += Number(padded[index]) * (index % 2 === 0 ? 3 : 1)
  return (10 - (sum % 10)) % 10 === Number(padded[13])
}

function check(row: Row, rules: Rules, place: string): string[] {
  return Object.entries(rules).flatMap(([name, rule]) => {
    const text = row[name] ?? ''
    if (text === '') return rule.required ? [`${place}: ${name} is missing`] : []
    return isSound(text, rule) ? [] : [`${place}: ${name} is unsound: ${text}`]
  })
}

function isSound(text: string, { max = Infinity, pattern, oneOf, check: test }: FieldRule): boolean {
  if ([...text].length > max) return false
  if (oneOf && !oneOf.includes(text)) return false
  return (pattern?.test(text) ?? true) && (test?.(text) ?? true)
}

function repeated(values: readonly string[], what: string): string[] {
  return values
    .filter((value, index) => value !== '' && values.indexOf(value) !== index)
    .map((value) => `${what} twice: ${value}`)
}

const required = { required: true }
const google: Rules = {
  id: { ...required, max: 50 },
  title: { ...required, max: 150 },
  description: { ...required, max: 5000 },
  link: { ...required, ...link, max: 2000 },
  image_link: { ...required, ...link, max: 2000 },
  availability: { ...required, oneOf: ['in_stock', 'out_of_stock', 'preorder', 'backorder'] },
  price: { ...required, ...price },
  sale_price: price,
  brand: { max: 70 },
  mpn: { max: 70 },
  gtin,
  condition: { oneOf: ['new', 'refurbished', 'used'] },
  item_group_id: { max: 50 },
  shipping_weight: { pattern: /^\d+(\.\d+)? (g|kg|lb|oz)$/ },
}

/** A product needs its GTIN, or its MPN with the brand, or says that there is none. */
function googleItem(row: Row, place: string): string[] {
  const isKnown = row['gtin'] || (row['mpn'] && row['brand']) || row['identifier_exists'] === 'no'
  return [...check(row, google, place), ...(isKnown ? [] : [`${place}: nothing identifies the product`])]
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
  const items = [...text.matchAll(/<item>([\s\S]*?)<\/item>/g)].map(([, item = '']) => toRow(item))
  return [
    ...faults,
    ...items.flatMap((row, index) => googleItem(row, `item ${index + 1}`)),
    ...repeated(idsOf(items, 'id'), 'id'),
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

function idsOf(rows: readonly Row[], name: string): string[] {
  return rows.map((row) => row[name] ?? '')
}

/** A table with tabs whose first row names the columns. */
export const validateGoogleTsv: Validator = (text) => {
  const rows = parse<Row>(text, { columns: true, delimiter: '\t', quote: false })
  return [
    ...rows.flatMap((row, index) => googleItem(row, `row ${index + 1}`)),
    ...repeated(idsOf(rows, 'id'), 'id'),
  ]
}

const shopifyVariant: Rules = {
  'Variant Price': amount,
  'Variant Compare At Price': amount,
  'Variant Grams': amount,
  'Variant Inventory Qty': whole,
  'Variant Inventory Policy': { ...required, oneOf: ['deny', 'continue'] },
  'Variant Fulfillment Service': required,
  'Variant Barcode': gtin,
  'Option1 Value': required,
}

const shopifyFirst: Rules = {
  Title: { ...required, max: 255 },
  'Option1 Name': required,
  Published: { oneOf: ['TRUE', 'FALSE'] },
  Status: { oneOf: ['active', 'draft', 'archived', 'unlisted'] },
  'SEO Title': { max: 70 },
  'SEO Description': { max: 320 },
}

/** Rows of one handle stand together; the first one has the title, and every variant its own options. */
export const validateShopify: Validator = (text) => {
  const rows = parse<Row>(text, { columns: true })
  const groups: Row[][] = []
  for (const row of rows) {
    const group = groups.at(-1)
    if (group && group[0]?.['Handle'] === row['Handle']) group.push(row)
    else groups.push([row])
  }
  const handles = groups.map(([first]) => first?.['Handle'] ?? '')
  return [
    ...groups.flatMap(shopifyGroup),
    ...repeated(handles, 'handle'),
    ...repeated(idsOf(rows, 'Variant SKU'), 'SKU'),
  ]
}

function isUntracked(row: Row): boolean {
  return row['Variant Inventory Qty'] !== '' && row['Variant Inventory Tracker'] === ''
}

function shopifyGroup(group: readonly Row[]): string[] {
  const [first = {}] = group
  const place = `product ${first['Handle'] ?? ''}`
  const variants = group.filter((row) => (row['Variant Inventory Policy'] ?? '') !== '')
  const options = variants.map((row) =>
    JSON.stringify([1, 2, 3].map((number) => row[`Option${number} Value`])),
  )
  return [
    ...check(first, { ...shopifyFirst, Handle: { ...required, pattern: /^[\p{L}\p{N}-]+$/u } }, place),
    ...group.slice(1).flatMap((row) => (row['Title'] ? [`${place}: a second title`] : [])),
    ...group.flatMap((row) => check(row, { 'Image Src': link, 'Image Position': whole }, place)),
    ...variants.flatMap((row) => check(row, shopifyVariant, place)),
    ...variants.flatMap((row) => (isUntracked(row) ? [`${place}: a quantity that nothing tracks`] : [])),
    ...(variants.length === 0 ? [`${place}: no variant`] : []),
    ...repeated(options, `${place}: options`),
  ]
}

const woo: Rules = {
  Type: { ...required, oneOf: ['simple', 'variable', 'variation', 'grouped', 'external'] },
  SKU: { ...required, max: 100 },
  Name: required,
  Published: { oneOf: ['1', '0', '-1'] },
  'In stock?': { oneOf: ['1', '0', 'backorder'] },
  Stock: whole,
  'Regular price': amount,
  'Sale price': amount,
  'Weight (kg)': amount,
  'GTIN, UPC, EAN, or ISBN': gtin,
}

/** Variations come behind their variable product, name it as parent and have values that it lists. */
export const validateWoocommerce: Validator = (text) => {
  const rows = parse<Row>(text, { columns: true })
  const faults = rows.flatMap((row, index) => check(row, woo, `row ${index + 1}`))
  const parents = new Map<string, Row>()
  for (const row of rows) {
    if (row['Type'] === 'variable') parents.set(row['SKU'] ?? '', row)
    if (row['Type'] !== 'variation') continue
    const parent = parents.get(row['Parent'] ?? '')
    const values = parent?.['Attribute 1 value(s)']?.split(/(?<!\\), /) ?? []
    if (!parent) faults.push(`${row['SKU']}: the parent does not stand before it`)
    else if (!values.includes(row['Attribute 1 value(s)'] ?? ''))
      faults.push(`${row['SKU']}: not among the values of its parent`)
    if (row['Categories']) faults.push(`${row['SKU']}: a variation has no categories`)
  }
  return [...faults, ...repeated(idsOf(rows, 'SKU'), 'SKU')]
}

const amazonOffer: Rules = {
  feed_product_type: required,
  item_sku: { ...required, max: 40 },
  brand_name: { ...required, max: 50 },
  item_name: { ...required, max: 200 },
  manufacturer: { ...required, max: 50 },
  external_product_id: { ...required, ...gtin },
  external_product_id_type: { ...required, oneOf: ['EAN', 'UPC', 'GTIN', 'ISBN', 'ASIN', 'GCID'] },
  item_type: required,
  standard_price: { ...required, ...amount },
  quantity: { ...required, ...whole },
  main_image_url: { ...required, ...link },
}

/** Three header rows; children name a parent that stands before them and a theme. */
export const validateAmazon: Validator = (text) => {
  const [first = '', labels = '', names = '', ...lines] = text.split('\r\n').slice(0, -1)
  const faults = first.startsWith('TemplateType=') ? [] : ['The first row names no template.']
  const targets = names.split('\t')
  if (labels.split('\t').length !== targets.length)
    faults.push('The rows of labels and of names differ in length.')
  const rows = lines.map((line): Row =>
    Object.fromEntries(line.split('\t').map((cell, index) => [targets[index] ?? '', cell])),
  )
  const parents = new Set<string>()
  rows.forEach((row, index) => {
    const place = `row ${index + 4}`
    if (row['parent_child'] === 'Parent') {
      parents.add(row['item_sku'] ?? '')
      if (row['standard_price'] || row['quantity']) faults.push(`${place}: a parent is no offer`)
    } else faults.push(...check(row, amazonOffer, place))
    if (row['parent_child'] === 'Child') {
      if (!parents.has(row['parent_sku'] ?? '')) faults.push(`${place}: the parent does not stand before it`)
      faults.push(
        ...check(
          row,
          { relationship_type: { ...required, oneOf: ['Variation'] }, variation_theme: required },
          place,
        ),
      )
    }
  })
  const children = rows.filter((row) => row['parent_child'] === 'Child')
  const variations = children.map((row) => JSON.stringify([row['parent_sku'], ...themeValues(row)]))
  return [...faults, ...repeated(idsOf(rows, 'item_sku'), 'SKU'), ...repeated(variations, 'variation')]
}

const themeColumns: Readonly<Record<string, string>> = {
  SizeName: 'size_name',
  ColorName: 'color_name',
  StyleName: 'style_name',
  MaterialType: 'material_type',
  FlavorName: 'flavor_name',
  ScentName: 'scent_name',
}

function themeValues(row: Row): (string | undefined)[] {
  return (row['variation_theme'] ?? '').split('-').map((theme) => row[themeColumns[theme] ?? ''])
}
