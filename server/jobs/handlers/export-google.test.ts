import { expect, test, vi } from 'vitest'
import { validateGoogleTsv, validateGoogleXml } from '../../testing/channel-validators.ts'
import { ChannelWorkspace } from '../../testing/channel-workspace.ts'

vi.setConfig({ testTimeout: 60_000 })

const common = {
  title: 'Drill',
  description: 'Drills holes.',
  availability: 'in_stock',
  price: 99,
  link: 'https://shop.example/drill',
  image_link: 'https://shop.example/drill.png',
}
const keys = ['sku', 'title', 'description', 'availability', 'brand', 'gtin', 'mpn', 'image_link']

function open(more: Record<string, object> = {}): Promise<ChannelWorkspace> {
  return ChannelWorkspace.open({
    ...Object.fromEntries(keys.map((key) => [key, {}])),
    link: { data_type: 'url' },
    price: { data_type: 'number', constraints: { unit: 'EUR' } },
    identifier_exists: { data_type: 'boolean' },
    ...more,
  })
}

test('a product goes out by its GTIN, by its MPN with the brand, or without both where it says so [EXP-09]', async () => {
  await using workspace = await open()
  await workspace.create('product', { ...common, sku: 'GTIN', gtin: '4006381333931' })
  await workspace.create('product', { ...common, sku: 'MPN', brand: 'Bosch', mpn: '0601' })
  await workspace.create('product', { ...common, sku: 'HANDMADE', identifier_exists: false })
  const badNumber = { gtin: '4006381333932', brand: 'Bosch', mpn: '0602' }
  await workspace.create('product', { ...common, sku: 'BAD-BUT-MPN', ...badNumber })
  await workspace.create('product', { ...common, sku: 'NONE', brand: 'Bosch' })
  await workspace.create('product', { ...common, sku: 'LONG', brand: 'B'.repeat(71) })
  await workspace.create('product', { ...common, sku: 'BAD', gtin: '4006381333932', identifier_exists: true })

  const { content, result, report } = await workspace.exportTo('google_merchant')

  expect([...content.matchAll(/<g:id>(.*)<\/g:id>/g)].map(([, id]) => id)).toEqual([
    'GTIN',
    'MPN',
    'HANDMADE',
    'BAD-BUT-MPN',
  ])
  expect(content).toContain('<g:identifier_exists>no</g:identifier_exists>')
  expect(validateGoogleXml(content)).toEqual([])
  expect(result).toMatchObject({ exported: 4, left_out: 3, values_left_out: 1 })
  const needed = 'The channel needs gtin (or mpn with brand, or identifier_exists no).'
  expect(report).toMatchObject([
    { field: 'gtin', issue: expect.stringContaining('Not a GTIN'), left_out: 'value' },
    { field: 'gtin', issue: needed, left_out: 'product' },
    { field: 'gtin', issue: needed, left_out: 'product' },
    { field: 'gtin', issue: expect.stringContaining('Not a GTIN'), left_out: 'product' },
  ])
  expect(validateGoogleTsv((await workspace.exportTo('google_merchant', { format: 'tsv' })).content)).toEqual(
    [],
  )
})
