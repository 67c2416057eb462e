import { addressFault, characterFault, decimalPattern } from './values.ts'
import {
  type Column,
  type Description,
  duplicates,
  groupBy,
  type Row,
  tableChecker,
  type Validator,
} from './columns.ts'

/*
 * Shopify's help page "Using CSV files to import and export products" and its sample file with the columns of today
 * ("URL handle", "Weight value (grams)", "Inventory tracker", …).
 */
const trueFalse: Column = { values: ['TRUE', 'FALSE', 'true', 'false'] }
const address: Column = { check: (value) => addressFault(value) }
const price: Column = { pattern: decimalPattern }
/** Rows of a handle after its first are variants, where they have an option, or pictures. */
const isVariant = (row: Row) =>
  (row['Option1 value'] ?? '') !== '' || (row['SKU'] ?? '') !== '' || (row['Price'] ?? '') !== ''

export const shopifyDescription: Description = {
  header: ['Title', 'URL handle'],
  columns: {
    Title: { max: 255, check: characterFault },
    'URL handle': { required: true, max: 255, pattern: /^[a-z0-9]+(-[a-z0-9]+)*$/ },
    Description: { check: characterFault },
    Vendor: { max: 255 },
    'Product category': {
      pattern: /^(\d+|[A-Z][^<>]*( > [^<>]+)*|(gid:\/\/shopify\/TaxonomyCategory\/)?[a-z]{2}(-\d+)*)$/,
    },
    Type: { max: 255 },
    Tags: { check: (value) => tagsFault(value) },
    'Published on online store': trueFalse,
    Status: { values: ['active', 'draft', 'archived', 'Active', 'Draft', 'Archived'] },
    SKU: { max: 255 },
    Barcode: { max: 255, pattern: /^\S+$/ },
    'Option1 name': { max: 255 },
    'Option1 value': { max: 255 },
    'Option1 Linked To': {},
    'Option2 name': { max: 255 },
    'Option2 value': { max: 255 },
    'Option2 Linked To': {},
    'Option3 name': { max: 255 },
    'Option3 value': { max: 255 },
    'Option3 Linked To': {},
    Price: price,
    'Compare-at price': price,
    'Cost per item': price,
    'Charge tax': { ...trueFalse, required: isVariant },
    'Tax code': {},
    'Unit price total measure': price,
    'Unit price total measure unit': {},
    'Unit price base measure': price,
    'Unit price base measure unit': {},
    'Inventory tracker': { values: ['shopify', 'shipwire', 'amazon_marketplace_web'] },
    'Inventory quantity': {
      pattern: /^-?\d+$/,
      check: (_, row) => ((row['Inventory tracker'] ?? '') === '' ? 'although nothing tracks it' : undefined),
    },
    'Continue selling when out of stock': {
      required: isVariant,
      values: ['deny', 'continue', 'DENY', 'CONTINUE'],
    },
    // "To specify 5.125 kg, enter 5125": a number without a unit.
    'Weight value (grams)': { pattern: decimalPattern },
    'Weight unit for display': { values: ['g', 'kg', 'lb', 'oz'] },
    'Requires shipping': { ...trueFalse, required: isVariant },
    'Fulfillment service': { required: isVariant, pattern: /^[a-z0-9-]+$/ },
    'Product image URL': address,
    'Image position': { pattern: /^[1-9]\d*$/, required: (row) => (row['Product image URL'] ?? '') !== '' },
    'Image alt text': { max: 512 },
    'Variant image URL': address,
    'Gift card': trueFalse,
    'SEO title': { max: 70 },
    'SEO description': { max: 320 },
  },
  others: [
    { name: /^.+ \(product\.metafields\.[a-z0-9_-]+\.[a-z0-9_-]+\)$/i, column: {} },
    { name: /^(Included|Price|Compare-at price) \/ .+$/, column: {} },
    {
      name: /^Google Shopping \/ (Google product category|Gender|Age group|Manufacturer part number \(MPN\)|Ad group name|Ads labels|Condition|Custom product|Custom label [0-4])$/,
      column: {},
    },
  ],
  rows: (rows) => [
    ...duplicates(rows, 'SKU'),
    ...orderFaults(rows),
    ...[...groupBy(rows, 'URL handle')].flatMap(([handle, group]) => productFaults(handle, group)),
  ],
}

