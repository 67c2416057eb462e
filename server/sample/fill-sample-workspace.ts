import { randomUUID } from 'node:crypto'
import { keysOf } from '#shared/text.ts'
import sharp from 'sharp'
import { channelKeys, type ChannelKey } from '#shared/channels.ts'
import { maxBatchItems, type UpsertableType, type EntityType } from '#shared/entities.ts'
import { parseAnswer } from '../catalog/answer.ts'
import type { WriteContext } from '../catalog/events/record-event.ts'
import type { WorkspaceThreads } from '../threads/pool.ts'
import {
  categories,
  type ColorName,
  colors,
  lines,
  vendors,
  countries,
  materials,
  statuses,
  tags,
} from './catalog-data.ts'
import { type DrawingName, drawProduct } from './pictures.ts'
import { type AttributeValues, sampleProducts } from './sample-products.ts'
import type { AttributeCreate, DataType } from '#shared/attributes.ts'

const context: WriteContext = {
  actor: { type: 'owner', id: null, name: null },
  via: 'app',
  // All of the sample is one action in the list of changes.
  request_id: randomUUID(),
  job_id: null,
}

interface Item {
  readonly parent_id?: string
  readonly attributes: AttributeValues
}

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

/** Fills an empty workspace with the sample catalog: the same furniture every time, and no network needed. */
export async function fillSampleWorkspace(workspace: WorkspaceThreads): Promise<void> {
  // The pictures are drawn while the writer is busy with the rest.
  const drawing = drawPictures()
  drawing.catch(() => undefined)
  for (const body of sampleAttributes) await workspace.call('createAttribute', { body, faults: [], context })
  const vendorIds = await createAll(workspace, 'vendor', vendors.map(toVendor))
  const categoryIds = await createCategories(workspace)
  await setUpChannels(workspace, categoryIds)
  const pictures = await addPictures(workspace, await drawing)

  const families = sampleProducts({
    vendorIds,
    categoryIds,
    pictureOf: (drawing, color) => {
      const picture = pictures.get(pictureName(drawing, color))
      if (!picture) throw new Error(`There is no picture of ${drawing} in ${color}.`)
      return picture
    },
  })
  for (const { parent, variants } of families) {
    const [parentId = ''] = await createAll(workspace, 'product', [{ attributes: parent }])
    await createAll(
      workspace,
      'product',
      variants.map((attributes) => ({ parent_id: parentId, attributes })),
    )
  }
}

/**
 * The names of the sample categories at channels: Google's and Shopify's taxonomies, Amazon's product types.
 */
const categoryNames: Partial<Record<ChannelKey, Readonly<Record<string, string>>>> = {
  google_merchant: {
    Chairs: 'Furniture > Chairs',
    Armchairs: 'Furniture > Chairs > Arm Chairs, Recliners & Sleeper Chairs',
    Sofas: 'Furniture > Sofas',
    'Outdoor seating': 'Furniture > Outdoor Furniture > Outdoor Seating',
    'Dining tables': 'Furniture > Tables > Kitchen & Dining Room Tables',
    'Side tables': 'Furniture > Tables > Accent Tables > End Tables',
    Desks: 'Furniture > Office Furniture > Desks',
    Lighting: 'Home & Garden > Lighting',
    'Floor lamps': 'Home & Garden > Lighting > Lamps',
    'Pendant lamps': 'Home & Garden > Lighting > Lighting Fixtures > Ceiling Light Fixtures',
    Mugs: 'Home & Garden > Kitchen & Dining > Tableware > Drinkware > Mugs',
    Bowls: 'Home & Garden > Kitchen & Dining > Tableware > Dinnerware > Bowls',
    Vases: 'Home & Garden > Decor > Vases',
    Clocks: 'Home & Garden > Decor > Clocks > Wall Clocks',
    Planters: 'Home & Garden > Lawn & Garden > Gardening > Pots & Planters',
    Shelves: 'Furniture > Shelving > Bookcases & Standing Shelves',
  },
  shopify: {
    Seating: 'Furniture > Chairs',
    Sofas: 'Furniture > Sofas',
    Tables: 'Furniture > Tables',
    Lighting: 'Home & Garden > Lighting',
    Tableware: 'Home & Garden > Kitchen & Dining > Tableware',
    Decoration: 'Home & Garden > Decor',
    Storage: 'Furniture > Shelving',
  },
  amazon: {
    Seating: 'CHAIR',
    Sofas: 'SOFA',
    Tables: 'TABLE',
    Desks: 'DESK',
    'Floor lamps': 'LAMP',
    'Pendant lamps': 'LIGHT_FIXTURE',
    Mugs: 'DRINKING_CUP',
    Bowls: 'BOWL',
    Vases: 'VASE',
    Clocks: 'CLOCK',
    Planters: 'PLANTER',
    Shelves: 'SHELF',
  },
}

