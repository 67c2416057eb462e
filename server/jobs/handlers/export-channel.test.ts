import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChannelKey } from '#shared/channels.ts'
import { validateAmazon } from '../../testing/channel-validators/amazon-flat-file.ts'
import { ownerContext } from '../../testing/job-workspace.ts'
import { validateGoogleTsv, validateGoogleXml } from '../../testing/channel-validators/google.ts'
import type { Validator } from '../../testing/channel-validators/columns.ts'
import { validateShopify } from '../../testing/channel-validators/shopify.ts'
import { validateWoocommerce } from '../../testing/channel-validators/woocommerce.ts'
import { ChannelWorkspace } from '../../testing/channel-workspace.ts'

const text = 'single_line_text_field'
const inherited = { inheritance_mode: 'inherit_from_parent' }
const choice = (acceptable_values: string) => ({ data_type: 'single_select_list', acceptable_values })

const definitions: Record<string, object> = {
  sku: { data_type: text, is_primary: true },
  title: { data_type: text, ...inherited },
  description: { data_type: 'rich_text_field', ...inherited },
  brand: { data_type: text, ...inherited },
  manufacturer: { data_type: text, ...inherited },
  gtin: { data_type: text },
  price: { data_type: 'number', constraints: { unit: '€' }, ...inherited },
  quantity: { data_type: 'number' },
  availability: { ...choice('in_stock, out_of_stock'), ...inherited },
  link: { data_type: 'url', ...inherited },
  image_link: { data_type: text, ...inherited },
  colour: choice('Red, Blue, Green'),
  size: { data_type: text },
  weight: { data_type: 'number', constraints: { unit: 'g' }, ...inherited },
  feed_product_type: { data_type: text, ...inherited },
  item_type: { data_type: text, ...inherited },
  published: { data_type: 'boolean', ...inherited },
  gallery: { data_type: 'entity_list_reference', reference: { type: 'image' } },
  short_description: { data_type: 'formula', formula: '{{title}} & " by " & {{brand}}' },
}

let workspace: ChannelWorkspace
const create = (type: 'product' | 'image', attributes: object, parent?: string): Promise<string> =>
  workspace.create(type, attributes, parent)

const lamp = {
  sku: 'LAMP-1',
  title: 'Lamp "Åse" <small>',
  description: '<p>Warm & bright,\nfor every table.</p>',
  brand: 'Nord & Co',
  manufacturer: 'Nord & Co',
  gtin: '4006381333931',
  price: 49.5,
  quantity: 7,
  availability: 'in_stock',
  link: 'https://shop.example/lamp?a=1&b=2',
  image_link: 'https://shop.example/lamp.png',
  weight: 850,
  feed_product_type: 'lamp',
  item_type: 'table-lamps',
  published: true,
}

beforeAll(async () => {
  workspace = await ChannelWorkspace.open(definitions)
  const front = await create('image', { image_url: 'https://shop.example/front.png' })
  const back = await create('image', { image_url: 'https://shop.example/back.png' })
  await create('product', { ...lamp, gallery: [front, back] })
  const { gtin: _gtin, quantity: _quantity, ...product } = lamp
  const chair = await create('product', { ...product, sku: 'CHAIR', title: 'Chair, oak', price: 129 })
  await create('product', { sku: 'CHAIR-R', gtin: '96385074', quantity: 3, colour: 'Red', size: 'S' }, chair)
  await create(
    'product',
    { sku: 'CHAIR-B', gtin: '036000291452', quantity: 0, colour: 'Blue', size: 'S' },
    chair,
  )
  await create('product', { sku: 'CHAIR-X', gtin: '4006381333932', colour: 'Green', size: 'S' }, chair)
  await create('product', {
    ...lamp,
    sku: 'DEAR',
    gtin: '4006381333948',
    title: 'x'.repeat(256),
    price: null,
  })
  await create('product', { ...lamp, sku: 'LAMP-1', gtin: '4006381333955' })
  await create('product', { ...lamp, sku: 'LOCAL', gtin: '4006381333962', image_link: 'files/abc.png' })
})
afterAll(() => workspace[Symbol.asyncDispose]())

const files: [ChannelKey, 'xml' | 'tsv' | 'csv', Validator][] = [
  ['google_merchant', 'xml', validateGoogleXml],
  ['google_merchant', 'tsv', validateGoogleTsv],
  ['shopify', 'csv', validateShopify],
  ['woocommerce', 'csv', validateWoocommerce],
  ['amazon', 'tsv', validateAmazon],
]

