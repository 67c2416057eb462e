import { names } from './attribute-names.ts'
import {
  all,
  type ChannelTemplate,
  type ValueKinds,
  oneOf,
  optional,
  recommended,
  required,
  someOf,
  type TemplateField,
  upTo,
} from './template.ts'

const productTypes = someOf(
  'simple',
  'variable',
  'grouped',
  'external',
  'variation',
  'virtual',
  'downloadable',
)
const oneZero = oneOf('1', '0')

const attributes = [1, 2, 3].flatMap((number): TemplateField[] => [
  optional(`Attribute ${number} name`),
  optional(`Attribute ${number} value(s)`),
  optional(`Attribute ${number} visible`, oneZero),
  optional(`Attribute ${number} global`, oneZero),
  optional(`Attribute ${number} default`),
])

const visibilities: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['published', 'publish', 'live', 'active', 'approved', 'released'].map((word) => [word, '1']),
  ),
  ...Object.fromEntries(['private', 'hidden', 'archived', 'discontinued'].map((word) => [word, '0'])),
  ...Object.fromEntries(
    ['draft', 'in review', 'in progress', 'pending', 'new', 'inactive', 'unpublished'].map((word) => [
      word,
      '-1',
    ]),
  ),
}

// Shopify's words for the same.
const policies: Readonly<Record<string, string>> = { continue: '1', deny: '0' }
const taxes: Readonly<Record<string, string>> = { true: 'taxable', yes: 'taxable', false: 'none', no: 'none' }

const kinds: ValueKinds = {
  ...all('html', 'Short description', 'Description'),
  ...all('amount', 'Sale price', 'Regular price', 'Cost of goods'),
  ...all('weight', 'Weight (kg)'),
  ...all('length', 'Length (cm)', 'Width (cm)', 'Height (cm)'),
  ...all('stock', 'Stock'),
  ...all('integer', 'Low stock amount', 'Position'),
  ...all('images', 'Images'),
  ...all('paths', 'Categories'),
  ...all('gtin', 'GTIN, UPC, EAN, or ISBN'),
  ...all('link', 'External URL', 'Download 1 URL'),
}

const prices: [string, ...string[]] = [
  'Regular price',
  'Sale price',
  'Date sale price starts',
  'Date sale price ends',
]

/** The columns of WooCommerce's built-in product CSV importer (its wiki page Product CSV Import Schema). */
export const woocommerce: ChannelTemplate = {
  id: '6f1c2a54-0b0d-4a8e-9d53-5f0a4c1e7b04',
  key: 'woocommerce',
  kinds,
  // WooCommerce itself gives variations the missing values, except a price.
  isOwn: (target) => !prices.includes(target),
  prices,
  fields: [
    optional('ID', {}, ['woocommerce_id']),
    // The file tells variants itself; an attribute named Type nearly always says what a product is.
    { ...optional('Type', productTypes), from: ['woocommerce_type', 'wc_type'] },
    required('SKU', upTo(100), names.sku),
    recommended('GTIN, UPC, EAN, or ISBN', upTo(100), names.gtin),
    required('Name', {}, names.title),
    recommended('Published', { ...oneOf('1', '0', '-1'), synonyms: visibilities }, [
      ...names.published,
      'status',
      'product_status',
    ]),
    optional('Is featured?', oneZero, names.featured),
    optional('Visibility in catalog', oneOf('visible', 'catalog', 'search', 'hidden'), ['visibility']),
    recommended('Short description', {}, names.shortDescription),
    recommended('Description', {}, names.description),
    optional('Date sale price starts', {}, ['sale_starts_on', 'sale_from_date']),
    optional('Date sale price ends', {}, ['sale_ends_on', 'sale_end_date']),
    optional('Tax status', { ...oneOf('taxable', 'shipping', 'none'), synonyms: taxes }, [
      'taxable',
      'is_taxable',
    ]),
    optional('Tax class'),
    recommended('In stock?', oneOf('1', '0', 'backorder'), ['is_in_stock']),
    recommended('Stock', {}, names.quantity),
    optional('Low stock amount'),
    optional('Backorders allowed?', { ...oneOf('1', '0', 'notify'), synonyms: policies }, [
      'backorders',
      'inventory_policy',
    ]),
    optional('Sold individually?', oneZero),
    optional('Weight (kg)', {}, names.weight),
    optional('Length (cm)', {}, names.length),
    optional('Width (cm)', {}, names.width),
    optional('Height (cm)', {}, names.height),
    optional('Allow customer reviews?', oneZero),
    optional('Purchase note'),
    optional('Sale price', {}, names.salePrice),
    recommended('Regular price', {}, names.price),
    recommended('Categories', {}, names.category),
    recommended('Tags', {}, names.tags),
    optional('Shipping class'),
    { ...recommended('Images', {}, [...names.gallery, ...names.image]), lead: names.image },
    optional('Download limit'),
    optional('Download expiry days'),
    optional('Parent', {}, ['parent_sku']),
    optional('Grouped products'),
    optional('Upsells'),
    optional('Cross-sells', {}, ['related_products']),
    optional('External URL'),
    optional('Button text'),
    optional('Position', {}, ['sort_order', 'rank']),
    optional('Brands', {}, names.brand),
    optional('Cost of goods', {}, names.cost),
    ...attributes,
    optional('Download 1 name'),
    optional('Download 1 URL'),
  ],
  conditions: [],
}
