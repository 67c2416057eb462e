import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportDays } from '#shared/exports.ts'
import { testServer, type TestServer } from '../../testing/test-server.ts'

const text = { data_type: 'single_line_text_field' }

let server: TestServer

beforeAll(async () => {
  server = await testServer({
    isThreaded: true,
    attributes: [{ name: 'SKU', entity_type: 'product', ...text, is_primary: true }],
  })
  await server.post('/products', { attributes: { sku: '=1+1' } })
}, 30_000)
afterAll(() => server[Symbol.asyncDispose]())

async function exported(body: object) {
  const accepted = await server.post('/exports', body)
  expect(accepted.status).toBe(202)
  expect(accepted.headers.location).toBe(`/api/v1/jobs/${accepted.body.data.id as string}`)
  return server.endedJob(accepted.body.data.id)
}

test('an export is a job whose result names a file to download [EXP-07]', async () => {
  const job = await exported({ type: 'product', fields: ['sku'] })
  expect(job).toMatchObject({
    name: 'export',
    status: 'completed',
    metadata: { via: 'api', type: 'product' },
  })
  const { file, expires_at: expiresAt } = job.result
  const { status, headers, text } = await server.get(file.path)
  expect(status).toBe(200)
  expect(text).toBe("sku\r\n'=1+1\r\n")
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-length': String(file.size),
    'content-disposition': `attachment; filename="${file.name as string}"`,
    'x-content-type-options': 'nosniff',
  })
  expect(Date.parse(expiresAt) - Date.parse(job.completed_at)).toBeGreaterThan((exportDays - 1) * 86_400_000)
})

test('a CSV for Excel begins with the mark of UTF-8 and has the separators that are asked for [EXP-18]', async () => {
  const asked = { type: 'product', fields: ['sku', 'label'], delimiter: ';', decimal: 'comma', bom: true }
  const { result } = await exported(asked)
  expect((await server.get(result.file.path)).text).toMatch(/^\u{feff}sku;label\r\n/u)
  const wrong = await server.post('/exports', { ...asked, decimal: ',', delimiter: '/' })
  expect(wrong.body.error.field_errors).toMatchObject([
    { field: 'delimiter', issue: 'invalid_value' },
    { field: 'decimal', issue: 'invalid_value', acceptable_values: ['point', 'comma'] },
  ])
})

test('it needs the read scope of the type, for the file too [EXP-07]', async () => {
  const job = await exported({ type: 'product' })
  const of = async (scopes: Parameters<TestServer['issueKey']>[0]) => ({
    authorization: `Bearer ${await server.issueKey(scopes)}`,
  })
  const other = await of(['read:vendors'])
  expect((await server.post('/exports', { type: 'product' }, other)).status).toBe(403)
  expect((await server.get(job.result.file.path, other)).status).toBe(403)
  expect((await server.get(job.result.file.path, await of(['write:products']))).status).toBe(403)
  expect((await server.get(job.result.file.path, await of(['read:products']))).status).toBe(200)
})

test('the scope is looked at before the state of the export and the faults of the request [decisions §2.12]', async () => {
  const id = (await server.post('/exports', { type: 'product', filter: { sku: { contains: 'x' } } })).body
    .data.id as string
  const other = { authorization: `Bearer ${await server.issueKey(['read:vendors'])}` }
  for (const part of ['file', 'report']) {
    expect((await server.get(`/exports/${id}/${part}`, other)).status).toBe(403)
    expect((await server.get(`/exports/${id}/${part}?more=1`, other)).status).toBe(403)
    expect((await server.get(`/exports/${id}/${part}?more=1`)).status).toBe(400)
  }
  await server.endedJob(id)
  expect((await server.get(`/exports/${id}/report`, other)).status).toBe(403)
  expect((await server.get(`/exports/${id}/report`)).status).toBe(404)
})

test('faults of form and of meaning are told together, without a job [EXP-01]', async () => {
  const { status, body } = await server.post('/exports', { type: 'lamp', bom: 'maybe', more: 1 })
  expect(status).toBe(400)
  expect(body.error.field_errors.map(({ field }: { field: string }) => field).sort()).toEqual([
    'bom',
    'more',
    'type',
  ])
  expect((await server.post('/exports', { type: 'products' })).body.error.field_errors).toMatchObject([
    { field: 'type', issue: 'invalid_value' },
  ])
})

test('an unknown job is 404, and so are one of another kind and a file that is no longer kept [EXP-07]', async () => {
  for (const id of ['x', '01989f6e-8d20-7b11-8c3d-5e6f7a8b9c0e'])
    expect((await server.get(`/exports/${id}/file`)).status).toBe(404)
  const job = await exported({ type: 'product', format: 'jsonl' })
  const folder = join(server.dataDir, 'exports')
  const longAgo = Date.now() / 1000 - (exportDays + 1) * 86_400
  utimesSync(join(folder, `${job.id as string}.jsonl`), longAgo, longAgo)
  // The next export removes expired files.
  await exported({ type: 'product' })
  expect(readdirSync(folder)).not.toContain(`${job.id as string}.jsonl`)
  const gone = await server.get(job.result.file.path)
  expect(gone.status).toBe(404)
  expect(gone.body.error.message).toBe('The file of this export is no longer kept. Export again.')
})
