import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { jobStatuses } from '#shared/jobs.ts'
import { ruleServer, describeAnswer } from './rule-catalog.ts'

const server = await ruleServer()
afterAll(() => server[Symbol.asyncDispose]())
for (const [name, data_type] of [
  ['Title', 'single_line_text_field'],
  ['Content', 'multi_line_text_field'],
])
  await server.post('/attributes', { name, entity_type: 'source', data_type, is_primary: name === 'Title' })
const link = { entity_type: 'source', data_type: 'entity_list_reference', reference: { type: 'product' } }
await server.post('/attributes', { name: 'Products', ...link })
const unknown = '00000000-0000-7000-8000-000000000000'

async function source(body: object) {
  const answer = await server.post('/sources', body)
  if (answer.status !== 202) throw new Error(answer.text)
  return server.endedJob(answer.body.data.id)
}

test('a job tells its progress and its end [JOB-01]', async () => {
  const job = await source({ text: 'one' })
  const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect(job).toEqual({
    id: expect.any(String),
    name: 'source_ingest',
    status: 'completed',
    progress: { current: 5, total: 5, percent: 100 },
    created_at: iso,
    started_at: iso,
    completed_at: iso,
    result: expect.objectContaining({ source_id: expect.any(String), characters: 3 }),
    metadata: {
      workflow: 'source_ingest',
      url: null,
      via: 'api',
      edit_id: job.id,
      stages: expect.any(Array),
    },
  })
  expect((await server.get(`/jobs/${job.id.toUpperCase()}`)).body.data).toEqual(job)
  for (const id of [unknown, 'nope']) expect((await server.get(`/jobs/${id}`)).status).toBe(404)
})

test('jobs are listed newest first, by status and name [JOB-02]', async () => {
  const ids = []
  for (const text of ['a', 'b', 'c']) ids.unshift((await source({ text })).id)
  const list = async (query: string) => (await server.get(`/jobs?${query}`)).body
  const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id)
  expect(idsOf(await list('limit=3'))).toEqual(ids)
  const first = await list('limit=2&status=completed&name=source_ingest')
  expect(idsOf(first)).toEqual(ids.slice(0, 2))
  expect(first.pagination).toMatchObject({ limit: 2, offset: 0, has_more: true })
  const rest = await list(
    `limit=1&status=completed&name=source_ingest&cursor=${first.pagination.next_cursor}`,
  )
  expect(idsOf(rest)).toEqual(ids.slice(2))
  expect((await list('status=cancelled')).data).toEqual([])
  expect((await list('name=nope')).pagination.total).toBe(0)
  expect(idsOf(await list('offset=1&limit=1'))).toEqual(ids.slice(1, 2))
  const { error } = await list('status=nope')
  expect(error.field_errors).toEqual([
    { field: 'status', issue: 'invalid_value', acceptable_values: [...jobStatuses] },
  ])
  const cursor: string = first.pagination.next_cursor
  for (const end of [cursor, `${cursor}&offset=1`, '', 'x', `${cursor}&status=failed`])
    expect(describeAnswer(await server.get(`/jobs?cursor=${end}`))).toBe('400 | cursor invalid_value')
})

test('a job begins queued, and 100 percent is its completion [JOB-03]', async () => {
  const { body } = await server.post('/sources', { text: 'x' })
  expect(body.data).toMatchObject({ status: 'queued', completed_at: null, result: null })
  expect(body.data.progress.percent).toBeLessThan(100)
  expect(await server.endedJob(body.data.id)).toMatchObject({
    status: 'completed',
    progress: { percent: 100 },
  })
  const failed = await source({
    file: { name: 'x.pdf', content_base64: Buffer.from('%PDF-1.7').toString('base64') },
  })
  expect(failed.status).toBe('failed')
  expect(failed).toMatchObject({
    progress: { current: 1, total: 5, percent: 20 },
    result: { error: { code: 'validation_failed', stage: 'read', message: expect.stringContaining('PDF') } },
  })
})

test('a source is made by a job [SOURCE-01]', async () => {
  const { status, body, headers } = await server.post('/sources', { text: 'Oak' })
  expect(status).toBe(202)
  expect(body.data).toEqual({
    id: expect.any(String),
    name: 'source_ingest',
    status: 'queued',
    progress: { current: 0, total: 0, percent: 0 },
    created_at: expect.any(String),
    started_at: null,
    completed_at: null,
    result: null,
    metadata: { workflow: 'source_ingest', url: null, via: 'api', edit_id: body.data.id },
    job_id: body.data.id,
  })
  expect(headers.location).toBe(`/api/v1/jobs/${body.data.id}`)
  expect((await server.endedJob(body.data.id)).status).toBe('completed')
})

test('exactly one of url, text and file [SOURCE-02]', async () => {
  const file = { name: 'a.txt', content_base64: 'QQ==' }
  for (const body of [
    {},
    { name: 'x' },
    { text: 'x', url: 'https://a.example' },
    { text: 'x', file },
    { text: 'x', file, url: 'https://a.example' },
  ]) {
    const { status, body: answer } = await server.post('/sources', body)
    expect([status, answer.error.code]).toEqual([400, 'validation_failed'])
  }
  expect((await source({ file })).status).toBe('completed')
})

test('the result leads to the source [SOURCE-03]', async () => {
  const product = await server.create({ sku: 'linked' })
  const { status, result } = await source({
    text: 'Oak, oiled.',
    name: 'Data sheet',
    product_ids: [product.id],
  })
  expect([status, result]).toMatchObject(['completed', { characters: 11, linked_product_ids: [product.id] }])
  const { body } = await server.get(`/sources/${result.source_id}`)
  expect(body.data).toMatchObject({
    type: 'source',
    label: 'Data sheet',
    attributes: { content: 'Oak, oiled.', products: [{ id: product.id }] },
  })
})

test('what cannot be read ends the job as failed [SOURCE-04]', async () => {
  for (const file of [
    { name: 'damaged.pdf', content_base64: Buffer.from('%PDF-1.7').toString('base64') },
    { name: 'no-text.txt', content_base64: Buffer.from('a\0b').toString('base64') },
  ]) {
    const { status, result } = await source({ file })
    expect([file.name, status]).toEqual([file.name, 'failed'])
    expect(result.error.message).not.toBe('')
  }
  expect((await source({ text: 'the next one' })).status).toBe('completed')
})

test('this computer and its network are not fetched [SOURCE-05]', async () => {
  let isCalled = false
  const page = createServer((_request, response) => {
    isCalled = true
    response.end('secret')
  })
  await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve))
  const { port } = page.address() as AddressInfo
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433']) {
    const url = `http://${host}:${port}/`
    const message = expect.stringContaining('are not fetched')
    const failed = { status: 'failed', metadata: { url }, result: { error: { message } } }
    expect(await source({ url })).toMatchObject(failed)
  }
  expect(isCalled).toBe(false)
  page.close()
})

test('the faults of a source are told at once [SOURCE-06]', async () => {
  const faults = async (body: object) => describeAnswer(await server.post('/sources', body))
  expect(await faults({ url: 'ftp://a.example' })).toBe('400 | url expected_url')
  expect(await faults({ text: 'x', product_ids: ['nope'] })).toBe('400 | product_ids expected_uuid_array')
  const answer = await faults({ url: 'x', product_ids: [unknown], attributes: { nope: 1 }, parent_id: 'x' })
  for (const fault of [
    'url expected_url',
    'product_ids referenced_entity_not_found',
    'attributes.nope not_a_defined_attribute',
    'parent_id expected_uuid_or_null',
  ])
    expect(answer).toContain(fault)
})
