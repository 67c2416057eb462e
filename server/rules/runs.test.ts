import { afterEach, expect, test, vi } from 'vitest'
import {
  type FakeProvider,
  type FakeProviderOptions,
  startFakeProvider,
} from '../providers/testing/fake-provider.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'

const text = { data_type: 'single_line_text_field', entity_type: 'product' }
const generated = (key: string, instructions: string, more: object = {}) => ({
  name: key,
  key,
  ...text,
  ai_generated: true,
  custom_instructions: instructions,
  selected_tools: ['includeProductAttributes'],
  ...more,
})

const attributes = [
  { name: 'Product name', key: 'product_name', ...text, is_primary: true },
  { name: 'SKU', key: 'sku', ...text },
  generated('material', 'The material of {{product_name}}.', { source_attributes: ['product_name'] }),
  generated('claim', 'One claim about {{material}}.', { required_dependencies: ['material'] }),
]

let fake: FakeProvider | undefined
afterEach(() => fake?.close())

const answer: NonNullable<FakeProviderOptions['answer']> = ({ prompt, schema }) => {
  if (JSON.stringify(schema)?.includes('quince')) return { fruit: 'quince', count: 1 }
  const [, name = ''] =
    /name="Product name"[^>]*>\s*([^\n<]+)/.exec(prompt) ?? /Product name[^\n]*\n+([^\n]+)/.exec(prompt) ?? []
  const word = name.trim().split(' ').at(-1) ?? ''
  if (/"claim"|\(claim\)/.test(prompt)) return { value: 'It lasts.', evidence: [], note: null }
  if (word === 'Unknown') return { value: null, evidence: [], note: null }
  return {
    value: word,
    evidence: [{ source: 'attribute:product_name', quote: word.toLowerCase() }],
    note: null,
  }
}

interface StartedServer {
  readonly server: TestServer
  readonly ids: string[]
}

const price = { input: 1, output: 10 }

async function start({
  options = {},
  provider = {},
  names = ['Chair Oak', 'Table Ash', 'Lamp Unknown'],
  isThreaded = false,
}: {
  options?: FakeProviderOptions
  provider?: object
  names?: string[]
  isThreaded?: boolean
} = {}): Promise<StartedServer> {
  fake = await startFakeProvider({ answer, ...options })
  const server = await testServer({ attributes, isThreaded })
  const ids: string[] = []
  for (const name of names) {
    const { body } = await server.post('/products', { attributes: { product_name: name, sku: name } })
    ids.push(body.data.id)
  }
  const added = await server.asOwner({
    method: 'POST',
    path: '/app/v1/providers',
    body: {
      name: 'Local',
      kind: 'openai_compatible',
      base_url: fake.baseUrl('openai_compatible'),
      models: { text: 'small' },
      ...provider,
    },
  })
  expect(added.status).toBe(201)
  const tested = await server.asOwner({
    method: 'POST',
    path: `/app/v1/providers/${added.body.data.id}/test`,
    // Without a workspace the probe is not part of its spend.
    headers: { 'vitrine-workspace': '' },
  })
  expect(tested.body.data).toMatchObject({ ok: true, structured_output: 'json_schema' })
  fake.calls.length = 0
  fake.book.length = 0
  return { server, ids }
}

const asOwner = ({ server }: StartedServer, path: string, body?: object) =>
  server.asOwner({
    method: body ? 'POST' : 'GET',
    path: `/api/v1${path}`,
    headers: { 'vitrine-workspace': server.workspace.id },
    ...(body && { body }),
  })

async function run(started: StartedServer, body: object) {
  const answered = await asOwner(started, '/generations', { type: 'product', filter: '', ...body })
  expect(answered.body).toMatchObject({ data: { name: 'generation' } })
  return started.server.endedJob(answered.body.data.id)
}

const all = async ({ server }: StartedServer, status = 'open') =>
  (await server.get(`/proposals?type=product&status=${status}`)).body.data

