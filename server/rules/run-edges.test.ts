import { afterEach, expect, test, vi } from 'vitest'
import {
  type FakeFault,
  type FakeProvider,
  type FakeProviderOptions,
  startFakeProvider,
} from '../providers/testing/fake-provider.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'

const text = { data_type: 'single_line_text_field', entity_type: 'product' }
const generated = { ...text, ai_generated: true, custom_instructions: 'The material of {{product_name}}.' }
const attributes = [
  { name: 'Product name', key: 'product_name', ...text, is_primary: true },
  { name: 'Material', key: 'material', ...generated },
  { name: 'News', key: 'news', ...generated, selected_tools: ['includeWebSearch'] },
]
const price = { input: 1, output: 10 }

let fake: FakeProvider | undefined
afterEach(() => fake?.close())

const oak = () => ({ value: 'Oak', evidence: [], note: null })

async function start(count: number, provider: object = {}, options: FakeProviderOptions = {}) {
  fake = await startFakeProvider({ answer: oak, ...options })
  const server = await testServer({ attributes })
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    const { body } = await server.post('/products', { attributes: { product_name: `Chair${n}` } })
    ids.push(body.data.id)
  }
  const base_url = fake.baseUrl('openai_compatible')
  const body = { name: 'Local', kind: 'openai_compatible', base_url, models: { text: 'small' }, ...provider }
  const added = await server.asOwner({ method: 'POST', path: '/app/v1/providers', body })
  const path = `/app/v1/providers/${added.body.data.id}/test`
  await server.asOwner({ method: 'POST', path, headers: { 'vitrine-workspace': '' } })
  fake.calls.length = 0
  fake.book.length = 0
  return { server, ids, fake }
}

const about = { type: 'product', attributes: ['material'], filter: '' }

const asOwner = (server: TestServer, path: string, body?: object, method = body ? 'POST' : 'GET') =>
  server.asOwner({
    method,
    path,
    headers: { 'vitrine-workspace': server.workspace.id },
    ...(body && { body }),
  })

async function run(server: TestServer, more: object = {}) {
  const { body } = await asOwner(server, '/api/v1/generations', { ...about, ...more })
  return server.endedJob(body.data.id)
}

const open = async (server: TestServer) =>
  (await server.get('/proposals?type=product&limit=100')).body.data as { id: string; value: unknown }[]

test('a key spends where the owner allows it for the workspace, within a budget [RUN-05]', async () => {
  const { server } = await start(1, { price })
  await using _ = server
  expect((await server.post('/generations', { ...about, budget: 1 })).body.error.code).toBe('forbidden')
  const settings = await asOwner(server, '/app/v1/settings', { keys_may_spend: true }, 'PATCH')
  expect(settings.body.data).toMatchObject({ keys_may_spend: true })
  const without = await server.post('/generations', about)
  expect(without.body.error.field_errors).toMatchObject([{ field: 'budget', issue: 'budget_required' }])
  const started = await server.post('/generations', { ...about, budget: 1 })
  expect(started.status).toBe(202)
  expect((await server.endedJob(started.body.data.id)).result).toMatchObject({ proposed: 1 })
})

test('what a paid run lacks is told together: a budget, and a price to keep it by [MAKE-02]', async () => {
  const { server } = await start(1, { name: 'Far', base_url: 'https://models.example/v1' })
  await using _ = server
  const { body } = await asOwner(server, '/api/v1/generations', about)
  expect(body.error.field_errors).toMatchObject([
    { field: 'budget', issue: 'budget_required' },
    { field: 'provider', issue: 'price_not_known' },
  ])
})

test.each([
  ['forbidden', 'Your project may not use this model.'],
  ['quota', 'You exceeded your current quota.'],
] as const)('%s ends the run with the words of the provider [RUN-06]', async (fault, words) => {
  const { server, fake: provider } = await start(3)
  await using _ = server
  provider.next.push({ fault }, { fault }, { fault })
  const { status, result } = await run(server)
  expect([status, result.error.message]).toEqual(['failed', words])
})

