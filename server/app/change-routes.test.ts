import { afterAll, expect, test } from 'vitest'
import type { ChangeAction, EventRecord } from '#shared/events.ts'
import { testServer } from '../testing/test-server.ts'

const text = { data_type: 'single_line_text_field' }
const server = await testServer({
  attributes: [
    { ...text, entity_type: 'product', name: 'SKU', is_primary: true },
    { entity_type: 'product', data_type: 'number', name: 'Price' },
    {
      entity_type: 'product',
      data_type: 'entity_list_reference',
      name: 'Related',
      reference: { type: 'product' },
    },
    { ...text, entity_type: 'vendor', name: 'Vendor name', is_primary: true },
  ],
})
afterAll(() => server[Symbol.asyncDispose]())

const restore = (body: object) => server.asOwner({ method: 'POST', path: '/app/v1/changes/restore', body })
const create = async (attributes: object, plural = 'products'): Promise<string> =>
  (await server.post(`/${plural}`, { attributes })).body.data.id
const set = (id: string, attributes: object) => server.patch(`/products/${id}`, { attributes })
const read = async (id: string) => (await server.get(`/products/${id}`)).body.data.attributes
const feed = async (id: string): Promise<EventRecord[]> =>
  (await server.get(`/products/${id}/events`)).body.data
const numbers = async (id: string) => (await feed(id)).map(({ sequence }) => sequence)

test('changes are restored, the last one first, as one edit that can be undone [CHANGE-01]', async () => {
  const other = await create({ sku: 'R0' })
  const id = await create({ sku: 'R1', price: 1 })
  await set(id, { price: 2, sku: 'R1b', related: [other] })
  await set(id, { price: 3 })
  const [last = 0, first = 0] = await numbers(id)

  const { status, body } = await restore({
    type: 'product',
    changes: [{ sequence: first }, { sequence: last }],
  })
  expect([status, body.summary]).toEqual([200, { total: 2, applied: 2, refused: 0, changed_meanwhile: 0 }])
  expect(await read(id)).toEqual({ sku: 'R1', price: 1 })
  const [event] = await feed(id)
  expect(event).toMatchObject({ via: 'restore', edit_id: body.edit_id, actor: { type: 'owner' } })

  await server.post(`/edits/${body.edit_id}/undo`)
  expect(await read(id)).toMatchObject({ sku: 'R1b', price: 3, related: [{ id: other }] })
})

test('of one change some attributes are restored [CHANGE-01]', async () => {
  const id = await create({ sku: 'S1', price: 1 })
  await set(id, { price: 2, sku: 'S2' })
  const [last = 0] = await numbers(id)
  await restore({ type: 'product', changes: [{ sequence: last, attributes: ['price'] }] })
  expect(await read(id)).toEqual({ sku: 'S2', price: 1 })
})

test('a value changed since stays and is told; what is in the trash is refused alone [CHANGE-02]', async () => {
  const [changed, gone, good] = [
    await create({ sku: 'C1', price: 1 }),
    await create({ sku: 'C2' }),
    await create({ sku: 'C3' }),
  ]
  for (const id of [changed, gone, good]) await set(id, { price: 2 })
  const chosen = await Promise.all(
    [changed, gone, good].map(async (id) => ({ sequence: (await numbers(id))[0] })),
  )
  await set(changed, { price: 9 })
  await server.asOwner({ method: 'POST', path: '/app/v1/trash', body: { type: 'product', ids: [gone] } })

  const { body } = await restore({ type: 'product', changes: chosen })
  expect(body.summary).toEqual({ total: 3, applied: 1, refused: 1, changed_meanwhile: 1 })
  expect(body.data).toMatchObject([
    { id: good, status: 'applied', data: { attributes: { sku: 'C3' } } },
    { id: gone, status: 'refused', error: { code: 'not_found' } },
    { id: changed, status: 'changed_meanwhile', current: { price: 9 } },
  ])
  expect(await read(changed)).toMatchObject({ price: 9 })
})