test('[RUN-01] a run proposes what is blank, in the order in which prompts use each other, and writes nothing', async () => {
  const started = await start()
  await using _ = started.server
  const job = await run(started, { attributes: ['claim', 'material'] })
  expect(job).toMatchObject({ status: 'completed', metadata: { workflow: 'generation' } })
  expect(job.result).toMatchObject({
    proposed: 4,
    not_stated: 1,
    failed: 0,
    skipped: { dependency_missing: 1, has_value: 0 },
    stopped: null,
    edit_id: null,
  })
  const proposals = await all(started)
  expect(
    proposals
      .map(({ attribute, value }: { attribute: string; value: string }) => [attribute, value])
      .toSorted(),
  ).toEqual([
    ['claim', 'It lasts.'],
    ['claim', 'It lasts.'],
    ['material', 'Ash'],
    ['material', 'Oak'],
  ])
  const oak = proposals.find(({ value }: { value: string }) => value === 'Oak')
  expect(oak).toMatchObject({
    origin: 'generation',
    model: 'small',
    evidence: [{ verified: true }],
    job_id: job.id,
  })
  expect((await started.server.get(`/products/${started.ids[0]}`)).body.data.attributes).not.toHaveProperty(
    'material',
  )
})

test('[RUN-01] a run works on a thread of its own, with the program as it is built', async () => {
  const started = await start({ isThreaded: true })
  await using _ = started.server
  const { status, result } = await run(started, { attributes: ['material'] })
  expect([status, result.proposed, result.not_stated]).toEqual(['completed', 2, 1])
})

test('[RUN-02] what is up to date, not stated or written by people is not asked for again', async () => {
  const started = await start()
  await using _ = started.server
  await run(started, { attributes: ['material'] })
  const calls = fake?.calls.length
  const again = await run(started, { attributes: ['material'] })
  expect(again.result).toMatchObject({ proposed: 0, skipped: { up_to_date: 3 } })
  expect(fake?.calls.length).toBe(calls)

  await started.server.patch(`/products/${started.ids[2]}`, { attributes: { material: 'Steel' } })
  const stale = await run(started, { attributes: ['material'], overwrite: 'stale' })
  expect(stale.result).toMatchObject({ skipped: { up_to_date: 2, edited_by_hand: 1 } })
  const every = await run(started, {
    attributes: ['material'],
    overwrite: 'all',
    ids: [started.ids[0]],
    filter: undefined,
  })
  expect(every.result).toMatchObject({ proposed: 1 })
})

test('[RUN-03] with apply values are written under one edit, which takes them back', async () => {
  const started = await start()
  await using _ = started.server
  const { result } = await run(started, { attributes: ['material'], mode: 'apply' })
  expect(result).toMatchObject({ applied: 2, proposed: 0, not_stated: 1, edit_id: expect.any(String) })
  const read = async () =>
    (await started.server.get(`/products/${started.ids[0]}`)).body.data.attributes['material']
  expect(await read()).toBe('Oak')
  const provenance = await started.server.get(`/products/${started.ids[0]}/provenance`)
  expect(provenance.body.data).toMatchObject([{ attribute: 'material', state: 'generated', model: 'small' }])
  const { body } = await started.server.get(`/products/${started.ids[0]}/events`)
  expect(body.data[0]).toMatchObject({ via: 'generation' })

  await started.server.patch(`/products/${started.ids[0]}`, { attributes: { product_name: 'Chair Beech' } })
  expect((await started.server.get(`/products/${started.ids[0]}/provenance`)).body.data).toMatchObject([
    { state: 'stale' },
  ])
  await started.server.post(`/edits/${result.edit_id}/undo`)
  expect(await read()).toBeUndefined()
})

test('[RUN-04] an answer that does not fit is asked for once more, and then the row alone has failed', async () => {
  const started = await start({ names: ['Chair Oak', 'Table Ash'] })
  await using _ = started.server
  await run(started, { attributes: ['material'], ids: [started.ids[1]], filter: undefined })
  fake?.next.push({ fault: 'value', value: 12 }, { fault: 'no_json' })
  const { result } = await run(started, { attributes: ['material'] })
  expect(result).toMatchObject({
    proposed: 0,
    failed: 1,
    errors: [{ id: started.ids[0], attribute: 'material', issue: 'output_not_valid' }],
  })
  fake?.next.push({ fault: 'value', value: 12 })
  expect((await run(started, { attributes: ['material'] })).result).toMatchObject({ proposed: 1, failed: 0 })
})

