/**
 * Templates for the owner's channels: the columns of well-known files in their order, as published by
 * their receivers. One row per column; everything can be changed once the channel is made.
 */
import type { Requirement } from '#shared/channels.ts'
import type { CustomField, CustomFieldKind, CustomFile, CustomTemplateKey } from '#shared/custom-channels.ts'
import { names, numbered } from './attribute-names.ts'

export interface CustomTemplateField extends CustomField {
  readonly from?: readonly string[]
  readonly value?: string
  /** Used where no attribute fills the column: a formula over `{{stock}}`, the stock of a product. */
  readonly formula?: string
  /** Used where no attribute fills the column: the currency of the catalog's prices. */
  readonly isCurrency?: true
}

export interface CustomTemplate {
  readonly file: CustomFile
  readonly fields: readonly CustomTemplateField[]
}

export const plainFile: CustomFile = {
  delimiter: ',',
  decimal: 'point',
  encoding: 'utf-8',
  bom: false,
  header: true,
  list_separator: ',',
  rows: 'variants',
  parents: false,
}

type Rest = Omit<CustomTemplateField, 'target' | 'kind' | 'requirement'>
type Column = (target: string, kind: CustomFieldKind, rest?: Rest) => CustomTemplateField

function column(requirement: Requirement): Column {
  return (target, kind, rest = {}) => ({ target, kind, requirement, ...rest })
}

const required = column('required')
const recommended = column('recommended')
const optional = column('optional')

const series = (
  count: number,
  make: (number: number) => readonly CustomTemplateField[],
): CustomTemplateField[] => Array.from({ length: count }, (_, index) => make(index + 1)).flat()

const pictures = [...names.gallery, ...names.image]
const inStock = (yes: string, no: string) => `IF({{stock}} > 0, "${yes}", "${no}")`
const pieces = { from: names.quantity }
const color = { max_length: 100, from: names.color }
const size = { max_length: 100, from: names.size }
const gender = { acceptable_values: ['male', 'female', 'unisex'], from: names.gender }
const salePrice = { from: names.salePrice }

const ebayConditions = [
  'NEW',
  'NEW_OTHER',
  'NEW_WITH_DEFECTS',
  'CERTIFIED_REFURBISHED',
  'EXCELLENT_REFURBISHED',
  'VERY_GOOD_REFURBISHED',
  'GOOD_REFURBISHED',
  'SELLER_REFURBISHED',
  'LIKE_NEW',
  'USED_EXCELLENT',
  'USED_VERY_GOOD',
  'USED_GOOD',
  'USED_ACCEPTABLE',
  'FOR_PARTS_OR_NOT_WORKING',
]

const ebay: CustomTemplate = {
  file: plainFile,
  fields: [
    required('SKU', 'text', { max_length: 50, unique: true, from: names.sku }),
    optional('Localized For', 'text', { max_length: 10 }),
    optional('Variation Group ID', 'group'),
    ...series(3, (number) => [
      optional(`Variation Specific Name ${number}`, 'option_name'),
      optional(`Variation Specific Value ${number}`, 'option_value'),
    ]),
    required('Title', 'text', { max_length: 80, from: names.title }),
    optional('Subtitle', 'text', { max_length: 55, from: ['subtitle'] }),
    required('Product Description', 'html', {
      max_length: 500_000,
      from: [...names.description, ...names.shortDescription],
    }),
    optional('Additional Info', 'html'),
    required('Picture URL 1', 'picture', { from: [...names.image, ...names.gallery] }),
    ...series(11, (number) => [optional(`Picture URL ${number + 1}`, 'picture', { from: pictures })]),
    optional('UPC', 'gtin', { from: ['upc'] }),
    optional('ISBN', 'gtin', { from: ['isbn'] }),
    recommended('EAN', 'gtin', { from: names.gtin }),
    recommended('MPN', 'text', { max_length: 65, from: names.mpn }),
    recommended('Brand', 'text', { max_length: 65, from: names.brand }),
    optional('ePID', 'text', { from: ['epid'] }),
    ...series(5, (number) => [
      optional(`Attribute Name ${number}`, 'text', { max_length: 40 }),
      optional(`Attribute Value ${number}`, 'text', { max_length: 50 }),
    ]),
    required('Condition', 'text', { acceptable_values: ebayConditions, value: 'NEW' }),
    optional('Condition Description', 'text', { max_length: 1000 }),
    optional('Measurement System', 'text', { acceptable_values: ['ENGLISH', 'METRIC'] }),
    optional('Length', 'number'),
    optional('Width', 'number'),
    optional('Height', 'number'),
    optional('Weight Major', 'number'),
    optional('Weight Minor', 'number'),
    optional('Package Type', 'text'),
    required('Total Ship To Home Quantity', 'stock', pieces),
    optional('Channel ID', 'text', { max_length: 20 }),
    required('Category', 'category', { from: names.category }),
    recommended('Shipping Policy', 'text'),
    recommended('Payment Policy', 'text'),
    recommended('Return Policy', 'text'),
    required('List Price', 'price', { from: names.price }),
    optional('Max Quantity Per Buyer', 'integer'),
    optional('Strikethrough Price', 'price', { from: names.listPrice }),
  ],
}

