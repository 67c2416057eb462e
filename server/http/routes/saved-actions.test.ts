import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer } from '../../testing/test-server.ts'

const product = { entity_type: 'product' }
let server: TestServer

beforeAll(async () => {
  server = await testServer({
    attributes: [
      { ...product, name: 'SKU', data_type: 'single_line_text_field', is_primary: true },
      { ...product, name: 'Price', data_type: 'number', constraints: { decimals: 2 } },
      { ...product, name: 'Stage', data_type: 'single_line_text_field' },
    ],
  })
})
afterAll(() => server[Symbol.asyncDispose]())

const own = (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
  server.asOwner({ method, path: `/app/v1${path}`, ...(body && { body }) })
const actions = async () => (await server.get('/saved-actions?type=product')).body.data
const faultsOf = ({ body }: { body: { error: { field_errors: { field: string; issue: string }[] } } }) =>
  body.error.field_errors.map(({ field, issue }) => `${field} ${issue}`)
const create = async (attributes: object) => (await server.post('/products', { attributes })).body.data.id
const prices = async () =>
  Object.fromEntries(
    (await server.get('/products?sort=sku')).body.data.map(
      ({ label, attributes }: { label: string; attributes: { price?: number } }) => [label, attributes.price],
    ),
  )
const run = async (body: object) => {
  const answer = await server.post('/bulk-edits', { type: 'product', filter: {}, ...body })
  expect(answer.status).toBe(202)
  return server.endedJob(answer.body.data.id)
}

test('a bulk edit is kept under a name, run by it, changed and deleted [BULK-09]', async () => {
  await create({ sku: 'oak A', price: 10, stage: 'Draft' })
  await create({ sku: 'oak B', price: 20, stage: 'Live' })
  await create({ sku: 'ash C', price: 30, stage: 'Live' })
  const raise = { name: ' Raise ', entity_type: 'product', set: { price: { percent: 10 } } }
  const saved = await own('POST', '/saved-actions', {
    ...raise,
    filter: { stage: 'Draft', price: { gte: 30 } },
    filter_join: 'or',
  })
  expect(saved.status).toBe(201)
  const { id } = saved.body.data
  const stored = { id, ...raise, name: 'Raise', clear: [], filter_join: 'or', q: '' }
  expect(await actions()).toEqual([{ ...stored, filter: { stage: 'Draft', price: { gte: 30 } } }])

  expect((await run({ saved_action: 'RAISE' })).result).toMatchObject({ matched: 2, changed: 2 })
  expect(await prices()).toEqual({ 'ash C': 33, 'oak A': 11, 'oak B': 20 })
  const narrowed = { saved_action: id, filter: { sku: [{ contains: 'oak' }, { ne: 'x' }] } }
  expect((await run({ ...narrowed, dry_run: true })).result).toMatchObject({ matched: 1, changed: 1 })
  expect(await prices()).toEqual({ 'ash C': 33, 'oak A': 11, 'oak B': 20 })

  const patched = await own('PATCH', `/saved-actions/${id}`, { filter: {}, q: 'oak', clear: ['stage'] })
  expect(patched.body.data).toEqual({ ...stored, filter: {}, q: 'oak', clear: ['stage'] })
  expect((await run({ saved_action: 'Raise', q: 'B' })).result).toMatchObject({ matched: 1, changed: 1 })
  expect(await prices()).toMatchObject({ 'oak B': 22 })
  const sample = await server.asOwner({
    method: 'POST',
    path: '/app/v1/bulk-edit-sample',
    body: { type: 'product', filter: {}, saved_action: 'Raise' },
  })
  expect(sample.body.data.matched).toBe(2)

  expect((await own('POST', '/saved-actions', raise)).status).toBe(409)
  expect((await own('DELETE', `/saved-actions/${id}`)).body.data.name).toBe('Raise')
  expect(await actions()).toEqual([])
  expect((await own('PATCH', `/saved-actions/${id}`, { name: 'x' })).status).toBe(404)
  expect((await own('DELETE', `/saved-actions/${id}`)).status).toBe(404)
})

test('an action adds to values and replaces in texts, as any bulk edit [BULK-09]', async () => {
  const id = await create({ sku: 'elm D', price: 5, stage: 'New' })
  const stageOf = async () => (await server.get(`/products/${id}`)).body.data.attributes.stage
  const body = {
    name: 'Tidy',
    entity_type: 'product',
    append: { sku: '!' },
    replace: { find: 'New', with: 'Old' },
  }
  const saved = await own('POST', '/saved-actions', { ...body, filter: { sku: { contains: 'elm' } } })
  expect(saved.body.data).toMatchObject({ append: { sku: '!' }, replace: { find: 'New', with: 'Old' } })
  const here = { saved_action: 'Tidy' }
  expect((await run(here)).result).toMatchObject({ matched: 1, changed: 1 })
  expect(await stageOf()).toBe('Old')
  expect((await server.get(`/products/${id}`)).body.data.label).toBe('elm D!')

  const path = `/saved-actions/${saved.body.data.id}`
  expect(faultsOf(await own('PATCH', path, { append: { price: 1 } }))).toEqual([
    'append.price operator_not_supported_for_type',
  ])
  const patched = await own('PATCH', path, { append: {}, replace: null, set: { stage: 'Set' } })
  expect(patched.body.data).toMatchObject({ set: { stage: 'Set' } })
  expect(Object.keys(patched.body.data)).not.toContain('append')
  expect(Object.keys(patched.body.data)).not.toContain('replace')
  await run(here)
  expect(await stageOf()).toBe('Set')
  await own('DELETE', path)
})

test('what an action lacks is told where it is saved and where it runs [BULK-09]', async () => {
  const bad = { name: '', entity_type: 'product', set: { nope: 1 }, filter: { price: 'x' } }
  expect(faultsOf(await own('POST', '/saved-actions', bad))).toEqual([
    'name required',
    'filter[price] expected_number',
    'set.nope not_a_defined_attribute',
  ])
  const nothing = await own('POST', '/saved-actions', { name: 'x', entity_type: 'product' })
  expect(nothing.status).toBe(400)
  const refused = await server.post('/bulk-edits', { type: 'product', filter: {}, saved_action: 'Nope' })
  expect(faultsOf(refused)).toContain('saved_action invalid_value')
  await own('POST', '/saved-actions', { name: 'Empty', entity_type: 'product', clear: ['stage'] })
  const both = { type: 'product', filter: {}, saved_action: 'Empty', set: { price: 1 } }
  expect(faultsOf(await server.post('/bulk-edits', both))).toContain('saved_action invalid_value')
})

test('scripts list the actions of a type that they may read [BULK-09]', async () => {
  const vendors = await server.issueKey(['read:vendors'])
  const list = (key: string) => server.get('/saved-actions?type=product', { authorization: `Bearer ${key}` })
  expect((await list(vendors)).status).toBe(403)
  expect((await list(await server.issueKey(['read:products']))).status).toBe(200)
  expect((await server.get('/saved-actions?type=chair')).status).toBe(400)
  expect((await server.get('/saved-actions')).status).toBe(400)
})
