import { expect, test } from 'vitest'
import { validateGoogleTsv, validateGoogleXml } from '../../testing/channel-validators/google.ts'
import { ChannelWorkspace } from '../../testing/channel-workspace.ts'

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
  const needed = 'The channel needs a GTIN, or a brand with an MPN, or “no” in identifier_exists.'
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

test('money names its currency, and a measure its unit, whatever the channel says [EXP-13] [KIND-02]', async () => {
  await using workspace = await open({
    price: { data_type: 'number', constraints: { kind: 'money', currency: 'CHF' } },
    shipping_weight: { data_type: 'number', constraints: { kind: 'measure', unit: 'kg' } },
  })
  await workspace.create('product', { ...common, sku: 'A', gtin: '4006381333931', shipping_weight: 1.5 })
  const { content } = await workspace.exportTo('google_merchant', { currency: 'EUR' })
  expect(content).toContain('<g:price>99.00 CHF</g:price>')
  expect(content).toContain('<g:shipping_weight>1.5 kg</g:shipping_weight>')
})

const text = { data_type: 'multi_line_text_field' }

test('what a list has no room for and what does not fit its form is left out and told [EXP-09]', async () => {
  await using workspace = await open({
    gallery: text,
    product_highlight: text,
    product_detail: text,
  })
  const pictures = Array.from({ length: 14 }, (_, index) => `https://shop.example/${index},x.png`)
  await workspace.create('product', {
    ...common,
    sku: 'S',
    gtin: '4006381333931',
    gallery: pictures.join('\n'),
    product_highlight: 'Soft, warm\nWashable at 30°\n12" wide',
    product_detail: 'General:Dims:10:20\nOnly a text\n:Weight:1,5 kg',
  })

  const xml = await workspace.exportTo('google_merchant')
  const tsv = await workspace.exportTo('google_merchant', { format: 'tsv' })

  expect(xml.report).toMatchObject([
    { field: 'product_detail', value: 'Only a text', left_out: 'value' },
    {
      field: 'additional_image_link',
      issue: 'The channel takes 10 of these; the others are left out.',
      value: pictures.slice(10).join(', '),
      left_out: 'value',
    },
  ])
  expect(tsv.report).toEqual(xml.report)
  expect(xml.content.match(/<g:product_detail>.*/g)).toEqual([
    '<g:product_detail><g:section_name>General</g:section_name><g:attribute_name>Dims</g:attribute_name><g:attribute_value>10:20</g:attribute_value></g:product_detail>',
    '<g:product_detail><g:attribute_name>Weight</g:attribute_name><g:attribute_value>1,5 kg</g:attribute_value></g:product_detail>',
  ])
  const [names = [], cells = []] = tsv.content.split('\r\n').map((line) => line.split('\t'))
  const cellOf = (name: string): string | undefined => cells[names.indexOf(name)]
  expect(cellOf('product_highlight')).toBe('"Soft, warm",Washable at 30°,"12"" wide"')
  expect(cellOf('product_detail')).toBe('General:Dims:"10:20",:Weight:"1,5 kg"')
  const written = pictures.slice(0, 10).map((address) => address.replace(',', '%2C'))
  expect(cellOf('additional_image_link')).toBe(written.join(','))
})

test('a picture that the field for one has no room for is told, unless another field has it [EXP-09]', async () => {
  await using workspace = await open({ gallery: text })
  const [front, back] = ['https://shop.example/front.png', 'https://shop.example/back.png']
  const lamp = { ...common, gtin: '4006381333931', image_link: `${front}, ${back}` }
  await workspace.create('product', { ...lamp, sku: 'LOST' })
  await workspace.create('product', { ...lamp, sku: 'KEPT', gallery: back })

  const { report } = await workspace.exportTo('google_merchant')

  expect(report).toMatchObject([{ field: 'image_link', value: back, left_out: 'value' }])
})