/** Prepares the sample for every channel: its categories have names there, and its pictures an address. */
async function setUpChannels(
  workspace: WorkspaceThreads,
  categoryIds: ReadonlyMap<string, string>,
): Promise<void> {
  for (const key of channelKeys) {
    await workspace.call('enableChannel', { key, faults: [], context })
    const called = Object.entries(categoryNames[key] ?? {}).flatMap(([name, value]) => {
      const id = categoryIds.get(name)
      return id === undefined ? [] : [[id, value] as const]
    })
    const body = {
      picture_address: 'https://example.com/pictures/',
      ...(called.length > 0 && { categories: Object.fromEntries(called) }),
    }
    await workspace.call('mapChannel', { key, body, faults: [], context })
  }
}

function toVendor({ name, country, leadTime }: (typeof vendors)[number], index: number): Item {
  const domain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '')
  const attributes = {
    vendor_name: name,
    country,
    lead_time: leadTime,
    website: `https://${domain}.example`,
    email: `orders@${domain}.example`,
    is_preferred: index % 3 === 0,
  }
  return { attributes }
}

async function createCategories(workspace: WorkspaceThreads): Promise<Map<string, string>> {
  const names = Object.keys(categories)
  const roots = names.map((name, index) => ({
    attributes: {
      category_name: name,
      position: index + 1,
      description: `Everything in ${name.toLowerCase()}.\nShown on the first page of the shop.`,
    },
  }))
  const rootIds = await createAll(workspace, 'category', roots)
  const below = rootIds.flatMap((rootId, index) =>
    (categories[names[index] ?? ''] ?? []).map((child, position) => ({
      parent_id: rootId,
      attributes: { category_name: child, position: position + 1 },
    })),
  )
  const belowIds = await createAll(workspace, 'category', below)
  const allNames = [...names, ...below.map(({ attributes }) => attributes.category_name)]
  return new Map([...rootIds, ...belowIds].map((id, index) => [allNames[index] ?? '', id]))
}

interface Picture {
  readonly name: string
  readonly altText: string
  readonly bytes: Uint8Array
}

interface StoredPicture {
  readonly id: string
  readonly path: string
}

function pictureName(drawing: DrawingName, color: ColorName): string {
  return `${drawing}-${color.toLowerCase()}.webp`
}

function drawPictures(): Promise<Picture[]> {
  const drawings = [...new Set(lines.map(({ drawing }) => drawing))]
  return Promise.all(
    drawings.flatMap((drawing) =>
      keysOf(colors).map(async (color) => ({
        name: pictureName(drawing, color),
        altText: `${withArticle(drawing.replace('-', ' '))} in ${color.toLowerCase()}`,
        bytes: await toWebp(drawProduct(drawing, colors[color])),
      })),
    ),
  )
}

function withArticle(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'An' : 'A'} ${noun}`
}

async function toWebp(svg: string): Promise<Uint8Array> {
  return new Uint8Array(await sharp(Buffer.from(svg)).webp({ quality: 82, effort: 2 }).toBuffer())
}

async function addPictures(
  workspace: WorkspaceThreads,
  pictures: readonly Picture[],
): Promise<Map<string, StoredPicture>> {
  const stored = await Promise.all(
    pictures.map(async ({ bytes, ...picture }) => {
      const { path } = await workspace.call('addFile', { bytes, media_type: 'image/webp', extension: 'webp' })
      return { ...picture, path }
    }),
  )
  const items = stored.map(({ name, altText, path }) => ({
    attributes: { file_name: name, image_url: path, alt_text: altText },
  }))
  const ids = await createAll(workspace, 'image', items)
  return new Map(stored.map(({ name, path }, index) => [name, { id: ids[index] ?? '', path }]))
}

async function createAll(
  workspace: WorkspaceThreads,
  type: UpsertableType,
  items: readonly Item[],
): Promise<string[]> {
  const ids: string[] = []
  for (let start = 0; start < items.length; start += maxBatchItems) {
    const body = { items: items.slice(start, start + maxBatchItems) }
    const answer = await workspace.call('batchEntities', { type, body, faults: [], context })
    const { data } = parseAnswer<{ data: { id: string | null }[] }>(answer)
    for (const result of data) {
      if (result.id === null) throw new Error(`The sample catalog was refused: ${JSON.stringify(result)}`)
      ids.push(result.id)
    }
  }
  return ids
}
