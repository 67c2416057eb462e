import { afterAll, expect, test } from 'vitest'
import { eventKinds, eventVias, type EventRecord } from '#shared/events.ts'
import { ruleServer, describeAnswer } from './rule-catalog.ts'

const server = await ruleServer()
afterAll(() => server[Symbol.asyncDispose]())
const feed = async (query = '', of = ''): Promise<EventRecord[]> =>
  (await server.get(`${of}/events?${query}`)).body.data

test('an event tells who changed what [EVENT-01]', async () => {
  const { id } = await server.create({ sku: 'E1', price: 119 })
  const written = await server.patch(`/products/${id}`, { attributes: { price: 129, name: 'n' } })
  const [event, first] = await feed('limit=2')
  expect(event).toMatchObject({
    event: 'entity.updated',
    entity: { id, type: 'product', label: 'E1' },
    actor: { type: 'api_key', name: 'test' },
    via: 'api',
    job_id: null,
    request_id: written.headers['x-request-id'],
    changes: [
      { attribute: 'price', old: 119, new: 129 },
      { attribute: 'name', old: null, new: 'n' },
    ],
  })
  expect(Math.abs(Date.parse(event?.created_at ?? '') - Date.now())).toBeLessThan(60_000)
  expect(first).toMatchObject({ event: 'entity.created', entity: { id } })
  expect(event?.sequence).toBeGreaterThan(first?.sequence ?? Infinity)
})

test('no change, no event [EVENT-02]', async () => {
  const { id } = await server.create({ sku: 'E2', price: 1 })
  for (const attributes of [{ price: 1 }, { price: 'x' }, { name: null }, { price: '1.0' }])
    await server.patch(`/products/${id}`, { attributes })
  await server.patch(`/products/${id}`, { parent_id: null })
  expect(await feed('', `/products/${id}`)).toHaveLength(1)
})

test('newest first, by cursor [EVENT-03]', async () => {
  for (let n = 0; n < 5; n++) await server.create({ sku: `E3-${n}` })
  const first = await server.get('/events?limit=3')
  expect(first.body.data.map(({ entity }: EventRecord) => entity?.label)).toEqual(['E3-4', 'E3-3', 'E3-2'])
  await server.create({ sku: 'E3 later' })
  const second = await feed(`limit=2&cursor=${first.body.pagination.next_cursor}`)
  expect(second.map(({ entity }) => entity?.label)).toEqual(['E3-1', 'E3-0'])
})

test('after gives the rest, oldest first [EVENT-04]', async () => {
  const [last] = await feed('limit=1')
  for (let n = 0; n < 3; n++) await server.create({ sku: `E4-${n}` })
  const later = await feed(`after=${last?.sequence}`)
  expect(later.map(({ entity }) => entity?.label)).toEqual(['E4-0', 'E4-1', 'E4-2'])
  const { data, pagination } = (await server.get(`/events?after=${last?.sequence}&limit=2`)).body
  expect([data, pagination.total, pagination.has_more]).toEqual([later.slice(0, 2), 3, true])
  const next = `/events?after=${last?.sequence}&limit=2&cursor=${pagination.next_cursor}`
  expect((await server.get(next)).body.data).toEqual(later.slice(2))
  const end = await server.get(`/events?after=${later.at(-1)?.sequence}`)
  expect(end.body).toMatchObject({ data: [], pagination: { total: 0, has_more: false } })
  for (const after of ['-1', 'x'])
    expect(describeAnswer(await server.get(`/events?after=${after}`))).toBe(
      '400 | after expected_non_negative_integer',
    )
})

test('the feed of one entity [EVENT-05]', async () => {
  const { id } = await server.create({ sku: 'E5' })
  await server.create({ sku: 'E5 other' })
  await server.patch(`/products/${id}`, { attributes: { price: 1 } })
  const events = await feed('', `/products/${id}`)
  expect(events.map(({ event }) => event)).toEqual(['entity.updated', 'entity.created'])
  expect(await feed('event=entity.created', `/products/${id}`)).toEqual(events.slice(1))
  expect(await feed(`after=${events[1]?.sequence}`, `/products/${id}`)).toEqual(events.slice(0, 1))
  expect((await server.get(`/vendors/${id}/events`)).status).toBe(404)
  expect((await server.get(`/products/${id}/history`)).status).toBe(404)
})

