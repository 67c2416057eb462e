import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { startFakeProvider } from '../providers/testing/fake-provider.ts'
import { SetClock } from '../testing/set-clock.ts'
import { testServer, type TestServer } from '../testing/test-server.ts'
import { isSignedBy, startWebhookReceiver } from '../testing/webhook-receiver.ts'

const text = { entity_type: 'product', data_type: 'single_line_text_field' }
const attributes = [
  ...['sku', 'name', 'status'].map((key) => ({ ...text, name: key, key })),
  { ...text, name: 'price', key: 'price', data_type: 'number' },
  { ...text, name: 'claim', key: 'claim', ai_generated: true, custom_instructions: 'About {{name}}.' },
]

let server: TestServer
let clock: SetClock

beforeEach(async () => {
  vi.stubEnv('VITRINE_WEBHOOK_TRIES', '0.05,0.05,0.05')
  clock = new SetClock(Date.now())
  server = await testServer({ attributes, clock })
})
afterEach(() => server[Symbol.asyncDispose]())

const ofOwner = (method: string, path: string, body?: unknown) =>
  server.asOwner({ method, path, ...(body !== undefined && { body }) })

async function automate(more: object = {}) {
  const manual = { name: 'Own', entity_type: 'product', trigger: { on: 'manual' }, is_on: true }
  const body = { ...manual, actions: [{ set: { status: 'review' } }], ...more }
  const { status, body: answer } = await ofOwner('POST', '/api/v1/automations', body)
  expect([status, answer.error]).toEqual([201, undefined])
  return answer.data
}

async function addProduct(values: object): Promise<string> {
  return (await server.post('/products', { attributes: values })).body.data.id
}

const statusOf = async (id: string) =>
  (await server.get(`/products/${id}`)).body.data.attributes.status ?? null
const runsOf = async () => (await server.get('/jobs?name=automation')).body.data
const run = async (id: string) => server.endedJob((await server.post(`/automations/${id}/run`)).body.data.id)

test('comments, notices, saved actions, categories and checks are actions too [AUTO-14]', async () => {
  const id = await addProduct({ sku: 'a', name: 'Chair' })
  const category = (await server.post('/categories', { attributes: {} })).body.data.id
  const reference = { name: 'In', key: 'in', entity_type: 'product', data_type: 'entity_list_reference' }
  await ofOwner('POST', '/api/v1/attributes', { ...reference, reference: { type: 'category' } })
  const saved = { name: 'Rename', entity_type: 'product', set: { name: { suffix: '!' } } }
  await ofOwner('POST', '/app/v1/saved-actions', saved)
  const { id: automation } = await automate({
    actions: [
      { saved_action: 'Rename' },
      { add_to_category: category },
      { comment: 'Look at {{name}}.' },
      { notify: { people: ['owner'], text: '{{count}}: {{name}}' } },
      { check_quality: true },
      { set: { status: 'checked' } },
    ],
  })
  const ended = await run(automation)
  expect(ended).toMatchObject({ status: 'completed', result: { matched: 1, changed: 1 } })
  const product = (await server.get(`/products/${id}`)).body.data.attributes
  expect(product).toMatchObject({ name: 'Chair!', status: 'checked', in: [{ id: category }] })
  expect((await server.get('/comments?type=product')).body.data[0].text).toBe('Look at Chair!.')
  expect((await ofOwner('GET', '/app/v1/notices')).body.data[0].text).toBe('1: Chair!')
  const check = ended.result.actions[4].job_id
  expect((await server.get(`/jobs/${check}`)).body.data).toMatchObject({
    name: 'quality_check',
    status: 'completed',
  })
})