describe.each(files)('%s %s', (channel, format, validate) => {
  test('is the golden file, and sound by the judge of the channel [EXP-08]', async () => {
    const { content } = await workspace.exportTo(channel, { format })
    expect(validate(content)).toEqual([])
    await expect(content).toMatchFileSnapshot(
      join(import.meta.dirname, '../../testing/goldens', `${channel}.${format}`),
    )
  })

  test('every product is in the file or in the report, never both [EXP-09]', async () => {
    const { result, report } = await workspace.exportTo(channel, { format })
    expect(result.exported + result.left_out).toBe(7)
    expect(result.products).toBe(7)
    expect(new Set(report.filter((row) => row['left_out'] === 'product').map((row) => row['id'])).size).toBe(
      result.left_out,
    )
    expect(result.values_left_out).toBe(report.filter((row) => row['left_out'] === 'value').length)
    expect(result.reasons.reduce((sum, { products }) => sum + products, 0)).toBe(report.length)
  })
})

test('the report tells the field, the attribute and why [EXP-09]', async () => {
  const { report, result } = await workspace.exportTo('google_merchant')
  const of = (field: string) => report.filter((row) => row['field'] === field)
  expect(of('gtin')).toMatchObject([{ attribute: 'gtin', value: '4006381333932', left_out: 'product' }])
  expect(of('price')).toMatchObject([
    { attribute: 'price', issue: 'The field is required and has no value.' },
  ])
  expect(of('id')).toMatchObject([{ attribute: 'sku', value: 'LAMP-1' }])
  expect(of('image_link')).toMatchObject([{ value: 'files/abc.png', left_out: 'product' }])
  expect(result.exported).toBe(3)
})

test('a channel that is not enabled, a format it does not take and what tables have are refused together [EXP-08]', async () => {
  await workspace.jobs.threads.call('disableChannel', { key: 'amazon', faults: [], context: ownerContext })
  try {
    const body = { channel: 'amazon', format: 'pdf', currency: 'euro', fields: ['sku'] }
    await expect(workspace.jobs.enqueueExport(body)).rejects.toMatchObject({
      fieldErrors: expect.arrayContaining([
        expect.objectContaining({
          field: 'channel',
          issue: 'invalid_value',
          message: 'The channel amazon is off. The owner of the workspace turns it on in the app.',
          acceptable_values: ['google_merchant', 'shopify', 'woocommerce'],
        }),
        expect.objectContaining({ field: 'format' }),
        expect.objectContaining({ field: 'currency' }),
        expect.objectContaining({ field: 'fields' }),
      ]),
    })
    const unknown = { channel: 'ebay', format: 'csv' }
    await expect(workspace.jobs.enqueueExport(unknown)).rejects.toMatchObject({
      fieldErrors: [{ field: 'channel' }],
    })
  } finally {
    await workspace.jobs.threads.call('enableChannel', { key: 'amazon', faults: [], context: ownerContext })
  }
})

const cell = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('a\tb', 'x\r\ny', '"', ',', '<&>', '=1+1', ' ', 'ä\u0301', ']]>', '\u0007'),
  },
)
const wild = fc.record(
  {
    sku: fc.oneof(cell, fc.constantFrom('S1', 'S2')),
    title: cell,
    description: cell,
    brand: cell,
    gtin: fc.constantFrom('4006381333931', '4006381333932', '96385074', 'abc'),
    price: fc.oneof(fc.integer({ min: -5, max: 5000 }), fc.double({ min: 0, max: 1e6, noNaN: true })),
    quantity: fc.oneof(fc.integer({ min: -2, max: 9 }), fc.constant(1.5)),
    image_link: fc.constantFrom(
      'https://x.example/a b.png',
      'https://x.example/a.png',
      '/a.png',
      'javascript:1',
    ),
    size: cell,
    colour: fc.constantFrom('Red', 'Blue', 'Green'),
  },
  { requiredKeys: [] },
)

test('whatever the catalog holds, the files are sound [EXP-08]', async () => {
  const rounds = fc.sample(
    fc.array(fc.tuple(wild, fc.array(wild, { maxLength: 3 })), { minLength: 3, maxLength: 6 }),
    {
      seed: 20_261,
      numRuns: 8,
    },
  )
  for (const families of rounds)
    for (const [parent, variants] of families) {
      const root = await create('product', { ...lamp, ...parent, title: parent.title ?? 'Wild' }).catch(
        () => undefined,
      )
      if (root) for (const variant of variants) await create('product', variant, root).catch(() => undefined)
    }
  for (const [channel, format, validate] of files) {
    const { content, result } = await workspace.exportTo(channel, { format })
    expect(validate(content), `${channel} ${format}`).toEqual([])
    expect(result.exported).toBeGreaterThan(3)
  }
})
