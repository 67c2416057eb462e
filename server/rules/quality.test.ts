import { expect, test } from 'vitest'
import type { QualityFinding } from '#shared/quality.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'

const text = 'single_line_text_field'
const attributes = [
  { name: 'Name', key: 'name', data_type: text, entity_type: 'product', is_primary: true },
  { name: 'Price', key: 'price', data_type: 'number', entity_type: 'product' },
  { name: 'Gtin', key: 'gtin', data_type: text, entity_type: 'product' },
  { name: 'Brand', key: 'brand', data_type: text, entity_type: 'product' },
]

async function start(products: readonly Record<string, unknown>[]) {
  const server = await testServer({ attributes })
  const ids: string[] = []
  for (const values of products)
    ids.push((await server.post('/products', { attributes: values })).body.data.id)
  return { server, ids }
}

const rule = (server: TestServer, body: object) =>
  server.post('/quality/rules', { entity_type: 'product', ...body })

async function findings(server: TestServer, query = '') {
  const { body } = await server.get(`/quality/findings?${query}`)
  return { data: body.data as QualityFinding[], pagination: body.pagination }
}

test('[QUALITY-01] a rule is made with its defaults, listed, changed and, by the owner, deleted', async () => {
  const { server } = await start([])
  await using _ = server
  const check = { kind: 'filter', must_match: 'filter[price][gt]=0' }
  const made = await rule(server, { name: 'Price above zero', check })
  expect(made.status).toBe(201)
  expect(made.body.data).toMatchObject({
    key: 'price_above_zero',
    severity: 'warning',
    weight: 1,
    applies_to: '',
    check,
    message: '',
    enabled: true,
    origin: 'own',
  })
  expect((await rule(server, { name: 'Price above zero', check })).body.data.key).toBe('price_above_zero_2')
  const taken = await rule(server, { name: 'Other', key: 'price_above_zero', check })
  expect(taken.status).toBe(409)
  const { id } = made.body.data
  const changed = await server.patch(`/quality/rules/${id}`, { weight: 3, enabled: false })
  expect(changed.body.data).toMatchObject({ weight: 3, enabled: false, name: 'Price above zero', check })
  const gone = await server.asOwner({ method: 'DELETE', path: `/app/v1/quality/rules/${id}` })
  expect(gone.status).toBe(200)
  const { body } = await server.get('/quality/rules?type=product')
  const keys = (body.data as { key: string }[]).map(({ key }) => key)
  expect(keys).not.toContain('price_above_zero')
  expect(keys).toContain('price_above_zero_2')
})

test('[QUALITY-02] what is no rule is refused, each fault on its member', async () => {
  const { server } = await start([])
  await using _ = server
  const { status, body } = await rule(server, {
    name: 'Odd',
    severity: 'fatal',
    weight: 11,
    applies_to: 'filter[prise][gt]=1',
    check: { kind: 'filter', must_match: 'filter[price][above]=0' },
    message: '{{nobody}}',
  })
  expect(status).toBe(400)
  const faults = (body.error.field_errors as { field: string; issue: string }[]).map(
    ({ field, issue }) => `${field} ${issue}`,
  )
  expect(faults.sort()).toEqual([
    'applies_to not_a_defined_attribute',
    'check.must_match unknown_operator',
    'message not_a_defined_attribute',
    'severity invalid_value',
    'weight out_of_range',
  ])
  const boundless = await rule(server, { name: 'Long', check: { kind: 'length', attributes: ['name'] } })
  expect(boundless.body.error.field_errors).toMatchObject([{ field: 'check.max', issue: 'required' }])
  const circle = await rule(server, {
    name: 'Circle',
    check: { kind: 'filter', must_match: 'filter[quality:score][gt]=50' },
  })
  expect(circle.body.error.field_errors[0]).toMatchObject({ field: 'check.must_match' })
})

