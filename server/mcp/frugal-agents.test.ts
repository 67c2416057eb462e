import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { callTool } from '../testing/mcp-client.ts'
import { testServer } from '../testing/test-server.ts'
import { startCatalog } from './judges/catalog-server.ts'
import { tools } from './tools/all-tools.ts'

const sku = { name: 'SKU', entity_type: 'product', data_type: 'single_line_text_field', is_primary: true }
const server = await testServer({ attributes: [sku] })
afterAll(() => server[Symbol.asyncDispose]())

const call = (name: string, args: object = {}) => callTool(server, name, args)
async function ok(name: string, args: object = {}) {
  const { isError, body, text } = await call(name, args)
  if (isError) throw new Error(`${name}: ${text}`)
  return body
}
const shape = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'

test('the schema of the sample takes few characters, and has what a filter needs [MCP-07]', async () => {
  await using sample = await startCatalog()
  const of = { server: { origin: sample.origin }, key: sample.key } as unknown as typeof server
  const short = await callTool(of, 'describe_schema')
  expect(short.text.length).toBeLessThanOrEqual(6_000)
  expect(short.text).not.toContain('#')
  const keys = await callTool(of, 'describe_schema', { detail: 'keys' })
  expect(keys.text.length).toBeLessThan(short.text.length)
  expect(keys.body.data.types[0].keys.number).toContain('price')
  const status = short.body.data.types[0].attributes.find(({ key }: { key: string }) => key === 'status')
  expect(status.acceptable_values).toContain('Published')
})

test('that of 320 attributes says what it leaves out, and a wrong detail is refused [MCP-07]', async () => {
  await using large = await testServer({
    attributes: [
      sku,
      ...Array.from({ length: 319 }, (_, index) => ({
        name: `Technical detail number ${index} of the supplier`,
        key: `technical_detail_${index}`,
        entity_type: 'product',
        data_type: index % 3 === 0 ? 'number' : 'multi_line_text_field',
      })),
    ],
  })
  const { text, body } = await callTool(large, 'describe_schema')
  expect(text.length).toBeLessThanOrEqual(20_000)
  expect(text).toContain('technical_detail_318')
  expect(body.data.left_out[0].part).toContain('product')
  const wrong = await callTool(large, 'describe_schema', { detail: 'everything' })
  expect(wrong.body.error.field_errors).toMatchObject([{ field: 'detail', issue: 'invalid_value' }])
})

test('describe_tool has every member of a tool, and means what was mistyped [MCP-13]', async () => {
  const { data } = await ok('describe_tool', { name: 'create_attribute' })
  expect(Object.keys(data.inputSchema.properties)).toEqual(
    expect.arrayContaining(['selected_tools', 'editable_by', 'idempotency_key']),
  )
  expect((await ok('describe_tool', { name: 'bulk_edit' })).data.inputSchema.properties.wait.maximum).toBe(60)
  const { body } = await call('describe_tool', { name: 'bulk_edits' })
  expect(body.error.field_errors[0].did_you_mean).toBe('bulk_edit')
})

test('a tool that starts a job waits for its end, or not at all [MCP-25]', async () => {
  await ok('create_entity', { type: 'product', attributes: { sku: 'A' } })
  const edit = { type: 'product', filter: {}, set: { sku: { case: 'lower' } } }
  const ended = await ok('bulk_edit', edit)
  expect(ended.data).toMatchObject({ status: 'completed', result: { changed: 1 } })
  const begun = await ok('bulk_edit', { ...edit, wait: 0 })
  expect(begun.data.status).not.toBe('completed')
  const job = await ok('get_job', { id: begun.data.id, wait: 30 })
  expect(job.data.status).toBe('completed')
  for (const wait of [-1, 61, 1.5, 'soon']) {
    const { body } = await call('get_job', { id: begun.data.id, wait })
    expect(body.error.field_errors).toMatchObject([{ field: 'wait', issue: 'out_of_range' }])
  }
})

