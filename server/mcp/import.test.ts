import { afterAll, beforeAll, expect, test } from 'vitest'
import { callTool } from '../testing/mcp-client.ts'
import { testServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  const text = { data_type: 'single_line_text_field', entity_type: 'product' }
  server = await testServer({
    attributes: [
      { name: 'SKU', key: 'sku', ...text, is_primary: true },
      { name: 'Price', key: 'price', data_type: 'number', entity_type: 'product' },
    ],
  })
})
afterAll(() => server[Symbol.asyncDispose]())

const csv = 'sku;price\nA-1;1.250\nA-2;1.299\n'
const file = { name: 'list.csv', content: csv }
const sent = (args: object) => callTool(server, 'import_file', { type: 'product', merge_key: 'sku', ...args })
const skus = async () => {
  const { body } = await server.get('/products?sort=sku')
  return body.data.map(({ label }: { label: string }) => label).join(' ')
}

test('an agent imports a file: what can be read in two ways is asked, a dry run counts, and undo is the owner’s [MCP-17]', async () => {
  const asked = await sent({ file })
  expect(asked).toMatchObject({ isError: true })
  expect(asked.body.error.field_errors).toMatchObject([{ field: 'decimal' }])
  expect(asked.body.error.message).toContain('1250 or 1.25')

  const tried = await sent({ file, decimal: 'comma', dry_run: true })
  expect((await server.endedJob(tried.body.data.id)).result).toMatchObject({ created: 2, dry_run: true })
  expect(await skus()).toBe('')

  const { body } = await sent({ file, decimal: 'comma' })
  expect((await server.endedJob(body.data.id)).result).toMatchObject({ created: 2, failed: 0 })
  expect(await skus()).toBe('A-1 A-2')
  const { body: page } = await server.get('/products?sort=sku')
  expect(page.data.map(({ attributes }: { attributes: { price: number } }) => attributes.price)).toEqual([
    1250, 1299,
  ])
})

test('bytes come in Base64, and settings of POST /imports that the list leaves out are taken [MCP-17]', async () => {
  const content_base64 = Buffer.from('sku|price\nB-1|cheap\n').toString('base64')
  const { body } = await sent({
    file: { name: 'x.txt', content_base64 },
    delimiter: '|',
    misfits: 'row',
    mapping: { price: 'price' },
  })
  expect((await server.endedJob(body.data.id)).result).toMatchObject({ created: 0, failed: 1 })
})

test('what is wrong with the call is told with its place, together [MCP-17]', async () => {
  const faultsOf = async (args: object) =>
    (await sent(args)).body.error.field_errors.map(({ field }: { field: string }) => field)
  expect(await faultsOf({})).toEqual(['file'])
  expect(await faultsOf({ file: { name: 'a.csv' } })).toEqual(['file'])
  expect(await faultsOf({ file: { name: 'a.csv', content_base64: '?' } })).toEqual(['file.content_base64'])
  expect(await faultsOf({ file, decimal: 'x' })).toEqual(['decimal'])
  const plain = { name: 'a.csv', content: 'sku\nD-1\n' }
  expect(await faultsOf({ file: plain, images_folder: '/tmp' })).toEqual(['images_folder'])
})

test('what the import may create takes its scope, which the refusal names [MCP-02]', async () => {
  const key = await server.issueKey(['write:products'])
  const answer = await callTool(
    server,
    'import_file',
    { type: 'product', file: { name: 'a.csv', content: 'sku\nC-1\n' }, create_missing_vendors: true },
    { authorization: `Bearer ${key}` },
  )
  expect(answer.body.error).toMatchObject({ code: 'insufficient_scope' })
  expect(answer.body.error.message).toContain('write:vendors')
})