test('there are bounds of automations and actions; what comes while a run waits joins it [AUTO-15]', async () => {
  const items = Array.from({ length: 100 }, (_, index) => ({ attributes: { sku: `s${index}`, price: 1 } }))
  await automate({ trigger: { on: 'change', created: true } })
  await server.post('/products/batch', { items })
  const last = await addProduct({ sku: 's100', price: 1 })
  clock.advance(2000)
  await expect.poll(async () => (await runsOf())[0]?.metadata.paused?.reason).toBe('shield')
  const late = await addProduct({ sku: 'late' })
  clock.advance(2000)
  const [{ id: job }] = await runsOf()
  await ofOwner('POST', `/app/v1/jobs/${job}/retry`)
  expect((await server.endedJob(job)).result.matched).toBeGreaterThanOrEqual(101)
  clock.advance(2000)
  await expect.poll(async () => [await statusOf(last), await statusOf(late)]).toEqual(['review', 'review'])
  const many = Array.from({ length: 21 }, () => ({ clear: ['name'] }))
  const body = { name: 'x', entity_type: 'product', trigger: { on: 'manual' }, actions: many }
  const { body: refused } = await ofOwner('POST', '/api/v1/automations', body)
  expect(refused.error.field_errors).toMatchObject([{ field: 'actions', issue: 'too_many_values' }])
  for (let count = 1; count < 100; count += 1)
    await ofOwner('POST', '/api/v1/automations', { ...body, name: `x${count}`, actions: many.slice(0, 1) })
  expect((await ofOwner('POST', '/api/v1/automations', { ...body, actions: many.slice(0, 1) })).status).toBe(
    409,
  )
})

test('a webhook is sent what a run has worked on, signed, and a run fails where it is not taken [AUTO-14]', async () => {
  await using receiver = await startWebhookReceiver()
  const id = await addProduct({ sku: 'a' })
  const hook = { url: receiver.url, events: ['attribute.deleted'], in_my_network: true }
  const { id: webhook, secret } = (await ofOwner('POST', '/api/v1/webhooks', hook)).body.data
  const { id: automation } = await automate({ actions: [{ webhook }, { set: { status: 'sent' } }] })
  expect((await run(automation)).status).toBe('completed')
  const [sent] = receiver.received
  expect(sent?.body).toMatchObject({ type: 'automation.run', matched: 1, data: [{ id, type: 'product' }] })
  expect(sent && isSignedBy(secret, sent)).toBe(true)
  receiver.answer(() => ({ status: 500 }))
  await server.patch(`/products/${id}`, { attributes: { status: 'new' } })
  const failed = await run(automation)
  expect([failed.status, failed.result.error.message]).toEqual(['failed', expect.stringContaining('500')])
  expect([await statusOf(id), receiver.received.length]).toEqual(['new', 4])
})

test('a generation is asked for what a run has found, and the next action waits for it [AUTO-14]', async () => {
  const answer = { value: 'Oak, solid', evidence: [], note: null }
  const fake = await startFakeProvider({
    answer: ({ schema }) =>
      JSON.stringify(schema)?.includes('quince') ? { fruit: 'quince', count: 1 } : answer,
  })
  onTestFinished(() => fake.close())
  const base_url = fake.baseUrl('openai_compatible')
  const provider = { name: 'Local', kind: 'openai_compatible', base_url, models: { text: 'small' } }
  await ofOwner('POST', '/app/v1/providers', provider)
  const id = await addProduct({ sku: 'a', name: 'Chair' })
  const generate = { attributes: ['claim'], mode: 'apply' }
  const { id: automation } = await automate({
    actions: [{ generate }, { set: { status: { from: 'claim' } } }],
  })
  const ended = await run(automation)
  expect(ended).toMatchObject({ status: 'completed', result: { actions: [{ action: 'generate' }, {}] } })
  expect(await statusOf(id)).toBe('Oak, solid')
  const job = (await server.get(`/jobs/${ended.result.actions[0].job_id}`)).body.data
  expect(job).toMatchObject({ name: 'generation', metadata: { automation_id: automation, mode: 'apply' } })
})

test('a paste of many values causes one run [AUTO-03]', async () => {
  await automate({ trigger: { on: 'change', attributes: ['price'] }, actions: [{ set: { status: 'new' } }] })
  const items = Array.from({ length: 100 }, (_, index) => ({ attributes: { sku: `s${index}` } }))
  const made = (await server.post('/products/batch', { items })).body.data
  clock.advance(2000)
  const edits = made.map(({ id }: { id: string }) => ({ id, attributes: { price: 5 } }))
  await server.post('/edits', { type: 'product', edits })
  clock.advance(2000)
  await expect.poll(async () => (await runsOf())[0]?.result?.changed).toBe(100)
  clock.advance(60_000)
  expect(await runsOf()).toHaveLength(1)
})