function tagsFault(value: string): string | undefined {
  const tags = value.split(',').map((tag) => tag.trim())
  if (tags.length > 250) return 'has more than 250 tags'
  return tags.some((tag) => tag === '' || tag.length > 255)
    ? 'has an empty tag or one above 255 characters'
    : undefined
}

/** Rows of a handle follow each other: another handle between them makes another product. */
function orderFaults(rows: readonly Row[]): string[] {
  const handles = rows.map((row) => row['URL handle'] ?? '')
  const starts = handles.filter((handle, index) => handle !== handles[index - 1])
  return [...new Set(starts.filter((handle, index) => starts.indexOf(handle) !== index))].map(
    (handle) => `${handle}: its rows do not follow each other`,
  )
}

function productFaults(handle: string, rows: readonly Row[]): string[] {
  const [first = {}] = rows
  const variants = rows.filter((row, index) => index === 0 || isVariant(row))
  return [
    ...firstRowFaults(rows),
    ...optionFaults(first, variants),
    ...pictureFaults(rows),
    ...variants.flatMap((row) => saleFaults(first, row)),
  ].map((fault) => `${handle}: ${fault}`)
}

function firstRowFaults([first = {}, ...others]: readonly Row[]): string[] {
  const missing = ['Title', 'Status', 'Published on online store', 'Option1 name'].filter(
    (name) => (first[name] ?? '') === '',
  )
  const ofProduct = [
    'Title',
    'Description',
    'Vendor',
    'Product category',
    'Type',
    'Tags',
    'Status',
    'SEO title',
    'SEO description',
  ]
  const repeated = ofProduct.filter((name) => others.some((row) => (row[name] ?? '') !== ''))
  return [
    ...missing.map((name) => `the first row has no ${name}`),
    ...repeated.map((name) => `${name} stands in a later row`),
  ]
}

function optionFaults(first: Row, variants: readonly Row[]): string[] {
  const faults: string[] = []
  const numbers = [1, 2, 3].filter((number) => (first[`Option${number} name`] ?? '') !== '')
  if (numbers.some((number, index) => number !== index + 1))
    faults.push('options do not begin with the first')
  if (numbers.length === 0 && variants.length > 1) faults.push('has variants and no option')
  const names = numbers.map((number) => (first[`Option${number} name`] ?? '').toLowerCase())
  if (new Set(names).size !== names.length) faults.push('two options have one name')
  for (const row of variants) {
    for (const number of [1, 2, 3]) {
      const filled = (row[`Option${number} value`] ?? '') !== ''
      if (filled !== numbers.includes(number))
        faults.push(
          `${row['SKU'] ?? ''}: option ${number} has ${filled ? 'a value and no name' : 'no value'}`,
        )
      const name = row[`Option${number} name`] ?? ''
      if (name !== '' && name !== first[`Option${number} name`])
        faults.push(`${row['SKU'] ?? ''}: option ${number} has another name than in the first row`)
    }
  }
  const chosen = variants.map((row) =>
    [1, 2, 3].map((number) => row[`Option${number} value`] ?? '').join('|'),
  )
  if (new Set(chosen).size !== chosen.length)
    faults.push(`two variants have the same options: ${chosen.join('; ')}`)
  if (variants.length > 2048) faults.push('has more than 2,048 variants')
  return faults
}

function pictureFaults(rows: readonly Row[]): string[] {
  const pictures = rows.filter((row) => (row['Product image URL'] ?? '') !== '')
  const positions = pictures.map((row) => Number(row['Image position']))
  const addresses = pictures.map((row) => row['Product image URL'])
  return [
    ...(positions.every((position, index) => position === index + 1)
      ? []
      : [`pictures are at ${positions.join(', ')}`]),
    ...(new Set(addresses).size === addresses.length ? [] : ['a picture stands twice']),
    ...(addresses.length > 250 ? ['has more than 250 pictures'] : []),
  ]
}

/** A product without a price sells for nothing, so it may only be a draft. */
function saleFaults(first: Row, row: Row): string[] {
  const draft = (first['Status'] ?? '').toLowerCase() === 'draft'
  return (row['Price'] ?? '') === '' && !draft ? [`${row['SKU'] ?? ''}: is on sale without a price`] : []
}

const checkRows = tableChecker(shopifyDescription)

export const validateShopify: Validator = (text) => [
  ...(Buffer.byteLength(text) > 15 * 1024 * 1024 ? ['the file has more than 15 MB'] : []),
  ...checkRows(text),
]