test('[RUN-05] the cost is what the provider counted, and no run passes its budget', async () => {
  const names = Array.from({ length: 30 }, (_, n) => `Chair${n} Oak`)
  const started = await start({ names, provider: { price } })
  await using _ = started.server
  const ask = { type: 'product', filter: '', attributes: ['material'] }
  const refused = await asOwner(started, '/generations', ask)
  expect(refused.body.error.field_errors).toMatchObject([{ field: 'budget', issue: 'budget_required' }])
  const key = await started.server.post('/generations', { ...ask, budget: 1 })
  expect(key.body.error.code).toBe('forbidden')

  const estimate = await asOwner(started, '/generations/estimate', ask)
  expect(estimate.body.data).toMatchObject({ matching: 30, to_generate: 30, samples: [{}, {}, {}] })
  const budget = 0.02
  const { result } = await run(started, { attributes: ['material'], budget })
  expect(result.stopped).toBe('budget_reached')
  expect(result.proposed).toBeGreaterThan(0)
  expect(result.proposed).toBeLessThan(30)
  expect(result.cost).toBeLessThanOrEqual(budget)
  const spend = await asOwner(started, '/generations/spend')
  expect(spend.body.data).toMatchObject([{ model: 'small', cost: result.cost }])
  expect(fake?.charged(price)).toBeCloseTo(result.cost, 9)
  const rest = await run(started, { attributes: ['material'], budget: 10 })
  expect(rest.result).toMatchObject({ proposed: 30 - result.proposed, stopped: null })
})

test('[RUN-06] a key that is refused fails the run with the words of the provider, and busy ones are waited for', async () => {
  const started = await start({ names: ['Chair Oak', 'Table Ash'] })
  await using _ = started.server
  await run(started, { attributes: ['material'], ids: [started.ids[1]], filter: undefined })
  fake?.next.push({ fault: 'rate_limited', retryAfterSeconds: 0 })
  expect((await run(started, { attributes: ['material'] })).result).toMatchObject({ proposed: 1 })
  fake?.next.push({ fault: 'unauthorized' })
  const failed = await run(started, { attributes: ['material'], overwrite: 'all' })
  expect(failed).toMatchObject({ status: 'failed', result: { error: { message: expect.any(String) } } })
})

test('[RUN-07] a run names what it cannot do: no provider, an attribute that is not generated, an unknown one', async () => {
  const server = await testServer({ attributes })
  await using _ = server
  const ask = (body: object) => server.post('/generations', { type: 'product', filter: '', ...body })
  const faults = async (body: object) => (await ask(body)).body.error.field_errors
  expect(await faults({ attributes: ['material'] })).toMatchObject([
    { field: 'provider', issue: 'no_provider' },
  ])
  expect(await faults({ attributes: ['sku', 'nope'], overwrite: 'some' })).toMatchObject([
    { field: 'provider', issue: 'no_provider' },
    { field: 'overwrite', issue: 'invalid_value' },
    { field: 'attributes[0]', issue: 'not_generated' },
    { field: 'attributes[1]', issue: 'not_a_defined_attribute' },
  ])
})

test('[RUN-08] a run whose provider cannot be asked what it can do waits, and goes on when it is told to', async () => {
  const started = await start()
  await using _ = started.server
  if (fake) fake.options = { ...fake.options, faultOf: () => ({ fault: 'server_error' }) }
  const { body } = await asOwner(started, '/generations', {
    type: 'product',
    filter: '',
    attributes: ['material'],
    model: 'other',
  })
  const { id } = body.data
  const read = async () => (await asOwner(started, `/jobs/${id}`)).body.data
  const paused = {
    status: 'queued',
    metadata: { paused: { reason: 'The server is overloaded.', until: expect.any(String) } },
  }
  await vi.waitFor(async () => expect(await read()).toMatchObject(paused), { timeout: 60_000 })
  if (fake) fake.options = { answer }
  const retried = await started.server.asOwner({
    method: 'POST',
    path: `/app/v1/jobs/${id}/retry`,
    headers: { 'vitrine-workspace': started.server.workspace.id },
  })
  expect(retried.status).toBe(202)
  const job = await started.server.endedJob(id)
  expect([job.status, job.result.proposed, job.metadata.paused]).toEqual(['completed', 2, undefined])
})

