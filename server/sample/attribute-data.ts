import type { AttributeCreate, DataType } from '#shared/attributes.ts'
import type { EntityType } from '#shared/entities.ts'
import { colors, countries, materials, statuses, tags } from './catalog-data.ts'

type Extras = Omit<AttributeCreate, 'key' | 'name' | 'entity_type' | 'data_type'>

function attributesFor(entity_type: EntityType) {
  return (key: string, name: string, data_type: DataType, extras: Extras = {}): AttributeCreate => ({
    key,
    name,
    entity_type,
    data_type,
    ...extras,
  })
}

const product = attributesFor('product')
const image = attributesFor('image')
const vendor = attributesFor('vendor')
const category = attributesFor('category')
const text = 'single_line_text_field'
const primary = { is_primary: true }
const centimetres = { constraints: { unit: 'cm', min: 0 } }

/** Every attribute of the sample catalog: each writable data type has its use. */
export const sampleAttributes: readonly AttributeCreate[] = [
  vendor('vendor_name', 'Name', text, primary),
  vendor('country', 'Country', 'single_select_list', { acceptable_values: countries.join(', ') }),
  vendor('lead_time', 'Lead time', 'number', { constraints: { unit: 'days', min: 0, decimals: 0 } }),
  vendor('website', 'Website', 'url'),
  vendor('email', 'E-mail', text),
  vendor('is_preferred', 'Preferred', 'boolean'),

  category('category_name', 'Name', text, primary),
  category('position', 'Position', 'rank'),
  category('description', 'Description', 'multi_line_text_field'),

  image('file_name', 'File name', text, primary),
  image('image_url', 'Image', 'image'),
  image('alt_text', 'Alternative text', text),

  product('product_name', 'Product name', text, primary),
  product('sku', 'SKU', text, { constraints: { unique: true, max_length: 40 } }),
  product('picture', 'Picture', 'image'),
  product('status', 'Status', 'status', { acceptable_values: statuses.join(', ') }),
  product('price', 'Price', 'number', {
    constraints: { kind: 'money', currency: 'EUR', min: 0, decimals: 2 },
  }),
  product('in_stock', 'In stock', 'boolean'),
  product('stock', 'Stock', 'number', { constraints: { min: 0, decimals: 0 } }),
  product('vendor', 'Vendor', 'entity_reference', { reference: { type: 'vendor' } }),
  product('category', 'Category', 'entity_reference', { reference: { type: 'category' } }),
  product('material', 'Material', 'single_select_list', {
    acceptable_values: Object.keys(materials).join(', '),
    constraints: { colors: materials },
  }),
  product('color', 'Colour', 'single_select_list', {
    acceptable_values: Object.keys(colors).join(', '),
    constraints: { colors },
  }),
  product('tags', 'Tags', 'multi_select_list', { acceptable_values: tags.join(', ') }),
  product('gallery_images', 'Gallery', 'entity_list_reference', { reference: { type: 'image' } }),
  product('description', 'Description', 'rich_text_field'),
  product('care', 'Care instructions', 'multi_line_text_field'),
  product('launch_date', 'Launch date', 'date'),
  product('content_score', 'Content score', 'progress'),
  product('sales_rank', 'Sales rank', 'rank'),
  product('width', 'Width', 'number', centimetres),
  product('depth', 'Depth', 'number', centimetres),
  product('height', 'Height', 'number', centimetres),
  product('weight', 'Weight', 'number', { constraints: { unit: 'kg', min: 0 } }),
  product('gtin', 'GTIN', text, { constraints: { check: 'gtin' } }),
  product('product_url', 'Product page', 'url'),
  product('assembly_video', 'Assembly video', 'video'),
  product('specs', 'Specifications', 'json'),

  // The other side of the references above, which has to be there first.
  vendor('products', 'Products', 'inverse_reference', {
    reference: { type: 'product', attribute: 'vendor' },
  }),
  category('products', 'Products', 'inverse_reference', {
    reference: { type: 'product', attribute: 'category' },
  }),
  image('shown_by', 'Shown by', 'inverse_reference', {
    reference: { type: 'product', attribute: 'gallery_images' },
  }),
]
