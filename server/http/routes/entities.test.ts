import { expect, test } from 'vitest'
import { testServer, type TestServer } from '../../testing/test-server.ts'

const attributes = [
  { name: 'Product name', entity_type: 'product', data_type: 'single_line_text_field', is_primary: true },
  { name: 'Shopify tags', key: 'tags', entity_type: 'product', data_type: 'multi_line_text_field' },
]
const unknownId = '01989f6e-7c1a-7d3e-9b52-4a7f0c2d1e10'

const asOwner = (server: TestServer, method: string, path: string, body?: unknown) =>
  server.asOwner({ method, path: `/app/v1/channels/${path}`, body })

test('Channels: the owner enables and maps, keys read what is enabled', async () => {
  await using server = await testServer({ attributes })
  expect((await server.get('/channels')).body).toEqual({ data: [] })

  const enabled = await asOwner(server, 'POST', 'shopify/enable')
  expect(enabled.status).toBe(200)
  expect(enabled.body.unmapped).toContain('SEO title')
  const mapped = await asOwner(server, 'PATCH', 'shopify', { mapping: { 'SEO title': 'product_name' } })
  expect(mapped.body.unmapped).not.toContain('SEO title')

  expect((await server.get('/channels')).body.data).toEqual([
    {
      id: expect.any(String) as string,
      key: 'shopify',
      name: 'Shopify',
      enabled: true,
      entity_type: 'product',
      format: 'csv',
      required_count: 1,
      attribute_count: 56,
    },
  ])
  const { body } = await server.get('/channels/shopify')
  expect(body.data.fields).toContainEqual({
    target: 'SEO title',
    attribute: 'product_name',
    requirement: 'recommended',
    max_length: 70,
  })
  expect((await server.get('/channels?enabled=all')).body.data).toHaveLength(4)
  expect((await asOwner(server, 'POST', 'shopify/disable')).status).toBe(200)
  expect((await server.get('/channels')).body.data).toEqual([])
})

test('Channels: a mapping with faults of form and meaning names them all; no key may map', async () => {
  await using server = await testServer({ attributes })
  const { status, body } = await asOwner(server, 'PATCH', 'shopify?dry=1', {
    mapping: { Title: 'nope' },
    enabled: true,
  })
  expect(status).toBe(400)
  expect(body.error.field_errors.map(({ field }: { field: string }) => field).sort()).toEqual([
    'dry',
    'enabled',
    'mapping.Title',
  ])
  expect((await asOwner(server, 'PATCH', 'ebay', { mapping: 1 })).status).toBe(404)
  const byKey = { authorization: `Bearer ${server.key}` }
  const refused = await server.send({
    method: 'POST',
    path: '/app/v1/channels/shopify/enable',
    headers: byKey,
  })
  expect(refused.status).toBe(401)
})

test('Channels and Completeness: scopes, unknown keys and bad parameters', async () => {
  await using server = await testServer({ attributes, scopes: ['read:channels', 'write:products'] })
  expect((await server.get('/channels')).status).toBe(200)
  expect((await server.get('/channels/ebay?x=1')).body.error.code).toBe('not_found')
  const bad = await server.get('/channels?enabled=some&x=1')
  expect(bad.body.error.field_errors).toMatchObject([
    { field: 'x', issue: 'This query parameter is not known here.' },
    { field: 'enabled', issue: 'invalid_value', acceptable_values: ['all'] },
  ])
  expect((await server.get('/channels/shopify/completeness')).body.error.code).toBe('insufficient_scope')
  expect((await server.get(`/products/${unknownId}/completeness`)).body.error.code).toBe('insufficient_scope')

  const products = { authorization: `Bearer ${await server.issueKey(['read:products'])}` }
  expect((await server.get('/channels', products)).body.error.code).toBe('insufficient_scope')
  expect((await server.get('/channels/shopify/completeness', products)).status).toBe(404)
  expect((await server.get(`/products/${unknownId}/completeness?channel=x`, products)).status).toBe(404)
})

test('Completeness: of one product and of all, always current', async () => {
  await using server = await testServer({ attributes })
  await asOwner(server, 'POST', 'shopify/enable')
  const { id } = (await server.post('/products', { attributes: { product_name: 'Chair' } })).body.data
  const ofProduct = async (query = '') => (await server.get(`/products/${id}/completeness${query}`)).body.data
  const ofChannel = async () => (await server.get('/channels/shopify/completeness')).body.data

  expect(await ofProduct()).toMatchObject([{ channel: 'shopify', product_id: id }])
  expect(await ofProduct('?channel=shopify')).toMatchObject({ complete: true, percent: 100, invalid: [] })
  expect(await ofChannel()).toMatchObject({ products: 1, complete: 1, percent: 100 })

  await server.patch(`/products/${id}`, { attributes: { product_name: null } })
  const { complete, percent, missing } = await ofProduct('?channel=shopify')
  expect([complete, percent]).toEqual([false, 0])
  expect(missing[0]).toEqual({
    key: 'product_name',
    name: 'Product name',
    data_type: 'single_line_text_field',
    requirement: 'required',
  })
  expect(await ofChannel()).toMatchObject({
    products: 1,
    complete: 0,
    percent: 0,
    missing: [{ key: 'product_name', products: 1 }, ...missing.slice(1).map(() => ({ products: 1 }))],
  })

  const refused = await server.get(`/products/${id}/completeness?channel=amazon`)
  expect(refused.status).toBe(400)
  expect(refused.body.error.field_errors).toEqual([
    {
      field: 'channel',
      issue: 'invalid_value',
      acceptable_values: ['shopify'],
      message: 'The channel amazon is off. The owner of the workspace turns it on in the app.',
    },
  ])
})