test('[QUALITY-14] products lack a reference once what it led to has gone, though none of them was written', async () => {
  const server = await testServer({
    attributes: [
      { name: 'Name', key: 'name', data_type: text, entity_type: 'vendor', is_primary: true },
      ...attributes,
      {
        name: 'Vendor',
        key: 'vendor',
        data_type: 'entity_reference',
        entity_type: 'product',
        reference: { type: 'vendor' },
      },
    ],
  })
  await using _ = server
  const { id } = (await server.post('/vendors', { attributes: { name: 'Nord' } })).body.data
  await server.post('/products', { attributes: { name: 'Chair', vendor: id } })
  await rule(server, { name: 'Has vendor', check: { kind: 'required', attributes: ['vendor'] } })
  const lacking = async () =>
    (await findings(server, 'rule=has_vendor')).data.map(({ entity }) => entity.label)
  expect(await lacking()).toEqual([])
  const trash = { method: 'POST', path: '/app/v1/trash', body: { type: 'vendor', ids: [id] } } as const
  expect((await server.asOwner(trash)).status).toBe(200)
  expect(await lacking()).toEqual(['Chair'])
})

test('[QUALITY-03] findings are of what is stored now, with values, messages and exact totals', async () => {
  const { server, ids } = await start([
    { name: 'Chair', price: 0 },
    { name: 'Table', price: 3 },
    { name: 'Lamp' },
  ])
  await using _ = server
  await rule(server, {
    name: 'Above zero',
    severity: 'error',
    applies_to: 'filter[price][exists]=true',
    check: { kind: 'filter', must_match: 'filter[price][gt]=0' },
    message: '{{name}} of {{brand}} costs {{price}}',
  })
  await rule(server, { name: 'Has GTIN', check: { kind: 'required', attributes: ['gtin', 'price'] } })
  const { data, pagination } = await findings(server)
  expect(pagination.total).toBe(5)
  expect(data[0]).toEqual({
    rule: 'above_zero',
    severity: 'error',
    entity: { id: ids[0], type: 'product', label: 'Chair' },
    attribute: 'price',
    value: 0,
    message: 'Chair of  costs 0',
    checked_at: null,
  })
  expect(data.slice(1).map(({ entity, attribute, value }) => [entity.label, attribute, value])).toEqual([
    ['Chair', 'gtin', null],
    ['Table', 'gtin', null],
    ['Lamp', 'gtin', null],
    ['Lamp', 'price', null],
  ])
  await server.patch(`/products/${ids[0]}`, { attributes: { price: 5 } })
  expect((await findings(server, 'severity=error')).pagination.total).toBe(0)
  const filter = encodeURIComponent('filter[name]=Lamp')
  expect((await findings(server, `filter=${filter}`)).pagination.total).toBe(2)
  expect((await findings(server, 'attribute=price')).data.map(({ entity }) => entity.id)).toEqual([ids[2]])
  const pages: QualityFinding[] = []
  for (let cursor = ''; pages.length < 4;) {
    const page = await findings(server, `limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`)
    pages.push(...page.data)
    cursor = page.pagination.next_cursor
  }
  expect(pages.map(({ entity, attribute }) => [entity.label, attribute])).toEqual(
    data.slice(1).map(({ entity, attribute }) => [entity.label, attribute]),
  )
})

test('[QUALITY-06] the score weighs what applies, is 100 where nothing does, and filters and sorts lists', async () => {
  const { server, ids } = await start([
    { name: 'Chair', price: 0, gtin: '4006381333931' },
    { name: 'Table', price: 3 },
    { name: 'Lamp' },
  ])
  await using _ = server
  const all = await server.get('/products?fields=quality:score&sort=quality:score')
  expect(all.body.data.map((one: { attributes: object }) => one.attributes)).toEqual([
    { 'quality:score': 100 },
    { 'quality:score': 100 },
    { 'quality:score': 100 },
  ])
  await rule(server, {
    name: 'P',
    weight: 2,
    applies_to: 'filter[price][exists]=true',
    check: { kind: 'filter', must_match: 'filter[price][gt]=0' },
  })
  await rule(server, { name: 'G', check: { kind: 'gtin', attributes: ['gtin'] } })
  await rule(server, { name: 'R', check: { kind: 'required', attributes: ['gtin'] } })
  // Chair: 2 of 4; Table: 2 of 3; Lamp: 0 of 1.
  const scores = async (query: string) => {
    const { body } = await server.get(`/products?fields=quality:score&${query}`)
    return body.data.map((one: { id: string; attributes: Record<string, number> }) => [
      ids.indexOf(one.id),
      one.attributes['quality:score'],
    ])
  }
  expect(await scores('sort=-quality:score')).toEqual([
    [1, 66],
    [0, 50],
    [2, 0],
  ])
  expect(await scores('filter[quality:score][lt]=60')).toEqual([
    [0, 50],
    [2, 0],
  ])
  expect(await scores('filter[quality:score][lt]=60&filter[name]=Chair')).toEqual([[0, 50]])
  const { body } = await server.get(`/products/${ids[0]}/quality`)
  expect(body.data).toMatchObject({ score: 50, findings: [{ rule: 'p', value: 0 }] })
  const summary = (await server.get('/quality/summary?type=product')).body.data
  expect(summary).toEqual({
    score: 50,
    rules: [
      { rule: 'p', failing: 1, checked: 2 },
      { rule: 'g', failing: 0, checked: 1 },
      { rule: 'r', failing: 2, checked: 3 },
    ],
  })
  expect((await server.get(`/products/${ids[0]}`)).body.data.attributes).not.toHaveProperty('quality:score')
})

