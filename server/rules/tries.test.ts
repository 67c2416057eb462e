import { afterEach, expect, test } from 'vitest'
import {
  type FakeProvider,
  type FakeProviderOptions,
  startFakeProvider,
} from '../providers/testing/fake-provider.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'

const text = { data_type: 'single_line_text_field', entity_type: 'product' }
const attributes = [
  { name: 'Product name', key: 'product_name', ...text, is_primary: true },
  { name: 'Material', key: 'material', ...text },
]

let fake: FakeProvider | undefined
afterEach(() => fake?.close())

const answer: NonNullable<FakeProviderOptions['answer']> = ({ schema }) =>
  JSON.stringify(schema)?.includes('quince')
    ? { fruit: 'quince', count: 1 }
    : { value: 'It lasts.', evidence: [{ source: 'attribute:product_name', quote: 'oak' }], note: 'short' }

const claim = {
  name: 'Claim',
  data_type: 'single_line_text_field',
  custom_instructions: 'One claim about {{product_name}}.',
}

async function start(options: FakeProviderOptions = {}) {
  fake = await startFakeProvider({ answer, ...options })
  const server = await testServer({ attributes })
  const { body } = await server.post('/products', { attributes: { product_name: 'Chair Oak' } })
  const provider = {
    name: 'Local',
    kind: 'openai_compatible',
    base_url: fake.baseUrl('openai_compatible'),
    models: { text: 'small' },
    price: { input: 1, output: 10 },
  }
  const added = await server.asOwner({ method: 'POST', path: '/app/v1/providers', body: provider })
  await server.asOwner({
    method: 'POST',
    path: `/app/v1/providers/${added.body.data.id}/test`,
    // Without a workspace the probe is not part of its spend.
    headers: { 'vitrine-workspace': '' },
  })
  fake.calls.length = 0
  fake.book.length = 0
  return { server, id: body.data.id as string }
}

const send = (server: TestServer, path: string, body: object) =>
  server.asOwner({
    method: 'POST',
    path: `/app/v1/generation-tries${path}`,
    headers: { 'vitrine-workspace': server.workspace.id },
    body: { type: 'product', definition: claim, ...body },
  })

const spend = async (server: TestServer) => {
  const { body } = await server.get('/generations/spend')
  return (body.data as { model: string; calls: number; cost: number }[]).filter(({ calls }) => calls > 0)
}

test('[TRY-01] a definition that nobody has stored is tried on an entity: nothing is written but what it cost', async () => {
  const { server, id } = await start()
  await using _ = server
  const before = (await server.get('/events')).body
  const { status, body } = await send(server, '', { id })
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    id,
    label: 'Chair Oak',
    status: 'value',
    value: 'It lasts.',
    evidence: [{ source: 'attribute:product_name', quote: 'oak', verified: true }],
    note: 'short',
    message: null,
    prompt: expect.stringContaining('One claim about [attribute:product_name].'),
  })
  const [charge] = fake?.book ?? []
  expect(body.data.tokens).toEqual({ input: charge?.input, output: charge?.output })
  expect(body.data.cost).toBeCloseTo(fake?.charged({ input: 1, output: 10 }) ?? Number.NaN, 9)
  expect(await spend(server)).toMatchObject([{ model: 'small', calls: 1, cost: body.data.cost }])
  expect((await server.get('/proposals?type=product')).body.data).toEqual([])
  expect((await server.get(`/products/${id}/provenance`)).body.data).toEqual([])
  expect((await server.get('/events')).body).toEqual(before)
})

test('[TRY-02] before that its prompts and their cost are told without a call', async () => {
  const { server, id } = await start()
  await using _ = server
  const { body } = await send(server, '/estimate', { ids: [id] })
  expect(body.data.rows).toMatchObject([{ id, label: 'Chair Oak', skip: null }])
  expect(body.data.rows[0].prompt).toContain('Chair Oak')
  expect(body.data.cost.low).toBeLessThan(body.data.cost.high)
  expect(fake?.calls).toEqual([])
})

test('[TRY-03] the faults of the definition are told by their place, and a try without a provider is no_provider', async () => {
  const { server, id } = await start()
  await using _ = server
  const refuse = async (body: object) => (await send(server, '', { id, ...body })).body.error.field_errors
  const unknown = { ...claim, custom_instructions: 'About {{colour}}.' }
  expect(await refuse({ definition: unknown })).toMatchObject([
    { field: 'definition.custom_instructions', issue: 'not_a_defined_attribute' },
  ])
  const circle = { custom_instructions: 'About {{material}}.', name: 'Material', data_type: text.data_type }
  expect(await refuse({ key: 'material', definition: circle })).toMatchObject([
    { field: 'definition.custom_instructions', issue: 'circular_prompt' },
  ])
  expect(await refuse({ definition: { ...claim, data_type: 'image' } })).toMatchObject([
    { field: 'definition.data_type', issue: 'invalid_value' },
  ])
  expect(await refuse({ provider: 'Nobody' })).toMatchObject([{ field: 'provider', issue: 'no_provider' }])
  expect(fake?.calls).toEqual([])
})

test('[TRY-04] an entity that lacks what the definition needs is skipped, and no call is made', async () => {
  const { server, id } = await start()
  await using _ = server
  const definition = { ...claim, required_dependencies: ['material'] }
  const { body } = await send(server, '', { id, definition })
  expect(body.data).toMatchObject({ status: 'skipped', skip: 'dependency_missing', cost: 0 })
  expect(fake?.calls).toEqual([])
})

test('[TRY-05] a failure is told in the words of the provider, and what was cut off counts as reserved', async () => {
  const { server, id } = await start()
  await using _ = server
  fake?.next.push({ fault: 'quota' })
  const refused = await send(server, '', { id })
  expect(refused.body.data).toMatchObject({ status: 'failed', message: expect.stringMatching(/\S/) })
  const [after] = await spend(server)
  const hang = { fault: 'hang' } as const
  fake?.next.push(hang, hang, hang)
  const stop = new AbortController()
  const hanging = Array.from({ length: 3 }, () =>
    fetch(`${server.server.origin}/app/v1/generation-tries`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${server.server.sessionToken}`,
        'vitrine-workspace': server.workspace.id,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ type: 'product', definition: claim, id }),
      signal: stop.signal,
    }).catch(() => 'stopped'),
  )
  await expect.poll(() => fake?.calls.length).toBe(4)
  expect((await send(server, '', { id })).status).toBe(429)
  stop.abort()
  expect(await Promise.all(hanging)).toEqual(['stopped', 'stopped', 'stopped'])
  await expect.poll(async () => (await send(server, '', { id })).status).toBe(200)
  const [all] = await spend(server)
  expect(all?.calls).toBe(5)
  expect(all?.cost).toBeGreaterThan(after?.cost ?? Number.NaN)
})

test('[TRY-06] a try with a budget makes no call that could cost more', async () => {
  const { server, id } = await start()
  await using _ = server
  const refused = await send(server, '', { id, budget: 0 })
  expect(refused.body.data).toMatchObject({ status: 'skipped', skip: 'budget_reached' })
  expect(fake?.calls).toHaveLength(0)
  const made = await send(server, '', { id, budget: 1 })
  expect(made.body.data).toMatchObject({ status: 'value', skip: null })
})