test('what a filter finds is restored up to an event, and of it the attribute that it names [CHANGE-03]', async () => {
  const key = await server.issueKey(['write:products'])
  const [one, two] = [await create({ sku: 'F1', price: 1 }), await create({ sku: 'F2', price: 1 })]
  const asScript = (id: string, attributes: object) =>
    server.send({
      method: 'PATCH',
      path: `/api/v1/products/${id}`,
      body: { attributes },
      headers: { authorization: `Bearer ${key}` },
    })
  await asScript(one, { price: 2, sku: 'F1b' })
  await asScript(two, { price: 2 })
  const [{ actor, sequence } = { actor: { id: '' }, sequence: 0 }] = await feed(two)
  await asScript(two, { sku: 'F2b' })
  const filter = { actor: actor.id, attribute: 'price' }
  const { body } = await restore({ type: 'product', filter, up_to: sequence })
  expect(body.summary).toMatchObject({ total: 2, applied: 2 })
  expect([await read(one), await read(two)]).toEqual([
    { sku: 'F1b', price: 1 },
    { sku: 'F2b', price: 1 },
  ])
  const rest = await restore({ type: 'product', filter: { actor: actor.id }, up_to: sequence })
  expect(rest.body.summary).toEqual({ total: 3, applied: 1, refused: 0, changed_meanwhile: 2 })
  expect([await read(one), await read(two)]).toEqual([
    { sku: 'F1', price: 1 },
    { sku: 'F2b', price: 1 },
  ])
})

const actions = async (query = ''): Promise<{ data: ChangeAction[]; before: number | null }> =>
  (await server.asOwner({ path: `/app/v1/changes/actions?${query}` })).body

test('what one edit or one request wrote is one action, with what it was about [CHANGE-06]', async () => {
  const ids = [await create({ sku: 'A1', price: 1 }), await create({ sku: 'A2', price: 1 })]
  const start = (await actions('limit=1')).data[0]?.last_sequence ?? 0
  const edits = ids.map((id) => ({ id, attributes: { price: 2 } }))
  const { body } = await server.post('/edits', { type: 'product', edits })
  const items = ['B1', 'B2', 'B3'].map((sku) => ({ attributes: { sku } }))
  await server.post('/products/batch', { items })
  await set(ids[0] ?? '', { sku: 'A1b', price: 3 })

  const { data, before } = await actions(`after=${start}`)
  expect(before).toBeNull()
  expect(
    data.map(({ events, kinds, attributes }) => [events, kinds, attributes.map(({ key }) => key)]),
  ).toEqual([
    [1, ['entity.updated'], ['sku', 'price']],
    [3, ['entity.created'], []],
    [2, ['entity.updated'], ['price']],
  ])
  expect(data[0]?.entity).toMatchObject({ id: ids[0], label: 'A1b' })
  expect(data[1]).toMatchObject({ entity: null, subjects: [{ type: 'product', entities: 3 }] })
  expect(data[2]).toMatchObject({ edit_id: body.edit_id, via: 'api', is_whole: true })
  const prices = await actions(`after=${start}&attribute=price`)
  expect(prices.data.map(({ id }) => id)).toEqual([data[0]?.id, data[2]?.id])
})

test('pages of actions go on where the page before ended, also behind a large edit [CHANGE-06]', async () => {
  const start = (await actions('limit=1')).data[0]?.last_sequence ?? 0
  const first = await create({ sku: 'P0' })
  const edits: { id: string; attributes: object }[] = []
  for (let batch = 0; batch < 3; batch += 1) {
    const items = Array.from({ length: 100 }, (_, index) => ({ attributes: { sku: `P-${batch}-${index}` } }))
    const made = await server.post('/products/batch', { items })
    edits.push(...made.body.data.map(({ id }: { id: string }) => ({ id, attributes: { price: 2 } })))
  }
  await server.post('/edits', { type: 'product', edits })
  await set(first, { price: 7 })

  const [one, two] = [await actions(`after=${start}&limit=1`), await actions(`after=${start}&limit=2`)]
  expect(one.data).toEqual(two.data.slice(0, 1))
  const large = two.data[1]
  expect(large).toMatchObject({
    events: 300,
    is_whole: false,
    subjects: [{ type: 'product', entities: 300 }],
  })
  expect(two.before).toBe(large?.first_sequence)
  const rest = await actions(`after=${start}&before=${two.before}`)
  expect(rest.data.at(-1)).toMatchObject({ entity: { id: first }, kinds: ['entity.created'] })
})

