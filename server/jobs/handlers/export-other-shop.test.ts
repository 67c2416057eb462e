import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import type { ChannelFormat, ChannelKey, ChannelSetup } from '#shared/channels.ts'
import { JobWorkspace, ownerContext } from '../../testing/job-workspace.ts'

const file = new URL('../../catalog/imports/read/shapes/round-trips/shopify.csv', import.meta.url)

interface ShopExport {
  readonly channel: ChannelKey
  readonly format: ChannelFormat
  readonly setup?: ChannelSetup
}

/** The rows of a channel's file for a catalog of Shopify, by SKU, and the result of the export. */
async function send({ channel, format, setup }: ShopExport) {
  await using workspace = await JobWorkspace.open()
  await workspace.import(await readFile(file))
  const rest = { key: channel, faults: [], context: ownerContext }
  await workspace.threads.call('enableChannel', rest)
  if (setup) await workspace.threads.call('mapChannel', { ...rest, body: setup })
  const { job, bytes } = await workspace.export({ type: 'product', channel, format })
  const lines = bytes.toString().split('\r\n')
  const text = (channel === 'amazon' ? lines.slice(2) : lines).join('\r\n')
  const delimiter = format === 'tsv' ? '\t' : ','
  const rows: Record<string, string>[] = parse(text, { columns: true, delimiter, relax_quotes: true })
  const key = { woocommerce: 'SKU', amazon: 'item_sku', google_merchant: 'id', shopify: 'SKU' }[channel]
  return { rows: new Map(rows.map((row) => [row[key] ?? '', row])), job }
}

const pictures = 'https://cdn.shop.example.com/s/files/1/0001/files'

test('WooCommerce gets the products of Shopify: parents by handle, sales, tax and backorders [SHOP-02]', async () => {
  const { rows } = await send({ channel: 'woocommerce', format: 'csv' })
  expect(rows.get('linen-dress')).toMatchObject({ Type: 'variable', 'Attribute 1 name': 'Size' })
  expect(rows.get('LD-S-SA')).toMatchObject({
    Parent: 'linen-dress',
    'Regular price': '119.00',
    'Sale price': '89',
    Images: `${pictures}/dress-sand.jpg?v=1712`,
    'Tax status': 'taxable',
  })
  expect(rows.get('LD-S-MO')).toMatchObject({
    'Regular price': '92',
    'Sale price': '',
    'Backorders allowed?': '1',
    'In stock?': 'backorder',
  })
  expect(rows.get('GC-25')).toMatchObject({ 'Tax status': 'none', 'In stock?': '0' })
})

test('Amazon gets parents by handle, and each variant its own pictures [SHOP-02]', async () => {
  const setup = { values: { feed_product_type: 'home' } }
  const { rows } = await send({ channel: 'amazon', format: 'tsv', setup })
  expect(rows.get('linen-dress')).toMatchObject({ parent_child: 'Parent' })
  expect(rows.get('LD-S-SA')).toMatchObject({
    parent_sku: 'linen-dress',
    main_image_url: `${pictures}/dress-sand.jpg?v=1712`,
    other_image_url1: `${pictures}/dress-2.jpg?v=1712`,
    other_image_url2: '',
  })
  expect(rows.get('PO-1')).toMatchObject({ list_price: '45', standard_price: '35' })
})

test('Google gets links of the address of the shop and the handles, groups by handle, and sales [SHOP-02] [SHOP-04]', async () => {
  const setup = { currency: 'EUR', shop_address: 'https://shop.example/products' }
  const { rows } = await send({ channel: 'google_merchant', format: 'tsv', setup })
  expect(rows.get('LD-S-SA')).toMatchObject({
    link: 'https://shop.example/products/linen-dress',
    item_group_id: 'linen-dress',
    price: '119.00 EUR',
    sale_price: '89.00 EUR',
  })
  expect(rows.get('ST-1')).toMatchObject({ link: 'https://shop.example/products/oak-stool', sale_price: '' })
})

test('an address of the shop with a query is refused [SHOP-04]', async () => {
  const setup = { shop_address: 'https://shop.example/?p=1' }
  const refused = { fieldErrors: [{ field: 'shop_address', issue: 'expected_url' }] }
  await expect(send({ channel: 'google_merchant', format: 'tsv', setup })).rejects.toMatchObject(refused)
})

test('drafts and what is archived go nowhere but back, and are counted [SHOP-03]', async () => {
  const { rows, job } = await send({ channel: 'woocommerce', format: 'csv' })
  expect([rows.has('WB-1'), rows.has('TM-1')]).toEqual([false, false])
  expect(job.result).toMatchObject({
    products: 17,
    exported: 15,
    reasons: [
      { field: 'product_status', message_code: 'listing.is_draft', products: 2, left_out: 'product' },
    ],
  })
  const back = await send({ channel: 'shopify', format: 'csv' })
  expect(back.rows.get('WB-1')).toMatchObject({ Status: 'draft' })
  expect(back.rows.get('TM-1')).toMatchObject({ Status: 'archived' })
})
