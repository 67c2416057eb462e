import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Channel, ChannelSetup } from '#shared/channels.ts'
import type { NewExport } from '#shared/exports.ts'
import type { CustomTemplateKey } from '#shared/custom-channels.ts'
import { parseAnswer } from '../../catalog/answer.ts'
import { validateAmazon } from '../../testing/channel-validators/amazon-flat-file.ts'
import { validateAmazonListings } from '../../testing/channel-validators/amazon-listings.ts'
import type { Validator } from '../../testing/channel-validators/columns.ts'
import { validateGoogleTsv, validateGoogleXml } from '../../testing/channel-validators/google.ts'
import {
  validateEbay,
  validateEtsy,
  validateGoogleCsv,
  validateIdealo,
  validateMeta,
} from '../../testing/channel-validators/custom-templates.ts'
import { validateShopify } from '../../testing/channel-validators/shopify.ts'
import { validateWoocommerce } from '../../testing/channel-validators/woocommerce.ts'
import { ChannelWorkspace } from '../../testing/channel-workspace.ts'
import { ownerContext } from '../../testing/job-workspace.ts'

const text = 'single_line_text_field'
const inherited = { inheritance_mode: 'inherit_from_parent' }
const definitions: Record<string, object> = {
  sku: { is_primary: true },
  title: { ...inherited },
  description: { data_type: 'rich_text_field', ...inherited },
  brand: { ...inherited },
  manufacturer: { ...inherited },
  mpn: {},
  ean: {},
  price: { data_type: 'number', constraints: { unit: 'EUR' }, ...inherited },
  sale_price: { data_type: 'number', constraints: { unit: 'EUR' } },
  msrp: { data_type: 'number', constraints: { unit: 'EUR' } },
  stock: { data_type: 'number' },
  weight: { data_type: 'number', constraints: { unit: 'kg' }, ...inherited },
  length: { data_type: 'number', constraints: { unit: 'mm' } },
  product_url: { data_type: 'url', ...inherited },
  image: { data_type: 'image', ...inherited },
  gallery: { data_type: 'entity_list_reference', reference: { type: 'image' }, ...inherited },
  color: {},
  size: {},
  tags: { data_type: 'multi_select_list', acceptable_values: 'gift, oak, warm' },
  category: { data_type: 'entity_reference', reference: { type: 'category' }, ...inherited },
  seo_title: {},
}

let workspace: ChannelWorkspace
let chairs: string

const call = async <Data>(operation: 'createChannel' | 'mapChannel', request: object): Promise<Data> => {
  const context = { faults: [], context: ownerContext }
  const answer = await workspace.jobs.threads.call(operation, { ...context, ...request } as never)
  return parseAnswer<{ data: Data }>(answer).data
}
const setUp = (key: string, body: ChannelSetup) => call<Channel>('mapChannel', { key, body })

function ean(digits: string): string {
  const sum = [...digits].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  )
  return `${digits}${(10 - (sum % 10)) % 10}`
}

