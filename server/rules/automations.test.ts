import { afterEach, beforeEach, expect, test } from 'vitest'
import { SetClock } from '../testing/set-clock.ts'
import { testServer, type TestServer } from '../testing/test-server.ts'

const attributes = [
  ['sku', 'single_line_text_field'],
  ['name', 'single_line_text_field'],
  ['status', 'single_line_text_field'],
  ['price', 'number'],
  ['stock', 'number'],
].map(([key, data_type]) => ({ name: key, key, entity_type: 'product', data_type }))

let server: TestServer
let clock: SetClock

beforeEach(async () => {
  clock = new SetClock(Date.now())
  server = await testServer({ attributes, clock })
})
afterEach(() => server[Symbol.asyncDispose]())

const ofOwner = (method: string, path: string, body?: unknown) =>
  server.asOwner({ method, path, ...(body !== undefined && { body }) })

async function automate(more: object = {}) {
  const body = {
    name: 'Look at prices',
    entity_type: 'product',
    trigger: { on: 'change', attributes: ['price'] },
    actions: [{ set: { status: 'review' } }],
    is_on: true,
    ...more,
  }
  const { status, body: answer } = await ofOwner('POST', '/api/v1/automations', body)
  expect([status, answer.error]).toEqual([201, undefined])
  return answer.data
}

async function addProduct(values: object): Promise<string> {
  return (await server.post('/products', { attributes: values })).body.data.id
}

const statusOf = async (id: string) =>
  (await server.get(`/products/${id}`)).body.data.attributes.status ?? null
const change = (id: string, values: object) => server.patch(`/products/${id}`, { attributes: values })
const runsOf = async () => (await server.get('/jobs?name=automation')).body.data
const read = async (id: string) => (await server.get(`/automations/${id}`)).body.data

type Run = Awaited<ReturnType<TestServer['endedJob']>>

/** Lets what was gathered run, and waits for the end of that many runs. */
async function settle(count: number): Promise<Run[]> {
  clock.advance(2000)
  await expect
    .poll(async () => (await runsOf()).filter(({ completed_at: at }: { completed_at: string }) => at).length)
    .toBe(count)
  return runsOf()
}

test('a change of a named attribute runs the actions over what has changed, once for all [AUTO-01]', async () => {
  const [one, other] = [await addProduct({ sku: 'a', price: 1 }), await addProduct({ sku: 'b', price: 1 })]
  await automate()
  await change(one, { price: 2 })
  await change(other, { price: 3 })
  const [run] = await settle(1)
  expect(run?.result).toMatchObject({ matched: 2, changed: 2, failed: 0, errors: [] })
  expect([await statusOf(one), await statusOf(other)]).toEqual(['review', 'review'])
  await change(one, { name: 'Chair' })
  clock.advance(2000)
  expect(await runsOf()).toHaveLength(1)
})

test('what a run writes has one edit, its automation and who turned it on; the undo takes it back [AUTO-04]', async () => {
  const id = await addProduct({ sku: 'a', price: 1 })
  const { id: automation } = await automate({
    actions: [{ set: { status: 'review' } }, { append: { name: 'New' } }, { clear: ['stock'] }],
  })
  await change(id, { price: 2, stock: 4 })
  const [run] = await settle(1)
  const { edit_id: edit } = run?.result ?? {}
  const events = (await server.get(`/products/${id}/events?edit_id=${edit}`)).body.data
  expect(events.length).toBeGreaterThan(0)
  for (const event of events)
    expect(event).toMatchObject({ via: 'automation', automation_id: automation, actor: { type: 'owner' } })
  expect((await server.post(`/edits/${edit}/undo`)).status).toBe(200)
  const undone = (await server.get(`/products/${id}`)).body.data.attributes
  expect(undone).toMatchObject({ stock: 4 })
  expect([undone.status, undone.name]).toEqual([undefined, undefined])
  const [newest] = (await server.get(`/products/${id}/events`)).body.data
  expect(newest.automation_id).toBe(automation)
})

