import { expect, test } from 'vitest'
import type { Scope } from '#shared/scopes.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'

const attributes = [
  {
    name: 'Product name',
    key: 'product_name',
    data_type: 'single_line_text_field',
    entity_type: 'product',
    is_primary: true,
  },
  { name: 'SKU', key: 'sku', data_type: 'single_line_text_field', entity_type: 'product' },
  { name: 'Material', key: 'material', data_type: 'single_line_text_field', entity_type: 'product' },
  {
    name: 'Weight',
    key: 'weight',
    data_type: 'number',
    entity_type: 'product',
    constraints: { min: 0 },
  },
]

async function start(): Promise<{ server: TestServer; id: string }> {
  const server = await testServer({ attributes })
  const { body } = await server.post('/products', {
    attributes: { product_name: 'Chair', sku: 'CH-1', material: 'wood of a solid  Oak' },
  })
  return { server, id: body.data.id }
}

const propose = async (server: TestServer, ...proposals: object[]) =>
  (await server.post('/proposals', { type: 'product', proposals })).body

const listed = async (server: TestServer, more = '') =>
  (await server.get(`/proposals?type=product${more}`)).body

const valueOf = async (server: TestServer, id: string, key: string) =>
  (await server.get(`/products/${id}`)).body.data.attributes[key]

test('[PROPOSE-01] a proposal is checked as a write and writes nothing', async () => {
  const { server, id } = await start()
  await using _ = server
  const { data, summary } = await propose(
    server,
    { id, attribute: 'weight', value: 12 },
    { id, attribute: 'weight', value: -1 },
    { id, attribute: 'sku', value: 'CH-1' },
    { id, attribute: 'colour', value: 'red' },
    { merge_key: 'sku', key_value: 'ch-1', attribute: 'material', value: 'Oak' },
    { merge_key: 'sku', key_value: 'nobody', attribute: 'material', value: 'Oak' },
  )
  expect(data.map(({ status }: { status: string }) => status)).toEqual([
    'proposed',
    'refused',
    'unchanged',
    'refused',
    'proposed',
    'refused',
  ])
  expect(data[1].field_errors).toMatchObject([{ field: 'attributes.weight', issue: 'out_of_range' }])
  expect(data[3].field_errors).toMatchObject([{ issue: 'not_a_defined_attribute' }])
  expect(summary).toEqual({ total: 6, proposed: 2, refused: 3, unchanged: 1 })
  expect(await valueOf(server, id, 'weight')).toBeUndefined()
  const { data: open, pagination } = await listed(server)
  expect(pagination.total).toBe(2)
  expect(open[0]).toMatchObject({
    entity: { id, label: 'Chair' },
    attribute: 'weight',
    value: 12,
    current: null,
    status: 'open',
    origin: 'script',
  })
})

test('[PROPOSE-02] a quote is verified where it stands in what it names, folded, and a blank one never is', async () => {
  const { server, id } = await start()
  await using _ = server
  const evidence = [
    { source: 'attribute:material', quote: 'SOLID oak' },
    { source: 'attribute:sku', quote: 'oak' },
    { source: 'attribute:material', quote: ' ' },
    { source: `source:${id}`, quote: 'oak' },
  ]
  await propose(
    server,
    { id, attribute: 'material', value: 'Oak', evidence },
    { id, attribute: 'weight', value: 1 },
  )
  expect((await listed(server)).pagination.total).toBe(2)
  const { data } = await listed(server, '&verified=true')
  expect(data).toHaveLength(1)
  expect(data[0].evidence.map(({ verified }: { verified: boolean }) => verified)).toEqual([
    true,
    false,
    false,
    false,
  ])
  expect((await listed(server, '&verified=false')).data).toMatchObject([{ attribute: 'weight' }])
})