async function fill(): Promise<void> {
  await workspace.jobs.define({
    name: 'Name',
    key: 'name',
    entity_type: 'category',
    data_type: text,
    is_primary: true,
  })
  const top = await workspace.create('category', { name: 'Möbel, Deko & mehr' })
  chairs = await workspace.create('category', { name: 'Stühle > Sessel' }, top)
  const pictures: string[] = []
  for (const address of ['a,b/w_200,h_300/1.jpg', 'größe-ö.png', 'c.png?x=1&y=2', 'd|e.png'])
    pictures.push(await workspace.create('image', { image_url: `https://shop.example/${address}` }))
  const plain = {
    title: 'Sessel „Åse“ <b>neu</b> & gut',
    description: '<p>Warm &amp; bright,<br>"soft"</p><ul><li>5 &lt; 6</li></ul><script>x</script>',
    brand: 'Nørd & Co',
    manufacturer: 'Nørd',
    price: 129.9,
    stock: 7,
    weight: 12.345,
    length: 1234,
    product_url: 'https://shop.example/größe?q=ä',
    image: 'https://shop.example/main,1.jpg',
    gallery: pictures,
    category: chairs,
  }
  const create = (sku: string, own: object) =>
    workspace.create('product', {
      ...plain,
      sku,
      ean: ean(`9520000${sku.padStart(5, '0').slice(-5)}`),
      ...own,
    })
  await create('10001', {})
  await create('10002', { title: '"Zitat" am Anfang', tags: 'gift, oak', seo_title: 'S'.repeat(90) })
  await create('10003', { stock: 0, sale_price: 129.9, msrp: 100 })
  await create('10004', { stock: -2.5, sale_price: 99, msrp: 200 })
  await create('10005', { price: null })
  await create('10006', { price: 0, description: null })
  await create('10007', { title: 'T'.repeat(400), description: `<p>${'lang '.repeat(3000)}</p>` })
  await create('10008', { ean: ean('200000010008'), mpn: 'M-8' })
  await create('10009', { ean: ean('952000010001'), mpn: 'M-9', color: '#ff0000' })
  await create('10010', { ean: 'X-10', mpn: 'M-10', image: null, weight: null, color: 'Rot' })
  await create('10011', { product_url: null, stock: null, brand: null, length: null })
  await create('10012', { description: 'Zeile 1\nZeile 2\tmit Tab', stock: 5000, weight: 0.0004 })
  await create(`10013-${'x'.repeat(60)}`, { ean: null, mpn: 'M-13' })
  await create('=1+1', { ean: null, mpn: '-14', title: '=SUM(A1)' })
  const sizes = await create('20000', { ean: null, stock: null })
  const variants = [
    { color: 'Rot', size: 'S', stock: 3, image: 'https://shop.example/rot.jpg' },
    { color: 'Rot', size: 'M', stock: 0 },
    { color: 'Blau, hell', size: 'S', stock: -1, price: 149 },
    { color: 'Blau, hell', size: 'M', stock: 2.5, price: null },
    { color: 'rot', size: 'S', stock: 1 },
  ]
  for (const [index, own] of variants.entries())
    await workspace.create(
      'product',
      { sku: `20000-${index}`, ean: ean(`95200002000${index}`), ...own },
      sizes,
    )
  const alike = await create('40000', { ean: null, color: null })
  for (const index of [1, 2])
    await workspace.create(
      'product',
      { sku: `40000-${index}`, ean: ean(`95200004000${index}`), stock: 1, mpn: `${index}` },
      alike,
    )
  const loose = await create('30000', { ean: null, price: null })
  for (const index of [1, 2])
    await workspace.create(
      'product',
      { sku: `30000-${index}`, ean: ean(`95200003000${index}`), stock: index },
      loose,
    )
}

beforeAll(async () => {
  workspace = await ChannelWorkspace.open(definitions)
  await fill()
  await setUp('amazon', {
    categories: { [chairs]: 'CHAIR' },
    values: {
      seller_id: 'A1',
      marketplace_id: 'A1PA6795UKMFR9',
      language_tag: 'de_DE',
      currency_code: 'EUR',
    },
  })
})
afterAll(() => workspace[Symbol.asyncDispose]())

async function expectSound(channel: string, body: Partial<NewExport>, validate: Validator): Promise<number> {
  const { content, result, report } = await workspace.exportTo(channel, body)
  expect(validate(content)).toEqual([])
  expect(result.exported + result.left_out).toBe(result.products)
  expect(result.products).toBe(23)
  expect(report.every(({ issue = '', remedy = '' }) => issue !== '' && remedy !== '')).toBe(true)
  return result.exported
}

test.each<[string, string, Validator, number]>([
  ['google_merchant', 'xml', validateGoogleXml, 15],
  ['google_merchant', 'tsv', validateGoogleTsv, 15],
  ['shopify', 'csv', validateShopify, 22],
  ['woocommerce', 'csv', validateWoocommerce, 23],
  ['amazon', 'tsv', validateAmazon, 14],
  ['amazon', 'json', validateAmazonListings, 14],
])(
  'the file of a hard catalog for %s (%s) is sound by what the channel publishes [EXP-13]',
  async (channel, format, validate, exported) => {
    expect(await expectSound(channel, { format }, validate)).toBe(exported)
  },
)

test('variants that Google cannot tell apart go out by themselves and are told [EXP-15]', async () => {
  const { content, report } = await workspace.exportTo('google_merchant')
  expect(report.filter(({ field }) => field === 'item_group_id').map(({ left_out: lost }) => lost)).toEqual([
    'value',
    'value',
  ])
  expect(content).not.toContain('<g:item_group_id>40000<')
  expect(content).toContain('<g:item_group_id>20000<')
})

const costs = { paymentCosts_paypal: '0', deliveryCosts_dhl: '4.9', deliveryTime: '2 Tage' }
test.each<[CustomTemplateKey, Validator, number, ChannelSetup]>([
  ['ebay', validateEbay, 15, {}],
  ['etsy', validateEtsy, 16, { currency: 'EUR' }],
  ['meta', validateMeta, 16, { currency: 'EUR' }],
  ['idealo', validateIdealo, 18, { values: costs }],
  ['google_csv', validateGoogleCsv, 15, { currency: 'EUR' }],
])('so is that of a channel by the template %s [EXP-20]', async (template, validate, exported, setup) => {
  const { key } = await call<Channel>('createChannel', { body: { name: `Hard ${template}`, template } })
  await setUp(key, { ...setup, categories: { [chairs]: template === 'ebay' ? '54235' : '436' } })
  expect(await expectSound(key, {}, validate)).toBe(exported)
})
