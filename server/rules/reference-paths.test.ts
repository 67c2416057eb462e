import { afterAll, beforeAll, expect, test } from 'vitest'
import { callTool } from '../testing/mcp-client.ts'
import { describeAnswer, encoded, ruleServer } from './rule-catalog.ts'

const server = await ruleServer()
afterAll(() => server[Symbol.asyncDispose]())

beforeAll(async () => {
  const vendor = async (values: object) => (await server.create(values, 'vendors')).id
  const oak = await vendor({ vendor_name: 'Oak & Sons', city: 'Bergen' })
  const elm = await vendor({ vendor_name: 'Elm', city: 'Oslo' })
  const bare = await vendor({ vendor_name: 'Bare' })
  const first = await server.create({ sku: 'A', price: 5, vendor: oak, active: true })
  const second = await server.create({ sku: 'B', price: 50, vendor: elm, related: [first.id] })
  await server.create({ sku: 'C', vendor: bare, related: [first.id, second.id] })
  await server.create({ sku: 'D' }, 'products', first.id)
  await server.create({ sku: 'E' })
})

const found = async (query: string) => (await server.skus(`sort=sku&${query}`)).join('')

test.each([
  ['filter[vendor.city]=oslo', 'B'],
  ['filter[vendor.vendor_name][contains]=oak', 'A'],
  ['filter[vendor.city][starts_with]=B', 'A'],
  ['filter[vendor.city][in]=Oslo,Bergen', 'AB'],
  ['filter[vendor.city][ne]=Oslo', 'ACDE'],
  ['filter[vendor.vendor_name][not_contains]=a', 'BDE'],
  ['filter[vendor.city][exists]=true', 'AB'],
  ['filter[vendor.city][exists]=false', 'CDE'],
  ['filter[vendor.created_at][gte]=2020-01-01', 'ABC'],
  ['filter[related.price][gte]=50', 'C'],
  ['filter[related.price][lt]=50', 'BC'],
  ['filter[related.price][gt]=5&filter[related.price][lt]=50', 'C'],
  ['filter[related.price][ne]=50', 'ABDE'],
  ['filter[related.active]=true', 'BC'],
  ['filter[related.vendor_city]=Oslo', 'C'],
  ['filter[parent.sku]=a', 'D'],
  ['filter[parent.price][lte]=5', 'D'],
  ['filter[parent.sku][exists]=false', 'ABCE'],
  ['filter_join=or&filter[parent.sku]=a&filter[vendor.city]=Oslo', 'BD'],
  ['filter={"or":[{"attribute":"parent.sku","value":"A"},{"attribute":"vendor.city","value":"Oslo"}]}', 'BD'],
])('%s lists %s [STEP-01]', async (query, skus) => {
  expect(await found(query)).toBe(skus)
  const { body } = await server.get(`/products?${encoded(query)}`)
  expect(body.pagination.total).toBe(skus.length)
})

test('inherited references are followed as well [STEP-01]', async () => {
  await server.patch('/attributes/vendor?type=product', { inheritance_mode: 'inherit_from_parent' })
  expect(await found('filter[vendor.city]=Bergen')).toBe('AD')
  expect(await found('filter[vendor.city][contains]=e&filter[parent.sku]=A')).toBe('D')
  expect((await server.skus('sort=vendor.city,sku')).join('')).toBe('ADBCE')
  await server.patch('/attributes/vendor?type=product', { inheritance_mode: 'off' })
})

test('views, exports, bulk edits, saved actions and agents take such keys [STEP-02]', async () => {
  const clause = { 'vendor.city': 'Oslo' }
  const view = {
    name: 'Oslo',
    entity_type: 'product',
    filters: [{ attribute: 'vendor.city', operator: 'eq', value: 'Oslo' }],
  }
  const made = await server.asOwner({ method: 'POST', path: '/app/v1/views', body: view })
  expect(made.body.data.filters).toEqual(view.filters)
  const edit = { type: 'product', filter: clause, set: { name: 'Northern' } }
  const job = await server.post('/bulk-edits?wait=10', edit)
  expect([job.status, job.body.data.result]).toMatchObject([200, { changed: 1 }])
  const action = { name: 'North', entity_type: 'product', filter: clause, set: { name: 'N' } }
  const saved = await server.asOwner({ method: 'POST', path: '/app/v1/saved-actions', body: action })
  expect(saved.status).toBe(201)
  const exported = await server.post('/exports?wait=10', { type: 'product', format: 'csv', filter: clause })
  expect(exported.body.data.result.rows).toBe(1)
  const listed = await callTool(server, 'list_entities', {
    type: 'product',
    filter: clause,
    sort: 'vendor.city',
  })
  expect(listed.body.data).toHaveLength(1)
  const nested = { and: [{ or: [{ attribute: 'parent.sku', operator: 'eq', value: 'A' }] }] }
  const grouped = await callTool(server, 'list_entities', { type: 'product', filter: nested })
  expect(grouped.body.data).toHaveLength(1)
})

