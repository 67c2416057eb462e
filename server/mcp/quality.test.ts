import { afterAll, beforeAll, expect, test } from 'vitest'
import { callTool } from '../testing/mcp-client.ts'
import { testServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
let ids: string[]
beforeAll(async () => {
  const text = { data_type: 'single_line_text_field', entity_type: 'product' }
  server = await testServer({
    attributes: [
      { name: 'SKU', key: 'sku', ...text, is_primary: true },
      { name: 'Material', key: 'material', ...text },
      { name: 'Price', key: 'price', data_type: 'number', entity_type: 'product' },
    ],
  })
  const items = [
    { attributes: { sku: 'CH-1', material: 'Oak', price: 10 } },
    { attributes: { sku: 'CH-1 ', material: 'oak', price: 0 } },
    { attributes: { sku: 'CH-2', price: 12 } },
  ]
  await server.post('/products/batch', { items })
  ids = (await server.get('/products')).body.data.map(({ id }: { id: string }) => id)
  const rule = { entity_type: 'product', severity: 'error' }
  await server.post('/quality/rules', {
    ...rule,
    name: 'Price is above zero',
    check: { kind: 'filter', must_match: 'filter[price][gt]=0' },
  })
  const check = { kind: 'required', attributes: ['material'] }
  await server.post('/quality/rules', { ...rule, severity: 'info', name: 'Has a material', check })
})
afterAll(() => server[Symbol.asyncDispose]())

const call = (name: string, args: object, key?: string) =>
  callTool(server, name, args, key === undefined ? {} : { authorization: `Bearer ${key}` })

test('an agent reads the score, lists what is wrong, mends it and accepts what is right [MCP-20]', async () => {
  const { body: quality } = await call('get_quality', {})
  expect(quality.data.rules).toMatchObject([
    { rule: 'price_is_above_zero', failing: 1, checked: 3 },
    { rule: 'has_a_material', failing: 1, checked: 3 },
  ])
  const { body: found } = await call('list_findings', { severity: 'error' })
  expect(found.data).toMatchObject([{ rule: 'price_is_above_zero', entity: { id: ids[1] } }])
  const filter = { price: { gt: 11 } }
  const { body: filtered } = await call('list_findings', { filter })
  expect(filtered.data).toMatchObject([{ rule: 'has_a_material', attribute: 'material' }])
  const { body: asText } = await call('list_findings', { filter: 'filter[price][gt]=11' })
  expect(asText.data).toEqual(filtered.data)

  await call('update_entity', { type: 'product', id: ids[1], attributes: { price: 9 } })
  const accepted = { type: 'product', rule: 'has_a_material', entity_id: ids[2], attribute: 'material' }
  const { body: accepting } = await call('accept_finding', { ...accepted, reason: 'Made of air.' })
  expect(accepting.data.accepted).toMatchObject({ reason: 'Made of air.', by: { type: 'api_key' } })
  expect((await call('list_findings', {})).body.data).toEqual([])
  expect((await call('get_quality', { id: ids[2] })).body.data).toEqual({ score: 100, findings: [] })
})

test('what is wrong with such a call is told with its place [MCP-20]', async () => {
  const faultsOf = async (name: string, args: object) =>
    (await call(name, args)).body.error.field_errors.map(({ field }: { field: string }) => field)
  expect(await faultsOf('list_findings', { rule: 'nope', filter: { nope: 1 } })).toEqual(['rule', 'filter'])
  expect(await faultsOf('accept_finding', { type: 'product', rule: 'x', entity_id: ids[0] })).toContain(
    'reason',
  )
  const vendors = await server.issueKey(['read:vendors'])
  expect((await call('list_findings', {}, vendors)).body.error.code).toBe('insufficient_scope')
})

test('an agent mends values in a safe way, tried first, and has checks made that take a job [MCP-20]', async () => {
  await server.post('/products', { attributes: { sku: 'FIX-1', material: '  Ash  wood ' } })
  const fix = { type: 'product', attribute: 'material', fix: 'trim', filter: { sku: 'FIX-1' } }
  const tried = await call('fix_values', { ...fix, dry_run: true })
  expect(tried.body.data).toMatchObject({ matching: 1, changed: 1, edit_id: null })
  const { body: fixed } = await call('fix_values', fix)
  expect(fixed.data).toMatchObject({ changed: 1, edit_id: expect.any(String) })
  const { body: page } = await call('list_entities', { type: 'product', filter: { sku: 'FIX-1' } })
  expect(page.data[0].attributes.material).toBe('Ash  wood')
  const { body: begun } = await call('check_quality', { type: 'product' })
  expect((await server.endedJob(begun.data.id)).status).toBe('completed')
  await server.asOwner({
    method: 'POST',
    path: '/app/v1/trash',
    body: { type: 'product', ids: [page.data[0].id] },
  })
})

test('agents merge where the owner allows it, with the scope to delete, and the feed and its undo tell of it [MCP-21]', async () => {
  await server.patch(`/products/${ids[1]}`, { attributes: { price: 9 } })
  const merge = { type: 'product', keep: ids[0], merge: [ids[1]], values: { price: ids[1] } }
  expect((await call('merge_entities', merge)).body.error.code).toBe('forbidden')
  await server.asOwner({ method: 'PATCH', path: '/app/v1/settings', body: { keys_may_merge: true } })
  const writer = await server.issueKey(['write:products'])
  const refused = await call('merge_entities', merge, writer)
  expect(refused.body.error).toMatchObject({ code: 'insufficient_scope' })

  const { body: tried } = await call('merge_entities', { ...merge, dry_run: true })
  expect(tried.data).toMatchObject({ edit_id: null, merged: [ids[1]] })
  const { body: merged } = await call('merge_entities', merge)
  expect(merged.data).toMatchObject({ entity: { id: ids[0], attributes: { price: 9 } }, merged: [ids[1]] })
  expect((await call('list_entities', { type: 'product' })).body.pagination.total).toBe(2)
  const { body: feed } = await call('list_events', { via: 'mcp', event: 'entity.deleted' })
  expect(feed.data).toMatchObject([{ entity: { id: ids[1] }, actor: { type: 'api_key', name: 'test' } }])
  await server.post(`/edits/${merged.data.edit_id}/undo`)
  expect((await call('list_entities', { type: 'product' })).body.pagination.total).toBe(3)
})

test('an agent finds spellings of one value, makes them one, and the feed tells it [MCP-22]', async () => {
  const about = { type: 'product', attribute: 'material' }
  const { body: found } = await call('cluster_values', { ...about, method: 'fingerprint' })
  expect(found.data).toHaveLength(1)
  const [{ values, suggested }] = found.data
  const spellings = values.map(({ value }: { value: string }) => value)
  expect(spellings.toSorted()).toEqual(['Oak', 'oak'])
  const groups = [{ values: spellings, to: 'Oak' }]
  const { body: tried } = await call('merge_values', { ...about, groups, dry_run: true })
  expect([suggested, tried.data]).toMatchObject([
    expect.any(String),
    { matching: 2, changed: 1, edit_id: null },
  ])
  const none = { price: { gt: 1000 } }
  expect(
    (await call('merge_values', { ...about, groups, filter: none, dry_run: true })).body.data.matching,
  ).toBe(0)

  const { body: merged } = await call('merge_values', { ...about, groups })
  expect(merged.data).toMatchObject({ changed: 1 })
  expect((await call('cluster_values', { ...about, method: 'fingerprint' })).body.data).toEqual([])
  const { body: feed } = await call('list_events', { via: 'mcp', attribute: 'material', limit: 1 })
  expect(feed.data[0].changes).toMatchObject([{ attribute: 'material', old: 'oak', new: 'Oak' }])
})

test('names of vendors are merged by who may merge entities [MCP-22]', async () => {
  await server.post('/attributes', {
    name: 'Label',
    key: 'brand_name',
    entity_type: 'vendor',
    data_type: 'single_line_text_field',
    is_primary: true,
  })
  const items = ['Nordlys', 'nordlys'].map((name) => ({ attributes: { brand_name: name } }))
  await server.post('/vendors/batch', { items })
  const groups = [{ values: ['Nordlys', 'nordlys'], to: 'Nordlys' }]
  const asked = { type: 'vendor', attribute: 'brand_name', groups }
  const writer = await server.issueKey(['write:vendors'])
  const allow = (keys_may_merge: boolean) =>
    server.asOwner({ method: 'PATCH', path: '/app/v1/settings', body: { keys_may_merge } })
  await allow(true)
  expect((await call('merge_values', asked, writer)).body.error).toMatchObject({ code: 'insufficient_scope' })
  await allow(false)
  expect((await call('merge_values', asked)).body.error).toMatchObject({ code: 'forbidden' })
  expect((await call('merge_values', { ...asked, dry_run: true })).isError).toBe(false)
  await allow(true)
  expect((await call('merge_values', asked)).isError).toBe(false)
  expect((await call('list_entities', { type: 'vendor' })).body.pagination.total).toBe(1)
})

test('an agent searches for what is there twice, sees why, and says what is not [MCP-23]', async () => {
  const items = ['DUP-77', 'dup 77'].map((sku) => ({ attributes: { sku } }))
  await server.post('/products/batch', { items })
  const filter = { sku: { contains: '77' } }
  const { body: search } = await call('find_duplicates', { type: 'product', by: ['sku_like'], filter })
  expect((await server.endedJob(search.data.id)).status).toBe('completed')
  const { body: found } = await call('list_duplicates', { type: 'product' })
  expect(found.data).toMatchObject([{ status: 'open', reasons: [{ by: 'sku_like' }] }])
  const [{ id, entities }] = found.data
  expect(entities.map(({ label }: { label: string }) => label).toSorted()).toEqual(['DUP-77', 'dup 77'])
  expect((await call('list_duplicates', { min_score: 100 })).body.data).toEqual([])

  const vendors = await server.issueKey(['read:vendors', 'write:vendors'])
  const dismissed = { id, status: 'dismissed' }
  expect((await call('decide_duplicate', dismissed, vendors)).body.error.code).toBe('insufficient_scope')
  expect((await call('decide_duplicate', dismissed)).body.data).toMatchObject({ id, status: 'dismissed' })
  expect((await call('list_duplicates', {})).body.data).toEqual([])
})

test('an agent lists what is wrong with pictures, and nothing else [QUALITY-17]', async () => {
  const image = { data_type: 'single_line_text_field', entity_type: 'image' }
  const attributes = [
    { name: 'File name', key: 'file_name', ...image, is_primary: true },
    { name: 'Image', key: 'image_url', data_type: 'image', entity_type: 'image' },
    { name: 'Alternative text', key: 'alt_text', ...image },
    { name: 'Photo', key: 'photo', data_type: 'image', entity_type: 'product' },
  ]
  for (const attribute of attributes) expect((await server.post('/attributes', attribute)).status).toBe(201)
  for (const name of ['one', 'two', 'three'])
    await server.post('/images', {
      attributes: { file_name: name, image_url: `https://cdn.example/${name}.png` },
    })
  const { body: first } = await call('list_asset_problems', { limit: 2 })
  expect(first.data).toMatchObject([
    { rule: 'asset_no_alt_text', entity: { label: 'one' } },
    { rule: 'asset_no_alt_text', entity: { label: 'two' } },
  ])
  const { next_cursor: cursor } = first.pagination
  const { body: rest } = await call('list_asset_problems', { limit: 2, cursor })
  expect(rest.data).toMatchObject([{ entity: { label: 'three' } }])
  await call('update_entity', { type: 'product', id: ids[0], attributes: { price: 0 } })
  const { body: products } = await call('list_asset_problems', { type: 'product' })
  const rules = (products.data as { rule: string }[]).map(({ rule }) => rule)
  expect(rules.length).toBeGreaterThanOrEqual(3)
  expect(new Set(rules)).toEqual(new Set(['product_no_picture']))
  const { body: named } = await call('list_asset_problems', { rule: 'rights_expired' })
  expect(named.data).toEqual([])
})
