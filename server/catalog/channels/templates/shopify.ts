import { synonymsOf, names } from './attribute-names.ts'
import {
  all,
  type ChannelTemplate,
  type ValueKinds,
  oneOf,
  optional,
  recommended,
  required,
  type TemplateField,
  upTo,
} from './template.ts'

const trueFalse = oneOf('TRUE', 'FALSE')
const shortText = upTo(255)

const options = [1, 2, 3].flatMap((number): TemplateField[] => [
  optional(`Option${number} name`, shortText),
  optional(`Option${number} value`, shortText),
  optional(`Option${number} Linked To`),
])

const customLabels = [0, 1, 2, 3, 4].map((number) =>
  optional(`Google Shopping / Custom label ${number}`, upTo(100), [`custom_label_${number}`]),
)

const kinds: ValueKinds = {
  ...all('html', 'Description'),
  ...all('taxonomy', 'Product category', 'Google Shopping / Google product category'),
  ...all('weight', 'Weight value (grams)'),
  ...all('amount', 'Price', 'Compare-at price', 'Cost per item'),
  ...all('stock', 'Inventory quantity'),
  ...all('images', 'Product image URL'),
  ...all('image', 'Variant image URL'),
}

const statuses: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['published', 'live', 'approved', 'released', 'enabled', 'true', 'yes'].map((word) => [word, 'active']),
  ),
  ...Object.fromEntries(
    ['in review', 'in progress', 'new', 'pending', 'unpublished', 'inactive', 'disabled', 'false', 'no'].map(
      (word) => [word, 'draft'],
    ),
  ),
  ...Object.fromEntries(['discontinued', 'retired', 'obsolete'].map((word) => [word, 'archived'])),
}

const conditions = synonymsOf(['new'], ['used'], ['refurbished'])
const genders = synonymsOf(['female', 'Female'], ['male', 'Male'], ['unisex', 'Unisex'])
const ageGroups = synonymsOf(
  ['newborn', 'Newborn'],
  ['infant', 'Infant'],
  ['toddler', 'Toddler'],
  ['kids', 'Kids'],
  ['adult', 'Adult'],
)

const policies: Readonly<Record<string, string>> = {
  true: 'continue',
  yes: 'continue',
  '1': 'continue',
  notify: 'continue',
  '0': 'deny',
  false: 'deny',
  no: 'deny',
}

/** Columns of a variant. All others are filled in the first row of a product only. */
export function isOfVariant(target: string): boolean {
  return (
    /^(SKU|Barcode|Option\d|Price|Compare[- ]at|Cost per|Charge tax|Tax code|Unit price|Inventory|Continue selling|Weight|Requires|Fulfillment|Variant )/i.test(
      target,
    ) || target.includes('(variant.metafields.')
  )
}

/**
 * The columns of Shopify's product CSV by its template of 2025 (help.shopify.com, Using CSV files), in their order; only the title
 * is needed to create a product.
 */
export const shopify: ChannelTemplate = {
  id: '6f1c2a54-0b0d-4a8e-9d53-5f0a4c1e7b02',
  key: 'shopify',
  kinds,
  isOwn: (target) =>
    !isOfVariant(target) || /^(SKU|Barcode|Option\d|Inventory quantity|Variant image)/.test(target),
  prices: ['Price', 'Compare-at price', 'Cost per item'],
  fields: [
    required('Title', shortText, names.title),
    optional('URL handle', shortText, names.handle),
    recommended('Description', {}, [...names.description, ...names.shortDescription]),
    recommended('Vendor', shortText, names.vendor),
    { ...recommended('Product category'), ofCategories: true },
    recommended('Type', shortText, names.productType),
    recommended('Tags', {}, names.tags),
    optional('Published on online store', trueFalse, names.published),
    recommended('Status', { ...oneOf('active', 'draft', 'archived'), synonyms: statuses }, [
      'product_status',
    ]),
    recommended('SKU', shortText, names.sku),
    recommended('Barcode', shortText, names.gtin),
    ...options,
    recommended('Price', {}, names.price),
    optional('Compare-at price', {}, names.listPrice),
    optional('Cost per item', {}, names.cost),
    optional('Charge tax', trueFalse, ['taxable', 'is_taxable']),
    optional('Tax code'),
    optional('Unit price total measure'),
    optional('Unit price total measure unit'),
    optional('Unit price base measure'),
    optional('Unit price base measure unit'),
    optional('Inventory tracker', oneOf('shopify', 'shipwire', 'amazon_marketplace_web')),
    optional('Inventory quantity', {}, names.quantity),
    optional('Continue selling when out of stock', { ...oneOf('deny', 'continue'), synonyms: policies }, [
      'inventory_policy',
      'backorders',
    ]),
    optional('Weight value (grams)', {}, [
      'grams',
      'weight_grams',
      'weight_g',
      ...names.weight,
      'gross_weight',
    ]),
    optional('Weight unit for display', oneOf('g', 'kg', 'lb', 'oz'), ['weight_unit']),
    optional('Requires shipping', trueFalse),
    optional('Fulfillment service'),
    { ...recommended('Product image URL', {}, [...names.gallery, ...names.image]), lead: names.image },
    optional('Image position'),
    // The file takes the alt text of the picture where nothing is mapped.
    optional('Image alt text', upTo(512), names.imageAlt),
    optional('Variant image URL', {}, ['variant_image']),
    optional('Gift card', trueFalse),
    recommended('SEO title', upTo(70), names.seoTitle),
    recommended('SEO description', upTo(320), names.seoDescription),
    optional('Google Shopping / Google product category', {}, ['google_product_category', 'google_category']),
    optional(
      'Google Shopping / Gender',
      { ...oneOf('Female', 'Male', 'Unisex'), synonyms: genders },
      names.gender,
    ),
    optional(
      'Google Shopping / Age group',
      {
        ...oneOf('Newborn', 'Infant', 'Toddler', 'Kids', 'Adult'),
        synonyms: ageGroups,
      },
      ['age_group'],
    ),
    optional('Google Shopping / Manufacturer part number (MPN)', upTo(70), names.mpn),
    optional('Google Shopping / Ad group name'),
    optional('Google Shopping / Ads labels'),
    optional(
      'Google Shopping / Condition',
      { ...oneOf('new', 'used', 'refurbished'), synonyms: conditions },
      ['condition'],
    ),
    optional('Google Shopping / Custom product', trueFalse),
    ...customLabels,
  ],
  conditions: [],
}