test.each([
  ['filter[vendor.citi]=x', 'vendor.city'],
  ['filter[vendor.name]=x', 'vendor.vendor_name'],
  ['filter[vendr.city]=x', 'vendor.city'],
  ['sort=vendor.citi', 'vendor.city'],
  ['sort=vendor.name', 'vendor.vendor_name'],
  ['filter[vendor.city.x]=x', 'vendor.city'],
  ['filter[related.vendor.city]=x', 'related.vendor_city'],
  ['filter[sku.city]=x', undefined],
  ['filter[vendor.]=x', undefined],
])('%s means %s [STEP-03]', async (query, meant) => {
  const { status, body } = await server.get(`/products?${encoded(query)}`)
  const [fault, ...more] = body.error.field_errors
  expect([status, fault.issue, fault.did_you_mean, more]).toEqual([400, 'not_a_defined_attribute', meant, []])
})

test('a name in place of an id offers the key that compares names, and operators are those of the end [STEP-03]', async () => {
  const { body } = await server.get(`/products?${encoded('filter[vendor]=Elm')}`)
  expect(body.error.field_errors).toMatchObject([
    { issue: 'expected_uuid', did_you_mean: 'vendor.vendor_name' },
  ])
  expect(body.error.message).toContain('vendor.vendor_name')
  expect(describeAnswer(await server.get(`/products?${encoded('filter[related.price][contains]=1')}`))).toBe(
    '400 | filter[related.price][contains] operator_not_supported_for_type',
  )
  expect(describeAnswer(await server.get(`/products?${encoded('filter[related.price][gte]=x')}`))).toBe(
    '400 | filter[related.price][gte] expected_number',
  )
})

test('lists are sorted by what references lead to, as pages by cursor are [STEP-04]', async () => {
  expect((await server.skus('sort=vendor.city,sku')).join('')).toBe('ABCDE')
  expect((await server.skus('sort=-vendor.vendor_name,sku')).join('')).toBe('ABCDE')
  expect((await server.skus('sort=related.price,-sku')).join('')).toBe('CBEDA')
  expect((await server.skus('sort=-parent.sku')).at(0)).toBe('D')
  const seen: string[] = []
  let cursor = ''
  for (let page = 0; page < 5; page += 1) {
    const query = encoded(`sort=-vendor.city,sku&limit=1${cursor && `&cursor=${cursor}`}`)
    const { body } = await server.get(`/products?${query}`)
    seen.push(body.data[0].attributes.sku)
    cursor = body.pagination.next_cursor
  }
  expect(seen.join('')).toBe('BACDE')
  expect(describeAnswer(await server.get('/products?sort=vendor.supplies'))).toBe('400 | sort not_sortable')
  expect(describeAnswer(await server.get('/products?fields=vendor.city'))).toBe(
    '400 | fields not_a_defined_attribute',
  )
  const groups = await server.asOwner({ path: '/app/v1/grid/groups?type=product&sort=vendor.city' })
  expect(describeAnswer(groups)).toBe('400 | sort invalid_value')
})

test('such a filter or sort asks for the scope of the type that it leads to, wherever it stands [STEP-06]', async () => {
  const rights = ['read:products', 'write:products', 'read:attributes'] as const
  const limited = await server.issueKey(rights)
  const send = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${limited}` }
    const answer = await server.send({ method, path: `/api/v1${path}`, body, headers })
    return [answer.status, answer.text.includes('read:vendors')]
  }
  const refused = [403, true]
  const clause = { 'vendor.city': 'Oslo' }
  const tree = { or: [{ and: [{ attribute: 'vendor.city', operator: 'eq', value: 'Oslo' }] }] }
  for (const query of [
    'filter[vendor.city]=Oslo',
    'sort=sku,-vendor.city',
    `filter=${encodeURIComponent(JSON.stringify(tree))}`,
  ])
    expect(await send('GET', `/products?${query}`)).toEqual(refused)
  expect(await send('POST', '/products/query', { filter: tree })).toEqual(refused)
  expect(await send('POST', '/products/query', { sort: 'vendor.city' })).toEqual(refused)
  expect(await send('POST', '/exports', { type: 'product', format: 'csv', filter: clause })).toEqual(refused)
  expect(await send('POST', '/bulk-edits', { type: 'product', filter: clause, set: {} })).toEqual(refused)
  expect(await send('GET', '/products?filter[related.price]=1&filter[parent.sku]=A')).toEqual([200, false])
  const { body, isError } = await callTool({ ...server, key: limited }, 'list_entities', {
    type: 'product',
    filter: clause,
  })
  expect([isError, body.error.code]).toEqual([true, 'insufficient_scope'])
})
