import {
  addressesFault,
  addressFault,
  amount,
  decimalPattern,
  gtinFault,
  markupFault,
  pricePattern,
  tradeGtinFault,
} from './values.ts'
import { googleDescription } from './google.ts'
import { type Column, type Description, duplicates, groupBy, type Row, tableChecker } from './columns.ts'

const address: Column = { check: (value) => addressFault(value) }
const above0: Column = {
  pattern: decimalPattern,
  check: (value) => (Number(value) > 0 ? undefined : 'is not above 0'),
}

/*
 * eBay: the product combined feed of the Merchant Integration Platform (developer.ebay.com, MIP user guide: product,
 * availability and distribution feed definitions).
 */
const uncounted: Column = {}
const ebayDescription: Description = {
  header: [
    'SKU',
    'Title',
    'Product Description',
    'Picture URL 1',
    'Condition',
    'Total Ship To Home Quantity',
    'Category',
    'List Price',
  ],
  columns: {
    SKU: { required: true, max: 50 },
    'Localized For': { pattern: /^[a-z]{2}_[A-Z]{2}$/ },
    'Variation Group ID': { max: 50 },
    Title: { required: true, max: 80 },
    Subtitle: { max: 55 },
    'Product Description': { required: true, max: 500_000 },
    'Additional Info': uncounted,
    UPC: { check: gtinFault },
    ISBN: { pattern: /^(97[89])?\d{9}[\dX]$/ },
    EAN: { check: tradeGtinFault },
    MPN: { max: 65 },
    Brand: { max: 65 },
    ePID: uncounted,
    Condition: { required: true, values: ebayConditions() },
    'Condition Description': { max: 1000 },
    'Measurement System': { values: ['ENGLISH', 'METRIC'] },
    Length: above0,
    Width: above0,
    Height: above0,
    'Weight Major': { pattern: decimalPattern },
    'Weight Minor': { pattern: decimalPattern },
    'Package Type': uncounted,
    'Total Ship To Home Quantity': { required: true, pattern: /^\d+$/ },
    'Channel ID': { pattern: /^EBAY_[A-Z]{2,}$/ },
    Category: { required: true, pattern: /^\d+$/ },
    'Shipping Policy': uncounted,
    'Payment Policy': uncounted,
    'Return Policy': uncounted,
    'List Price': { required: true, ...above0 },
    'Max Quantity Per Buyer': { pattern: /^[1-9]\d*$/ },
    'Strikethrough Price': above0,
  },
  others: [
    { name: /^Variation Specific (Name|Value) [1-5]$/, column: { max: 65 } },
    { name: /^Attribute (Name|Value) \d+$/, column: { max: 65 } },
    { name: /^(Group )?Picture URL ([1-9]|1\d|2[0-4])$/, column: address },
  ],
  rows: (rows) => [
    ...rows.flatMap((row, index) =>
      (row['Picture URL 1'] ?? '') === '' ? [`row ${index + 1}: no first picture`] : [],
    ),
    ...duplicates(rows, 'SKU'),
    ...rows.flatMap(pairFaults),
    ...[...groupBy(rows, 'Variation Group ID')].flatMap(([group, variants]) =>
      specificFaults(group, variants),
    ),
  ],
}

function ebayConditions(): string[] {
  const words =
    'NEW LIKE_NEW NEW_OTHER NEW_WITH_DEFECTS MANUFACTURER_REFURBISHED CERTIFIED_REFURBISHED EXCELLENT_REFURBISHED'
  const others =
    'VERY_GOOD_REFURBISHED GOOD_REFURBISHED SELLER_REFURBISHED USED_EXCELLENT USED_VERY_GOOD USED_GOOD USED_ACCEPTABLE FOR_PARTS_OR_NOT_WORKING'
  return `${words} ${others}`.split(' ')
}

function pairFaults(row: Row, index: number): string[] {
  return [1, 2, 3, 4, 5].flatMap((number) => {
    const name = row[`Variation Specific Name ${number}`] ?? ''
    const value = row[`Variation Specific Value ${number}`] ?? ''
    if ((name === '') !== (value === ''))
      return [`row ${index + 1}: a variation specific without its other half`]
    return name !== '' && (row['Variation Group ID'] ?? '') === ''
      ? [`row ${index + 1}: a variation specific without a group`]
      : []
  })
}

function specificFaults(group: string, variants: readonly Row[]): string[] {
  const of = (row: Row, what: string) =>
    [1, 2, 3, 4, 5].map((number) => row[`Variation Specific ${what} ${number}`] ?? '').join('|')
  const names = new Set(variants.map((row) => of(row, 'Name')))
  const values = new Set(variants.map((row) => of(row, 'Value')))
  return [
    ...(names.size > 1 ? [`${group}: its variants differ in different things`] : []),
    ...(values.size < variants.length ? [`${group}: two variants are alike`] : []),
  ]
}

export const validateEbay = tableChecker(ebayDescription)

