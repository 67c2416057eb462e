import { expect, test } from 'vitest'
import { refusedBy, rightsAttributes } from '#shared/picture-rights.ts'
import { testServer } from '../../testing/test-server.ts'

const text = 'single_line_text_field'
const attributes = [
  { name: 'SKU', key: 'sku', data_type: text, entity_type: 'product', is_primary: true },
  { name: 'Product name', key: 'product_name', data_type: text, entity_type: 'product' },
  { name: 'Price', key: 'price', data_type: 'number', entity_type: 'product' },
  {
    name: 'Images',
    key: 'images',
    data_type: 'entity_list_reference',
    entity_type: 'product',
    reference: { type: 'image' },
  },
  { name: 'File name', key: 'file_name', data_type: text, entity_type: 'image', is_primary: true },
  { name: 'Image URL', key: 'image_url', data_type: 'image', entity_type: 'image' },
  ...rightsAttributes.map((attribute) => ({ ...attribute, entity_type: 'image' })),
]

test('pictures whose rights exclude a channel stay out of its file, and the report says why [CHANNEL-13]', async () => {
  await using server = await testServer({ attributes })
  const owner = (method: string, path: string, body: object) =>
    server.asOwner({ method, path: `/app/v1${path}`, body })
  await owner('POST', '/channels/woocommerce/enable', {})
  expect((await owner('PATCH', '/channels/woocommerce', { countries: 'Danmark' })).body.error).toMatchObject({
    field_errors: [{ field: 'countries', issue: 'invalid_value' }],
  })
  const set = await owner('PATCH', '/channels/woocommerce', { countries: 'se, no' })
  expect(set.body.data.countries).toBe('SE, NO')
  const image = async (name: string, rights: object) => {
    const values = { file_name: name, image_url: `https://cdn.example/${name}.jpg`, ...rights }
    return (await server.post('/images', { attributes: values })).body.data.id as string
  }
  const allowed = [
    await image('free', {}),
    await image('nordic', { rights_territory: 'Sweden, NO, Finnland' }),
    await image('named', { rights_channels: 'Amazon, WooCommerce', valid_to: '2999-01-01' }),
  ]
  const refused = [
    await image('ended', { valid_to: '2020-05-31' }),
    await image('early', { valid_from: '2999-01-01' }),
    await image('home', { rights_territory: 'SE' }),
    await image('rival', { rights_channels: 'shopify' }),
  ]
  const make = (sku: string, images: readonly string[]) =>
    server.post('/products', { attributes: { sku, product_name: `Kettle ${sku}`, price: 20, images } })
  await make('K-1', [...refused, ...allowed])
  await make('K-2', refused.slice(0, 1))
  const { body } = await server.post('/exports', { channel: 'woocommerce', format: 'csv' })
  const { result } = await server.endedJob(body.data.id)
  const file = (await server.get(result.file.path)).text
  const names = [...file.matchAll(/cdn\.example\/(\w+)\.jpg/g)].map(([, name]) => name)
  expect(names).toEqual(['free', 'nordic', 'named'])
  expect(file).toContain('K-2')
  const reasons = result.reasons as { reason?: string; products: number; left_out: string }[]
  const of = (reason: string) => reasons.filter((one) => one.reason === reason)
  expect(of('rights_expired').reduce((sum, { products }) => sum + products, 0)).toBe(3)
  expect([of('rights_territory'), of('rights_channel')]).toMatchObject([
    [{ products: 1, left_out: 'value' }],
    [{ products: 1, left_out: 'value' }],
  ])
  const report = (await server.get(result.report.path)).text
  expect(report).toMatch(/home\.jpg.*/)
  for (const reason of ['rights_expired', 'rights_territory', 'rights_channel'])
    expect(report).toContain(reason)
})

test('rights hold through their last day, and blank ones allow everything [CHANNEL-13]', () => {
  const showing = { day: '2027-03-08', channel: ['etsy', 'Etsy DE'], countries: ['DE', 'AT'] }
  const of = (rights: object) => refusedBy(rights, showing)
  expect(of({})).toBeUndefined()
  expect(of({ valid_from: '2027-03-08', valid_to: '2027-03-08' })).toBeUndefined()
  expect(of({ valid_to: '2027-03-07' })).toBe('rights_expired')
  expect(of({ valid_from: '2027-03-09' })).toBe('rights_expired')
  expect(of({ rights_territory: 'de,österreich' })).toBeUndefined()
  expect(of({ rights_territory: 'DE' })).toBe('rights_territory')
  expect(refusedBy({ rights_territory: 'CH' }, { ...showing, countries: [] })).toBeUndefined()
  expect(of({ rights_channels: 'ETSY de' })).toBeUndefined()
  expect(of({ rights_channels: 'amazon' })).toBe('rights_channel')
})
