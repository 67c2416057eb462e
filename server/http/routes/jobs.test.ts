import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { jobStatuses } from '#shared/jobs.ts'
import { testServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
const ids: string[] = []

beforeAll(async () => {
  server = await testServer({ isThreaded: true })
  const file = { name: 'plan.pdf', content_base64: 'JVBERg==' }
  for (const body of [{ text: 'a' }, { file }, { text: 'b' }]) {
    const { id } = (await server.post('/sources', body)).body.data
    ids.push(id as string)
    await vi.waitUntil(async () => (await read(id)).completed_at !== null, { timeout: 15_000, interval: 50 })
  }
})
afterAll(() => server[Symbol.asyncDispose]())

const read = async (id: string) => (await server.get(`/jobs/${id}`)).body.data
const list = async (query: string) => (await server.get(`/jobs?${query}`)).body
const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id)

describe('a job', () => {
  test('has the fields of the specification and no other', async () => {
    const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(await read(ids[0]!)).toEqual({
      id: ids[0],
      name: 'source_ingest',
      status: 'completed',
      progress: { current: 5, total: 5, percent: 100 },
      created_at: iso,
      started_at: iso,
      completed_at: iso,
      result: expect.objectContaining({ source_id: expect.any(String), characters: 1 }),
      metadata: { workflow: 'source_ingest', url: null, via: 'api', stages: expect.any(Array) },
    })
  })

  test('that failed says why and in which stage, and is never at 100 percent', async () => {
    expect(await read(ids[1]!)).toMatchObject({
      status: 'failed',
      progress: { current: 1, total: 5, percent: 20 },
      result: {
        error: { code: 'validation_failed', stage: 'read', message: expect.stringContaining('.pdf') },
      },
    })
  })

  test.each(['nope', '00000000-0000-7000-8000-000000000000'])(
    '%s is unknown, before any fault',
    async (id) => {
      expect((await server.get(`/jobs/${id}?x=1`)).status).toBe(404)
    },
  )

  test('is found by its id in any case, and takes no parameter', async () => {
    expect((await server.get(`/jobs/${ids[0]!.toUpperCase()}`)).status).toBe(200)
    const { status, body } = await server.get(`/jobs/${ids[0]}?x=1`)
    expect([status, body.error.field_errors[0].field]).toEqual([400, 'x'])
  })
})

describe('the list of jobs', () => {
  test('is newest first, with cursor and offset', async () => {
    const newest = ids.toReversed()
    const first = await list('limit=2')
    expect(idsOf(first)).toEqual(newest.slice(0, 2))
    expect(first.pagination).toMatchObject({ total: 3, limit: 2, offset: 0, has_more: true })
    const second = await list(`limit=2&cursor=${first.pagination.next_cursor as string}`)
    expect([idsOf(second), second.pagination.has_more]).toEqual([newest.slice(2), false])
    expect(idsOf(await list('offset=1&limit=1'))).toEqual([newest[1]])
  })

  test('by status and by name', async () => {
    expect(idsOf(await list('status=failed'))).toEqual([ids[1]])
    expect((await list('status=queued')).pagination.total).toBe(0)
    expect((await list('name=source_ingest&status=completed')).pagination.total).toBe(2)
    expect((await list('name=import')).pagination.total).toBe(0)
  })

  test('tells every fault at once', async () => {
    const { pagination } = await list('limit=1')
    const cursor = pagination.next_cursor as string
    const { body } = await server.get(`/jobs?status=done&limit=201&nope=1&cursor=${cursor}`)
    expect(body.error.field_errors).toEqual([
      { field: 'limit', issue: 'out_of_range' },
      { field: 'nope', issue: 'This query parameter is not known here.' },
      { field: 'status', issue: 'invalid_value', acceptable_values: [...jobStatuses] },
      { field: 'cursor', issue: 'invalid_value' },
    ])
    for (const query of [
      `cursor=${cursor}&offset=1`,
      'cursor=',
      'cursor=x',
      `status=failed&cursor=${cursor}`,
    ]) {
      const { error } = (await server.get(`/jobs?${query}`)).body
      expect(error.field_errors).toEqual([{ field: 'cursor', issue: 'invalid_value' }])
    }
  })
})
