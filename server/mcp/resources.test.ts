import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendMcp } from '../testing/mcp-client.ts'
import { testServer, type TestServer } from '../testing/test-server.ts'

const name = { data_type: 'single_line_text_field', is_primary: true }

let server: TestServer
let productIds: string[]
let viewId: string
beforeAll(async () => {
  server = await testServer({
    attributes: [
      { name: 'SKU', key: 'sku', entity_type: 'product', ...name },
      { name: 'Price', key: 'price', entity_type: 'product', data_type: 'number' },
    ],
  })
  const items = Array.from({ length: 100 }, (_, index) => ({
    attributes: { sku: `P-${index}`, price: index },
  }))
  const { body } = await server.post('/products/batch', { items })
  const last = await server.post('/products', { attributes: { sku: 'P-100' } })
  productIds = [...body.data.map(({ id }: { id: string }) => id), last.body.data.id]
  const view = { name: 'Dear', entity_type: 'product', visible_columns: ['price'] }
  const made = await server.asOwner({
    method: 'POST',
    path: '/app/v1/views',
    body: {
      ...view,
      sorting: [{ key: 'price', direction: 'desc' }],
      filters: [{ attribute: 'price', operator: 'gte', value: 98 }],
    },
  })
  viewId = made.body.data.id
})
afterAll(() => server[Symbol.asyncDispose]())

async function send(method: string, params: object = {}, key = server.key) {
  const { body } = await sendMcp(server, { method, params }, { authorization: `Bearer ${key}` })
  return body
}

const read = async (uri: string) =>
  JSON.parse((await send('resources/read', { uri })).result.contents[0].text)

test('resources are listed page by page: schema, views, then every entity once [MCP-08]', async () => {
  const uris: string[] = []
  let cursor: string | undefined
  let pages = 0
  do {
    const { result } = await send('resources/list', cursor === undefined ? {} : { cursor })
    uris.push(...result.resources.map(({ uri }: { uri: string }) => uri))
    cursor = result.nextCursor
    pages += 1
  } while (cursor !== undefined)

  const schemas = ['product', 'image', 'vendor', 'category', 'source'].map(
    (type) => `vitrine://schema/${type}`,
  )
  const entities = productIds.map((id) => `vitrine://entities/product/${id}`)
  expect(uris).toEqual(['vitrine://schema', ...schemas, `vitrine://views/${viewId}`, ...entities])
  expect(pages).toBe(7)
  expect((await send('resources/list', { cursor: 'x' })).error.code).toBe(-32602)
})

test('a schema, an entity and a view are read as JSON; what is unknown is an error of the protocol [MCP-08]', async () => {
  const [id] = productIds
  expect((await read('vitrine://schema/product')).data.types).toMatchObject([{ type: 'product', count: 101 }])
  expect((await read(`vitrine://entities/product/${id}`)).data).toMatchObject({ id, label: 'P-0' })
  const { view, data, pagination } = await read(`vitrine://views/${viewId}`)
  expect(view.name).toBe('Dear')
  expect(data.map(({ attributes }: { attributes: object }) => attributes)).toEqual([
    { price: 99 },
    { price: 98 },
  ])
  expect(pagination.total).toBe(2)

  for (const uri of [
    `vitrine://entities/vendor/${id}`,
    'vitrine://entities/hook/1',
    'vitrine://views/x',
    'vitrine://schema/hook',
    'file:///etc/passwd',
  ])
    expect([uri, (await send('resources/read', { uri })).error.code]).toEqual([uri, -32602])
})

test('resources are bound to scopes as tools are [MCP-08]', async () => {
  const key = await server.issueKey(['read:views'])
  const { result } = await send('resources/list', {}, key)
  const view = await send('resources/read', { uri: `vitrine://views/${viewId}` }, key)
  const schema = await send('resources/read', { uri: 'vitrine://schema' }, key)

  expect(result.resources.map(({ uri }: { uri: string }) => uri)).toEqual([`vitrine://views/${viewId}`])
  expect(result.nextCursor).toBeUndefined()
  expect(Object.keys(JSON.parse(view.result.contents[0].text))).toEqual(['view'])
  expect(schema.error).toMatchObject({ code: -32602, data: { code: 'insufficient_scope' } })
  expect(schema.error.message).toContain('read:attributes')
})

test('prompts bring the schema along and say what to do; their arguments complete [MCP-09]', async () => {
  const { prompts } = (await send('prompts/list')).result
  expect(prompts.map(({ name }: { name: string }) => name)).toEqual([
    'enrich_missing_values',
    'map_supplier_file',
  ])
  const [schema, text] = (
    await send('prompts/get', { name: 'enrich_missing_values', arguments: { attribute: 'price' } })
  ).result.messages
  expect(JSON.parse(schema.content.resource.text).data.types[0].type).toBe('product')
  expect(text.content.text).toContain('{"price": {"exists": false}}')

  const columns = 'Art.Nr;VK;Farbe'
  const mapping = await send('prompts/get', { name: 'map_supplier_file', arguments: { columns } })
  expect(mapping.result.messages[1].content.text).toContain(columns)
  expect((await send('prompts/get', { name: 'map_supplier_file' })).error.code).toBe(-32602)
  expect((await send('prompts/get', { name: 'nope' })).error.code).toBe(-32602)

  const ref = { type: 'ref/prompt', name: 'enrich_missing_values' }
  const complete = async (argument: object) =>
    (await send('completion/complete', { ref, argument })).result.completion.values
  expect(await complete({ name: 'attribute', value: 'pr' })).toEqual(['price'])
  expect(await complete({ name: 'channel', value: 's' })).toEqual(['shopify'])
  expect(await complete({ name: 'other', value: '' })).toEqual([])
})