/* Etsy: the columns of "Download shop data: currently for sale listings", and the limits of a listing in its help. */
const etsyDescription: Description = {
  header: [
    'TITLE',
    'DESCRIPTION',
    'PRICE',
    'CURRENCY_CODE',
    'QUANTITY',
    'TAGS',
    'MATERIALS',
    'IMAGE1',
    'SKU',
  ],
  columns: {
    TITLE: {
      required: true,
      max: 140,
      check: (value) => (/[$^`]/.test(value) ? 'holds characters that no title takes' : undefined),
    },
    DESCRIPTION: { required: true, check: markupFault },
    PRICE: {
      required: true,
      pattern: decimalPattern,
      check: (value) => (Number(value) >= 0.2 ? undefined : 'is below 0.20'),
    },
    CURRENCY_CODE: { required: true, pattern: /^[A-Z]{3}$/ },
    QUANTITY: { required: true, pattern: /^\d+$/ },
    TAGS: { check: (value) => partsFault(value, 13, 20) },
    MATERIALS: { check: (value) => partsFault(value, 13, 45) },
    SKU: { max: 32 },
  },
  others: [
    { name: /^IMAGE([1-9]|1\d|20)$/, column: address },
    { name: /^VARIATION [123] (TYPE|NAME|VALUES)$/, column: {} },
  ],
  rows: (rows) => duplicates(rows, 'SKU'),
}

function partsFault(value: string, most: number, length: number): string | undefined {
  const parts = value.split(',').map((part) => part.trim())
  if (parts.length > most) return `has more than ${most} parts`
  return parts.some((part) => part.length === 0 || part.length > length)
    ? `has a part of 0 or more than ${length} characters`
    : undefined
}

/* Meta: "Catalog fields" and "Product data specifications" of developers.facebook.com. */
const metaDescription: Description = {
  header: ['id', 'title', 'description', 'availability', 'condition', 'price', 'link', 'image_link'],
  columns: {
    id: { required: true, max: 100 },
    title: { required: true, max: 200, check: markupFault },
    description: { required: true, max: 9999, check: markupFault },
    rich_text_description: { max: 9999 },
    availability: {
      required: true,
      values: ['in stock', 'out of stock', 'preorder', 'available for order', 'discontinued'],
    },
    condition: {
      required: true,
      values: ['new', 'refurbished', 'used', 'used_like_new', 'used_good', 'used_fair'],
    },
    price: { required: true, pattern: pricePattern },
    sale_price_effective_date: {},
    sale_price: {
      pattern: pricePattern,
      check: (value, row) =>
        (amount(value) ?? 0) < (amount(row['price']) ?? 0) ? undefined : 'is not below the price',
    },
    link: { required: true, ...address },
    image_link: { required: true, ...address },
    additional_image_link: { check: (value) => addressesFault(value, ',', 20) },
    brand: { max: 100, required: (row) => (row['gtin'] ?? '') === '' && (row['mpn'] ?? '') === '' },
    gtin: { check: tradeGtinFault },
    mpn: { max: 100 },
    google_product_category: {},
    fb_product_category: {},
    product_type: { max: 750 },
    quantity_to_sell_on_facebook: { pattern: /^\d+$/ },
    inventory: { pattern: /^\d+$/ },
    item_group_id: { max: 100 },
    color: { max: 200 },
    size: { max: 200 },
    material: { max: 200 },
    pattern: { max: 100 },
    gender: { values: ['male', 'female', 'unisex'] },
    age_group: { values: ['adult', 'all ages', 'infant', 'kids', 'newborn', 'teen', 'toddler'] },
    shipping_weight: { pattern: /^\d+(\.\d+)? (lb|oz|g|kg)$/ },
    status: { values: ['active', 'archived'] },
  },
  others: [{ name: /^custom_label_[0-4]$/, column: { max: 100 } }],
  rows: (rows) => duplicates(rows, 'id'),
}

/* idealo: the columns of "CSV import" (idealo.github.io/csv-importer) and idealo's info file on CSV. */
const idealoDescription: Description = {
  header: ['sku', 'brand', 'title', 'url', 'eans', 'price', 'deliveryTime'],
  columns: {
    sku: { required: true, max: 100 },
    brand: { required: true },
    title: { required: true, check: markupFault },
    categoryPath: { pattern: /^[^>]+( > [^>]+)*$/ },
    url: { required: true, ...address },
    eans: {
      check: (value) =>
        value
          .split(/[;|]/)
          .map((one) => gtinFault(one.trim()))
          .find((fault) => fault !== undefined),
    },
    hans: {},
    description: {},
    price: { required: true, ...above0 },
    formerPrice: above0,
    deliveryTime: { required: true },
    imageUrl: { check: (value) => addressesFault(value, /[;|]/, 10) },
    imageUrls: { check: (value) => addressesFault(value, /[;|]/, 10) },
    colour: {},
    size: {},
    gender: {},
    material: {},
    deliveryComment: {},
    basePrice: {},
    eec: {},
    oens: {},
    kbas: {},
    merchantName: {},
    merchantId: {},
    used: {},
    voucherCode: {},
  },
  others: [{ name: /^(paymentCosts|deliveryCosts)_[a-z0-9_]+$/i, column: { pattern: decimalPattern } }],
  rows: (rows) => duplicates(rows, 'sku'),
}

export const validateEtsy = tableChecker(etsyDescription)
export const validateMeta = tableChecker(metaDescription)
export const validateIdealo = tableChecker(idealoDescription)
/** Google accepts commas, too, and so do many others; identifiers are up to the author of the file. */
export const validateGoogleCsv = tableChecker({
  ...googleDescription,
  rows: (rows) => duplicates(rows, 'id'),
})