const garbage: readonly FakeFault[] = [
  { fault: 'text', text: 'Es tut mir leid, dazu kann ich nichts sagen.' },
  { fault: 'text', text: '申し訳ありませんが、お答えできません。' },
  { fault: 'text', text: '<html><body>502 Bad Gateway</body></html>' },
  { fault: 'text', text: '{"value": "Oak", "evid' },
  { fault: 'text', text: '' },
  { fault: 'text', text: '[]' },
  { fault: 'text', text: '"Oak"' },
  { fault: 'value', value: { material: 'Oak' } },
  { fault: 'value', value: { value: { of: ['Oak'] }, evidence: 'none', note: 7 } },
  { fault: 'page' },
  { fault: 'foreign' },
]

test('a provider that answers garbage leaves those rows failed, each with a reason in words, and the rest goes on [RUN-04]', async () => {
  const { server, ids, fake: provider } = await start(garbage.length + 3)
  await using _ = server
  const faultOf: FakeProviderOptions['faultOf'] = ({ prompt }) => {
    const [, number] = /Chair(\d+)/.exec(prompt) ?? []
    return garbage[Number(number)]
  }
  provider.options = { answer: oak, faultOf }
  const { status, result } = await run(server)
  expect([status, result.proposed, result.failed]).toEqual(['completed', 3, garbage.length])
  for (const { message, issue, id } of result.errors) {
    expect(['output_not_valid', 'refused']).toContain(issue)
    expect(message).toMatch(/^[A-Z].*\.$/s)
    expect(message).not.toMatch(/undefined|null\b|\[object|at \/|Error:/)
    expect(ids).toContain(id)
  }
})

test('cancelling keeps what was proposed, and what was on its way counts as reserved [RUN-09]', async () => {
  const { server, fake: provider } = await start(12, { price, concurrency: 1 })
  await using _ = server
  const faultOf = () => (provider.calls.length === 3 ? ({ fault: 'hang' } as const) : undefined)
  provider.options = { answer: oak, faultOf }
  const { body } = await asOwner(server, '/api/v1/generations', { ...about, budget: 5 })
  await vi.waitFor(() => expect(provider.calls).toHaveLength(4), { timeout: 60_000 })
  await vi.waitFor(async () => expect(await open(server)).toHaveLength(3), { timeout: 60_000 })
  await asOwner(server, `/api/v1/jobs/${body.data.id}/cancel`, undefined, 'POST')
  const { status, result } = await server.endedJob(body.data.id)
  expect([status, result.proposed, result.unsettled.calls]).toEqual(['cancelled', 3, 1])
  expect(await open(server)).toHaveLength(3)
  expect(result.cost - result.unsettled.cost).toBeCloseTo(provider.charged(price), 9)
})

test('where the provider cannot search the web what needs it is skipped, and the estimate says so before [RUN-12]', async () => {
  const { server, fake: provider } = await start(2)
  await using _ = server
  const both = { ...about, attributes: ['material', 'news'] }
  const estimate = await asOwner(server, '/api/v1/generations/estimate', both)
  expect(estimate.body.data).toMatchObject({ to_generate: 2, skipped: { web_search_not_supported: 2 } })
  const { result } = await run(server, both)
  expect(result).toMatchObject({ proposed: 2, skipped: { web_search_not_supported: 2 } })
  expect(provider.calls).toHaveLength(2)
})

test('what an agent or script has proposed from the same inputs is up to date, and is no more once an input changes [RUN-02]', async () => {
  const { server, ids, fake: provider } = await start(2)
  await using _ = server
  const [id = ''] = ids
  const proposals = [{ id, attribute: 'material', value: 'Ash' }]
  await server.post('/proposals', { type: 'product', proposals })
  const { result } = await run(server)
  expect(result).toMatchObject({ proposed: 1, skipped: { up_to_date: 1 } })
  expect(provider.calls).toHaveLength(1)
  await server.patch(`/products/${id}`, { attributes: { product_name: 'Chair of oak' } })
  expect((await run(server)).result).toMatchObject({ proposed: 1, skipped: { up_to_date: 1 } })
})