test('a large action tells all that it was about, not only its newest events [CHANGE-06]', async () => {
  for (let batch = 0; batch < 3; batch += 1) {
    const items = Array.from({ length: 80 }, (_, index) => ({ attributes: { sku: `L-${batch}-${index}` } }))
    await server.post('/products/batch', { items })
  }
  const start = (await actions('limit=1')).data[0]?.last_sequence ?? 0
  const edit = { type: 'product', filter: { sku: { contains: 'L-' } }, set: { price: 5 } }
  const { body } = await server.post('/bulk-edits', edit)
  await server.endedJob(body.data.id)

  const [action] = (await actions(`after=${start}`)).data
  expect(action).toMatchObject({
    job: { name: 'bulk_edit' },
    is_whole: false,
    kinds: ['job.completed', 'entity.updated'],
    subjects: [{ type: 'product', entities: 240 }],
    attributes: [{ key: 'price' }],
  })
})

test('more than 10,000 values are refused, and nothing changes [CHANGE-03]', async () => {
  const id = await create({ sku: 'M1', price: 0 })
  const edits = Array.from({ length: 10_000 }, (_, index) => ({ id, attributes: { price: index + 1 } }))
  const { body: edited } = await server.post('/edits', { type: 'product', edits })
  await set(id, { price: 1 })
  await set(id, { price: 10_000 })
  const refused = await restore({ type: 'product', filter: { attribute: 'price', since: '2020-01-01' } })
  expect(refused.status).toBe(400)
  expect(refused.body.error.field_errors).toMatchObject([{ field: 'filter', issue: 'too_many_values' }])
  expect(await read(id)).toMatchObject({ price: 10_000 })
  const all = await restore({ type: 'product', filter: { edit_id: edited.edit_id } })
  expect(all.body.summary).toMatchObject({ total: 10_000, applied: 10_000 })
  expect(await read(id)).toMatchObject({ price: 0 })
})

test('faults name their places, and nothing changes', async () => {
  const id = await create({ sku: 'X1' }, 'products')
  await set(id, { price: 2 })
  const [updated = 0, created = 0] = await numbers(id)
  const faultsOf = async (body: object) =>
    (await restore(body)).body.error.field_errors.map(({ field }: { field: string }) => field)
  expect(
    await faultsOf({ type: 'product', changes: [{ sequence: updated }, { sequence: created }] }),
  ).toEqual(['changes[1].sequence'])
  expect(await faultsOf({ type: 'vendor', changes: [{ sequence: updated }] })).toEqual([
    'changes[0].sequence',
  ])
  expect(await faultsOf({ type: 'product' })).toEqual(['changes'])
  expect(await faultsOf({ type: 'product', changes: [{ sequence: updated }], filter: {} })).toEqual([
    'changes',
  ])
  expect(await faultsOf({ type: 'product', changes: [{ sequence: 'x' }] })).toEqual(['changes[0].sequence'])
  expect(await read(id)).toMatchObject({ price: 2 })
})

test('people are named once, the owner first [CHANGE-04]', async () => {
  await server.asOwner({
    method: 'PATCH',
    path: `/api/v1/products/${await create({ sku: 'P1' })}`,
    body: { attributes: { price: 1 } },
  })
  const { body } = await server.asOwner({ path: '/app/v1/changes/people' })
  const types = body.data.map(({ type }: { type: string }) => type)
  expect(types[0]).toBe('owner')
  expect(types.filter((type: string) => type === 'owner')).toHaveLength(1)
  expect(body.data).toContainEqual({ type: 'api_key', id: expect.any(String), name: 'test' })
})