test('a batch answers ids and states, and an export a small part [MCP-26]', async () => {
  const items = [{ attributes: { sku: 'B' } }, { attributes: { nope: 1 } }]
  const brief = await ok('batch_entities', { type: 'product', merge_key: 'sku', items })
  expect(brief.data).toMatchObject([{ status: 'created' }, { status: 'failed' }])
  expect(Object.keys(brief.data[0])).not.toContain('data')
  const whole = await ok('batch_entities', { type: 'product', merge_key: 'sku', items, with_entities: true })
  expect(whole.data[0].data.attributes).toEqual({ sku: 'B' })
  await ok('batch_entities', {
    type: 'product',
    items: Array.from({ length: 100 }, (_, index) => ({ attributes: { sku: `${index}`.padEnd(200, '-') } })),
  })
  const { data } = await ok('start_export', { type: 'product', format: 'csv' })
  const part = await ok('read_export', { id: data.id })
  expect(part.data.content.length).toBeLessThanOrEqual(8_192)
  expect(part.data.next_offset).toBeGreaterThan(0)
})

test('files come in Base64 or from an address, none of this network unless the owner allows it [MCP-27]', async () => {
  const sent = await ok('upload_file', { content_base64: Buffer.from(shape).toString('base64') })
  expect(sent.data).toMatchObject({ media_type: 'image/svg+xml', size: shape.length })
  const pictures = createServer((_, response) => response.end(`${shape}\n`)).listen(0, '127.0.0.1')
  await once(pictures, 'listening')
  try {
    const url = `http://127.0.0.1:${(pictures.address() as AddressInfo).port}/a.svg`
    expect((await call('upload_file', { url })).isError).toBe(true)
    await server.asOwner({ method: 'PATCH', path: '/app/v1/settings', body: { allow_private_sources: true } })
    expect((await ok('upload_file', { url })).data.size).toBe(shape.length + 1)
  } finally {
    pictures.close()
  }
  for (const args of [{}, { url: 'no', content_base64: '' }, { url: 'nowhere' }, { content_base64: '%' }]) {
    const { body } = await call('upload_file', args)
    expect([args, body.error.code]).toEqual([args, 'validation_failed'])
  }
})

test('the text of a source is read in parts, and saved actions are told [MCP-27]', async () => {
  await server.post('/attributes', { ...sku, name: 'Title', entity_type: 'source' })
  const made = await ok('create_source', { text: 'word '.repeat(4_000) })
  expect(made.data.status).toBe('completed')
  const source = made.data.result.source_id ?? made.data.result.id
  const first = await ok('read_source', { id: source, length: 100 })
  expect([first.data.text.length, first.data.next_offset]).toEqual([100, 100])
  const last = await ok('read_source', { id: source, offset: first.data.characters - 10 })
  expect(last.data.next_offset).toBeNull()

  const action = { name: 'Lower', entity_type: 'product', set: { sku: { case: 'lower' } } }
  await server.asOwner({ method: 'POST', path: '/app/v1/saved-actions', body: action })
  expect((await ok('list_saved_actions')).data).toMatchObject([{ name: 'Lower' }])
})

async function listAt(query: string) {
  const response = await fetch(`${server.server.origin}/mcp?${query}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${server.key}`,
      'mcp-protocol-version': '2025-11-25',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  })
  const text = await response.text()
  const { result, error } = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text)
  return { names: result?.tools.map(({ name }: { name: string }) => name), error }
}

test('a client may be offered the tools that read, or some alone [MCP-28]', async () => {
  const reading = tools.filter(({ effect }) => effect === 'read').map(({ name }) => name)
  expect((await listAt('read_only=true')).names).toEqual(reading)
  expect((await listAt('tools=list_entities,update_entity')).names.toSorted()).toEqual([
    'list_entities',
    'update_entity',
  ])
  expect((await listAt('read_only=1&tools=list_entities,update_entity')).names).toEqual(['list_entities'])
  const { error } = await listAt('tools=list_entitys')
  expect(error.field_errors).toMatchObject([{ field: 'tools', did_you_mean: 'list_entities' }])
})

test('a merge is tried without the right to merge [MCP-29]', async () => {
  const [one, other] = [
    await ok('create_entity', { type: 'product', attributes: { sku: 'M1' } }),
    await ok('create_entity', { type: 'product', attributes: { sku: 'M2' } }),
  ]
  const merge = { type: 'product', keep: one.data.id, merge: [other.data.id] }
  expect((await call('merge_entities', { ...merge, dry_run: true })).isError).toBe(false)
  const { body } = await call('merge_entities', merge)
  expect([body.error.code, body.error.message]).toEqual(['forbidden', expect.stringContaining('settings')])
})
