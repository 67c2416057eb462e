import { afterAll, expect, test } from 'vitest'
import type { Scope } from '#shared/scopes.ts'
import { callTool } from '../../testing/mcp-client.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer({
  attributes: [
    { name: 'SKU', entity_type: 'product', data_type: 'single_line_text_field', is_primary: true },
    { name: 'Name', entity_type: 'vendor', data_type: 'single_line_text_field', is_primary: true },
    { name: 'Price', entity_type: 'product', data_type: 'number' },
    { name: 'Vendor', entity_type: 'product', data_type: 'entity_reference', reference: { type: 'vendor' } },
  ],
})
afterAll(() => server[Symbol.asyncDispose]())

const multipart = { 'content-type': 'multipart/form-data; boundary=x' }

async function importRows(file: string, fields: Readonly<Record<string, string>> = {}): Promise<string> {
  const named = { type: 'product', merge_key: 'sku', dry_run: 'true', ...fields }
  const parts = Object.entries(named).map(
    ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const last = `--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${file}\r\n--x--\r\n`
  const { body } = await server.post('/imports', parts.join('') + last, multipart)
  await server.endedJob(body.data.id)
  return body.data.id
}

const keyWith = async (...scopes: Scope[]) => ({ authorization: `Bearer ${await server.issueKey(scopes)}` })
const poll = await keyWith('read:jobs', 'read:categories')

test('a job keeps status and counts for read:jobs and leaves its values out [JOB-08]', async () => {
  const id = await importRows('sku,price\nSecret,12\nHidden,cheap\nHidden,13\n')
  const { data: whole } = (await server.get(`/jobs/${id}`)).body

  const { text, body } = await server.get(`/jobs/${id}`, poll)
  const listed = await server.get('/jobs?limit=1', poll)
  const answer = await callTool(server, 'get_job', { id }, poll)

  expect(whole.result.errors).toHaveLength(2)
  expect(whole.result.differences).not.toEqual([])
  expect(whole.metadata).not.toHaveProperty('missing_scopes')
  expect(body.data).toEqual({
    ...whole,
    result: {
      ...whole.result,
      errors: [],
      refused_cells: [],
      errors_truncated: true,
      differences: [],
      repeated_keys: [],
      created_attributes: [],
      ignored_columns: [],
      mapping: {},
      file_sha256: null,
    },
    metadata: { ...whole.metadata, missing_scopes: ['read:products'] },
  })
  expect(text).not.toMatch(/Secret|Hidden|cheap/)
  expect(listed.body.data).toEqual([body.data])
  expect(answer.body.data).toEqual(body.data)
})

test('whoever may read the type sees the job whole, and needs no other scope for that [JOB-08]', async () => {
  const id = await importRows('sku,price\nSecret,12\nHidden,cheap\n')
  const reader = await keyWith('read:jobs', 'read:products')
  const whole = await server.get(`/jobs/${id}`)

  for (const path of [`/jobs/${id}`, `/jobs/${id}/errors`, `/jobs/${id}/differences`])
    expect((await server.get(path, reader)).status).toBe(200)
  expect((await server.get(`/jobs/${id}`, reader)).text).toBe(whole.text)
})

test('errors and differences need the read scope of each type behind read:jobs [JOB-08]', async () => {
  const id = await importRows('sku,vendor\nA,New one\n', { create_missing_vendors: 'true' })
  const products = await keyWith('read:jobs', 'read:products')
  const vendors = await keyWith('read:vendors', 'read:products')
  const both = await keyWith('read:jobs', 'read:products', 'read:vendors')

  for (const part of ['errors', 'differences']) {
    const path = `/jobs/${id}/${part}`
    for (const [headers, scope] of [
      [poll, 'read:products and read:vendors'],
      [products, 'read:vendors'],
      [vendors, 'read:jobs'],
    ] as const) {
      const { status, body } = await server.get(path, headers)
      expect(status).toBe(403)
      expect(body.error.message).toContain(`The key lacks the scope ${scope}.`)
    }
    expect((await server.get(path, both)).status).toBe(200)
    expect((await server.get(`/jobs/${server.workspace.id}/${part}`, poll)).status).toBe(404)
  }
})

test('the reason of a failed job, the name of a source and what its stages tell are values [JOB-08]', async () => {
  const failed = (await server.post('/sources', { url: 'http://127.0.0.1:1/?q=Secret', name: 'Hidden' })).body
    .data
  const made = (await server.post('/sources', { text: 'Secret', name: 'Hidden' })).body.data
  await server.endedJob(failed.id)
  await server.endedJob(made.id)

  const { data: reason } = (await server.get(`/jobs/${failed.id}`, poll)).body
  const { data: source, ...rest } = (await server.get(`/jobs/${made.id}`, poll)).body

  expect(reason.result.error).toMatchObject({
    stage: 'fetch',
    message: 'The reason may quote values; metadata.missing_scopes names what shows it.',
  })
  expect(reason.metadata.missing_scopes).toEqual(['read:sources', 'read:products'])
  expect(source.result).toMatchObject({ characters: 6, title: null, products: [], notes: [] })
  expect(source.result.source_id).toMatch(/^[0-9a-f-]{36}$/)
  expect(source.metadata.stages[0]).toEqual({ name: 'fetch', status: expect.any(String) })
  expect(JSON.stringify([source, rest])).not.toMatch(/Secret|Hidden/)
})

test('a cursor of the differences is of one job [LIST-08]', async () => {
  const one = await importRows('sku\nA1\nA2\nA3\n')
  const other = await importRows('sku\nB1\nB2\nB3\n')

  const first = (await server.get(`/jobs/${one}/differences?limit=2`)).body
  const { next_cursor: cursor } = first.pagination
  const second = (await server.get(`/jobs/${one}/differences?limit=2&cursor=${cursor}`)).body
  const foreign = await server.get(`/jobs/${other}/differences?cursor=${cursor}`)

  expect([...first.data, ...second.data].map(({ new: sku }: { new: string }) => sku)).toEqual([
    'A1',
    'A2',
    'A3',
  ])
  expect([first.pagination.has_more, second.pagination.has_more]).toEqual([true, false])
  expect(foreign.body.error.field_errors).toMatchObject([{ field: 'cursor', issue: 'invalid_value' }])
})
