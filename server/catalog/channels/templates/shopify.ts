import { names } from './attribute-names.ts'
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
  optional(`Option${number} Name`, shortText),
  optional(`Option${number} Value`, shortText),
  optional(`Option${number} Linked To`),
])

const customLabels = [0, 1, 2, 3, 4].map((number) =>
  optional(`Google Shopping / Custom Label ${number}`, upTo(100), [`custom_label_${number}`]),
)

const kinds: ValueKinds = {
  ...all('html', 'Body (HTML)'),
  ...all('amount', 'Variant Grams'),
  ...all('amount', 'Variant Price', 'Variant Compare At Price', 'Cost per item'),
  ...all('integer', 'Variant Inventory Qty'),
  ...all('images', 'Image Src'),
  ...all('image', 'Variant Image'),
  ...all('gtin', 'Variant Barcode'),
}

/**
 * The columns of Shopify's product CSV (help.shopify.com, Using CSV files) by the names its exports carry; only the title is
 * needed to create a product.
 */
export const shopify: ChannelTemplate = {
  id: '6f1c2a54-0b0d-4a8e-9d53-5f0a4c1e7b02',
  key: 'shopify',
  kinds,
  fields: [
    recommended('Handle', shortText, names.handle),
    required('Title', shortText, names.title),
    recommended('Body (HTML)', {}, names.description),
    recommended('Vendor', shortText, names.vendor),
    recommended('Product Category', {}, ['category', 'google_product_category']),
    recommended('Type', shortText, names.productType),
    recommended('Tags', {}, names.tags),
    recommended('Published', trueFalse, names.published),
    ...options,
    recommended('Variant SKU', shortText, names.sku),
    optional('Variant Grams', {}, ['grams', 'weight_grams']),
    optional('Variant Inventory Tracker', oneOf('shopify', 'shipwire', 'amazon_marketplace_web')),
    optional('Variant Inventory Qty', {}, names.quantity),
    optional('Variant Inventory Policy', oneOf('deny', 'continue')),
    optional('Variant Fulfillment Service', {}, ['fulfillment_service']),
    recommended('Variant Price', {}, names.price),
    optional('Variant Compare At Price', {}, names.listPrice),
    optional('Variant Requires Shipping', trueFalse, ['requires_shipping']),
    optional('Variant Taxable', trueFalse, ['taxable']),
    optional('Unit Price Total Measure'),
    optional('Unit Price Total Measure Unit'),
    optional('Unit Price Base Measure'),
    optional('Unit Price Base Measure Unit'),
    recommended('Variant Barcode', shortText, names.gtin),
    recommended('Image Src', {}, names.image),
    optional('Image Position'),
    recommended('Image Alt Text', upTo(512), names.imageAlt),
    optional('Gift Card', trueFalse),
    recommended('SEO Title', upTo(70), names.seoTitle),
    recommended('SEO Description', upTo(320), names.seoDescription),
    optional('Google Shopping / Google Product Category', {}, ['google_product_category', 'google_category']),
    optional('Google Shopping / Gender', oneOf('Female', 'Male', 'Unisex'), names.gender),
    optional('Google Shopping / Age Group', oneOf('Newborn', 'Infant', 'Toddler', 'Kids', 'Adult'), [
      'age_group',
    ]),
    optional('Google Shopping / MPN', upTo(70), names.mpn),
    optional('Google Shopping / AdWords Grouping'),
    optional('Google Shopping / AdWords Labels'),
    optional('Google Shopping / Condition', oneOf('new', 'used', 'refurbished'), ['condition']),
    optional('Google Shopping / Custom Product', trueFalse),
    ...customLabels,
    optional('Variant Image', {}, ['variant_image_url']),
    optional('Variant Weight Unit', oneOf('g', 'kg', 'lb', 'oz'), ['weight_unit']),
    optional('Variant Tax Code', {}, ['tax_code']),
    optional('Cost per item', {}, names.cost),
    recommended('Status', oneOf('active', 'draft', 'archived', 'unlisted'), ['product_status']),
  ],
  conditions: [],
}
