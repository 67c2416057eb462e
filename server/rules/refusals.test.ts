import { afterAll, describe, expect, test } from 'vitest'
import { callTool } from '../testing/mcp-client.ts'
import type { TestResponse } from '../testing/http-client.ts'
import { testServer } from '../testing/test-server.ts'

const text = { entity_type: 'product', data_type: 'single_line_text_field' }
const server = await testServer({
  attributes: [
    { ...text, name: 'SKU', is_primary: true },
    { ...text, name: 'Code', constraints: { min_length: 3, max_length: 5, pattern: '[A-Z]+' } },
    {
      entity_type: 'product',
      data_type: 'number',
      name: 'Price',
      constraints: { min: 0, max: 100, decimals: 2 },
    },
    { entity_type: 'product', data_type: 'rank', name: 'Place' },
    {
      entity_type: 'product',
      data_type: 'multi_select_list',
      name: 'Tags',
      acceptable_values: 'Red, Blue, Green',
      constraints: { max_items: 2 },
    },
    { entity_type: 'product', data_type: 'entity_reference', name: 'Vendor', reference: { type: 'vendor' } },
  ],
})
afterAll(() => server[Symbol.asyncDispose]())

type Fault = Readonly<Record<string, unknown>>
const refused = async (pending: Promise<TestResponse>): Promise<{ message: string; faults: Fault[] }> => {
  const { status, body } = await pending
  expect(status).toBe(400)
  return { message: body.error.message, faults: body.error.field_errors }
}
const write = (attributes: object) =>
  refused(server.post('/products', { attributes: { sku: 'A', ...attributes } }))
const list = (query: string) => refused(server.get(`/products?${query}`))

describe('the message is the first fault in words, with its remedy [ERROR-13]', () => {
  test.each([
    ['limit=0', 'limit: The value is out of range. Expected at least 1, at most 200.'],
    [
      'limit=x',
      'limit: The value is not written in digits only, such as 50. Expected at least 1, at most 200.',
    ],
    [
      'filter[pirce]=1',
      'filter[pirce]: No attribute of that key is defined for the entity type. GET /attributes lists the keys. Did you mean price?',
    ],
    ['filter[price]=x', 'filter[price]: The value is not a number. Send a number such as 129.5.'],
    [
      'filter_join=xor',
      'filter_join: The value is not one of those allowed here. Did you mean or? Allowed: and, or.',
    ],
    [
      'limit=0&offset=x',
      'limit: The value is out of range. Expected at least 1, at most 200. There is one more fault in field_errors.',
    ],
    [
      'limit=0&offset=x&sort=vendor',
      'limit: The value is out of range. Expected at least 1, at most 200. There are 2 more faults in field_errors.',
    ],
  ])('%s', async (query, message) => expect((await list(query)).message).toBe(message))

  test('in a batch and over MCP too', async () => {
    const { body } = await server.post('/products/batch', {
      items: [{ attributes: { sku: 'B', price: 101 } }],
    })
    const answer = await callTool(server, 'create_entity', {
      type: 'product',
      attributes: { sku: 'B', price: 101 },
    })
    const message =
      'attributes.price: The value is out of range. Expected at least 0, at most 100, at most 2 decimals.'
    expect(body.data[0].error.message).toBe(message)
    expect(answer.body.error.message).toBe(message)
  })
})

describe('what would pass stands in expected [ERROR-14]', () => {
  test.each([
    [{ price: 101 }, { min: 0, max: 100, decimals: 2 }],
    [{ price: 1.005 }, { min: 0, max: 100, decimals: 2 }],
    [{ place: 0 }, { min: 1, decimals: 0 }],
    [{ code: 'AB' }, { min_length: 3, max_length: 5 }],
    [{ code: 'ABCDEF' }, { min_length: 3, max_length: 5 }],
    [{ code: 'abcd' }, { pattern: '[A-Z]+' }],
    [{ tags: 'Red, Blue, Green' }, { max_items: 2 }],
  ])('%j', async (attributes, expected) =>
    expect((await write(attributes)).faults).toMatchObject([{ expected }]),
  )

  test('operators of the type, and the bounds of parameters', async () => {
    const { faults } = await list('filter[price][contains]=1&limit=201&filter[created_at][in]=2026-01-01')
    const operators = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'exists']
    expect(faults).toEqual([
      { field: 'limit', issue: 'out_of_range', expected: { min: 1, max: 200 } },
      { field: 'filter[price][contains]', issue: 'operator_not_supported_for_type', expected: { operators } },
      { field: 'filter[created_at][in]', issue: 'operator_not_supported_for_type', expected: { operators } },
    ])
  })

  test('a fault that is about none of it has none', async () => {
    expect((await write({ price: 'x' })).faults).toEqual([
      { field: 'attributes.price', issue: 'expected_number' },
    ])
  })
})