test('filters of a feed [EVENT-06]', async () => {
  const vendor = await server.create({ vendor_name: 'E6' }, 'vendors')
  await server.patch(`/vendors/${vendor.id}`, { attributes: { city: 'Oslo' } })
  const kinds = async (query: string) => (await feed(query)).map(({ event }) => event)
  expect(await kinds('type=vendor')).toEqual(['entity.updated', 'entity.created'])
  expect(await kinds('type=vendor&event=entity.created')).toEqual(['entity.created'])
  expect(await kinds('attribute=city')).toEqual(['entity.updated'])
  expect(await kinds('type=vendor&via=app')).toEqual([])
  expect(await kinds(`job_id=${vendor.id}`)).toEqual([])
  const [{ created_at: at } = { created_at: '' }] = await feed('limit=1')
  expect(await kinds(`type=vendor&until=2020-01-01`)).toEqual([])
  expect((await kinds(`since=${at}`)).length).toBeGreaterThan(0)
  for (const name of ['type', 'event', 'via', 'job_id', 'since', 'until', 'attribute'])
    expect(describeAnswer(await server.get(`/events?${name}=`))).toMatch(`400 | ${name} `)
  const { field_errors: kindsAndVias } = (await server.get('/events?event=x&via=API')).body.error
  expect(kindsAndVias).toMatchObject([
    { acceptable_values: [...eventKinds] },
    { acceptable_values: [...eventVias] },
  ])
  expect(
    describeAnswer(await server.get('/events?type=x&event=x&attribute=x&via=x&job_id=x&since=x&until=x'))
      .split(' | ')
      .sort(),
  ).toEqual(
    [
      '400',
      'type invalid_value',
      'event invalid_value',
      'attribute not_a_defined_attribute',
      'via invalid_value',
      'job_id expected_uuid',
      'since expected_date',
      'until expected_date',
    ].sort(),
  )
})

test('who did it and which edit narrow a feed [EVENT-12]', async () => {
  const { id } = await server.create({ sku: 'E12', price: 1 })
  const edits = [{ id, attributes: { price: 2 } }]
  const edit = (await server.post('/edits', { type: 'product', edits })).body.edit_id as string
  await server.asOwner({
    method: 'PATCH',
    path: `/api/v1/products/${id}`,
    body: { attributes: { price: 3 } },
    headers: { 'vitrine-workspace': server.workspace.id },
  })
  const prices = async (query: string) =>
    (await feed(`attribute=price&event=entity.updated&${query}`, `/products/${id}`)).map(
      ({ changes }) => changes[0]?.new,
    )
  const [{ actor: script } = { actor: { id: '' } }] = await feed(`edit_id=${edit}`)
  expect(await prices(`edit_id=${edit}`)).toEqual([2])
  expect(await prices('actor=owner')).toEqual([3])
  expect(await prices(`actor=${script.id}`)).toEqual([2])
  expect(await feed('actor=nobody')).toEqual([])
  const [byOwner] = await feed('actor=owner&limit=1')
  expect(byOwner?.actor.type).toBe('owner')
  expect(describeAnswer(await server.get('/events?actor=&edit_id=x'))).toBe(
    '400 | edit_id expected_uuid | actor invalid_value',
  )
})

test('definitions have events [EVENT-07]', async () => {
  await server.post('/attributes', { name: 'E7', entity_type: 'image', data_type: 'number' })
  await server.patch('/attributes/e7', { name: 'E7 new' })
  const [updated, created] = await feed('limit=2')
  const attribute = { key: 'e7', entity_type: 'image' }
  expect(created).toMatchObject({ event: 'attribute.created', entity: null, attribute })
  expect(updated).toMatchObject({
    event: 'attribute.updated',
    changes: [{ attribute: 'name', old: 'E7', new: 'E7 new' }],
  })
})
