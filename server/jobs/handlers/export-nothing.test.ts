import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ChannelWorkspace } from '../../testing/channel-workspace.ts'
import { ownerContext } from '../../testing/job-workspace.ts'

const common = {
  title: 'Drill',
  description: 'Drills holes.',
  link: 'https://shop.example/drill',
  price: '99 EUR',
}

test('an export of which nothing comes out has failed: it says what is missing and how to mend it, and leaves the report alone [EXP-11]', async () => {
  await using workspace = await ChannelWorkspace.open({
    sku: {},
    title: {},
    description: {},
    link: {},
    price: {},
    gtin: {},
    image_link: {},
  })
  for (const sku of ['A', 'B'])
    await workspace.create('product', {
      ...common,
      sku,
      gtin: '4006381333931',
      image_link: 'https://x.example/a.png',
    })
  const { jobs } = workspace

  const { result, report, content } = await workspace.exportTo('google_merchant')
  const none = await jobs.export({ channel: 'google_merchant', q: 'nobody' })

  expect(result).toMatchObject({
    error: {
      code: 'validation_failed',
      message:
        'Nothing was exported: Google Merchant Center would not take any of the 2 products. availability (2 ×): The channel needs availability, or a number in stock. Say under Channels which attribute fills availability.',
    },
    products: 2,
    exported: 0,
    left_out: 2,
  })
  expect('file' in result).toBe(false)
  expect(content).toBe('')
  expect(report).toMatchObject([
    { field: 'availability', left_out: 'product', remedy: expect.stringContaining('under Channels') },
    { field: 'availability' },
  ])
  expect(none.job).toMatchObject({
    status: 'failed',
    result: { error: { message: expect.stringContaining('no product is among what was asked for') } },
  })
  const id = none.job.id
  await expect(
    jobs.threads.call('findExport', { id, folder: jobs.exports, faults: [] }),
  ).rejects.toMatchObject({
    code: 'not_found',
  })
  const { path } = await jobs.threads.call('findExport', {
    id,
    folder: jobs.exports,
    faults: [],
    part: 'report',
  })
  expect([existsSync(path), existsSync(path.replace('.report.csv', ''))]).toEqual([true, false])
})

test('what no field takes is told once an attribute, with how many products have it [EXP-12]', async () => {
  await using workspace = await ChannelWorkspace.open({
    title: {},
    sku: {},
    warranty_years: {},
    fabric: {},
    size: {},
  })
  const shirt = await workspace.create('product', { title: 'Shirt', sku: 'S', fabric: 'Linen' })
  for (const size of ['S', 'M', 'L'])
    await workspace.create(
      'product',
      { title: `Shirt ${size}`, sku: `S-${size}`, size, warranty_years: '2' },
      shirt,
    )
  await workspace.create('product', { title: 'Mug', sku: 'M' })

  const { result } = await workspace.exportTo('shopify')

  expect(result.not_sent).toEqual([
    { attribute: 'warranty_years', name: 'warranty_years', products: 3 },
    { attribute: 'fabric', name: 'fabric', products: 1 },
  ])
})

test('an attribute that comes after a channel was enabled fills its field at once, and the owner can still empty it [CHANNEL-04]', async () => {
  await using workspace = await ChannelWorkspace.open({ title: {}, sku: {} })
  await workspace.create('product', { title: 'Mug', sku: 'M' })
  await workspace.jobs.define({
    name: 'Vendor',
    key: 'vendor',
    entity_type: 'product',
    data_type: 'single_line_text_field',
  })
  await workspace.create('product', { title: 'Pot', sku: 'P', vendor: 'Nord' })
  const first = await workspace.exportTo('shopify')
  await workspace.jobs.threads.call('mapChannel', {
    key: 'shopify',
    body: { mapping: { Vendor: null } },
    faults: [],
    context: ownerContext,
  })
  const emptied = await workspace.exportTo('shopify')
  expect([first.content.includes(',Nord,'), emptied.content.includes('Nord')]).toEqual([true, false])
})
