import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { ChannelKey, ChannelSetup } from '#shared/channels.ts'
import { validateAmazon } from '../../testing/channel-validators/amazon-flat-file.ts'
import { validateGoogleXml } from '../../testing/channel-validators/google.ts'
import { validateShopify } from '../../testing/channel-validators/shopify.ts'
import { validateWoocommerce } from '../../testing/channel-validators/woocommerce.ts'
import { ChannelWorkspace } from '../../testing/channel-workspace.ts'
import { ownerContext } from '../../testing/job-workspace.ts'

type Row = Record<string, string>

const number = { data_type: 'number' }
const rowsOf = (content: string): Row[] => parse<Row>(content, { columns: true })
const setUp = ({ jobs }: ChannelWorkspace, key: ChannelKey, body: ChannelSetup) =>
  jobs.threads.call('mapChannel', { key, body, faults: [], context: ownerContext })
const picture = 'https://x.example/a.png'

test.each([
  ['a unit of the attribute', { ...number, constraints: { unit: 'lb' } }, 2, '907.1847', 'lb'],
  ['a unit of its own', {}, '1,5 kg', '1500', 'g'],
  ['a unit in the key', { key: 'weight_g' }, 750, '750', 'g'],
  ['ounces', { ...number, constraints: { unit: 'oz' } }, 16, '453.5924', 'oz'],
])('Shopify: weights with %s are grams [EXP-13]', async (_, definition, weight, grams, unit) => {
  const key = 'key' in definition ? definition.key : 'weight'
  await using workspace = await ChannelWorkspace.open({ title: {}, price: number, [key]: definition })
  await workspace.create('product', { title: 'Pot', price: 5, [key]: weight })
  const { content } = await workspace.exportTo('shopify')
  expect(rowsOf(content)[0]).toMatchObject({ 'Weight value (grams)': grams, 'Weight unit for display': unit })
  expect(validateShopify(content)).toEqual([])
})

test('a weight without a unit is told and not guessed [EXP-13]', async () => {
  await using workspace = await ChannelWorkspace.open({ title: {}, sku: {}, weight: number, width: number })
  await workspace.create('product', { title: 'Pot', sku: 'P', weight: 5, width: 120 })
  const { content, report } = await workspace.exportTo('woocommerce')
  expect(rowsOf(content)[0]).toMatchObject({ 'Weight (kg)': '', 'Width (cm)': '' })
  expect(report).toMatchObject([
    {
      field: 'Weight (kg)',
      issue: 'Nothing says the unit of this measure.',
      remedy: expect.stringContaining('12 kg'),
    },
    { field: 'Width (cm)' },
  ])
})

test('stock of nothing and below is counted as such in every channel [EXP-13]', async () => {
  await using workspace = await ChannelWorkspace.open({
    title: {},
    sku: {},
    description: {},
    brand: {},
    gtin: {},
    price: { ...number, constraints: { unit: 'EUR' } },
    quantity: number,
    link: {},
    image_link: {},
    amazon_product_type: {},
  })
  const common = {
    description: 'Holds water.',
    brand: 'Nord',
    price: 5,
    link: 'https://x.example/',
    image_link: picture,
    amazon_product_type: 'POT',
  }
  const stocks = [
    ['A', -2, '4006381333931'],
    ['B', 0, '96385074'],
    ['C', 7.5, '036000291452'],
  ] as const
  for (const [sku, quantity, gtin] of stocks)
    await workspace.create('product', { ...common, title: `Pot ${sku}`, sku, gtin, quantity })

  const shopify = await workspace.exportTo('shopify')
  const google = await workspace.exportTo('google_merchant')
  const woo = await workspace.exportTo('woocommerce')
  const amazon = await workspace.exportTo('amazon')

  const counted = rowsOf(shopify.content).map((row) => [row['Inventory tracker'], row['Inventory quantity']])
  expect(counted).toEqual([
    ['shopify', '-2'],
    ['shopify', '0'],
    ['shopify', '7'],
  ])
  expect(google.content.match(/<g:availability>\w+/g)).toEqual([
    '<g:availability>out_of_stock',
    '<g:availability>out_of_stock',
    '<g:availability>in_stock',
  ])
  expect(google.content).not.toContain('<g:stock>')
  expect(rowsOf(woo.content).map((row) => [row['In stock?'], row['Stock']])).toEqual([
    ['0', '-2'],
    ['0', '0'],
    ['1', '7'],
  ])
  const [, , names = [], ...rows] = amazon.content.split('\r\n').map((line) => line.split('\t'))
  expect(rows.slice(0, -1).map((row) => row[names.indexOf('quantity')])).toEqual(['0', '0', '7'])
  expect(amazon.report).toMatchObject([{ field: 'quantity', value: "'-2", left_out: 'value' }])
  const faults = [
    validateShopify(shopify.content),
    validateGoogleXml(google.content),
    validateWoocommerce(woo.content),
    validateAmazon(amazon.content),
  ]
  expect(faults).toEqual([[], [], [], []])
})

