import { afterAll, beforeAll, expect, test } from 'vitest'
import { callTool } from '../testing/mcp-client.ts'
import { testServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  const text = { data_type: 'single_line_text_field', entity_type: 'product' }
  server = await testServer({
    attributes: [
      { name: 'SKU', key: 'sku', ...text, is_primary: true },
      { name: 'Name', key: 'product_name', ...text },
      { name: 'Price', key: 'price', data_type: 'number', entity_type: 'product' },
    ],
  })
  const made = [1, 2, 3].map((n) => ({
    attributes: { sku: `CH-${n}`, product_name: `Stühlchen ${n}`, price: n },
  }))
  await server.post('/products/batch', { items: made })
})
afterAll(() => server[Symbol.asyncDispose]())

const call = (name: string, args: object, key?: string) =>
  callTool(server, name, args, key === undefined ? {} : { authorization: `Bearer ${key}` })

async function exported(args: object): Promise<string> {
  const { body } = await call('start_export', args)
  await server.endedJob(body.data.id)
  return body.data.id
}

async function readWhole(id: string, args: object): Promise<string[]> {
  const parts: string[] = []
  for (let offset = 0; ;) {
    const { body } = await call('read_export', { id, offset, ...args })
    parts.push(body.data.content ?? body.data.content_base64)
    if (body.data.next_offset === null) return parts
    offset = body.data.next_offset
  }
}

test('an agent exports and reads the file in parts of whole lines, and programs fetch it by its address [MCP-18]', async () => {
  const id = await exported({
    type: 'product',
    filter: { price: { gte: 2 } },
    fields: ['sku', 'product_name'],
  })
  const parts = await readWhole(id, { length: 30 })
  const { body } = await call('read_export', { id })
  const { url, size, content, name } = body.data
  const fetched = await fetch(url, { headers: { authorization: `Bearer ${server.key}` } })
  const file = await fetched.text()

  expect(file).toBe('sku,product_name\r\nCH-2,Stühlchen 2\r\nCH-3,Stühlchen 3\r\n')
  expect(parts).toHaveLength(3)
  expect(parts.join('')).toBe(file)
  expect(content).toBe(file)
  expect([size, name]).toEqual([Buffer.byteLength(file), expect.stringMatching(/\.csv$/)])
})

test('characters stay whole where a part holds no line, and workbooks come in Base64 [MCP-18]', async () => {
  const lines = await exported({ type: 'product', fields: ['product_name'], format: 'jsonl' })
  expect((await readWhole(lines, { length: 5 })).join('')).toContain('"Stühlchen 3"')

  const book = await exported({ type: 'product', format: 'xlsx' })
  const bytes = (await readWhole(book, { length: 2048 })).map((part) => Buffer.from(part, 'base64'))
  const { body } = await call('read_export', { id: book })
  expect(Buffer.concat(bytes).subarray(0, 2).toString()).toBe('PK')
  expect(Buffer.concat(bytes)).toHaveLength(body.data.size)
})

test('the file of a channel comes with the report of what it left out [MCP-18]', async () => {
  await server.asOwner({ method: 'POST', path: '/app/v1/channels/shopify/enable', body: {} })
  const id = await exported({ channel: 'shopify' })
  const { body } = await call('read_export', { id })
  const { body: report } = await call('read_export', { id, part: 'report' })
  expect(body.data.content.split('\n')[0]).toMatch(/^Title,|^Handle,|Variant/)
  expect(report.data).toMatchObject({ media_type: expect.stringContaining('text/csv') as string })
})

test('scopes are those of the type, and what is not there or not finished is told [MCP-02] [MCP-18]', async () => {
  const id = await exported({ type: 'product' })
  const vendors = await server.issueKey(['read:vendors', 'write:vendors'])
  const codeOf = async (name: string, args: object, key?: string) =>
    (await call(name, args, key)).body.error?.code
  expect(await codeOf('read_export', { id }, vendors)).toBe('insufficient_scope')
  expect(await codeOf('start_export', { type: 'product' }, vendors)).toBe('insufficient_scope')
  expect(await codeOf('start_export', { channel: 'shopify' }, vendors)).toBe('insufficient_scope')
  expect(await codeOf('read_export', { id: 'x' })).toBe('not_found')
  const { body } = await call('read_export', { id, part: 'nothing', offset: -1 })
  expect(body.error.field_errors.map(({ field }: { field: string }) => field)).toEqual(['part', 'offset'])
})

test('an agent leaves a to-do on a cell, finds it and marks it as done [MCP-19]', async () => {
  const { body: page } = await call('list_entities', { type: 'product', limit: 1 })
  const [{ id }] = page.data
  const about = { type: 'product', entity_id: id, attribute: 'price' }
  const { body: made } = await call('create_note', { ...about, text: 'Too dear?', status: 'open' })
  const { body: open } = await call('list_notes', { status: 'open', attribute: 'price' })
  const { body: done } = await call('update_note', { id: made.data.id, status: 'done' })
  const { body: left } = await call('list_notes', { status: 'open' })
  const { body: events } = await call('list_events', { event: 'note.created', via: 'mcp' })

  expect(open.data.map((note: { id: string }) => note.id)).toEqual([made.data.id])
  expect(done.data).toMatchObject({ status: 'done', done_by: { type: 'api_key' } })
  expect(left.data).toEqual([])
  expect(events.data[0].entity).toMatchObject({ id })
})

test('notes are for those who may read and write the type of their entity [MCP-02] [MCP-19]', async () => {
  const { body: page } = await call('list_entities', { type: 'product', limit: 1 })
  const note = { type: 'product', entity_id: page.data[0].id, text: 'Mine.' }
  const { body: made } = await call('create_note', note)
  const vendors = await server.issueKey(['read:vendors', 'write:vendors'])
  const codeOf = async (name: string, args: object) => (await call(name, args, vendors)).body.error?.code
  expect(await codeOf('create_note', note)).toBe('insufficient_scope')
  expect(await codeOf('list_notes', { type: 'product' })).toBe('insufficient_scope')
  expect(await codeOf('update_note', { id: made.data.id, text: 'x' })).toBe('insufficient_scope')
  expect((await call('list_notes', {}, vendors)).body.data).toEqual([])
  expect(await codeOf('update_note', { id: page.data[0].id, text: 'x' })).toBe('not_found')
})