test('an entity that comes to match runs once, and again after it has left [AUTO-02]', async () => {
  const seen = await addProduct({ sku: 'a', stock: 0 })
  await automate({ trigger: { on: 'enters' }, filter: 'filter[stock][eq]=0' })
  const id = await addProduct({ sku: 'b', stock: 5 })
  await change(id, { stock: 0 })
  await settle(1)
  expect([await statusOf(seen), await statusOf(id)]).toEqual([null, 'review'])
  await change(id, { name: 'Chair' })
  clock.advance(2000)
  await change(id, { stock: 3, status: 'live' })
  clock.advance(2000)
  await change(id, { stock: 0 })
  await settle(2)
  expect(await statusOf(id)).toBe('review')
})

test('changes are gathered for two seconds after the last, at most sixty [AUTO-03]', async () => {
  const id = await addProduct({ sku: 'a', price: 1 })
  await automate()
  for (let price = 2; price < 42; price += 1) {
    await change(id, { price })
    clock.advance(1500)
  }
  await settle(1)
  const [run] = await runsOf()
  expect(run.metadata).toMatchObject({
    workflow: 'automation',
    automation: 'Look at prices',
    type: 'product',
  })
})

test('two automations that answer each other are ended at depth six, both named in one notice [AUTO-05]', async () => {
  const { id: first } = await automate({ name: 'One', actions: [{ set: { stock: { add: 1 } } }] })
  const trigger = { on: 'change', attributes: ['stock'] }
  const { id: second } = await automate({ name: 'Other', trigger, actions: [{ set: { price: { add: 1 } } }] })
  const id = await addProduct({ sku: 'a', price: 1, stock: 1 })
  await change(id, { price: 2 })
  await expect
    .poll(
      async () => {
        clock.advance(2000)
        return [(await read(first)).is_on, (await read(second)).is_on].filter((isOn) => !isOn).length
      },
      { timeout: 15_000 },
    )
    .toBe(1)
  const depths = (await runsOf()).map(({ metadata }: { metadata: { depth?: number } }) => metadata.depth ?? 0)
  expect(Math.max(...depths)).toBe(5)
  const notices = (await ofOwner('GET', '/app/v1/notices')).body.data
  expect(notices).toHaveLength(1)
  expect([notices[0].kind, notices[0].text]).toEqual([
    'automation.off',
    expect.stringMatching(/One.*Other|Other.*One/),
  ])
})

test('a large run waits with what it would do, until a person lets it go or drops it [AUTO-06]', async () => {
  const items = Array.from({ length: 101 }, (_, index) => ({ attributes: { sku: `s${index}`, price: 1 } }))
  await server.post('/products/batch', { items: items.slice(0, 100) })
  const last = await addProduct({ sku: 's100', price: 1 })
  const { id } = await automate({ trigger: { on: 'manual' } })
  const start = async () => (await server.post(`/automations/${id}/run`)).body.data.id
  const paused = async (job: string) => (await server.get(`/jobs/${job}`)).body.data.metadata.paused
  const held = await start()
  await expect.poll(async () => (await paused(held))?.reason).toBe('shield')
  const { counts, sample } = await paused(held)
  expect(counts).toEqual({ matched: 101, changed: 101, max_changed: 100 })
  expect(sample[0].changes).toEqual([{ attribute: 'status', old: null, new: 'review' }])
  expect((await read(id)).runs.waiting).toBe(1)
  expect((await server.post(`/automations/${id}/run`)).status).toBe(409)
  expect(await statusOf(last)).toBe(null)
  expect((await ofOwner('POST', `/app/v1/jobs/${held}/retry`)).status).toBe(202)
  await server.endedJob(held)
  expect(await statusOf(last)).toBe('review')
  await ofOwner('PATCH', `/api/v1/automations/${id}`, { actions: [{ set: { status: 'live' } }] })
  const dropped = await start()
  await expect.poll(async () => (await paused(dropped))?.reason).toBe('shield')
  expect((await ofOwner('POST', `/api/v1/jobs/${dropped}/cancel`)).body.data.status).toBe('cancelled')
  expect([await statusOf(last), (await read(id)).last_run.outcome]).toEqual(['review', 'cancelled'])
  await ofOwner('PATCH', `/api/v1/automations/${id}`, { unbounded: true })
  const free = await server.endedJob(await start())
  expect(free.result.changed).toBe(101)
})