test('a quantity that cannot be read is tracked all the same, and a product without a price is a draft [EXP-13]', async () => {
  await using workspace = await ChannelWorkspace.open({
    title: {},
    sku: {},
    price: {},
    quantity: {},
    status: {},
  })
  await workspace.create('product', {
    title: 'Pot',
    sku: 'A',
    quantity: 'a few',
    price: '5',
    status: 'Published',
  })
  await workspace.create('product', { title: 'Pan', sku: 'B', quantity: '3', status: 'Published' })
  const { content, report } = await workspace.exportTo('shopify')
  const shown = ['Inventory tracker', 'Inventory quantity', 'Status', 'Published on online store']
  expect(rowsOf(content).map((row) => shown.map((name) => row[name]))).toEqual([
    ['shopify', '', 'active', 'TRUE'],
    ['shopify', '3', 'draft', 'TRUE'],
  ])
  expect(report.map(({ field, issue }) => [field, issue])).toEqual([
    ['Inventory quantity', 'Not a number of pieces.'],
    ['Price', 'Without a price Shopify would sell it for 0.00, so its product is a draft.'],
  ])
})

test('a handle stays when the title changes, and no other product takes it [EXP-14]', async () => {
  await using workspace = await ChannelWorkspace.open({ title: {}, price: number })
  const { threads } = workspace.jobs
  const id = await workspace.create('product', { title: 'Red pot', price: 5 })
  const handles = async () =>
    rowsOf((await workspace.exportTo('shopify')).content).map((row) => row['URL handle'])
  const rename = (of: string, title: string) =>
    threads.call('updateEntity', {
      type: 'product',
      id: of,
      body: { attributes: { title } },
      faults: [],
      context: ownerContext,
    })

  const first = await handles()
  await rename(id, 'Crimson pot')
  const second = await handles()
  const other = await workspace.create('product', { title: 'Red pot', price: 6 })
  const alone = rowsOf((await workspace.exportTo('shopify', { ids: [other] })).content)
  await workspace.jobs.restart()

  expect([first, second, alone.map((row) => row['URL handle']), await handles()]).toEqual([
    ['red-pot'],
    ['red-pot'],
    ['red-pot-2'],
    ['red-pot', 'red-pot-2'],
  ])
})