test('[MAKE-01] a definition names its model, the run may name another, and one model does not make texts and pictures', async () => {
  const started = await start({ names: ['Chair Oak'] })
  await using _ = started.server
  await started.server.patch('/attributes/material?type=product', { generation_model: 'large' })
  const ask = { type: 'product', filter: '', attributes: ['material'] }
  const estimate = await asOwner(started, '/generations/estimate', ask)
  expect(estimate.body.data).toMatchObject({ model: 'large' })
  await run(started, { attributes: ['material'] })
  expect(await all(started)).toMatchObject([{ model: 'large' }])
  const named = await run(started, { attributes: ['material'], overwrite: 'all', model: 'small' })
  expect(named.result).toMatchObject({ proposed: 1 })
  expect(await all(started)).toMatchObject([{ model: 'small' }])

  await started.server.post('/attributes', {
    ...generated('photo', 'A photo of it.'),
    data_type: 'image',
  })
  const mixed = { ...ask, attributes: ['material', 'photo'] }
  const lacking = await asOwner(started, '/generations', mixed)
  expect(lacking.body.error.field_errors).toMatchObject([
    {
      field: 'model',
      issue: 'required',
      message: expect.stringContaining('Local names no model for pictures'),
    },
  ])
  const both = await asOwner(started, '/generations', { ...mixed, model: 'small' })
  expect(both.body.error.field_errors).toMatchObject([{ field: 'model', issue: 'invalid_value' }])
})

test('[MAKE-02] a run that costs nobody knows what is refused, for no budget could be kept', async () => {
  const started = await start({ names: ['Chair Oak'] })
  await using _ = started.server
  const far = { name: 'Far', kind: 'openai', base_url: 'https://models.example/v1', models: { text: 'dear' } }
  const added = await started.server.asOwner({ method: 'POST', path: '/app/v1/providers', body: far })
  const ask = { type: 'product', filter: '', attributes: ['material'], provider: 'Far', budget: 5 }
  const refused = await asOwner(started, '/generations', ask)
  expect(refused.body.error.field_errors).toMatchObject([
    { field: 'provider', issue: 'price_not_known', message: expect.stringContaining('dear of Far') },
  ])
  const estimate = await asOwner(started, '/generations/estimate', ask)
  expect(estimate.body.data).toMatchObject({ to_generate: 1, cost: null })
  await started.server.asOwner({
    method: 'PATCH',
    path: `/app/v1/providers/${added.body.data.id}`,
    body: { price: { input: 1, output: 2 } },
  })
  const priced = await asOwner(started, '/generations/estimate', ask)
  expect(priced.body.data.cost.high).toBeGreaterThan(0)
})

test('[RUN-09] what is on its way when a run has to end is waited for and stored, and costs what it came to', async () => {
  const names = Array.from({ length: 8 }, (_, n) => `Chair${n} Oak`)
  const started = await start({ names, provider: { price } })
  await using _ = started.server
  const isUsedUp: NonNullable<FakeProviderOptions['faultOf']> = ({ prompt }) =>
    prompt.includes('Chair2') && (fake?.calls.length ?? 0) < 4 ? { fault: 'quota' } : undefined
  let left = 0
  if (fake) fake.options = { answer, faultOf: isUsedUp, delayMs: () => (left++ === 2 ? 0 : 200) }
  const ask = { type: 'product', filter: '', attributes: ['material'], budget: 1 }
  const { body } = await asOwner(started, '/generations', ask)
  const failed = await started.server.endedJob(body.data.id)
  expect(failed).toMatchObject({ status: 'failed', result: { error: { message: expect.any(String) } } })
  expect(await all(started)).toHaveLength(3)

  await started.server.asOwner({
    method: 'POST',
    path: `/app/v1/jobs/${failed.id}/retry`,
    headers: { 'vitrine-workspace': started.server.workspace.id },
  })
  const { result } = await started.server.endedJob(failed.id)
  expect(result).toMatchObject({ proposed: 8, unsettled: { calls: 0, cost: 0 } })
  expect(result.cost).toBeCloseTo(fake?.charged(price) ?? 0, 9)
  expect(fake?.calls).toHaveLength(9)
})