test('faults of entities are counted, the first action that fails ends the run, and what was written is named [AUTO-07]', async () => {
  const [one, other] = [await addProduct({ sku: 'a', price: 1 }), await addProduct({ sku: 'b', price: 0 })]
  const { id } = await automate({
    trigger: { on: 'manual' },
    actions: [
      { set: { stock: { formula: '10 / {{price}}' } } },
      { set: { status: 'review' } },
      { set: { name: 'New' } },
    ],
  })
  const path = `/automations/${id}/run`
  const { result } = await server.endedJob((await server.post(path)).body.data.id)
  expect(result).toMatchObject({ matched: 2, failed: 1, errors: [{ id: other, action: 0 }] })
  expect(result.actions.map(({ action }: { action: string }) => action)).toEqual(['set', 'set', 'set'])
  await ofOwner('DELETE', '/app/v1/attributes/name')
  await change(one, { status: 'live' })
  const failed = await server.endedJob((await server.post(path)).body.data.id)
  expect(failed).toMatchObject({
    status: 'failed',
    result: { error: { code: 'validation_failed' }, changed: 1 },
  })
  expect([failed.result.edit_id === null, await statusOf(one)]).toEqual([false, 'review'])
  expect((await ofOwner('POST', `/app/v1/jobs/${failed.id}/retry`)).status).toBe(409)
})

test('three failed runs in a row turn it off with a notice [AUTO-08]', async () => {
  const { id } = await automate({ trigger: { on: 'manual' } })
  await addProduct({ sku: 'a' })
  await ofOwner('DELETE', '/app/v1/attributes/status')
  for (let count = 0; count < 3; count += 1)
    await server.endedJob((await server.post(`/automations/${id}/run`)).body.data.id)
  const { is_on: isOn, off_reason: reason, runs } = await read(id)
  expect([isOn, runs.failed]).toEqual([false, 3])
  expect(reason).toContain('3 runs failed')
  const [notice] = (await ofOwner('GET', '/app/v1/notices')).body.data
  expect(notice.subject).toEqual({ type: 'automation', id, name: 'Look at prices' })
  expect((await ofOwner('DELETE', `/app/v1/notices/${notice.id}`)).status).toBe(200)
  expect((await ofOwner('GET', '/app/v1/notices')).body.data).toEqual([])
})

test('it runs as who turned it on, who needs what its actions do then and now [AUTO-09]', async () => {
  const id = await addProduct({ sku: 'a', price: 1 })
  const [{ body: list }] = [await ofOwner('GET', `/app/v1/workspaces/${server.workspace.id}/keys`)]
  const mayRead = await server.issueKey(['read:products', 'write:automations'])
  const asKey = (key: string, method: string, path: string, body?: unknown) =>
    server.send({ method, path: `/api/v1${path}`, body, headers: { authorization: `Bearer ${key}` } })
  const body = {
    name: 'x',
    entity_type: 'product',
    trigger: { on: 'manual' },
    actions: [{ clear: ['status'] }],
  }
  const refused = await asKey(mayRead, 'POST', '/automations', body)
  expect([refused.status, refused.body.error.message]).toEqual([
    403,
    expect.stringContaining('write:products'),
  ])
  const { id: automation } = (await server.post('/automations', { ...body, is_on: true })).body.data
  expect((await asKey(mayRead, 'POST', `/automations/${automation}/run`)).status).toBe(403)
  expect((await read(automation)).run_as).toMatchObject({ type: 'api_key', name: 'test' })

  await ofOwner('PATCH', `/api/v1/automations/${automation}`, { unbounded: true })
  const { body: bound } = await server.patch(`/automations/${automation}`, {
    actions: body.actions,
    filter: 'filter[sku]=a',
  })
  expect(bound.data).toMatchObject({ filter: 'filter[sku]=a', unbounded: false })
  await server.patch(`/automations/${automation}`, { filter: '' })
  await change(id, { status: 'live' })
  const key = list.data.find(({ scopes }: { scopes: string[] }) => scopes.includes('write:products'))
  await ofOwner('DELETE', `/app/v1/workspaces/${server.workspace.id}/keys/${key.id}`)
  const { body: run } = await ofOwner('POST', `/api/v1/automations/${automation}/run`)
  await expect
    .poll(async () => (await ofOwner('GET', `/api/v1/jobs/${run.data.id}`)).body.data)
    .toMatchObject({
      status: 'failed',
      result: { error: { code: 'insufficient_scope', message: expect.stringContaining('write:products') } },
    })
  const { body: product } = await ofOwner('GET', `/api/v1/products/${id}`)
  expect(product.data.attributes.status).toBe('live')
})

