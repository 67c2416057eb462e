import type { FieldError } from '#shared/errors.ts'
import type { EventRecord } from '#shared/events.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testServer, type TestServer } from '../testing/test-server.ts'
import { isSignedBy, startWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts'

const attributes = ['sku', 'name', 'price'].map((key) => ({
  name: key,
  key,
  entity_type: 'product',
  data_type: 'single_line_text_field',
}))
const quick = '0.05,0.05,0.05'

let server: TestServer
let receiver: WebhookReceiver

beforeEach(async () => {
  vi.stubEnv('VITRINE_WEBHOOK_TRIES', quick)
  server = await testServer({ attributes })
  receiver = await startWebhookReceiver()
})
afterEach(async () => {
  await server[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

const ofOwner = (method: string, path: string, body?: unknown) =>
  server.asOwner({ method, path, ...(body !== undefined && { body }) })

async function subscribe(more: object = {}) {
  const body = { url: receiver.url, in_my_network: true, ...more }
  const { status, body: answer } = await ofOwner('POST', '/api/v1/webhooks', body)
  expect([status, answer.error]).toEqual([201, undefined])
  return answer.data
}

async function addProduct(attributes: object): Promise<string> {
  const { body } = await server.post('/products', { attributes })
  return body.data.id
}

const read = async (id: string) => (await ofOwner('GET', `/api/v1/webhooks/${id}`)).body.data
const delivered = () => receiver.received.flatMap(({ body }) => body.data)

test('changes are delivered in their order, signed as Standard Webhooks say [HOOK-01]', async () => {
  const { id, secret, status } = await subscribe()
  expect([status, secret.startsWith('whsec_')]).toEqual(['active', true])
  for (const sku of ['a', 'b', 'c']) await addProduct({ sku })
  await expect.poll(() => delivered().length).toBe(3)
  const feed = (await server.get(`/events?after=0`)).body.data
  const products = feed.filter(({ event }: { event: string }) => event.startsWith('entity.'))
  expect(delivered()).toEqual(products)
  for (const one of receiver.received) {
    expect(isSignedBy(secret, one)).toBe(true)
    expect(one.body.subscription).toBe(id)
    expect(one.body.workspace.name).toBe('Test')
    expect(one.body.sequence).toBe(one.body.data.at(-1)?.sequence)
  }
  await expect.poll(async () => (await read(id)).position).toBe(delivered().at(-1)?.sequence)
})

test('kinds, types and attributes narrow what is told; what goes to the trash is told with any [HOOK-02]', async () => {
  await subscribe({ events: ['entity.updated', 'entity.deleted'], types: ['product'], attributes: ['price'] })
  const id = await addProduct({ sku: 'a', price: '1' })
  await server.patch(`/products/${id}`, { attributes: { name: 'Chair' } })
  await server.patch(`/products/${id}`, { attributes: { price: '2' } })
  await server.post('/vendors', { attributes: {} })
  await ofOwner('POST', '/app/v1/trash', { type: 'product', ids: [id] })
  await expect.poll(() => delivered().map(({ event }) => event)).toEqual(['entity.updated', 'entity.deleted'])
  expect(delivered()[0]?.changes).toEqual([{ attribute: 'price', old: '1', new: '2' }])
})

test('what is not taken is tried again with the same id, and what follows waits for it [HOOK-03]', async () => {
  const { id } = await subscribe()
  let refused = 0
  receiver.answer(() => (refused++ < 2 ? { status: 500, body: 'down' } : { status: 200, body: 'ok' }))
  await addProduct({ sku: 'a' })
  await addProduct({ sku: 'b' })
  await expect.poll(() => new Set(delivered().map(({ sequence }) => sequence)).size).toBe(2)
  const ids = receiver.received.map((one) => one.id)
  expect(new Set(ids.slice(0, 3)).size).toBe(1)
  expect(receiver.received[0]?.text).toBe(receiver.received[2]?.text)
  await expect.poll(async () => (await read(id)).failing_since).toBeNull()
  const { body } = await ofOwner('GET', `/app/v1/webhooks/${id}/deliveries`)
  expect(body.data.map(({ status }: { status: number }) => status).slice(-3)).toEqual([200, 500, 500])
  expect(body.data.at(-1)).toMatchObject({ answer: 'down', webhook_id: ids[0] })
})

test('it is off after the last try, or at once where the receiver wants no more, and goes on where it stopped [HOOK-04]', async () => {
  const { id } = await subscribe({ events: ['entity.created'] })
  receiver.answer(() => ({ status: 503 }))
  await addProduct({ sku: 'a' })
  await expect.poll(async () => (await read(id)).status).toBe('off')
  expect(receiver.received.length).toBe(quick.split(',').length + 1)
  expect((await read(id)).problem).toContain('in 4 tries')
  receiver.answer(() => ({ status: 410 }))
  await ofOwner('PATCH', `/api/v1/webhooks/${id}`, { status: 'active' })
  await expect.poll(async () => (await read(id)).problem).toContain('410')
  receiver.answer(() => ({ status: 200 }))
  await addProduct({ sku: 'b' })
  const before = receiver.received.length
  await ofOwner('PATCH', `/api/v1/webhooks/${id}`, { status: 'active' })
  const since = () =>
    receiver.received.slice(before).flatMap(({ body }) => body.data.map(({ changes }) => changes[0]?.new))
  await expect.poll(since).toEqual(['a', 'b'])

  await ofOwner('PATCH', `/api/v1/webhooks/${id}`, { status: 'off' })
  await addProduct({ sku: 'c' })
  await ofOwner('PATCH', `/api/v1/webhooks/${id}`, { status: 'active', from: 'now' })
  await addProduct({ sku: 'd' })
  await expect.poll(since).toEqual(['a', 'b', 'd'])
  const events = (await server.get('/events?after=0&event=webhook.updated')).body.data
  expect(events.map(({ changes }: EventRecord) => changes[0]?.new)).toEqual([
    'off',
    'active',
    'off',
    'active',
    'off',
    'active',
  ])
})

test('one of a key waits for the owner, tells no more than the key may read, and ends with it [HOOK-05]', async () => {
  const key = await server.issueKey(['read:events', 'read:vendors'])
  const asKey = { authorization: `Bearer ${key}` }
  const wrong = await server.post('/webhooks', { url: receiver.url, types: ['product'] }, asKey)
  expect([wrong.status, wrong.body.error.code]).toEqual([403, 'insufficient_scope'])
  const { body } = await server.post('/webhooks', { url: receiver.url }, asKey)
  const { id, status, secret } = body.data
  expect([status, typeof secret]).toEqual(['pending', 'string'])
  await server.post('/vendors', { attributes: {} })
  const refused = await ofOwner('POST', `/app/v1/webhooks/${id}/approve`)
  expect(refused.body.error.field_errors).toMatchObject([{ field: 'url', issue: 'not_allowed_address' }])
  const own = (await server.get('/webhooks', asKey)).body.data
  expect(own.map((one: { id: string }) => one.id)).toEqual([id])
  expect((await server.get('/webhooks')).body.data).toEqual([])

  await ofOwner('POST', `/app/v1/webhooks/${id}/approve`, { in_my_network: true })
  await addProduct({ sku: 'a' })
  await server.post('/vendors', { attributes: {} })
  const types = () => delivered().flatMap(({ entity }) => entity?.type ?? [])
  await expect.poll(types).toEqual(['vendor', 'vendor'])
  const on = await server.patch(`/webhooks/${id}`, { status: 'active' }, asKey)
  expect(on.status).toBe(403)

  const keys = `/app/v1/workspaces/${server.workspace.id}/keys`
  const [made] = (await ofOwner('GET', keys)).body.data.slice(-1)
  await ofOwner('DELETE', `${keys}/${made.id}`)
  await server.post('/vendors', { attributes: {} })
  await expect.poll(async () => (await read(id)).status).toBe('off')
  expect(types()).toEqual(['vendor', 'vendor'])
  expect((await ofOwner('PATCH', `/api/v1/webhooks/${id}`, { status: 'active' })).status).toBe(409)
})

test('a wrong webhook is refused with every fault, and this network needs the owner [HOOK-06]', async () => {
  const body = { url: 'ftp://x', events: ['entity.made'], types: ['chair'], attributes: ['colour'] }
  const { status, body: answer } = await ofOwner('POST', '/api/v1/webhooks', body)
  expect(status).toBe(400)
  expect(answer.error.field_errors.map(({ field, issue }: FieldError) => [field, issue])).toEqual([
    ['url', 'expected_url'],
    ['events', 'invalid_value'],
    ['types', 'invalid_value'],
    ['attributes', 'not_a_defined_attribute'],
  ])
  const issueOf = async (url: string) =>
    (await ofOwner('POST', '/api/v1/webhooks', { url })).body.error?.field_errors[0].issue
  expect(await issueOf('http://shop.example/hook')).toBe('not_allowed_address')
  expect(await issueOf('https://192.168.1.4/hook')).toBe('not_allowed_address')
  expect(await issueOf('https://ann:secret@shop.example/')).toBe('expected_url')
})

test('a test and a delivery are sent on demand, a new secret is signed with beside the former one [HOOK-07]', async () => {
  const { id, secret } = await subscribe()
  receiver.answer(({ body }) =>
    body.type === 'webhook.test' ? { status: 400, body: 'x'.repeat(5000) } : { status: 204 },
  )
  const tried = (await ofOwner('POST', `/app/v1/webhooks/${id}/test`)).body.data
  expect([tried.status, tried.answer.length, tried.sequence]).toEqual([400, 2048, null])
  expect(receiver.received[0]?.body).toMatchObject({ type: 'webhook.test', data: [] })
  expect((await read(id)).failing_since).toBeNull()

  const renewed = (await ofOwner('POST', `/app/v1/webhooks/${id}/rotate`)).body.data.secret
  await addProduct({ sku: 'a' })
  await expect.poll(() => delivered().length).toBe(1)
  const [last] = receiver.received.slice(-1)
  expect([secret, renewed].map((one) => last && isSignedBy(one, last))).toEqual([true, true])
  expect(renewed).not.toBe(secret)
  const deliveries = async () => (await ofOwner('GET', `/app/v1/webhooks/${id}/deliveries`)).body.data
  await expect.poll(async () => (await deliveries()).length).toBe(2)
  const [newest] = await deliveries()
  const sent = await ofOwner('POST', `/app/v1/webhooks/${id}/deliveries/${newest.id}/send`)
  expect([sent.status, sent.body.data.webhook_id]).toEqual([200, newest.webhook_id])
  const again = receiver.received.at(-1)
  expect([again?.id, again?.text]).toEqual([last?.id, last?.text])
})

test('no redirect is followed, and no private address behind a public name is asked [HOOK-08]', async () => {
  const { id } = await subscribe({ events: ['entity.created'] })
  receiver.answer(() => ({ status: 302, headers: { location: receiver.url } }))
  const { status } = (await ofOwner('POST', `/app/v1/webhooks/${id}/test`)).body.data
  expect([status, receiver.received.length]).toEqual([302, 1])
  const url = receiver.url.replace('http://127.0.0.1', 'https://localhost.example')
  const { body } = await ofOwner('POST', '/api/v1/webhooks', { url })
  const tried = (await ofOwner('POST', `/app/v1/webhooks/${body.data.id}/test`)).body.data
  expect([tried.status, receiver.received.length]).toEqual([null, 1])
})

test('a repeated request makes one webhook, and no file of the workspace holds its secret [HOOK-09]', async () => {
  const body = { url: 'https://shop.example/hook' }
  const twice = { 'idempotency-key': 'one' }
  const first = await server.post('/webhooks', body, twice)
  const second = await server.post('/webhooks', body, twice)
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.body.data).toEqual({ ...first.body.data, secret: undefined })
  expect((await server.get('/webhooks')).body.data).toHaveLength(1)
  const removed = await ofOwner('DELETE', `/app/v1/webhooks/${first.body.data.id}`)
  expect(removed.body.data.url).toBe(body.url)
  expect((await server.get('/webhooks')).body.data).toEqual([])
})

test('after the workspace was put back it goes on from there and says so [HOOK-12]', async () => {
  await subscribe({ events: ['entity.created'] })
  const backups = `/app/v1/workspaces/${server.workspace.id}/backups`
  const made = await ofOwner('POST', backups)
  for (const sku of ['a', 'b', 'c']) await addProduct({ sku })
  await expect.poll(() => delivered().length).toBe(3)
  const before = receiver.received.length
  expect((await ofOwner('POST', `${backups}/${made.body.data.id}/restore`)).status).toBe(200)
  await addProduct({ sku: 'd' })
  await addProduct({ sku: 'e' })
  const since = () => receiver.received.slice(before).map(({ body }) => [body.gap ?? false, body.data.length])
  await expect.poll(() => since().length).toBeGreaterThan(0)
  expect(since()[0]?.[0]).toBe(true)
})