const owned = (server: TestServer, path: string, body?: object) =>
  server.asOwner({ method: body ? 'POST' : 'GET', path: `/app/v1/quality/${path}`, ...(body && { body }) })

test('[QUALITY-05] an accepted finding leaves the list and counts as met until its value changes', async () => {
  const { server, ids } = await start([
    { name: 'Chair', price: 0 },
    { name: 'Table', price: 0 },
  ])
  await using _ = server
  await rule(server, { name: 'P', check: { kind: 'filter', must_match: 'filter[price][gt]=0' } })
  const finding = { type: 'product', rule: 'p', entity_id: ids[0], attribute: 'price' }
  const bare = await server.post('/quality/findings/accept', { ...finding, reason: ' ' })
  expect(bare.body.error.field_errors).toMatchObject([{ field: 'reason', issue: 'required' }])
  const unknown = await server.post('/quality/findings/accept', { ...finding, rule: 'q', reason: 'x' })
  expect(unknown.body.error.field_errors).toMatchObject([{ field: 'rule', issue: 'invalid_value' }])
  const { body } = await server.post('/quality/findings/accept', { ...finding, reason: 'A gift' })
  expect(body.data.accepted).toMatchObject({ reason: 'A gift', by: { type: 'api_key' } })
  const labels = async (query = '') => (await findings(server, query)).data.map(({ entity }) => entity.label)
  expect(await labels()).toEqual(['Table'])
  expect(await labels('accepted=true')).toEqual(['Chair'])
  expect((await server.get(`/products/${ids[0]}/quality`)).body.data).toEqual({ score: 100, findings: [] })
  expect((await server.get('/quality/summary')).body.data).toEqual({
    score: 50,
    rules: [{ rule: 'p', failing: 1, checked: 2 }],
  })
  await server.patch(`/products/${ids[0]}`, { attributes: { price: -1 } })
  expect(await labels()).toEqual(['Chair', 'Table'])
  await server.patch(`/products/${ids[0]}`, { attributes: { price: 0 } })
  expect(await labels()).toEqual(['Table'])
  await owned(server, 'findings/reopen', finding)
  expect(await labels()).toEqual(['Chair', 'Table'])
})

test('[QUALITY-07] rules that ship are off until their attributes are there, and given ones cannot be edited', async () => {
  const { server, ids } = await start([
    { name: 'Chair', price: 3 },
    { name: 'Table', price: 30 },
  ])
  await using _ = server
  const rules = async () =>
    (await server.get('/quality/rules?type=product')).body.data as {
      id: string
      key: string
      origin: string
      enabled: boolean
    }[]
  const shipped = (await rules()).filter(({ origin }) => origin === 'shipped')
  expect(shipped.length).toBeGreaterThan(8)
  expect(shipped.filter(({ enabled }) => enabled)).toEqual([])
  const idOf = (key: string) => shipped.find((one) => one.key === key)?.id
  const title = await server.patch(`/quality/rules/${idOf('title_too_long')}`, { enabled: true })
  expect(title.body.error.field_errors).toMatchObject([
    { field: 'check.attributes[0]', issue: 'not_a_defined_attribute' },
  ])
  expect((await server.patch(`/quality/rules/${idOf('gtin_missing')}`, { enabled: true })).status).toBe(200)
  await server.patch('/attributes/price?type=product', { constraints: { min: 10 } })
  const { data } = await findings(server)
  expect(data).toMatchObject([
    { rule: 'constraint:price', attribute: 'price', value: 3, entity: { id: ids[0] } },
  ])
  expect((await server.get('/quality/summary')).body.data.score).toBe(100)
  const constraint = (await rules()).find(({ key }) => key === 'constraint:price')
  const edited = await server.patch(`/quality/rules/${constraint?.id}`, { enabled: false })
  expect([edited.status, edited.body.error.code]).toEqual([403, 'forbidden'])
  await server.asOwner({ method: 'POST', path: '/app/v1/channels/google_merchant/enable', body: {} })
  const channel = await findings(server, 'rule=channel:google_merchant&limit=1')
  expect(channel.pagination.total).toBeGreaterThan(0)
  expect(channel.data[0]?.severity).toBe('warning')
})

