import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { validateAmazonListings } from '../../testing/channel-validators/amazon-listings.ts'
import { ChannelWorkspace } from '../../testing/channel-workspace.ts'
import { JobWorkspace, ownerContext } from '../../testing/job-workspace.ts'
import { fillSampleWorkspace } from '../../sample/fill-sample-workspace.ts'

const testTypes = join(import.meta.dirname, '../../testing/product-types')
const seller = { seller_id: 'A1B2C3D4E5', marketplace_id: 'A1PA6795UKMFR9', language_tag: 'de_DE' }
const json = { channel: 'amazon', format: 'json' }

interface Message {
  readonly sku: string
  readonly attributes: Readonly<Record<string, unknown>>
}
const messagesOf = (text: string) => (JSON.parse(text) as { messages: Message[] }).messages

function addSchemas({ folder }: JobWorkspace): Promise<void> {
  return cp(testTypes, join(folder, 'product-types'), { recursive: true })
}

test('the sample catalog is a sound listings feed, checked by the schemas that are there [EXP-17]', async () => {
  await using workspace = await JobWorkspace.open()
  await fillSampleWorkspace(workspace.threads)
  const unsaid = await workspace.export(json)
  await workspace.threads.call('mapChannel', {
    key: 'amazon',
    body: { values: seller },
    faults: [],
    context: ownerContext,
  })
  await addSchemas(workspace)
  const { job, bytes } = await workspace.export(json)
  const flat = await workspace.export({ channel: 'amazon' })

  expect(unsaid.job).toMatchObject({
    status: 'failed',
    result: {
      error: { message: expect.stringContaining('The JSON feed needs the seller_id of the seller.') },
    },
  })
  const text = bytes.toString('utf8')
  expect(validateAmazonListings(text)).toEqual([])
  expect(messagesOf(text)).toHaveLength(192)
  expect(job.result).toMatchObject({
    exported: expect.any(Number),
    reasons: [{ message_code: 'listing.is_draft' }],
    notes: [expect.stringMatching(/^No schema was there .*: SOFA, TABLE, LAMP/)],
  })
  expect(job.result).toMatchObject({ notes: [expect.not.stringContaining('CHAIR')] })
  expect(flat.job.result).toMatchObject({ notes: [expect.stringContaining('by hand in Seller Central')] })
}, 30_000)

const common = {
  brand: 'Nord',
  manufacturer: 'Nord',
  amazon_product_type: 'CHAIR',
  price: 99,
  quantity: 3,
  image_link: 'https://x.example/a.png',
}

function open(): Promise<ChannelWorkspace> {
  return ChannelWorkspace.open({
    sku: {},
    title: {},
    brand: {},
    manufacturer: {},
    gtin: {},
    amazon_product_type: {},
    image_link: {},
    warranty: {},
    color: {},
    quantity: { data_type: 'number' },
    weight: { data_type: 'number', constraints: { unit: 'kg' } },
    price: { data_type: 'number', constraints: { unit: 'EUR' } },
  })
}

test('what the schema refuses is left out with its words, a variant alone and a product with all of its own [EXP-17]', async () => {
  await using workspace = await open()
  await workspace.jobs.threads.call('mapChannel', {
    key: 'amazon',
    body: { values: seller },
    faults: [],
    context: ownerContext,
  })
  await addSchemas(workspace.jobs)
  const chair = await workspace.create('product', { ...common, sku: 'C', title: 'Chair' })
  const variants = [
    ['4006381333931', 'Red'],
    ['96385074', 'Blue'],
    ['036000291452', '漢'.repeat(40)],
  ]
  for (const [index, [gtin, color]] of variants.entries()) {
    const variant = { sku: `C-${index}`, title: `Chair ${index}`, color, gtin, weight: 4.5, quantity: index }
    await workspace.create('product', variant, chair)
  }
  await workspace.create('product', { ...common, sku: 'D', title: 'Ä'.repeat(101), gtin: '4006381333948' })
  const sofa = { ...common, amazon_product_type: 'SOFA', sku: 'S', title: 'Sofa', gtin: '4006381333955' }
  await workspace.create('product', { ...sofa, warranty: 'Two years' })

  const { content, report, result } = await workspace.exportTo('amazon', { format: 'json' })

  expect(validateAmazonListings(content)).toEqual([])
  expect(messagesOf(content).map(({ sku }) => sku)).toEqual(['C', 'C-0', 'C-1', 'S'])
  expect(report.map(({ value, issue, left_out: what }) => [value, issue, what])).toEqual([
    ['C-2', 'CHAIR: color has more than 100 bytes.', 'product'],
    ['D', 'CHAIR: item_name has more than 200 bytes.', 'product'],
  ])
  expect(result).toMatchObject({ exported: 3, left_out: 2, notes: [expect.stringMatching(/: SOFA\.$/)] })
  expect(messagesOf(content)[1]?.attributes).toMatchObject({
    item_name: [{ value: 'Chair 0', language_tag: 'de_DE', marketplace_id: 'A1PA6795UKMFR9' }],
    purchasable_offer: [{ currency: 'EUR', our_price: [{ schedule: [{ value_with_tax: 99 }] }] }],
    fulfillment_availability: [{ fulfillment_channel_code: 'DEFAULT', quantity: 0 }],
    item_weight: [{ value: 4.5, unit: 'kilograms' }],
    externally_assigned_product_identifier: [{ type: 'ean', value: '4006381333931' }],
    variation_theme: [{ name: 'COLOR' }],
    child_parent_sku_relationship: [{ child_relationship_type: 'variation', parent_sku: 'C' }],
  })
})

test('a file that is no schema fails the export with its name [EXP-17]', async () => {
  await using workspace = await open()
  await workspace.jobs.threads.call('mapChannel', {
    key: 'amazon',
    body: { values: seller },
    faults: [],
    context: ownerContext,
  })
  await workspace.create('product', { ...common, sku: 'C', title: 'Chair', gtin: '4006381333931' })
  const folder = join(workspace.jobs.folder, 'product-types')
  await mkdir(folder)
  await writeFile(join(folder, 'CHAIR.json'), '{"type": "nonsense"}')
  const broken = await workspace.jobs.export(json)
  await writeFile(join(folder, 'CHAIR.json'), 'nothing')
  const text = await workspace.jobs.export(json)
  const message = expect.stringContaining('product-types/CHAIR.json is no schema of a product type.')
  for (const { job } of [broken, text])
    expect(job).toMatchObject({ status: 'failed', result: { error: { message } } })
})