const etsy: CustomTemplate = {
  file: { ...plainFile, rows: 'products', layout: 'etsy' },
  fields: [
    required('TITLE', 'text', { max_length: 140, from: names.title }),
    required('DESCRIPTION', 'text', { from: [...names.description, ...names.shortDescription] }),
    required('PRICE', 'price', { from: names.price }),
    required('CURRENCY_CODE', 'text', {
      max_length: 3,
      isCurrency: true,
      from: ['currency', 'currency_code'],
    }),
    required('QUANTITY', 'stock', pieces),
    recommended('TAGS', 'list', { max_values: 13, max_length: 20, from: names.tags }),
    recommended('MATERIALS', 'list', { max_values: 13, max_length: 45, from: names.material }),
    required('IMAGE1', 'picture', { from: [...names.image, ...names.gallery] }),
    ...series(9, (number) => [optional(`IMAGE${number + 1}`, 'picture', { from: pictures })]),
    ...series(2, (number) => [
      optional(`VARIATION ${number} TYPE`, 'text'),
      optional(`VARIATION ${number} NAME`, 'option_name'),
      optional(`VARIATION ${number} VALUES`, 'option_value'),
    ]),
    recommended('SKU', 'text', { max_length: 32, unique: true, from: names.sku }),
  ],
}

/** Adobe Commerce, Data transfer: the columns that describe products. */
const magento: CustomTemplate = {
  file: { ...plainFile, layout: 'magento' },
  fields: [
    required('sku', 'text', { max_length: 64, unique: true, from: names.sku }),
    recommended('attribute_set_code', 'text', { from: ['attribute_set'], value: 'Default' }),
    optional('product_type', 'text', { from: ['magento_type'] }),
    recommended('categories', 'category_path', { from: names.category }),
    optional('product_websites', 'text', { value: 'base' }),
    required('name', 'text', { max_length: 255, from: names.title }),
    recommended('description', 'html', { from: names.description }),
    optional('short_description', 'html', { from: names.shortDescription }),
    optional('weight', 'number', { from: names.weight }),
    optional('product_online', 'yes_no', { acceptable_values: ['1', '2'], from: names.published }),
    optional('tax_class_name', 'text', { from: ['tax_class'] }),
    optional('visibility', 'text', { from: ['visibility'] }),
    required('price', 'price', { from: names.price }),
    optional('special_price', 'price', { from: names.salePrice }),
    optional('url_key', 'text', { from: names.handle }),
    optional('meta_title', 'text', { from: names.seoTitle }),
    optional('meta_keywords', 'text', { from: ['meta_keywords'] }),
    optional('meta_description', 'text', { from: names.seoDescription }),
    recommended('base_image', 'picture', { from: names.image }),
    optional('base_image_label', 'text', { from: names.imageAlt }),
    optional('additional_images', 'pictures', { from: names.gallery }),
    optional('additional_attributes', 'text'),
    recommended('qty', 'number', { from: names.quantity }),
    optional('is_in_stock', 'yes_no', { acceptable_values: ['1', '0'], from: ['is_in_stock'] }),
    optional('configurable_variations', 'text'),
    optional('configurable_variation_labels', 'text'),
  ],
}