test('a preview says what would change and what is in the way, and writes nothing [AUTO-10]', async () => {
  const id = await addProduct({ sku: 'a', status: 'live' })
  await addProduct({ sku: 'b', status: 'review' })
  const { id: automation } = await automate({
    trigger: { on: 'manual' },
    actions: [{ set: { status: 'review' } }, { set: { name: 'New' } }],
  })
  await ofOwner('DELETE', '/app/v1/attributes/name')
  const { status, body } = await server.post(`/automations/${automation}/preview`)
  expect([status, body.data]).toMatchObject([
    200,
    {
      matching: 2,
      to_change: 1,
      sample: [
        { id, label: null, changes: [{ attribute: 'status', old: 'live', new: 'review' }], faults: [] },
      ],
      blocked: [{ action: 1, reason: expect.stringContaining('name') }],
    },
  ])
  expect([await statusOf(id), (await runsOf()).length]).toEqual(['live', 0])
})

test('a run by hand is refused while it is off or runs already; once leaves it off [AUTO-11]', async () => {
  await addProduct({ sku: 'a' })
  const { id } = await automate({ is_on: false })
  const run = (body?: object) => server.post(`/automations/${id}/run`, body)
  expect([(await run()).status, (await run({ once: false })).status]).toEqual([409, 409])
  const { status, body } = await run({ once: true })
  expect(status).toBe(202)
  expect((await server.endedJob(body.data.id)).status).toBe('completed')
  expect((await read('look%20at%20prices')).is_on).toBe(false)
})

test('what is wrong is named, each part on its own place [AUTO-12]', async () => {
  const answer = await ofOwner('POST', '/api/v1/automations', {
    name: ' ',
    entity_type: 'product',
    trigger: { on: 'schedule', cron: '* * * * *', time_zone: 'Nowhere' },
    filter: 'filter[nope]=1',
    actions: [
      { set: { nope: 1, price: 'x' } },
      { set: {}, clear: [] },
      { comment: '' },
      { run_feed: 'x' },
      { sync: { sync: 'x', mode: 'plan' } },
      { notify: { people: ['nobody'], text: 'x' } },
      { webhook: 'x' },
      { worklist: { name: 'x' } },
      { generate: { attributes: ['name'] } },
      { add_to_category: 'x' },
      { saved_action: 'nope' },
      { check_quality: false },
    ],
  })
  const faults = answer.body.error.field_errors.map(({ field, issue }: { field: string; issue: string }) => [
    field,
    issue,
  ])
  expect(answer.status).toBe(400)
  expect(faults).toEqual([
    ['name', 'required'],
    ['trigger.cron', 'invalid_value'],
    ['trigger.time_zone', 'invalid_value'],
    ['filter[nope]', 'not_a_defined_attribute'],
    ['actions[0].set.nope', 'not_a_defined_attribute'],
    ['actions[0].set.price', 'expected_number'],
    ...Array.from({ length: 9 }, (_, index) => [`actions[${index + 1}]`, 'invalid_value']),
    ['actions[10].saved_action', 'invalid_value'],
    ['actions[11]', 'invalid_value'],
  ])
})

test('a schedule runs at its times, and once for what was missed [AUTO-13]', async () => {
  await addProduct({ sku: 'a' })
  const trigger = { on: 'schedule', cron: '0 6 * * *', time_zone: 'Europe/Berlin' }
  clock.set('2031-03-29T12:00:00Z')
  const made = await automate({ trigger })
  expect(made.next_runs).toEqual([
    '2031-03-30T04:00:00.000Z',
    '2031-03-31T04:00:00.000Z',
    '2031-04-01T04:00:00.000Z',
  ])
  clock.advance(2000)
  clock.set('2031-03-30T04:00:00Z')
  await expect
    .poll(async () => {
      clock.advance(1000)
      return (await runsOf()).length
    })
    .toBe(1)
  await expect.poll(async () => (await read(made.id)).runs.ok).toBe(1)
  expect((await read(made.id)).next_run).toBe('2031-03-31T04:00:00.000Z')
})
