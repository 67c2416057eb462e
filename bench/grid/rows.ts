import type { AttributeCreate, DataType } from '#shared/attributes.ts'
import type { AttributeValue, EntityResource } from '#shared/entities.ts'

/** The million rows that every grid of the benchmark shows; each is made up when it is requested. */
export const rowCount = 1_000_000

const filled = [
  ['SKU', 'single_line_text_field'],
  ['Product name', 'single_line_text_field'],
  ['Price', 'number'],
  ['Stock', 'number'],
  ['Stage', 'status'],
  ['Material', 'single_select_list'],
  ['Tags', 'multi_select_list'],
  ['Vendor', 'entity_reference'],
  ['Active', 'boolean'],
  ['Released on', 'date'],
  ['Brand', 'single_line_text_field'],
  ['Weight', 'number'],
] as const satisfies readonly (readonly [string, DataType])[]

const emptyColumns = 38
const words = [
  'Oak',
  'Linen',
  'Nordic',
  'Round',
  'Soft',
  'Tall',
  'Folding',
  'Woven',
  'Matt',
  'Light',
] as const
const options: Partial<Record<DataType, readonly string[]>> = {
  status: ['Draft', 'In review', 'Approved', 'Published'],
  single_select_list: ['Oak', 'Steel', 'Linen', 'Glass', 'Wool', 'Cork'],
  multi_select_list: ['new', 'sale', 'indoor', 'outdoor', 'bestseller'],
}

/** The 50 attributes as bodies of `POST /attributes`: 12 that every row fills, then 38 that none does. */
export const attributeBodies: readonly AttributeCreate[] = [
  ...filled.map(([name, data_type], index) => attributeBody(name, data_type, index === 0)),
  ...Array.from({ length: emptyColumns }, (_, index) =>
    attributeBody(`Further field ${index + 1}`, index % 3 === 0 ? 'number' : 'single_line_text_field', false),
  ),
]

function attributeBody(name: string, data_type: DataType, is_primary: boolean): AttributeCreate {
  const values = options[data_type]
  return {
    entity_type: 'product',
    name,
    key: name.toLowerCase().replaceAll(' ', '_'),
    data_type,
    is_primary,
    ...(values && { acceptable_values: values.join(', ') }),
    ...(data_type === 'entity_reference' && { reference: { type: 'vendor' } }),
  }
}

/** Returns row number `index` as the API would; the same on every call. */
export function rowAt(index: number): EntityResource {
  const pick = (list: readonly string[], step: number): string => list[(index * step) % list.length] ?? ''
  const sku = `SKU-${String(index + 1).padStart(7, '0')}`
  const attributes: Record<string, AttributeValue> = {
    sku,
    product_name: `${pick(words, 7)} ${pick(words, 13).toLowerCase()} chair ${index % 977}`,
    price: ((index * 37) % 100_000) / 100,
    stock: (index * 11) % 900,
    stage: pick(options.status ?? [], 3),
    material: pick(options.single_select_list ?? [], 5),
    tags: `${pick(['new', 'sale'], 3)}, ${pick(['indoor', 'outdoor', 'bestseller'], 7)}`,
    vendor: { id: idOf(index % 40, 'b'), type: 'vendor', label: `Vendor ${index % 40}` },
    active: index % 3 > 0,
    released_on: `20${10 + (index % 15)}-0${1 + (index % 9)}-1${index % 10}`,
    brand: `${pick(words, 17)} & Co`,
    weight: (index % 400) / 10,
  }
  const time = '2026-01-01T00:00:00.000Z'
  const id = idOf(index, 'a')
  return {
    id,
    type: 'product',
    label: sku,
    parent_id: null,
    created_at: time,
    updated_at: time,
    attributes,
  }
}

function idOf(index: number, letter: string): string {
  return `${letter.repeat(8)}-0000-7000-8000-${index.toString(16).padStart(12, '0')}`
}