const bigcommerce: CustomTemplate = {
  file: { ...plainFile, layout: 'bigcommerce' },
  fields: [
    optional('Item Type', 'text'),
    optional('Product ID', 'text', { from: ['bigcommerce_id'] }),
    required('Product Name', 'text', { max_length: 250, from: names.title }),
    required('Product Code/SKU', 'text', { max_length: 250, unique: true, from: names.sku }),
    optional('Brand Name', 'text', { from: names.brand }),
    recommended('Product Description', 'html', { from: names.description }),
    required('Price', 'price', { from: names.price }),
    optional('Cost Price', 'price', { from: names.cost }),
    optional('Retail Price', 'price', { from: names.listPrice }),
    optional('Sale Price', 'price', salePrice),
    recommended('Product Weight', 'number', { from: names.weight }),
    optional('Product Width', 'number', { from: names.width }),
    optional('Product Height', 'number', { from: names.height }),
    optional('Product Depth', 'number', { from: names.length }),
    optional('Product Visible?', 'yes_no', { acceptable_values: ['Y', 'N'], from: names.published }),
    recommended('Category', 'category_path', { from: names.category }),
    recommended('Current Stock Level', 'number', { from: names.quantity }),
    optional('Product UPC/EAN', 'gtin', { from: names.gtin }),
    optional('Product Image URL - 1', 'picture', { from: [...names.image, ...names.gallery] }),
    ...series(4, (number) => [optional(`Product Image URL - ${number + 1}`, 'picture', { from: pictures })]),
    optional('Page Title', 'text', { from: names.seoTitle }),
    optional('Meta Description', 'text', { from: names.seoDescription }),
  ],
}

const meta: CustomTemplate = {
  file: plainFile,
  fields: [
    required('id', 'text', { max_length: 100, unique: true, from: names.sku }),
    required('title', 'text', { max_length: 200, from: names.title }),
    required('description', 'text', {
      max_length: 9999,
      from: [...names.description, ...names.shortDescription],
    }),
    required('availability', 'text', {
      acceptable_values: ['in stock', 'out of stock', 'available for order', 'preorder', 'discontinued'],
      from: ['availability', 'stock_status'],
      formula: inStock('in stock', 'out of stock'),
    }),
    required('condition', 'text', {
      acceptable_values: ['new', 'refurbished', 'used'],
      from: ['condition', 'product_condition', 'item_condition'],
      value: 'new',
    }),
    required('price', 'price_with_currency', { from: names.price }),
    required('link', 'link', { from: names.link }),
    required('image_link', 'picture', { from: [...names.image, ...names.gallery] }),
    required('brand', 'text', { max_length: 100, from: names.brand }),
    optional('quantity_to_sell_on_facebook', 'stock', pieces),
    optional('sale_price', 'price_with_currency', salePrice),
    optional('sale_price_effective_date', 'text'),
    optional('item_group_id', 'group'),
    recommended('additional_image_link', 'pictures', { max_values: 20, from: names.gallery }),
    recommended('gtin', 'gtin', { from: names.gtin }),
    recommended('mpn', 'text', { max_length: 100, from: names.mpn }),
    recommended('google_product_category', 'category', { from: names.category }),
    optional('fb_product_category', 'text'),
    recommended('product_type', 'category_path', { max_length: 750, from: names.productType }),
    optional('color', 'text', { ...color, max_length: 200 }),
    optional('size', 'text', { ...size, max_length: 200 }),
    optional('material', 'text', { max_length: 200, from: names.material }),
    optional('pattern', 'text', { max_length: 100, from: ['pattern'] }),
    optional('gender', 'text', gender),
    optional('age_group', 'text', {
      acceptable_values: ['adult', 'all ages', 'infant', 'kids', 'newborn', 'teen', 'toddler'],
      from: ['age_group'],
    }),
    optional('status', 'text', { acceptable_values: ['active', 'archived'] }),
    ...series(5, (number) => [
      optional(`custom_label_${number - 1}`, 'text', {
        max_length: 100,
        from: numbered(number - 1, 'custom_label'),
      }),
    ]),
  ],
}