test('[QUALITY-08] lists are filtered by what rules find and how serious it is', async () => {
  const { server, ids } = await start([
    { name: 'Chair', price: 0 },
    { name: 'Table', price: 3 },
    { name: 'Lamp' },
  ])
  await using _ = server
  const listed = async (query: string) =>
    (await server.get(`/products?${query}`)).body.data.map(({ id }: { id: string }) => ids.indexOf(id))
  expect(await listed('filter[quality:severity]=none')).toEqual([0, 1, 2])
  await rule(server, {
    name: 'N',
    severity: 'error',
    check: { kind: 'length', attributes: ['name'], min: 5 },
  })
  await rule(server, { name: 'P', check: { kind: 'required', attributes: ['price'] } })
  expect(await listed('filter[quality:rule]=p')).toEqual([2])
  expect(await listed('filter[quality:severity]=error')).toEqual([2])
  expect(await listed('filter[quality:severity][ne]=warning')).toEqual([0, 1])
  expect(await listed('filter[quality:severity]=none')).toEqual([0, 1])
  expect(await listed('filter[quality:severity][ne]=none')).toEqual([2])
  expect(await listed('filter[quality:severity][in]=none,error&sort=name')).toEqual([0, 2, 1])
  expect(await listed('filter[quality:severity][in]=info,warning&filter[price][exists]=true')).toEqual([])
  const { body } = await server.get('/products?filter[quality:rule]=q')
  expect(body.error.field_errors[0]).toMatchObject({ issue: 'invalid_value', acceptable_values: ['n', 'p'] })
})

test('[QUALITY-09] a rule that is being written is counted, and the score is told per vendor', async () => {
  const { server, ids } = await start([
    { name: 'Chair', price: 0 },
    { name: 'Table', price: 3 },
    { name: 'Lamp' },
  ])
  await using _ = server
  const check = { kind: 'filter', must_match: 'filter[price][gt]=0' }
  const tried = await owned(server, 'try', { entity_type: 'product', check, message: '{{name}}', sample: 1 })
  expect(tried.body.data).toMatchObject({ checked: 3, failing: 2, findings: [{ message: 'Chair' }] })
  await server.post('/attributes', { name: 'Name', entity_type: 'vendor', data_type: text, is_primary: true })
  await server.post('/attributes', {
    name: 'Vendor',
    entity_type: 'product',
    data_type: 'entity_reference',
    reference: { type: 'vendor' },
  })
  const vendor = (await server.post('/vendors', { attributes: { name: 'Nordlys' } })).body.data.id
  await server.patch(`/products/${ids[0]}`, { attributes: { vendor } })
  await rule(server, { name: 'P', check })
  const { body } = await owned(server, 'scores?by=vendor')
  expect(body.data).toMatchObject({
    score: 33,
    by: 'vendor',
    groups: [
      { entity: { id: vendor, label: 'Nordlys' }, entities: 1, score: 0 },
      { entity: null, entities: 2, score: 50 },
    ],
  })
})

test('[surfaces.4.4] what is missing counts at what is sold: at the variants, not at the product above them', async () => {
  const { server, ids } = await start([{ name: 'Chair' }, { name: 'Table', price: 3 }])
  await using _ = server
  await rule(server, { name: 'Has price', check: { kind: 'required', attributes: ['price'] } })
  const lacking = async () =>
    (await findings(server, 'rule=has_price')).data.map(({ entity }) => entity.label)
  expect(await lacking()).toEqual(['Chair'])
  const variant = { attributes: { name: 'Chair red', price: 9 }, parent_id: ids[0] }
  const { body } = await server.post('/products', variant)
  expect(await lacking()).toEqual([])
  await server.patch(`/products/${body.data.id}`, { attributes: { price: null } })
  expect(await lacking()).toEqual(['Chair red'])
  await server.patch(`/products/${body.data.id}`, { parent_id: null })
  expect(await lacking()).toEqual(['Chair', 'Chair red'])
})
