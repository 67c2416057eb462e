import { expect, test } from 'vitest'
import type { ChannelPreview, ExportDifferences, LeftOutRows } from '#shared/schemas/channel-files.ts'
import { parseAnswer } from '../../catalog/answer.ts'
import { ChannelWorkspace } from '../../testing/channel-workspace.ts'
import { ownerContext } from '../../testing/job-workspace.ts'

const common = {
  title: 'Drill',
  description: 'Drills <holes> & more.',
  link: 'https://shop.example/drill',
  price: '99 EUR',
  availability: 'in_stock',
  gtin: '4006381333931',
  image_link: 'https://x.example/a.png',
}

const columns = {
  sku: {},
  title: {},
  description: {},
  link: {},
  price: {},
  availability: {},
  gtin: {},
  image_link: {},
}

test.each([['google_merchant'], ['shopify'], ['woocommerce']] as const)(
  'two files of %s are compared record by record, and a problem leads to its products [CHANNEL-15]',
  async (channel) => {
    await using workspace = await ChannelWorkspace.open(columns)
    const { jobs } = workspace
    const gone = await workspace.create('product', { ...common, sku: 'A' })
    const staying = await workspace.create('product', { ...common, sku: 'B' })
    const first = await jobs.export({ channel, ids: [gone, staying] })
    const body = { attributes: { description: 'Drills no holes.' } }
    await jobs.threads.call('updateEntity', {
      type: 'product',
      id: staying,
      body,
      faults: [],
      context: ownerContext,
    })
    const added = await workspace.create('product', { ...common, sku: 'C' })
    const second = await jobs.export({ channel, ids: [staying, added] })

    const asked = { id: second.job.id, folder: jobs.exports, faults: [] }
    const compare = (earlier: string) => jobs.threads.call('compareExports', { ...asked, earlier })
    const { data } = parseAnswer<{ data: ExportDifferences }>(await compare(first.job.id))

    expect(data).toMatchObject({ added: 1, changed: 1, removed: 1 })
    const changed = data.differences.find(({ status }) => status === 'changed')
    expect(changed?.fields).toContainEqual({
      name: expect.stringMatching(/^(description|Description|Body \(HTML\))$/),
      old: expect.stringContaining('<holes> & more.'),
      new: expect.stringContaining('Drills no holes.'),
    })
    const other = await jobs.export({ channel: channel === 'shopify' ? 'woocommerce' : 'shopify' })
    await expect(compare(other.job.id)).rejects.toMatchObject({ code: 'validation_failed' })
  },
)

test('a problem of a file leads to the products that it left out [CHANNEL-15]', async () => {
  await using workspace = await ChannelWorkspace.open(columns)
  const { jobs } = workspace
  await workspace.create('product', { ...common, sku: 'A' })
  const { title: _title, ...untitled } = common
  const id = await workspace.create('product', { ...untitled, sku: 'B' })
  const { job } = await jobs.export({ channel: 'google_merchant' })
  const reasons = job.result !== null && 'reasons' in job.result ? job.result.reasons : []
  const reason = reasons.find(({ field }) => field === 'title')

  const asked = { id: job.id, folder: jobs.exports, faults: [], field: reason?.field, issue: reason?.issue }
  const { data } = parseAnswer<{ data: LeftOutRows }>(await jobs.threads.call('listLeftOut', asked))

  expect(data).toEqual({ ids: [id], total: 1 })
})

test('one product is shown as the channel gets it, with what leaves it out [CHANNEL-14]', async () => {
  await using workspace = await ChannelWorkspace.open(columns)
  const whole = await workspace.create('product', { ...common, sku: 'A' })
  const { price: _price, ...unpriced } = common
  const broken = await workspace.create('product', { ...unpriced, sku: 'B' })
  const preview = async (product: string) =>
    parseAnswer<{ data: ChannelPreview }>(
      await workspace.jobs.threads.call('previewChannel', { key: 'google_merchant', product, faults: [] }),
    ).data

  const { records, problems } = await preview(whole)
  expect(problems).toEqual([])
  expect(records).toHaveLength(1)
  expect(records[0]?.fields).toContainEqual({ name: 'price', value: '99.00 EUR' })
  expect(records[0]?.fields).toContainEqual({ name: 'description', value: 'Drills <holes> & more.' })
  expect(await preview(broken)).toEqual({
    records: [],
    problems: [expect.objectContaining({ field: 'price', left_out: 'product' })],
  })
})
