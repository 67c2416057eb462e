import type { TestServer } from '../../testing/test-server.ts'
import { testServer, type TestServerOptions } from '../../testing/test-server.ts'

const text = { data_type: 'single_line_text_field' }
const product = { entity_type: 'product' }

const attributes: readonly object[] = [
  { name: 'Vendor name', key: 'vendor_name', entity_type: 'vendor', ...text, is_primary: true },
  { name: 'Country', key: 'country', entity_type: 'vendor', ...text },
  { name: 'File name', key: 'file_name', entity_type: 'image', ...text, is_primary: true },
  { name: 'Category', key: 'category_name', entity_type: 'category', ...text, is_primary: true },
  { name: 'Name', key: 'name', ...product, ...text, is_primary: true },
  { name: 'SKU', key: 'sku', ...product, ...text },
  { name: 'Unique', key: 'serial', ...product, ...text, constraints: { unique: true } },
  {
    name: 'Code',
    key: 'code',
    ...product,
    ...text,
    constraints: { pattern: '[A-Z]+', min_length: 2, max_length: 5 },
  },
  { name: 'EAN', key: 'ean', ...product, ...text, constraints: { check: 'gtin' } },
  { name: 'Must', key: 'must', entity_type: 'category', ...text, constraints: { required: true } },
  { name: 'Notes', key: 'notes', ...product, data_type: 'multi_line_text_field' },
  { name: 'Body', key: 'body_html', ...product, data_type: 'rich_text_field' },
  {
    name: 'Price',
    key: 'price',
    ...product,
    data_type: 'number',
    constraints: { min: 0, max: 1000, decimals: 2 },
  },
  { name: 'In stock', key: 'in_stock', ...product, data_type: 'boolean' },
  { name: 'Day', key: 'day', ...product, data_type: 'date' },
  { name: 'Site', key: 'site', ...product, data_type: 'url' },
  { name: 'Specs', key: 'specs', ...product, data_type: 'json' },
  {
    name: 'Color',
    key: 'color',
    ...product,
    data_type: 'single_select_list',
    acceptable_values: 'Red, Green, Blue',
  },
  { name: 'Tags', key: 'tags', ...product, data_type: 'multi_select_list', acceptable_values: 'New, Sale' },
  { name: 'Stage', key: 'stage', ...product, data_type: 'status', acceptable_values: 'Draft, Live' },
  { name: 'Score', key: 'score', ...product, data_type: 'progress' },
  { name: 'Position', key: 'position', ...product, data_type: 'rank' },
  { name: 'Picture', key: 'picture', ...product, data_type: 'image' },
  { name: 'Clip', key: 'clip', ...product, data_type: 'video' },
  {
    name: 'Vendor',
    key: 'vendor',
    ...product,
    data_type: 'entity_reference',
    reference: { type: 'vendor' },
  },
  {
    name: 'Gallery',
    key: 'gallery',
    ...product,
    data_type: 'entity_list_reference',
    reference: { type: 'image' },
    constraints: { max_items: 3 },
  },
  { name: 'Total', key: 'total', ...product, data_type: 'formula', formula: '{{price}} * 2' },
  {
    name: 'Vendor country',
    key: 'vendor_country',
    ...product,
    data_type: 'reference_lookup',
    reference: { via: 'vendor', attribute: 'country' },
  },
  {
    name: 'Products',
    key: 'products',
    entity_type: 'vendor',
    data_type: 'inverse_reference',
    reference: { type: 'product', attribute: 'vendor' },
  },
]

export interface EveryType {
  readonly server: TestServer
  readonly ids: Readonly<Record<'product' | 'variant' | 'vendor' | 'image' | 'category', string>>
}

export async function everyTypeServer(
  options: Omit<TestServerOptions, 'attributes'> = {},
): Promise<EveryType> {
  const server = await testServer({ ...options, attributes })
  const create = async (path: string, body: object): Promise<string> => {
    const answer = await server.post(path, body)
    if (answer.status !== 201) throw new Error(answer.text)
    return answer.body.data.id
  }
  const vendor = await create('/vendors', { attributes: { vendor_name: 'Nord' } })
  const image = await create('/images', { attributes: { file_name: 'a.png' } })
  const category = await create('/categories', { attributes: { category_name: 'Chairs', must: 'x' } })
  const product = await create('/products', {
    attributes: { name: 'Chair', sku: 'A', serial: '1', vendor, gallery: [image] },
  })
  const variant = await create('/products', {
    parent_id: product,
    attributes: { name: 'Red chair', sku: 'B' },
  })
  return { server, ids: { product, variant, vendor, image, category } }
}