/** The offer file of idealo (idealo.github.io/csv-importer). The shop adds payment and delivery costs. */
const idealo: CustomTemplate = {
  file: { ...plainFile, list_separator: ';' },
  fields: [
    required('sku', 'text', { unique: true, from: names.sku }),
    required('brand', 'text', { from: names.brand }),
    required('title', 'text', { from: names.title }),
    recommended('categoryPath', 'category_path', { from: names.category }),
    required('url', 'link', { from: names.link }),
    recommended('eans', 'gtin', { from: names.gtin }),
    recommended('hans', 'list', { from: names.mpn }),
    recommended('description', 'text', { from: [...names.description, ...names.shortDescription] }),
    required('price', 'price', { from: names.price }),
    optional('basePrice', 'text', { from: ['base_price'] }),
    required('paymentCosts_paypal', 'price'),
    required('deliveryCosts_dhl', 'price'),
    required('deliveryTime', 'text', { from: ['delivery_time', 'lead_time'] }),
    recommended('imageUrls', 'pictures', { from: pictures }),
    optional('colour', 'text', { from: names.color }),
    optional('size', 'text', { from: names.size }),
    optional('gender', 'text', { from: names.gender }),
    optional('material', 'text', { from: names.material }),
  ],
}

/** Google's product data specification as a comma-separated file, which many others take too. */
const googleCsv: CustomTemplate = {
  file: plainFile,
  fields: [
    required('id', 'text', { max_length: 50, unique: true, from: names.sku }),
    required('title', 'text', { max_length: 150, from: names.title }),
    required('description', 'text', {
      max_length: 5000,
      from: [...names.description, ...names.shortDescription],
    }),
    required('link', 'link', { from: names.link }),
    required('image_link', 'picture', { from: [...names.image, ...names.gallery] }),
    recommended('additional_image_link', 'pictures', { max_values: 10, from: names.gallery }),
    required('availability', 'text', {
      acceptable_values: ['in_stock', 'out_of_stock', 'preorder', 'backorder'],
      from: ['availability', 'stock_status'],
      formula: inStock('in_stock', 'out_of_stock'),
    }),
    required('price', 'price_with_currency', { from: names.price }),
    optional('sale_price', 'price_with_currency', salePrice),
    recommended('brand', 'text', { max_length: 70, from: names.brand }),
    recommended('gtin', 'gtin', { from: names.gtin }),
    recommended('mpn', 'text', { max_length: 70, from: names.mpn }),
    recommended('condition', 'text', {
      acceptable_values: ['new', 'refurbished', 'used'],
      from: ['condition', 'product_condition', 'item_condition'],
      value: 'new',
    }),
    recommended('google_product_category', 'category', { from: names.category }),
    recommended('product_type', 'category_path', { max_length: 750, from: names.productType }),
    optional('item_group_id', 'group'),
    optional('color', 'text', color),
    optional('size', 'text', size),
    optional('material', 'text', { max_length: 200, from: names.material }),
    optional('gender', 'text', gender),
    optional('age_group', 'text', {
      acceptable_values: ['newborn', 'infant', 'toddler', 'kids', 'adult'],
      from: ['age_group'],
    }),
    optional('shipping_weight', 'text'),
  ],
}

export const customTemplateTable: Readonly<Record<CustomTemplateKey, CustomTemplate>> = {
  empty: { file: plainFile, fields: [required('SKU', 'text', { unique: true, from: names.sku })] },
  ebay,
  etsy,
  magento,
  bigcommerce,
  meta,
  idealo,
  google_csv: googleCsv,
}
