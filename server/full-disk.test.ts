/** A real file system that is full. It can be mounted by root on Linux alone; elsewhere these tests are reported as skipped. */
import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestResponse } from './testing/http-client.ts'
import { callTool } from './testing/mcp-client.ts'
import { mountSmallDisk } from './testing/small-disk.ts'
import { testServer, type TestServer } from './testing/test-server.ts'

const disk = mountSmallDisk(128)

describe.skipIf(!disk)('a full disk (needs a small one, which root alone can mount)', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({
      parent: disk?.folder,
      attributes: [
        { name: 'SKU', entity_type: 'product', data_type: 'single_line_text_field', is_primary: true },
        { name: 'Note', entity_type: 'product', data_type: 'multi_line_text_field' },
      ],
    })
  })
  afterAll(async () => {
    await server[Symbol.asyncDispose]()
    disk?.[Symbol.dispose]()
  })
  beforeEach(() => disk?.makeRoom())

  const total = async (): Promise<number> => (await server.get('/products?limit=1')).body.pagination.total
  const uploads = () =>
    readdirSync(server.dataDir, { recursive: true }).filter((name) => String(name).startsWith('uploads/'))
  const upload = async (path: string, name: string, size: number) => {
    const form = new FormData()
    if (path === '/imports') form.set('type', 'product')
    form.set('file', new Blob(['sku,note\n', 'x'.repeat(size)]), name)
    const headers = { authorization: `Bearer ${server.key}` }
    const answer = await fetch(`${server.server.origin}/api/v1${path}`, {
      method: 'POST',
      headers,
      body: form,
    })
    return { status: answer.status, body: await answer.json() } as TestResponse
  }
  const refusal = ({ status, body }: TestResponse) => [
    status,
    body.error.code,
    body.error.is_retriable,
    body.error.message,
  ]
  const full = (what: string) => [
    500,
    'internal_error',
    true,
    `The disk is full, so nothing was saved${what}. Free some space, then try again.`,
  ]

  test('refuses a batch and edits whole, with what was asked and what was saved, and takes them once there is room [SPACE-09]', async () => {
    const [first] = (await server.post('/products/batch', { items: [{ attributes: { sku: 'before' } }] }))
      .body.data
    const before = await total()
    disk?.fill(200_000)
    const items = Array.from({ length: 100 }, (_, index) => ({
      attributes: { sku: `B${index}`, note: 'n'.repeat(20_000) },
    }))
    const edits = Array.from({ length: 100 }, () => ({
      id: first.id,
      attributes: { note: 'n'.repeat(70_000) },
    }))

    expect(refusal(await server.post('/products/batch', { items }))).toEqual(full(': 0 of 100'))
    const tool = await callTool(server, 'batch_entities', { type: 'product', items })
    expect([tool.isError, tool.body.error.message]).toEqual([true, full(': 0 of 100')[3]])
    const edited = await server.asOwner({
      method: 'POST',
      path: '/api/v1/edits',
      body: { type: 'product', edits },
    })
    expect(refusal(edited)).toEqual(full(': 0 of 100'))
    expect(await total()).toBe(before)

    disk?.makeRoom()
    expect((await server.post('/products/batch', { items })).body.summary.created).toBe(100)
  })

  test.each([
    ['/imports', 'rows.csv'],
    ['/sources', 'text.txt'],
  ])('refuses an upload to %s and leaves nothing of it behind [SPACE-09]', async (path, name) => {
    const before = uploads()
    disk?.fill(300_000)
    expect(refusal(await upload(path, name, 6_000_000))).toEqual(full(''))
    expect(uploads().filter((name) => !before.includes(name))).toEqual([])
    disk?.makeRoom()
    const taken = await upload(path, name, 1000)
    expect(taken.status).toBe(202)
    await server.endedJob(taken.body.data.id)
  })

  test('makes no backup, and says so [SPACE-09]', async () => {
    const path = `/app/v1/workspaces/${server.workspace.id}/backups`
    const before = (await server.asOwner({ method: 'GET', path })).body.data
    disk?.fill(100_000)
    expect(refusal(await server.asOwner({ method: 'POST', path }))).toEqual(full(''))
    expect((await server.asOwner({ method: 'GET', path })).body.data).toEqual(before)
  })

  test('ends an import with what of it is saved, which goes on there once there is room [SPACE-09]', async () => {
    const rows = Array.from({ length: 8000 }, (_, index) => `I${index},${'n'.repeat(1000)}`)
    const before = await total()
    disk?.fill(rows.join().length + 12_000_000)
    const form = new FormData()
    form.set('type', 'product')
    form.set('file', new Blob(['sku,note\n', rows.join('\n')]), 'rows.csv')
    const headers = { authorization: `Bearer ${server.key}` }
    const queued = await fetch(`${server.server.origin}/api/v1/imports`, {
      method: 'POST',
      headers,
      body: form,
    })
    const { id } = ((await queued.json()) as { data: { id: string } }).data
    const { status, result } = await server.endedJob(id)

    const saved = (await total()) - before
    expect([status, saved > 0, saved < rows.length]).toEqual(['failed', true, true])
    expect(result.error.counts).toEqual({ saved, failed: 0, left: rows.length - saved })
    const [some, all, left] = [saved, rows.length, rows.length - saved].map((count) =>
      count.toLocaleString('en'),
    )
    expect(result.error.message).toBe(
      `The disk is full. ${some} of ${all} rows are saved, ${left} are not. Free some space, then try the job again in the app: it goes on where it stopped.`,
    )

    disk?.makeRoom()
    expect((await server.asOwner({ method: 'POST', path: `/app/v1/jobs/${id}/retry` })).status).toBe(202)
    expect((await server.endedJob(id)).result).toMatchObject({ created: rows.length, failed: 0 })
    expect(await total()).toBe(before + rows.length)
  })
})
