import { afterAll, afterEach, expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { testServer } from '../testing/test-server.ts'
import type { TestResponse } from '../testing/http-client.ts'

const server = await testServer()
afterAll(() => server[Symbol.asyncDispose]())
afterEach(() => delete process.env['VITRINE_METRICS_TOKEN'])

const ask = (path: string, headers: Record<string, string> = {}) => server.send({ path, headers })
const forwarded = { 'x-forwarded-for': '203.0.113.7' }

/** Returns the value of a measurement by its name with labels in the text. */
function valueOf({ text }: TestResponse, measurement: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${measurement} `))
  return line === undefined ? undefined : Number(line.slice(measurement.length + 1))
}

await server.get('/products?limit=1')

test('anybody hears whether the server is well, and who is on this computer hears how [TEAM-01]', async () => {
  const anonymous = await ask('/health', forwarded)
  expect([anonymous.status, anonymous.body]).toEqual([200, { status: 'ok' }])

  const { body } = await ask('/health')
  expect(body).toMatchObject({
    status: 'ok',
    version: packageJson.version,
    workspaces: [
      { id: server.workspace.id, name: 'Test', is_open: true, is_damaged: false, waiting_reads: 0 },
    ],
    replication: [],
  })
})

test('measurements are for a direct connection or a token, and a wrong token opens nothing [TEAM-02]', async () => {
  expect((await ask('/metrics')).status).toBe(200)
  for (const headers of [
    forwarded,
    { via: '1.1 proxy' },
    { authorization: 'Bearer ' },
    { authorization: 'Bearer guess' },
    { authorization: `Bearer ${server.key}` },
  ])
    expect((await ask('/metrics', headers)).status).toBe(401)

  process.env['VITRINE_METRICS_TOKEN'] = 'a-token-of-monitors'
  const authorization = 'Bearer a-token-of-monitors'
  expect((await ask('/metrics', { ...forwarded, authorization })).status).toBe(200)
  expect((await ask('/metrics', { ...forwarded, authorization: 'Bearer another' })).status).toBe(401)
  expect((await ask('/health', { ...forwarded, authorization })).body).toHaveProperty('workspaces')
})

test('requests are counted by route and status once somebody has asked, and what waits is told by workspace [TEAM-03]', async () => {
  await ask('/metrics')
  await server.get('/products?limit=2')
  await server.get('/products/nobody')
  await ask('/no/such/path')

  const metrics = await ask('/metrics')

  expect(metrics.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
  const counted = (route: string, status: number) =>
    valueOf(metrics, `vitrine_http_requests_total{method="GET",route="${route}",status="${status}"}`)
  expect(counted('/api/v1/products', 200)).toBe(1)
  expect(counted('/api/v1/products/:id', 404)).toBe(1)
  expect(counted('other', 404)).toBe(1)
  const timed = 'vitrine_http_request_duration_seconds_count{method="GET",route="/api/v1/products"}'
  expect(valueOf(metrics, timed)).toBe(1)
  const ofWorkspace = (name: string, kind: string) =>
    valueOf(metrics, `${name}{workspace="${server.workspace.id}",kind="${kind}"}`)
  expect(ofWorkspace('vitrine_jobs', 'waiting')).toBe(0)
  expect(ofWorkspace('vitrine_jobs', 'running')).toBe(0)
  expect(ofWorkspace('vitrine_waiting_calls', 'write')).toBe(0)
  expect(valueOf(metrics, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)
  expect(valueOf(metrics, 'process_resident_memory_bytes')).toBeGreaterThan(1e7)
  expect(valueOf(metrics, 'vitrine_http_connections')).toBeGreaterThanOrEqual(1)
})

test('no page of another site reads them [TEAM-02]', async () => {
  expect((await ask('/metrics', { origin: 'https://evil.example' })).status).toBe(403)
  expect((await ask('/health', { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
})
