import { afterAll, expect, test } from 'vitest'
import { ruleServer, describeAnswer } from '../../rules/rule-catalog.ts'

const server = await ruleServer()
afterAll(() => server[Symbol.asyncDispose]())

const read = (id: string, headers?: Record<string, string>) => server.get(`/products/${id}`, headers)
const tagOf = async (id: string) => String((await read(id)).headers.etag)
const setPrice = (id: string, price: number, headers: Record<string, string>) =>
  server.patch(`/products/${id}`, { attributes: { price } }, headers)
const priceOf = async (id: string) => (await read(id)).body.data.attributes.price

test('every answer with one entity has the ETag of its state, and If-None-Match with it is 304 [READ-12]', async () => {
  const created = await server.post('/products', { attributes: { sku: 'T1', price: 1 } })
  const { id } = created.body.data
  const tag = await tagOf(id)
  expect(tag).toMatch(/^"[\w-]{27}"$/)
  expect(created.headers.etag).toBe(tag)

  const known = await read(id, { 'if-none-match': `"other", W/${tag}` })
  expect([known.status, known.text, known.headers.etag]).toEqual([304, '', tag])
  expect((await read(id, { 'if-none-match': '"other"' })).status).toBe(200)

  const patched = await setPrice(id, 2, {})
  expect(patched.headers.etag).toBe(await tagOf(id))
  expect(patched.headers.etag).not.toBe(tag)
  const same = await server.post('/products/upsert', {
    merge_key: 'sku',
    attributes: { sku: 'T1', price: 2 },
  })
  expect(same.headers.etag).toBe(patched.headers.etag)
  expect((await server.get('/products')).headers.etag).toBeUndefined()
})

test('the ETag names the whole entity, also where fields narrow it, and what it refers to [READ-12]', async () => {
  const vendor = await server.create({ vendor_name: 'Old' }, 'vendors')
  const { id } = await server.create({ sku: 'T2', price: 1, vendor: vendor.id })
  const tag = await tagOf(id)
  const narrowed = await server.get(`/products/${id}?fields=price`)
  expect(narrowed.headers.etag).toBe(tag)
  expect(narrowed.body.data.attributes).toEqual({ price: 1 })
  await server.patch(`/vendors/${vendor.id}`, { attributes: { vendor_name: 'New' } })
  expect(await tagOf(id)).not.toBe(tag)
  expect((await read(id, { 'if-none-match': tag })).status).toBe(200)
})

test('a PATCH that expects another state is 409 with the state there is, and writes nothing [WRITE-15]', async () => {
  const { id } = await server.create({ sku: 'T3', price: 1 })
  const before = await read(id)
  const tag = String(before.headers.etag)
  const { updated_at } = before.body.data
  expect((await setPrice(id, 2, { 'if-match': tag })).status).toBe(200)
  const now = await read(id)
  const current = String(now.headers.etag)

  for (const headers of [
    { 'if-match': tag },
    { 'if-match': `"a", ${tag}` },
    { 'if-none-match': current },
    { 'if-none-match': '*' },
    { 'if-unmodified-since': updated_at },
    { 'if-unmodified-since': 'Mon, 05 Jan 2026 10:00:00 GMT' },
  ]) {
    const refused = await setPrice(id, 3, headers)
    expect([refused.status, refused.body.error.code]).toEqual([409, 'conflict'])
    expect(refused.body.error.current).toEqual(now.body.data)
    expect(refused.headers.etag).toBe(current)
    expect(refused.body.error.message).toContain('expects, so nothing was written')
  }
  expect(await priceOf(id)).toBe(2)

  const tomorrow = new Date(Date.now() + 86_400_000).toUTCString()
  for (const headers of [
    { 'if-match': `"a", W/${current}` },
    { 'if-none-match': tag, 'if-match': '*' },
    { 'if-unmodified-since': now.body.data.updated_at },
    { 'if-unmodified-since': tomorrow },
  ])
    expect((await setPrice(id, 2, headers)).status).toBe(200)
})

test('expectations that cannot be read are faults, and come behind 404 and before 409 [WRITE-15]', async () => {
  const { id } = await server.create({ sku: 'T4', price: 1 })
  const stale = { 'if-match': '"stale"' }
  expect((await setPrice('00000000-0000-7000-8000-000000000000', 1, stale)).status).toBe(404)
  const faulty = await server.patch(`/products/${id}`, { attributes: { price: 'x' } }, stale)
  expect(describeAnswer(faulty)).toBe('400 | attributes.price expected_number')
  const unread = await setPrice(id, 2, { 'if-match': 'abc', 'if-unmodified-since': 'yesterday' })
  expect(describeAnswer(unread)).toBe(
    '400 | If-Match Send the ETag of an answer as it is, in its quotes, or several with commas, or *. | If-Unmodified-Since expected_date',
  )
  expect(await priceOf(id)).toBe(1)
})

test('an edit may expect updated_at, which stands for all that the entity holds [EDIT-06]', async () => {
  const { id, ...before } = await server.create({ sku: 'T5', price: 1 })
  const edit = async (price: number, expected: object) => {
    const edits = [{ id, attributes: { price }, if: expected }]
    return (await server.post('/edits', { type: 'product', edits })).body.data[0]
  }
  const { updated_at } = before
  expect((await edit(2, { updated_at })).status).toBe('applied')
  const { data } = (await read(id)).body
  expect(await edit(3, { updated_at })).toMatchObject({
    status: 'changed_meanwhile',
    current: { updated_at: data.updated_at, price: 2 },
  })
  expect((await edit(3, { updated_at: data.updated_at, price: 1 })).status).toBe('changed_meanwhile')
  expect((await edit(3, { updated_at: 'now' })).error.field_errors).toEqual([
    { field: 'if.updated_at', issue: 'expected_date' },
  ])
  expect((await edit(3, { updated_at: data.updated_at, price: 2 })).status).toBe('applied')
})