test('[PROPOSE-02] a quote of a source is looked up for a key that may read sources, and for no other', async () => {
  const { server, id } = await start()
  await using _ = server
  for (const [name, data_type] of [
    ['Title', 'single_line_text_field'],
    ['Content', 'multi_line_text_field'],
  ])
    await server.post('/attributes', {
      name,
      entity_type: 'source',
      data_type,
      is_primary: name === 'Title',
    })
  const link = { entity_type: 'source', data_type: 'entity_list_reference', reference: { type: 'product' } }
  await server.post('/attributes', { name: 'Products', ...link })
  const { body: begun } = await server.post('/sources', { text: 'Made of solid oak.', product_ids: [id] })
  const { result } = await server.endedJob(begun.data.id)
  const evidence = [{ source: `source:${result.source_id}`, quote: 'solid oak' }]
  const verifiedFor = async (...scopes: Scope[]): Promise<boolean> => {
    const authorization = `Bearer ${await server.issueKey(scopes)}`
    const body = { type: 'product', proposals: [{ id, attribute: 'material', value: 'Oak', evidence }] }
    const { data } = (await server.post('/proposals', body, { authorization })).body
    const { data: open } = await listed(server)
    return open.find((one: { id: string }) => one.id === data[0].id).evidence[0].verified
  }
  expect(await verifiedFor('propose:products', 'read:sources')).toBe(true)
  expect(await verifiedFor('propose:products')).toBe(false)
})

test('[PROPOSE-03] a newer proposal of the same proposer supersedes the open one, another proposer’s stays', async () => {
  const { server, id } = await start()
  await using _ = server
  await propose(server, { id, attribute: 'weight', value: 1 })
  await propose(server, { id, attribute: 'weight', value: 2 })
  const other = await server.issueKey(['propose:products'])
  const answer = await server.post(
    '/proposals',
    { type: 'product', proposals: [{ id, attribute: 'weight', value: 3 }] },
    { authorization: `Bearer ${other}` },
  )
  expect(answer.status).toBe(200)
  const { data } = await listed(server)
  expect(data.map(({ value }: { value: number }) => value)).toEqual([2, 3])
  await server.post('/proposals/decide', {
    type: 'product',
    decisions: [{ id: data[1].id, action: 'accept' }],
  })
  expect((await listed(server)).data).toEqual([])
  expect((await listed(server, '&status=superseded')).pagination.total).toBe(2)
})

test('[PROPOSE-04] accepting compares with what was proposed on, writes under one edit_id, and its undo opens the proposals again', async () => {
  const { server, id } = await start()
  await using _ = server
  await propose(server, { id, attribute: 'weight', value: 5 }, { id, attribute: 'material', value: 'Oak' })
  const [weight, material] = (await listed(server)).data
  await server.patch(`/products/${id}`, { attributes: { material: 'Ash' } })
  const { body } = await server.post('/proposals/decide', {
    type: 'product',
    decisions: [
      { id: weight.id, action: 'accept', value: 6 },
      { id: material.id, action: 'accept' },
      { id: weight.id, action: 'reject' },
      { id, action: 'accept' },
    ],
  })
  expect(body.data).toMatchObject([
    { status: 'accepted' },
    { status: 'changed_meanwhile', current: 'Ash' },
    { status: 'refused', field_errors: [{ issue: 'not_open' }] },
    { status: 'refused', field_errors: [{ issue: 'not_found' }] },
  ])
  expect(await valueOf(server, id, 'weight')).toBe(6)
  expect((await listed(server)).data).toMatchObject([{ attribute: 'material' }])
  const again = { type: 'product', decisions: [{ id: weight.id, action: 'accept' }] }
  expect((await server.post('/proposals/decide', again)).body.data).toMatchObject([
    { status: 'refused', field_errors: [{ issue: 'not_open' }] },
  ])

  const undone = await server.post(`/edits/${body.edit_id}/undo`)
  expect(await valueOf(server, id, 'weight')).toBeUndefined()
  expect((await listed(server)).data).toMatchObject([{ attribute: 'weight' }, { attribute: 'material' }])
  await server.post(`/edits/${undone.body.edit_id}/undo`)
  expect(await valueOf(server, id, 'weight')).toBe(6)
  expect((await listed(server, '&status=accepted')).data).toMatchObject([{ attribute: 'weight' }])
})

