import { afterAll, beforeAll, expect, test } from 'vitest'
import { callTool } from '../testing/mcp-client.ts'
import { testServer, type TestServer } from '../testing/test-server.ts'

const text = { data_type: 'single_line_text_field', entity_type: 'product' }
let server: TestServer
beforeAll(async () => {
  server = await testServer({
    isThreaded: true,
    attributes: [
      { ...text, name: 'SKU', is_primary: true },
      { name: 'Price', entity_type: 'product', data_type: 'number' },
    ],
  })
  for (const sku of ['A', 'B', 'C']) await server.post('/products', { attributes: { sku, price: 10 } })
})
afterAll(() => server[Symbol.asyncDispose]())

const raise = { type: 'product', filter: { price: { exists: true } }, set: { price: { add: 1 } } }
const prices = async (): Promise<number[]> =>
  (await server.get('/products?sort=sku&filter[sku][in]=A,B,C')).body.data.map(
    ({ attributes }: { attributes: { price: number } }) => attributes.price,
  )
const importOf = async (rows: string): Promise<string> => {
  const form = `--x\r\nContent-Disposition: form-data; name="type"\r\n\r\nproduct\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${rows}\r\n--x--\r\n`
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const { body } = await server.post('/imports?wait=20', form, headers)
  expect(body.data.status).toBe('completed')
  return body.data.id
}

test('a key may wait for the end of the job that it begins, and for that of any job [JOB-13]', async () => {
  const ended = await server.post('/bulk-edits?wait=20', raise)
  expect([ended.status, ended.body.data.status, ended.headers.location]).toEqual([
    200,
    'completed',
    undefined,
  ])
  expect(await prices()).toEqual([11, 11, 11])
  const begun = await server.post('/bulk-edits', raise)
  expect(begun.status).toBe(202)
  const read = await server.get(`/jobs/${begun.body.data.id}?wait=20`)
  expect([read.status, read.body.data.status]).toEqual([200, 'completed'])
  expect(await prices()).toEqual([12, 12, 12])
})

test.each(['61', '-1', 'x'])('?wait=%s is refused on its name [JOB-13]', async (wait) => {
  const exported = await server.post('/exports?wait=20', { type: 'product', format: 'csv' })
  for (const { status, body } of [
    await server.post(`/bulk-edits?wait=${wait}`, raise),
    await server.get(`/jobs/${exported.body.data.id}?wait=${wait}`),
  ])
    expect([status, body.error.field_errors[0].field]).toEqual([400, 'wait'])
  expect(await prices()).toEqual([12, 12, 12])
})

test('the edit of a job and a whole import are taken back by the id of the job [JOB-14]', async () => {
  const before = await prices()
  const { body } = await server.post('/bulk-edits?wait=20', raise)
  const undone = await server.post(`/jobs/${body.data.id}/undo`, undefined)
  expect([undone.status, undone.body.summary.applied]).toEqual([200, 3])
  expect(await prices()).toEqual(before)

  const imported = await importOf('sku,price\nNEW-1,5\nA,99\n')
  const taken = await server.post(`/jobs/${imported}/undo?wait=20`, undefined)
  expect([taken.status, taken.body.data.status]).toEqual([200, 'completed'])
  expect(await prices()).toEqual(before)
  expect((await server.get('/products?filter[sku]=NEW-1')).body.pagination.total).toBe(0)
})

test('what wrote nothing is not taken back, and an unknown job is 404 [JOB-14]', async () => {
  const { body } = await server.post('/exports?wait=20', { type: 'product', format: 'csv' })
  expect((await server.post(`/jobs/${body.data.id}/undo`, undefined)).status).toBe(409)
  const unknown = '/jobs/01989f6e-8d20-7b11-8c3d-5e6f7a8b9c0d'
  expect((await server.post(`${unknown}/undo`, undefined)).status).toBe(404)
  expect((await server.post(`${unknown}/cancel`, undefined)).status).toBe(404)
})

test('to cancel or to undo a job takes the write scope of what it writes [JOB-15]', async () => {
  const { body } = await server.post('/bulk-edits?wait=20', raise)
  const reader = {
    authorization: `Bearer ${await server.issueKey(['read:jobs', 'read:products', 'write:vendors'])}`,
  }
  for (const action of ['cancel', 'undo']) {
    const refused = await server.post(`/jobs/${body.data.id}/${action}`, undefined, reader)
    expect([refused.status, refused.body.error.code]).toEqual([403, 'insufficient_scope'])
  }
  const writer = { authorization: `Bearer ${await server.issueKey(['write:products'])}` }
  expect((await server.post(`/jobs/${body.data.id}/cancel`, undefined, writer)).status).toBe(200)
  expect((await server.post(`/jobs/${body.data.id}/undo`, undefined, writer)).status).toBe(200)
})

test('an agent takes back by either id, and cancels [JOB-16]', async () => {
  const before = await prices()
  for (const idOf of [
    ({ id }: { id: string }) => id,
    ({ metadata }: { metadata: { edit_id: string } }) => metadata.edit_id,
  ]) {
    const { body } = await server.post('/bulk-edits?wait=20', raise)
    expect(await prices()).not.toEqual(before)
    const { isError } = await callTool(server, 'undo_edit', { id: idOf(body.data) })
    expect(isError).toBe(false)
    expect(await prices()).toEqual(before)
  }
  const { body } = await server.post('/bulk-edits', { ...raise, dry_run: true })
  expect((await callTool(server, 'cancel_job', { id: body.data.id })).isError).toBe(false)
  const unknown = await callTool(server, 'undo_edit', { id: '01989f6e-8d20-7b11-8c3d-5e6f7a8b9c0d' })
  expect(unknown.body.error.code).toBe('not_found')
})