test('variants take what their product has and they have not, of prices all or none [EXP-15]', async () => {
  await using workspace = await ChannelWorkspace.open({
    sku: {},
    title: {},
    description: {},
    link: {},
    image_link: {},
    brand: {},
    gtin: {},
    size: {},
    tags: {},
    quantity: number,
    price: { ...number, constraints: { unit: 'EUR' } },
    sale_price: { ...number, constraints: { unit: 'EUR' } },
  })
  const product = {
    sku: 'P',
    title: 'Shirt',
    description: 'Linen.',
    link: 'https://x.example/shirt',
    image_link: picture,
    brand: 'Nord',
    price: 20,
    sale_price: 15,
    tags: 'linen',
    quantity: 99,
  }
  const shirt = await workspace.create('product', product)
  await workspace.create(
    'product',
    { sku: 'P-S', size: 'S', gtin: '4006381333931', quantity: 1, tags: 'last' },
    shirt,
  )
  await workspace.create(
    'product',
    { sku: 'P-M', size: 'M', gtin: '96385074', price: 25, title: 'Shirt M' },
    shirt,
  )
  await workspace.create(
    'product',
    { sku: 'P-L', size: 'L', gtin: '4006381333955', price: 30, quantity: 2 },
    shirt,
  )

  const google = await workspace.exportTo('google_merchant')
  const shopify = await workspace.exportTo('shopify')

  expect(validateGoogleXml(google.content)).toEqual([])
  const items = google.content.split('<item>').slice(1)
  expect(items.map((item) => item.match(/<g:(title|price|sale_price|description)>[^<]*/g))).toEqual([
    ['<g:title>Shirt', '<g:description>Linen.', '<g:price>20.00 EUR', '<g:sale_price>15.00 EUR'],
    ['<g:price>30.00 EUR', '<g:title>Shirt', '<g:description>Linen.'],
  ])
  expect(google.report).toMatchObject([{ label: '', field: 'availability', left_out: 'product' }])
  const rows = rowsOf(shopify.content)
  expect(rows.map(({ Price, Tags }) => [Price, Tags])).toEqual([
    ['20', 'linen, last'],
    ['25', ''],
    ['30', ''],
  ])
  expect(validateShopify(shopify.content)).toEqual([])
})

test('Google gets prices above zero, sales below them, and no MSRP as a price [EXP-15]', async () => {
  await using workspace = await ChannelWorkspace.open({
    ...Object.fromEntries(
      ['sku', 'title', 'description', 'link', 'image_link', 'gtin'].map((key) => [key, {}]),
    ),
    ...Object.fromEntries(['price', 'sale_price', 'msrp', 'stock', 'cost'].map((key) => [key, number])),
    identifier_exists: { data_type: 'boolean' },
  })
  const common = {
    title: 'Pot',
    description: 'Pot.',
    link: 'https://x.example/',
    image_link: picture,
    stock: 1,
  }
  await workspace.create('product', {
    ...common,
    sku: 'A',
    gtin: '4006381333931',
    price: 10,
    sale_price: 12,
    msrp: 15,
  })
  await workspace.create('product', { ...common, sku: 'B', gtin: '96385074', price: 0 })
  await workspace.create('product', {
    ...common,
    sku: 'C',
    gtin: '036000291452',
    price: 9,
    identifier_exists: false,
  })
  await setUp(workspace, 'google_merchant', { currency: 'EUR' })

  const { content, report, result } = await workspace.exportTo('google_merchant')

  expect(validateGoogleXml(content)).toEqual([])
  expect(content.match(/<g:(id|price|sale_price|identifier_exists|maximum_retail_price)>[^<]*/g)).toEqual([
    '<g:id>A',
    '<g:price>10.00 EUR',
    '<g:id>C',
    '<g:price>9.00 EUR',
  ])
  expect(report.map(({ field, left_out: what }) => [field, what])).toEqual([
    ['sale_price', 'value'],
    ['price', 'product'],
    ['identifier_exists', 'value'],
  ])
  expect(result.not_sent).toEqual([{ attribute: 'msrp', name: 'msrp', products: 1 }])
})

