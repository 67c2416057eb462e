import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startFakeProvider } from '../../providers/testing/fake-provider.ts'
import { testServer } from '../../testing/test-server.ts'

const text = { entity_type: 'product', data_type: 'single_line_text_field' }
const server = await testServer({
  attributes: [
    { ...text, name: 'SKU', is_primary: true },
    { ...text, name: 'Color' },
  ],
})
const meanings: Readonly<Record<string, readonly number[]>> = {
  Anthracite: [1, 0.1, 0],
  'Dark grey': [1, 0, 0.1],
  Crimson: [0, 1, 0.1],
  Red: [0.1, 1, 0],
  Oak: [0, 0.2, 1],
}
const provider = await startFakeProvider({ embed: (value) => meanings[value] ?? [1, 1, 1] })
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await provider.close()
})
beforeAll(async () => {
  const colors = [...Object.keys(meanings), 'Red', 'Dark grey', 'Size 5', 'Size 6']
  for (const [n, color] of colors.entries())
    await server.post('/products', { attributes: { sku: `P${n}`, color } })
})

const owner = (method: string, path: string, body?: object) =>
  server.asOwner({ method, path: `/app/v1${path}`, ...(body && { body }) })
const find = (query = '') =>
  server.get(`/quality/clusters?type=product&attribute=color&method=embedding${query}`)
const add = (more: object) =>
  owner('POST', '/providers', {
    name: 'Local',
    kind: 'openai_compatible',
    base_url: provider.baseUrl('openai_compatible'),
    ...more,
  })
afterEach(async () => {
  for (const { id } of (await owner('GET', '/providers')).body.data) await owner('DELETE', `/providers/${id}`)
  provider.calls.length = 0
  provider.next.length = 0
})

test('values of the same meaning are grouped by the embedding model of a provider, asked once for each value [CLUSTER-14]', async () => {
  await add({ models: { text: 'fake-small' } })
  expect((await find()).body.error.field_errors).toMatchObject([
    { field: 'method', issue: 'no_provider', message: expect.stringContaining('Model for embeddings') },
  ])
  await add({ name: 'Second', models: { embedding: 'nomic' } })
  const { status, body } = await find()
  expect(status).toBe(200)
  expect(body.data).toEqual([
    {
      values: [
        { value: 'Dark grey', count: 2 },
        { value: 'Anthracite', count: 1 },
      ],
      count: 3,
      suggested: 'Dark grey',
    },
    {
      values: [
        { value: 'Red', count: 2 },
        { value: 'Crimson', count: 1 },
      ],
      count: 3,
      suggested: 'Red',
    },
  ])
  expect(provider.calls.map(({ wire, model, count }) => [wire, model, count])).toEqual([
    ['embeddings', 'nomic', 7],
  ])
  await server.post('/products', { attributes: { sku: 'New', color: 'Oak' } })
  expect((await find('&limit=1')).body.pagination).toMatchObject({ total: 2, has_more: true })
  expect(provider.calls).toHaveLength(1)
})

test('a key may have a model asked that costs something only where the owner lets keys spend, and what it cost is noted [CLUSTER-14]', async () => {
  const paid = { models: { embedding: 'priced' }, price: { input: 10 } }
  const { body: added } = await add(paid)
  const refused = await find()
  expect([refused.status, refused.body.error.code, provider.calls.length]).toEqual([403, 'forbidden', 0])
  await owner('PATCH', '/settings', { keys_may_spend: true })
  expect((await find()).body.data).toHaveLength(2)
  const { body: spent } = await server.asOwner({ method: 'GET', path: '/api/v1/generations/spend' })
  await owner('PATCH', '/settings', { keys_may_spend: false })
  expect(JSON.stringify(spent)).toContain('priced')
  expect(added.data.models).toEqual({ text: null, image: null, video: null, embedding: 'priced' })
})

test('what the provider refuses is told in its words, and a call that failed is made again [CLUSTER-14]', async () => {
  await add({ models: { embedding: 'other' } })
  provider.next.push({ fault: 'unauthorized' })
  expect((await find()).body.error.field_errors).toMatchObject([
    {
      field: 'method',
      issue: 'no_provider',
      message: 'Local made no embeddings: Incorrect API key provided.',
    },
  ])
  provider.next.push({ fault: 'rate_limited', retryAfterSeconds: 0 })
  expect((await find()).body.data).toHaveLength(2)
})

test('more values than are compared with each other ask for a filter [CLUSTER-14]', async () => {
  await add({ models: { embedding: 'many' } })
  for (let batch = 0; batch < 20; batch += 1)
    await server.post('/products/batch', {
      items: Array.from({ length: 100 }, (_, n) => ({
        attributes: { sku: `M${batch}-${n}`, color: `Shade ${batch} ${n}` },
      })),
    })
  const { body } = await find()
  expect(body.error.field_errors).toMatchObject([
    { field: 'filter', issue: 'too_many_values', expected: { max_items: 2000 } },
  ])
  expect(provider.calls).toEqual([])
  expect((await find(`&filter=${encodeURIComponent('filter[sku][starts_with]=P')}`)).body.data).toHaveLength(
    2,
  )
})