test('[PROPOSE-05] all that match are decided at once, and paging never skips', async () => {
  const { server } = await start()
  await using _ = server
  const items = Array.from({ length: 5 }, (_, n) => ({
    attributes: { sku: `S-${n}`, product_name: `P ${n}` },
  }))
  await server.post('/products/batch', { merge_key: 'sku', items })
  const keys = items.map(({ attributes: { sku } }) => sku)
  await propose(
    server,
    ...keys.map((key_value) => ({ merge_key: 'sku', key_value, attribute: 'weight', value: 2 })),
  )
  const first = await listed(server, '&limit=3')
  const second = await listed(server, `&limit=3&cursor=${first.pagination.next_cursor}`)
  expect([first.data.length, second.data.length, second.pagination.has_more]).toEqual([3, 2, false])
  const { body } = await server.post('/proposals/decide', {
    type: 'product',
    action: 'reject',
    where: { attribute: 'weight' },
  })
  expect(body).toMatchObject({ edit_id: null, summary: { total: 5, rejected: 5 } })
})

test('[PROPOSE-06] proposing needs the write or the propose scope of the type, deciding the write scope', async () => {
  const { server, id } = await start()
  await using _ = server
  const as = async (scopes: Parameters<TestServer['issueKey']>[0]) => {
    const headers = { authorization: `Bearer ${await server.issueKey(scopes)}` }
    const proposals = [{ id, attribute: 'weight', value: 1 }]
    const proposed = await server.post('/proposals', { type: 'product', proposals }, headers)
    const decisions = [{ id, action: 'reject' }]
    const decided = await server.post('/proposals/decide', { type: 'product', decisions }, headers)
    return [proposed.status, decided.status, (await server.get('/proposals?type=product', headers)).status]
  }
  expect(await as(['propose:products'])).toEqual([200, 403, 403])
  expect(await as(['write:products'])).toEqual([200, 200, 403])
  expect(await as(['read:products', 'propose:vendors'])).toEqual([403, 403, 200])
})

test('[PROPOSE-07] what lies in the trash is not proposed to, and comes back with its entity', async () => {
  const { server, id } = await start()
  await using _ = server
  await propose(server, { id, attribute: 'weight', value: 1 })
  const path = '/app/v1/trash'
  const trashed = await server.asOwner({
    method: 'POST',
    path,
    headers: { 'vitrine-workspace': server.workspace.id },
    body: { type: 'product', ids: [id] },
  })
  expect(trashed.status).toBeLessThan(300)
  expect((await listed(server)).pagination.total).toBe(0)
})

test('[PROPOSE-07] proposals of an attribute that is deleted end with it', async () => {
  const { server, id } = await start()
  await using _ = server
  const { data } = await propose(
    server,
    { id, attribute: 'weight', value: 12 },
    { id, attribute: 'sku', value: 'CH-2' },
  )
  const path = '/app/v1/attributes/weight?type=product'
  expect((await server.asOwner({ method: 'DELETE', path })).status).toBe(200)

  expect(await listed(server)).toMatchObject({ data: [{ attribute: 'sku' }], pagination: { total: 1 } })
  expect(await listed(server, '&status=superseded')).toMatchObject({ data: [], pagination: { total: 0 } })
  const decided = await server.post('/proposals/decide', {
    type: 'product',
    decisions: [{ id: data[0].id, action: 'accept' }],
  })
  expect(decided.body.data).toMatchObject([{ status: 'refused' }])
  const summary = await server.asOwner({ path: '/app/v1/review/summary?type=product' })
  expect(summary.body.data).toMatchObject({ open: { product: 1 } })
})
