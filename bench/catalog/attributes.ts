import type { AttributeCreate } from '#shared/attributes.ts'
import { colours, materials, stages, tags } from './words.ts'

/** Raised whenever the generated catalog changes, so that no older cached workspace is measured. */
export const generatorVersion = 3

const options = (values: readonly string[]): string => values.join(', ')

export const productAttributes = [
  { name: 'SKU', key: 'sku', data_type: 'single_line_text_field', is_primary: true },
  { name: 'Product name', key: 'product_name', data_type: 'single_line_text_field' },
  { name: 'Description', key: 'description', data_type: 'multi_line_text_field' },
  { name: 'Brand', key: 'brand', data_type: 'single_line_text_field' },
  { name: 'EAN', key: 'ean', data_type: 'single_line_text_field' },
  { name: 'Price', key: 'price', data_type: 'number' },
  { name: 'Cost', key: 'cost', data_type: 'number' },
  { name: 'Weight', key: 'weight', data_type: 'number' },
  { name: 'Stock', key: 'stock', data_type: 'number' },
  {
    name: 'Material',
    key: 'material',
    data_type: 'single_select_list',
    acceptable_values: options(materials),
  },
  { name: 'Colour', key: 'colour', data_type: 'single_select_list', acceptable_values: options(colours) },
  { name: 'Stage', key: 'stage', data_type: 'status', acceptable_values: options(stages) },
  { name: 'Tags', key: 'tags', data_type: 'multi_select_list', acceptable_values: options(tags) },
  { name: 'Active', key: 'active', data_type: 'boolean' },
  { name: 'Featured', key: 'featured', data_type: 'boolean' },
  { name: 'Released on', key: 'released_on', data_type: 'date' },
  { name: 'Product page', key: 'product_page', data_type: 'url' },
  { name: 'Vendor', key: 'vendor', data_type: 'entity_reference', reference: { type: 'vendor' } },
  { name: 'Category', key: 'category', data_type: 'entity_reference', reference: { type: 'category' } },
  { name: 'Gallery', key: 'gallery', data_type: 'entity_list_reference', reference: { type: 'image' } },
] as const satisfies readonly AttributeCreate[]

export type ProductKey = (typeof productAttributes)[number]['key']

export const attributeBodies: readonly AttributeCreate[] = [
  ...productAttributes.map((attribute) => ({ entity_type: 'product', ...attribute })),
  {
    entity_type: 'vendor',
    name: 'Vendor name',
    key: 'vendor_name',
    data_type: 'single_line_text_field',
    is_primary: true,
  },
  {
    entity_type: 'category',
    name: 'Category name',
    key: 'category_name',
    data_type: 'single_line_text_field',
    is_primary: true,
  },
  {
    entity_type: 'image',
    name: 'File name',
    key: 'file_name',
    data_type: 'single_line_text_field',
    is_primary: true,
  },
  { entity_type: 'image', name: 'Image address', key: 'image_url', data_type: 'image' },
]

export const catalogSize = { products: 100_000, vendors: 200, categories: 300, images: 5_000 } as const

export const channelKey = 'google_merchant'
