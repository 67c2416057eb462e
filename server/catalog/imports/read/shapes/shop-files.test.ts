import { expect, test } from 'vitest'
import { findDifferences, type RoundTrip } from '../../../../testing/round-trip.ts'

const shopify: RoundTrip = {
  file: 'shopify.csv',
  channel: 'shopify',
  format: 'csv',
  names: {
    Handle: 'URL handle',
    'Body (HTML)': 'Description',
    'Product Category': 'Product category',
    Published: 'Published on online store',
    'Option1 Name': 'Option1 name',
    'Option1 Value': 'Option1 value',
    'Option2 Name': 'Option2 name',
    'Option2 Value': 'Option2 value',
    'Option3 Name': 'Option3 name',
    'Option3 Value': 'Option3 value',
    'Variant SKU': 'SKU',
    'Variant Barcode': 'Barcode',
    'Variant Price': 'Price',
    'Variant Compare At Price': 'Compare-at price',
    'Variant Taxable': 'Charge tax',
    'Variant Tax Code': 'Tax code',
    'Unit Price Total Measure': 'Unit price total measure',
    'Unit Price Total Measure Unit': 'Unit price total measure unit',
    'Unit Price Base Measure': 'Unit price base measure',
    'Unit Price Base Measure Unit': 'Unit price base measure unit',
    'Variant Inventory Tracker': 'Inventory tracker',
    'Variant Inventory Qty': 'Inventory quantity',
    'Variant Inventory Policy': 'Continue selling when out of stock',
    'Variant Grams': 'Weight value (grams)',
    'Variant Weight Unit': 'Weight unit for display',
    'Variant Requires Shipping': 'Requires shipping',
    'Variant Fulfillment Service': 'Fulfillment service',
    'Image Src': 'Product image URL',
    'Image Position': 'Image position',
    'Image Alt Text': 'Image alt text',
    'Gift Card': 'Gift card',
    'SEO Title': 'SEO title',
    'SEO Description': 'SEO description',
    'Google Shopping / Google Product Category': 'Google Shopping / Google product category',
    'Google Shopping / Age Group': 'Google Shopping / Age group',
    'Google Shopping / MPN': 'Google Shopping / Manufacturer part number (MPN)',
    'Google Shopping / Custom Product': 'Google Shopping / Custom product',
    'Google Shopping / Custom Label 0': 'Google Shopping / Custom label 0',
    'Variant Image': 'Variant image URL',
  },
  keyOf: (row) => row['URL handle'] ?? '',
}

const woocommerce: RoundTrip = {
  file: 'woocommerce.csv',
  channel: 'woocommerce',
  format: 'csv',
  keyOf: (row) => row['SKU'] ?? '',
}

const google: RoundTrip = {
  file: 'google.tsv',
  channel: 'google_merchant',
  format: 'tsv',
  delimiter: '\t',
  keyOf: (row) => row['id'] ?? '',
}

const amazon: RoundTrip = {
  file: 'amazon.tsv',
  channel: 'amazon',
  format: 'tsv',
  delimiter: '\t',
  above: 2,
  keyOf: (row) => row['item_sku'] ?? '',
}

const magento: RoundTrip = {
  file: 'magento.csv',
  channel: 'magento',
  format: 'csv',
  keyOf: (row) => row['sku'] ?? '',
}

const bigcommerce: RoundTrip = {
  file: 'bigcommerce.csv',
  channel: 'bigcommerce',
  format: 'csv',
  keyOf: (row) => row['Product Code/SKU'] ?? '',
}

const etsy: RoundTrip = {
  file: 'etsy.csv',
  channel: 'etsy',
  format: 'csv',
  keyOf: (row) => row['TITLE'] ?? '',
}

// The attributes of a product come in the order in which the file first names them, behind its options.
const listedByFirstMention = Object.fromEntries(
  [1, 2].flatMap((number) =>
    ['name', 'value(s)', 'global'].map((part) => [`Attribute ${number} ${part}`, 'in another order']),
  ),
)

const etsyTypes = Object.fromEntries(
  [1, 2].map((number) => [`VARIATION ${number} TYPE`, 'The name of a variation says the same.']),
)

test.each([
  ['Shopify', shopify, {}],
  ['WooCommerce', woocommerce, listedByFirstMention],
  ['Google', google, {}],
  ['Magento', magento, { additional_attributes: 'They come in the order of first mention.' }],
  ['BigCommerce', bigcommerce, {}],
  ['Etsy', etsy, etsyTypes],
  ['Amazon', amazon, { update_delete: 'Amazon updates what it finds without being told.' }],
])(
  'the file of %s comes back as it was, cell by cell, but for what is listed [SHOP-01] [SHOP-05]',
  async (_shop, trip, reasons) => {
    const { found, again } = await findDifferences(trip)
    expect(again).toMatchObject({ created: 0, updated: 0, failed: 0, created_attributes: [] })
    expect(found, 'the columns without a reason').toEqual(
      Object.fromEntries(Object.keys(reasons).map((column) => [column, expect.any(Array)])),
    )
  },
)