describe('what was probably meant [ERROR-15]', () => {
  test.each([
    ['filter[pirce]=1', 'price'],
    ['filter[createdAt][gt]=2026-01-01', 'created_at'],
    ['filter[sku][contain]=a', 'contains'],
    ['sort=-prce', 'price'],
    ['fields=Sku', 'sku'],
    ['limt=5', 'limit'],
    ['filter_join=andd', 'and'],
  ])('%s: %s', async (query, meant) =>
    expect((await list(query)).faults).toMatchObject([{ did_you_mean: meant }]),
  )

  test('keys, options and fields of a write, and merge keys', async () => {
    const found = [
      await write({ pirce: 1 }),
      await write({ tags: 'red' }),
      await refused(server.post('/products', { atributes: {} })),
      await refused(server.post('/products/upsert', { merge_key: 'skuu', attributes: { sku: 'A' } })),
      await refused(server.get('/attributes?type=prodct')),
      await refused(server.post('/attributes', { name: 'X', entity_type: 'prduct', data_type: 'nummber' })),
    ].map(({ faults }) => faults.map(({ did_you_mean: meant }) => meant).filter(Boolean))
    expect(found).toEqual([['price'], ['Red'], ['attributes'], ['sku'], ['product'], ['product', 'number']])
  })

  test('arguments of tools', async () => {
    const { body } = await callTool(server, 'list_entities', { type: 'product', filtr: {}, sort: 'skuu' })
    const wrong = await callTool(server, 'list_entities', { type: 'Products' })
    expect(body.error.field_errors).toMatchObject([
      { field: 'filtr', did_you_mean: 'filter' },
      { field: 'sort', did_you_mean: 'sku' },
    ])
    expect(wrong.body.error.field_errors).toMatchObject([{ field: 'type', did_you_mean: 'product' }])
  })

  test('nothing where nothing is near', async () => {
    const { faults } = await list('filter[colour]=1&nope=1&filter[sku][between]=1')
    expect(faults.filter((fault) => 'did_you_mean' in fault)).toEqual([])
  })
})

describe('values beside attributes, and headers [ERROR-16]', () => {
  test('the value of an attribute is told where it belongs', async () => {
    const { message, faults } = await refused(server.post('/products', { price: 1 }))
    expect(faults[0]).toMatchObject({ field: 'price', issue: 'This field is not known here.' })
    expect(message).toContain('Values of attributes go inside attributes: {"attributes": {"price": …}}.')
    const batch = await server.post('/products/batch', { items: [{ price: 1 }] })
    expect(batch.body.data[0].error.message).toContain('{"attributes": {"price": …}}')
  })

  test('what the system sets is to be left out', async () => {
    const { message } = await refused(server.post('/products', { created_at: 'now', attributes: {} }))
    expect(message).toContain('The system sets created_at itself: leave it out.')
  })

  test.each([
    [{ authorization: '' }, 'must read Bearer, a space and the key'],
    [{ authorization: server.key }, 'put the word Bearer and a space in front of it'],
    [{ authorization: `Token ${server.key}` }, 'must read Bearer, a space and the key'],
    [{ authorization: 'Bearer vtr_live_unknown' }, 'not known here, has been revoked or has expired'],
  ])('%j', async (headers, remedy) => {
    for (const path of ['/api/v1/products', '/mcp']) {
      const { status, body } = await server.send({ method: path === '/mcp' ? 'POST' : 'GET', path, headers })
      expect([status, body.error.code]).toEqual([401, 'unauthorized'])
      expect(body.error.message).toContain(remedy)
    }
  })

  test('without a header the key is asked for', async () => {
    const { body } = await server.send({ path: '/api/v1/products' })
    expect(body.error.message).toContain('Send a key as Authorization: Bearer vtr_live_')
  })
})