test('pictures of the workspace go by their names below the public address, and come as an archive [EXP-16]', async () => {
  await using workspace = await ChannelWorkspace.open({
    title: {},
    sku: {},
    price: number,
    image: { data_type: 'image' },
  })
  const bytes = Buffer.from('a picture')
  const hash = createHash('sha256').update(bytes).digest('hex')
  const { threads } = workspace.jobs
  const { path } = await threads.call('addFile', { bytes, media_type: 'image/png', extension: 'png' })
  await workspace.create('product', { title: 'Pot', sku: 'P', price: 5, image: path })
  const pictures = { channel: 'shopify', format: 'csv', pictures: true }

  const before = await workspace.exportTo('shopify')
  await expect(workspace.jobs.enqueueExport(pictures)).rejects.toMatchObject({
    fieldErrors: [{ field: 'pictures' }],
  })
  const woo = await workspace.exportTo('woocommerce', { pictures: true })
  await setUp(workspace, 'shopify', { picture_address: 'https://cdn.example/shop' })
  const { job } = await workspace.jobs.export(pictures)
  const after = await workspace.exportTo('shopify')
  const archive = await threads.call('findExport', {
    id: job.id,
    folder: workspace.jobs.exports,
    faults: [],
    part: 'pictures',
  })

  expect(before.report).toMatchObject([
    {
      issue: 'The picture lies in the workspace, where the channel cannot fetch it.',
      remedy: expect.stringContaining('Channels'),
    },
  ])
  expect(rowsOf(after.content)[0]?.['Product image URL']).toBe(`https://cdn.example/shop/${hash}.png`)
  expect(rowsOf(woo.content)[0]?.['Images']).toBe(`${hash}.png`)
  expect(validateWoocommerce(woo.content)).toEqual([])
  expect(job.result).toMatchObject({ held_pictures: 1, pictures: { media_type: 'application/zip' } })
  expect((await readFile(archive.path)).includes(`${hash}.png`)).toBe(true)
  expect(after.result).toMatchObject({ held_pictures: 1 })
  expect('pictures' in after.result).toBe(false)
})

test('the owner says what channels call categories, and what all products have in a field [CHANNEL-05]', async () => {
  await using workspace = await ChannelWorkspace.open({
    title: {},
    sku: {},
    price: number,
    category: { data_type: 'entity_reference', reference: { type: 'category' } },
  })
  const text = 'single_line_text_field'
  const name = { name: 'Name', key: 'category_name', entity_type: 'category', data_type: text } as const
  await workspace.jobs.define({ ...name, is_primary: true })
  const home = await workspace.create('category', { category_name: 'Home' })
  const pots = await workspace.create('category', { category_name: 'Pots' }, home)
  await workspace.create('product', { title: 'Pot', sku: 'P', price: 5, category: pots })
  const column = async (target: string) => rowsOf((await workspace.exportTo('shopify')).content)[0]?.[target]

  const columns = [await column('Product category')]
  await setUp(workspace, 'shopify', { categories: { [home]: 'Home & Garden' }, values: { Vendor: 'Nord' } })
  columns.push(await column('Product category'), await column('Vendor'))
  await setUp(workspace, 'shopify', { categories: { [pots]: 'Home & Garden > Pots', [home]: null } })
  columns.push(await column('Product category'))
  await setUp(workspace, 'shopify', { mapping: { Vendor: 'sku' } })
  columns.push(await column('Vendor'))

  expect(columns).toEqual(['', 'Home & Garden', 'Nord', 'Home & Garden > Pots', 'P'])
  const bad = {
    categories: { [workspaceId]: 'x' },
    values: { Nonsense: 'x' },
    picture_address: 'files/',
    currency: 'euro',
  }
  await expect(setUp(workspace, 'shopify', bad)).rejects.toMatchObject({
    fieldErrors: [
      { field: 'values.Nonsense', issue: 'invalid_value' },
      { field: `categories.${workspaceId}`, issue: 'referenced_entity_not_found' },
      { field: 'picture_address', issue: 'expected_url' },
      { field: 'currency', issue: 'invalid_value' },
    ],
  })
})

const workspaceId = '018f0000-0000-7000-8000-00000000000a'

