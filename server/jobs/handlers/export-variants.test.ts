import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { validateAmazon } from '../../testing/channel-validators/amazon-flat-file.ts'
import { validateShopify } from '../../testing/channel-validators/shopify.ts'
import { validateWoocommerce } from '../../testing/channel-validators/woocommerce.ts'
import { ChannelWorkspace } from '../../testing/channel-workspace.ts'

const inherited = { inheritance_mode: 'inherit_from_parent' }
const keys = ['title', 'description', 'brand', 'manufacturer', 'feed_product_type', 'item_type']
const tea = {
  sku: 'P1',
  title: 'Tea',
  description: 'Hot.',
  brand: 'Nord',
  manufacturer: 'Nord',
  feed_product_type: 'tea',
  item_type: 'tea',
  price: 5,
  image_link: 'https://shop.example/tea.png',
}
const variants = [
  { sku: 'LM', size: 'L', flavour: 'Mint', gtin: '4006381333931' },
  { sku: 'LL', size: 'L', flavour: 'Lemon', gtin: '96385074' },
  { sku: 'SM', size: 'S', flavour: 'Mint', gtin: '036000291452' },
]

let workspace: ChannelWorkspace

beforeAll(async () => {
  workspace = await ChannelWorkspace.open({
    sku: { is_primary: true },
    ...Object.fromEntries(keys.map((key) => [key, inherited])),
    price: { data_type: 'number', ...inherited },
    quantity: { data_type: 'number' },
    gtin: {},
    image_link: { data_type: 'multi_line_text_field', ...inherited },
    size: {},
    flavour: {},
    finish: {},
    gallery: { data_type: 'multi_line_text_field' },
    category: { data_type: 'entity_list_reference', reference: { type: 'category' }, ...inherited },
  })
  await workspace.jobs.define({
    name: 'Category name',
    key: 'category_name',
    entity_type: 'category',
    data_type: 'single_line_text_field',
    is_primary: true,
  })
  const home = await workspace.create('category', { category_name: 'Home' })
  const salt = await workspace.create('category', { category_name: 'Salt, Pepper' }, home)
  const gallery = 'https://shop.example/back.png\nhttps://shop.example/tea.png'
  const parent = await workspace.create('product', { ...tea, gallery, category: [salt, home] })
  for (const variant of variants) {
    const pictures = { image_link: `https://shop.example/${variant.sku}.png` }
    await workspace.create('product', { ...variant, ...pictures, quantity: 3 }, parent)
  }
  const plain = await workspace.create('product', { ...tea, sku: 'P2', title: 'Mug' })
  const mugs = [
    { sku: 'MUG-1', size: 'L', finish: 'Matt', gtin: '4006381333948' },
    { sku: 'MUG-2', size: 'L', finish: 'Gloss', gtin: '4006381333955' },
    { sku: 'MUG-3', size: 'S', finish: 'Matt', gtin: '4006381333962' },
  ]
  for (const mug of mugs) await workspace.create('product', { ...mug, quantity: 1 }, plain)
})
afterAll(() => workspace[Symbol.asyncDispose]())

test('Amazon: a theme covers what variants differ in, and no two are alike [EXP-08]', async () => {
  const { content, report } = await workspace.exportTo('amazon')
  const [, , names = [], ...rows] = content.split('\r\n').map((line) => line.split('\t'))
  const shown = ['item_sku', 'variation_theme', 'size_name', 'flavor_name', 'style_name']
  const cells = rows.slice(0, -1).map((row) => shown.map((name) => row[names.indexOf(name)]))
  expect(cells).toEqual([
    ['P1', 'FlavorName-SizeName', '', '', ''],
    ['LM', 'FlavorName-SizeName', 'L', 'Mint', ''],
    ['LL', 'FlavorName-SizeName', 'L', 'Lemon', ''],
    ['SM', 'FlavorName-SizeName', 'S', 'Mint', ''],
    ['P2', 'SizeName-StyleName', '', '', ''],
    ['MUG-1', 'SizeName-StyleName', 'L', '', 'Matt'],
    ['MUG-2', 'SizeName-StyleName', 'L', '', 'Gloss'],
    ['MUG-3', 'SizeName-StyleName', 'S', '', 'Matt'],
  ])
  expect(validateAmazon(content)).toEqual([])
  expect(report).toEqual([])
})

test('Shopify: a variant has its own picture, all pictures are those of the product, and a quantity is tracked [EXP-08]', async () => {
  const { content, report } = await workspace.exportTo('shopify')
  const rows = parse(content, { columns: true }) as Record<string, string>[]
  const shown = ['SKU', 'Option1 value', 'Product image URL', 'Variant image URL', 'Inventory tracker']
  const address = (name: string) => (name === '' ? '' : `https://shop.example/${name}.png`)
  const cells = rows.map((row) => shown.map((name) => row[name]))
  expect(cells).toEqual([
    ['LM', 'L', address('tea'), address('LM'), 'shopify'],
    ['LL', 'L', address('back'), address('LL'), 'shopify'],
    ['SM', 'S', address('LM'), address('SM'), 'shopify'],
    ['', '', address('LL'), '', ''],
    ['', '', address('SM'), '', ''],
    ['MUG-1', 'L', address('tea'), '', 'shopify'],
    ['MUG-2', 'L', '', '', 'shopify'],
    ['MUG-3', 'S', '', '', 'shopify'],
  ])
  expect(validateShopify(content)).toEqual([])
  expect(report).toMatchObject([
    { field: 'Product category', issue: expect.stringContaining('calls this category') },
  ])
})

test('WooCommerce: categories are paths, the main picture comes before the gallery, and those of variations end it [EXP-08]', async () => {
  const { content, report } = await workspace.exportTo('woocommerce')
  const rows = parse(content, { columns: true }) as Record<string, string>[]
  const pictures = ['tea', 'back', 'LM', 'LL', 'SM'].map((name) => `https://shop.example/${name}.png`)
  expect(rows.slice(0, 2)).toMatchObject([
    { SKU: 'P1', Categories: String.raw`Home > Salt\, Pepper, Home`, Images: pictures.join(', ') },
    { SKU: 'LM', Images: 'https://shop.example/LM.png' },
  ])
  expect(validateWoocommerce(content)).toEqual([])
  expect(report).toEqual([])
})

const optionTargets = {
  shopify: 'Option1 value',
  woocommerce: 'Attribute 1 value(s)',
  amazon: 'variation_theme',
} as const

test.each(['shopify', 'woocommerce', 'amazon'] as const)(
  '%s: what variants differ in and no column has is told of each of them [EXP-09]',
  async (channel) => {
    const sku = `CUP-${channel}`
    const cup = await workspace.create('product', { ...tea, sku, title: sku })
    const cups = [
      { sku: `${sku}-1`, finish: 'Matt', flavour: 'Mint', gtin: '4006381333979' },
      { sku: `${sku}-2`, finish: 'Matt', flavour: 'Lemon', gtin: '4006381333986' },
      { sku: `${sku}-3`, flavour: 'Mint', gtin: '4006381333993' },
    ]
    const ids = await Promise.all(
      cups.map((item) => workspace.create('product', { ...item, quantity: 1 }, cup)),
    )

    const { report } = await workspace.exportTo(channel, { ids: [cup, ...ids] })

    const of = { field: optionTargets[channel], attribute: 'finish', value: 'Matt', left_out: 'value' }
    expect(report.filter(({ attribute }) => attribute === 'finish')).toMatchObject([
      { label: `${sku}-1`, ...of },
      { label: `${sku}-2`, ...of },
    ])
  },
)