test('a category that is not in the list that the owner added is told, and those of the list go out [EXP-19]', async () => {
  await using workspace = await ChannelWorkspace.open({
    title: {},
    sku: {},
    price: number,
    product_category: {},
  })
  const folder = join(workspace.jobs.folder, 'taxonomies')
  await mkdir(folder)
  const list = '# Taxonomy\r\n443 - Furniture > Chairs\r\nFurniture > Sofas\r\n'
  await writeFile(join(folder, 'shopify.txt'), list)
  for (const name of ['443', 'Furniture > Chairs', 'Furniture > Sofas', 'Chairs'])
    await workspace.create('product', { title: name, sku: name, price: 5, product_category: name })
  const { content, report } = await workspace.exportTo('shopify')
  expect(rowsOf(content).map((row) => row['Product category'])).toEqual([
    '443',
    'Furniture > Chairs',
    'Furniture > Sofas',
    '',
  ])
  expect(report).toMatchObject([
    {
      field: 'Product category',
      value: 'Chairs',
      issue: 'The channel has no category of this name or number.',
    },
  ])
})

test('pictures of variants that no shop can fetch are told, those of their product once [EXP-16]', async () => {
  await using workspace = await ChannelWorkspace.open({ title: {}, size: {}, price: number, image_link: {} })
  const pot = await workspace.create('product', { title: 'Pot', price: 5, image_link: 'pot.png' })
  await workspace.create('product', { title: 'Pot S', size: 'S', image_link: 'pot.png' }, pot)
  await workspace.create('product', { title: 'Pot M', size: 'M', image_link: 'pot-m.png' }, pot)
  const { report } = await workspace.exportTo('shopify')
  expect(report.map(({ field, value }) => [field, value])).toEqual([
    ['Product image URL', 'pot.png'],
    ['Product image URL', 'pot-m.png'],
  ])
})

test('with a recipe the pictures of a channel are renditions, by SKU, number and hash [RENDITION-12]', async () => {
  await using workspace = await ChannelWorkspace.open({
    title: {},
    sku: {},
    price: number,
    image: { data_type: 'image' },
  })
  const pixels = { create: { width: 900, height: 600, channels: 3 as const, background: '#d02020' } }
  const bytes = await sharp(pixels).png().toBuffer()
  const hash = createHash('sha256').update(bytes).digest('hex')
  const { threads } = workspace.jobs
  const { path } = await threads.call('addFile', { bytes, media_type: 'image/png', extension: 'png' })
  for (const sku of ['P 1/a', 'Q'])
    await workspace.create('product', { title: `Pot ${sku}`, sku, price: 5, image: path })
  await threads.call('createRecipe', {
    body: { name: 'Shop', width: 320, height: 320, fit: 'pad', background: 'white' },
    faults: [],
  })
  await expect(setUp(workspace, 'shopify', { recipe: 'None' })).rejects.toMatchObject({
    fieldErrors: [{ field: 'recipe', issue: 'invalid_value' }],
  })
  await setUp(workspace, 'shopify', { picture_address: 'https://cdn.example/shop', recipe: 'shop' })
  const { job } = await workspace.jobs.export({ channel: 'shopify', format: 'csv', pictures: true })
  const part = { id: job.id, folder: workspace.jobs.exports, faults: [] }
  const file = await threads.call('findExport', { ...part, part: 'file' })
  const archive = await readFile((await threads.call('findExport', { ...part, part: 'pictures' })).path)

  const name = `P-1-a-1-${hash.slice(0, 8)}.jpg`
  const addresses = rowsOf(await readFile(file.path, 'utf8')).map((row) => row['Product image URL'])
  expect(addresses).toEqual([`https://cdn.example/shop/${name}`, `https://cdn.example/shop/${name}`])
  expect(job.result).toMatchObject({ held_pictures: 1 })
  expect(archive.includes(name)).toBe(true)

  const { [name]: rendition } = unzipSync(archive)
  const { format, width, height } = await sharp(rendition).metadata()
  expect([format, width, height]).toEqual(['jpeg', 320, 320])
})
