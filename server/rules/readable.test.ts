import { afterAll, expect, test } from 'vitest'
import { installationRoutes, publicRoutes, workspaceRoutes } from '#shared/routes/surfaces.ts'
import { teamRoutes, teamWorkspaceRoutes } from '#shared/routes/people.ts'
import { decidedJobs, decidedOperations } from '../catalog/connections/restricted-calls.ts'
import { readOperations, writeOperations } from '../catalog/operations.ts'
import { decidedRoutes } from '../edge/restricted-routes.ts'
import { jobHandlers } from '../jobs/job-handlers.ts'
import { callTool } from '../testing/mcp-client.ts'
import { type As, roleServer } from '../testing/role-server.ts'
import type { Role } from '#shared/team.ts'

const text = (name: string, more: object = {}) => ({
  data_type: 'single_line_text_field',
  name,
  entity_type: 'product',
  ...more,
})
const number = (name: string, more: object = {}) => ({ ...text(name, more), data_type: 'number' })
const formula = (name: string, of: string) => ({ ...text(name), data_type: 'formula', formula: of })
const closed = { readable_by: ['manager'] }
const server = await roleServer({
  attributes: [
    text('Sku', { is_primary: true }),
    number('Cost', closed),
    text('Source', closed),
    { ...text('Note'), data_type: 'multi_line_text_field' },
    number('Price'),
    text('Colour'),
    formula('Margin', '{{price}} - {{cost}}'),
    formula('Verdict', 'IF({{margin}} > 0, "good deal", "bad deal")'),
    formula('Double', '{{price}} * 2'),
    { ...text('Name'), entity_type: 'vendor', is_primary: true },
    { ...number('Discount', closed), entity_type: 'vendor' },
    { ...text('Vendor'), data_type: 'entity_reference', reference: { type: 'vendor' } },
    { ...text('Rebate'), data_type: 'reference_lookup', reference: { via: 'vendor', attribute: 'discount' } },
    { ...text('Supplier', closed), data_type: 'entity_reference', reference: { type: 'vendor' } },
    {
      ...text('Supplied'),
      entity_type: 'vendor',
      data_type: 'inverse_reference',
      reference: { type: 'product', attribute: 'supplier' },
    },
  ],
})
afterAll(() => server[Symbol.asyncDispose]())
const { owner, manager, editor, contributor, viewer } = {
  owner: server.as('owner'),
  manager: server.as('manager'),
  editor: server.as('editor'),
  contributor: server.as('contributor'),
  viewer: server.as('viewer'),
}
const restricted: [Role, As][] = [
  ['editor', editor],
  ['contributor', contributor],
  ['viewer', viewer],
]
const hiddenKeys = ['cost', 'source', 'margin', 'verdict', 'rebate', 'supplier']

const vendor = (
  await manager('POST', '/api/v1/vendors', { attributes: { name: 'Oakland', discount: 9317.5 } })
).body.data.id
let count = 0
const shown = { price: 10, colour: 'red', note: 'Plain words', vendor }
const hidden = { cost: 4711.25, source: 'Secretfirm', supplier: vendor }
async function product(more: object = {}): Promise<string> {
  const attributes = { sku: `P-${(count += 1)}`, ...shown, ...hidden, ...more }
  const made = await manager('POST', '/api/v1/products', { attributes })
  expect([made.status, made.text]).toEqual([201, expect.anything()])
  return made.body.data.id
}
const first = await product()
const second = await product({ cost: 1.5, price: 20, colour: 'blue', source: 'Otherfirm' })
await manager('PATCH', `/api/v1/products/${first}`, { attributes: { cost: 4712.25 } })
const comment = (
  await manager('POST', '/api/v1/comments', {
    type: 'product',
    entity_id: first,
    attribute: 'cost',
    text: 'Secretfirm is dear',
  })
).body.data.id
await manager('POST', '/api/v1/notes', {
  type: 'product',
  entity_id: first,
  attribute: 'cost',
  text: 'Secretfirm asks 4712.25',
})
await manager('POST', '/api/v1/proposals', {
  type: 'product',
  proposals: [
    { id: first, attribute: 'cost', value: 4713.25 },
    {
      id: first,
      attribute: 'colour',
      value: 'green',
      evidence: [{ source: 'attribute:source', quote: 'Secretfirm' }],
    },
  ],
})
await manager('POST', '/app/v1/views', {
  entity_type: 'product',
  name: 'Dear',
  visible_columns: ['sku', 'cost'],
  sorting: [{ key: 'cost', direction: 'desc' }],
  filters: [{ attribute: 'cost', operator: 'gt', value: '4000' }],
})
await manager('POST', '/app/v1/saved-actions', {
  entity_type: 'product',
  name: 'Raise',
  set: { cost: 4714.25 },
})
await manager('POST', '/api/v1/quality/rules', {
  entity_type: 'product',
  name: 'Too dear',
  key: 'too_dear',
  severity: 'error',
  applies_to: '',
  check: { kind: 'filter', must_match: 'filter[cost][lt]=4000' },
  message: '{{source}} asks {{cost}}',
  enabled: true,
})
const asked = await product()
const exported = (await manager('POST', '/api/v1/exports', { type: 'product', format: 'csv' })).body.data.id
await server.endedJob(exported)

/** Values that no restricted role may see in any answer: of the attributes, and of what is computed of them. */
const secrets = /471[1-4]\.25|-470[12]\.25|Secretfirm|Otherfirm|bad deal|9317\.5/

/** Requests that show hidden values to those who may read them: the path, and a body where it is a POST. */
const reads: Readonly<Record<string, readonly [method: string, path: string, body?: object]>> = {
  list: ['GET', '/api/v1/products'],
  'list with all fields': ['GET', '/api/v1/products?fields=*'],
  'list by a query': ['POST', '/api/v1/products/query', { limit: 10 }],
  'a frozen list': ['GET', '/api/v1/products?snapshot=new'],
  get: ['GET', `/api/v1/products/${first}`],
  vendor: ['GET', `/api/v1/vendors/${vendor}`],
  events: ['GET', '/api/v1/events?limit=200'],
  'events of a product': ['GET', `/api/v1/products/${first}/events`],
  comments: ['GET', '/api/v1/comments'],
  'comments of a row': ['GET', `/app/v1/grid/comments?type=product&ids=${first}`],
  'a comment': ['GET', `/api/v1/comments/${comment}`],
  notes: ['GET', '/api/v1/notes'],
  'notes of a row': ['GET', `/app/v1/grid/notes?type=product&ids=${first}`],
  proposals: ['GET', '/api/v1/proposals?type=product'],
  'saved actions': ['GET', '/api/v1/saved-actions?type=product'],
  findings: ['GET', '/api/v1/quality/findings?type=product&rule=too_dear'],
  'findings of all rules': ['GET', '/api/v1/quality/findings?type=product'],
  'quality of a product': ['GET', `/api/v1/products/${first}/quality`],
  'words of another search': ['GET', '/api/v1/products?q=Secretfirm'],
  'previewed formula': [
    'POST',
    '/app/v1/formula-preview',
    { type: 'product', formula: '{{cost}} + 0', entity_id: first },
  ],
  'sample of an edit': [
    'POST',
    '/app/v1/bulk-edit-sample',
    { type: 'product', filter: {}, set: { note: { formula: '"" & {{cost}} & {{source}}' } } },
  ],
}

const send = (as: As, [method, path, body]: (typeof reads)[string]) => as(method, path, body)

test.each(Object.keys(reads))(
  '%s: shown to those who may read it, and to nobody else [ROLE-17]',
  async (name) => {
    const request = reads[name] as (typeof reads)[string]
    for (const as of [owner, manager]) {
      const whole = await send(as, request)
      expect([name, whole.status, whole.text]).toEqual([name, 200, expect.stringMatching(secrets)])
    }
    for (const [role, as] of restricted) {
      const { status, text: body } = await send(as, request)
      expect([role, body]).toEqual([role, expect.not.stringMatching(secrets)])
      expect([role, status < 500]).toEqual([role, true])
    }
  },
)

/** Asks that name an attribute, which answer for a hidden one as for one that is not there. */
const asks: Readonly<
  Record<string, (key: string) => readonly [method: string, path: string, body?: object]>
> = {
  filter: (key) => ['GET', `/api/v1/products?filter[${key}][gt]=4000`],
  'filter for a value': (key) => ['GET', `/api/v1/products?filter[${key}][exists]=true`],
  'filter in a group': (key) => [
    'POST',
    '/api/v1/products/query',
    { filter: { or: [{ attribute: key, operator: 'exists', value: true }] } },
  ],
  sort: (key) => ['GET', `/api/v1/products?sort=-${key}`],
  fields: (key) => ['GET', `/api/v1/products?fields=${key}`],
  'path of a reference': (key) => ['GET', `/api/v1/products?filter[vendor.${key}][exists]=true`],
  references: (key) => ['GET', `/api/v1/products/${asked}/references?attribute=${key}`],
  groups: (key) => ['GET', `/app/v1/grid/groups?type=product&sort=${key}`],
  sums: (key) => ['GET', `/app/v1/grid/aggregates?type=product&keys=${key}`],
  distinct: (key) => ['GET', `/app/v1/grid/distinct?type=product&key=${key}`],
  facets: (key) => ['GET', `/app/v1/grid/facets?type=product&facets=${key}`],
  find: (key) => ['GET', `/app/v1/grid/find?type=product&columns=${key}&text=a`],
  'similar values': (key) => [
    'GET',
    `/api/v1/quality/clusters?type=product&attribute=${key}&method=fingerprint`,
  ],
  changes: (key) => ['GET', `/api/v1/events?attribute=${key}`],
  actions: (key) => ['GET', `/app/v1/changes/actions?attribute=${key}`],
  notes: (key) => ['GET', `/api/v1/notes?attribute=${key}`],
  comments: (key) => ['GET', `/api/v1/comments?attribute=${key}`],
  proposals: (key) => ['GET', `/api/v1/proposals?type=product&attribute=${key}`],
  findings: (key) => ['GET', `/api/v1/quality/findings?type=product&attribute=${key}`],
  'findings of a list': (key) => [
    'GET',
    `/api/v1/quality/findings?type=product&filter=${encodeURIComponent(`filter[${key}][exists]=true`)}`,
  ],
  prompts: (key) => ['GET', `/app/v1/attributes/${key}/prompts?type=product`],
  'export of fields': (key) => [
    'POST',
    '/api/v1/exports',
    { type: 'product', format: 'csv', fields: ['sku', key] },
  ],
  'export of a list': (key) => [
    'POST',
    '/api/v1/exports',
    { type: 'product', format: 'csv', filter: { [key]: { exists: true } } },
  ],
  'formula preview': (key) => [
    'POST',
    '/app/v1/formula-preview',
    { type: 'product', formula: `{{${key}}}`, entity_id: asked },
  ],
  'estimate of a run': (key) => [
    'POST',
    '/api/v1/generations/estimate',
    { type: 'product', attributes: [key], filter: {} },
  ],
  write: (key) => ['PATCH', `/api/v1/products/${asked}`, { attributes: { [key]: 1 } }],
  'condition of an edit': (key) => [
    'POST',
    '/api/v1/edits',
    { type: 'product', edits: [{ id: asked, attributes: { colour: 'red' }, if: { [key]: 1 } }] },
  ],
  'merge key': (key) => [
    'POST',
    '/api/v1/products/upsert',
    { merge_key: key, attributes: { [key]: 'Secretfirm', colour: 'red' } },
  ],
  'merge key of a batch': (key) => [
    'POST',
    '/api/v1/products/batch',
    { merge_key: key, items: [{ attributes: { [key]: 'Secretfirm' } }] },
  ],
  'list of a bulk edit': (key) => [
    'POST',
    '/api/v1/bulk-edits',
    { type: 'product', filter: { [key]: { exists: true } }, set: { colour: 'red' } },
  ],
  'formula of a bulk edit': (key) => [
    'POST',
    '/api/v1/bulk-edits',
    { type: 'product', ids: [asked], filter: {}, set: { note: { formula: `"" & {{${key}}}` } } },
  ],
  'key of a proposal': (key) => [
    'POST',
    '/api/v1/proposals',
    {
      type: 'product',
      proposals: [{ merge_key: key, key_value: 'Secretfirm', attribute: 'colour', value: 'x' }],
    },
  ],
  'value of a proposal': (key) => [
    'POST',
    '/api/v1/proposals',
    { type: 'product', proposals: [{ id: asked, attribute: key, value: 'x' }] },
  ],
  'comment on a cell': (key) => [
    'POST',
    '/api/v1/comments',
    { type: 'product', entity_id: asked, attribute: key, text: 'What is it?' },
  ],
  'column of a view': (key) => [
    'POST',
    '/app/v1/views',
    { entity_type: 'product', name: 'Mine', visible_columns: [key] },
  ],
  'its definition': (key) => ['PATCH', `/api/v1/attributes/${key}?type=product`, { name: 'Other' }],
}

/** The answer without what differs between two requests, and with one word for the key. */
function withoutKey(body: string, key: string): string {
  const same = body.replaceAll(/"request_id":"[^"]*"/g, '').replaceAll(new RegExp(`\\b${key}\\b`, 'g'), 'KEY')
  return same.replaceAll(/"did_you_mean":"[^"]*"|Did you mean [^?]*\?/g, '')
}

test.each(Object.keys(asks))(
  '%s: a hidden attribute is answered as one that is not there [ROLE-17]',
  async (name) => {
    const ask = asks[name] as (typeof asks)[string]
    const keys = name === 'path of a reference' ? ['discount'] : ['cost', 'source', 'margin', 'verdict']
    const absentFor = (key: string) => 'x'.repeat(key.length)
    const differs = await Promise.all(
      keys.map(async (key) => {
        const [found, missing] = [await send(manager, ask(key)), await send(manager, ask(absentFor(key)))]
        return withoutKey(found.text, key) !== withoutKey(missing.text, absentFor(key))
      }),
    )
    expect(differs).toContain(true)
    for (const [role, as] of restricted) {
      for (const key of keys) {
        const absent = absentFor(key)
        const [found, missing] = [await send(as, ask(key)), await send(as, ask(absent))]
        expect([role, key, found.status, withoutKey(found.text, key)]).toEqual([
          role,
          key,
          missing.status,
          withoutKey(missing.text, absent),
        ])
      }
    }
  },
)

test('definitions of hidden attributes, and of what is computed of them, are not there [ROLE-17]', async () => {
  for (const [role, as] of restricted) {
    for (const path of ['/api/v1/attributes?type=product', '/app/v1/attributes?type=product']) {
      const { body } = await as('GET', path)
      const keys = body.data.map(({ key }: { key: string }) => key)
      expect([role, keys.filter((key: string) => hiddenKeys.includes(key))]).toEqual([role, []])
      expect(keys).toEqual(expect.arrayContaining(['sku', 'price', 'double', 'vendor']))
    }
    const view = (await as('GET', '/app/v1/views?type=product')).body.data.find(
      ({ name }: { name: string }) => name === 'Dear',
    )
    expect(view).toMatchObject({ visible_columns: ['sku'], sorting: [], filters: [] })
  }
})

test('a search finds no hidden text, and the same number with the index of words and without [ROLE-17]', async () => {
  for (const [role, as] of restricted)
    for (const q of ['Secretfirm', 'secret', 'Secretfrim', '4712.25', 'bad deal']) {
      const { body } = await as('GET', `/api/v1/products?q=${encodeURIComponent(q)}`)
      expect([role, q, body.pagination.total]).toEqual([role, q, 0])
    }
  expect((await editor('GET', '/api/v1/products?q=Plain')).body.pagination.total).toBe(2)
})

test('an ETag is of what its reader sees, and guards what they see [ROLE-17]', async () => {
  const path = `/api/v1/products/${await product()}`
  const tag = (as: As) => as('GET', path).then(({ headers }) => String(headers['etag']))
  const [before, ofManager] = [await tag(editor), await tag(manager)]
  await manager('PATCH', path, { attributes: { cost: 4711.25, source: 'Otherfirm' } })
  expect(await tag(editor)).not.toBe(ofManager)
  const { updated_at: time } = (await editor('GET', path)).body.data
  const edit = { attributes: { colour: 'teal' } }
  const refused = await editor('PATCH', path, edit, { 'if-match': before })
  expect([refused.status, refused.text]).toEqual([409, expect.not.stringMatching(secrets)])
  const now = await tag(editor)
  expect((await editor('PATCH', path, edit, { 'if-match': now })).status).toBe(200)
  expect((await manager('GET', path)).body.data.attributes).toMatchObject({ cost: 4711.25, colour: 'teal' })
  expect(time).toEqual(expect.any(String))
})

test('who may not read an attribute loses nothing of it by writing, and has defaults and events right [ROLE-17]', async () => {
  const id = await product()
  const path = `/api/v1/products/${id}`
  const patched = await editor('PATCH', path, { attributes: { colour: 'pink' } })
  expect(patched.body.data.attributes).toMatchObject({ colour: 'pink' })
  expect(patched.text).not.toMatch(secrets)
  const edits = [{ id, attributes: { price: 11 }, if: { price: 99 } }]
  const meanwhile = await editor('POST', '/api/v1/edits', { type: 'product', edits })
  expect([meanwhile.body.data[0].status, meanwhile.text]).toEqual([
    'changed_meanwhile',
    expect.not.stringMatching(secrets),
  ])
  const made = await editor('POST', '/api/v1/products', { attributes: { sku: 'own', price: 3 } })
  expect([made.status, made.body.data.attributes]).toEqual([201, { sku: 'own', price: 3, double: 6 }])
  const upserted = await editor('POST', '/api/v1/products/upsert', {
    merge_key: 'sku',
    attributes: { sku: patched.body.data.attributes.sku, price: 12 },
  })
  expect([upserted.status, upserted.text]).toEqual([200, expect.not.stringMatching(secrets)])
  const batch = { items: [{ id, attributes: { price: 13 } }] }
  expect((await editor('POST', '/api/v1/products/batch', batch)).text).not.toMatch(secrets)
  const bulk = await editor('POST', '/api/v1/bulk-edits', {
    type: 'product',
    ids: [id],
    filter: {},
    set: { price: 14 },
  })
  expect((await server.endedJob(bulk.body.data.id)).result).toMatchObject({ changed: 1 })
  expect((await manager('GET', path)).body.data.attributes).toMatchObject({
    ...hidden,
    supplier: { id: vendor },
    colour: 'pink',
    price: 14,
  })
})

test('an export has the columns of its reader, and a file of others is not theirs [ROLE-17]', async () => {
  for (const [role, as] of restricted) {
    const others = await as('GET', `/api/v1/exports/${exported}/file`)
    expect([role, others.status, others.body.error.code]).toEqual([role, 403, 'forbidden'])
    const job = await as('GET', `/api/v1/jobs/${exported}`)
    expect([role, job.status]).toEqual([role, 200])
    const started = await as('POST', '/api/v1/exports', { type: 'product', format: 'csv', view: 'Dear' })
    expect([role, started.status, started.text]).toEqual([role, 202, expect.anything()])
    const { id } = started.body.data
    expect((await server.endedJob(id)).status).toBe('completed')
    const file = await as('GET', `/api/v1/exports/${id}/file`)
    expect([role, file.status, file.text.split('\r\n')[0]]).toEqual([role, 200, 'id,sku'])
    const whole = await as('POST', '/api/v1/exports', { type: 'product', format: 'csv', values: 'effective' })
    await server.endedJob(whole.body.data.id)
    const text = (await as('GET', `/api/v1/exports/${whole.body.data.id}/file`)).text
    expect([role, text]).toEqual([role, expect.not.stringMatching(secrets)])
    expect(text).toContain('Plain words')
  }
  const file = await manager('GET', `/api/v1/exports/${exported}/file`)
  expect(file.text).toMatch(secrets)
})

test('keys and agents read what their person may read at that moment [ROLE-17]', async () => {
  const person = await server.join('kim', 'manager')
  const key = await server.issueKey(person, ['read:products', 'read:attributes', 'read:events'])
  const withKey = server.withKey(key)
  const tool = (name: string, args: object) => callTool({ ...server.server, key }, name, args)
  const list = () => tool('list_entities', { type: 'product', filter: { sku: { eq: 'P-1' } } })
  expect((await withKey('GET', `/api/v1/products/${first}`)).text).toMatch(secrets)
  expect((await list()).text).toMatch(secrets)
  await server.setRole(person, 'viewer')
  expect((await withKey('GET', `/api/v1/products/${first}`)).text).not.toMatch(secrets)
  expect((await withKey('GET', '/api/v1/events?limit=200')).text).not.toMatch(secrets)
  const listed = await list()
  expect([listed.isError, listed.text]).toEqual([false, expect.not.stringMatching(secrets)])
  const schema = await tool('describe_schema', { types: ['product'] })
  expect(schema.text).not.toMatch(/"(cost|margin|verdict|source)"/)
  const filtered = await tool('list_entities', { type: 'product', filter: { cost: { gt: 1 } } })
  expect([filtered.isError, filtered.text]).toEqual([
    true,
    expect.stringContaining('not_a_defined_attribute'),
  ])
})

test('a stream of changes has no hidden values, from the moment that an attribute is closed [ROLE-17]', async () => {
  const id = await product()
  const stream = await openEvents(editor)
  await manager('PATCH', `/api/v1/products/${id}`, { attributes: { cost: 4711.25, colour: 'grey' } })
  const event = await stream.next((one) => one.event === 'entity.updated')
  expect(event.changes).toEqual([{ attribute: 'colour', old: 'red', new: 'grey' }])
  await manager('PATCH', '/api/v1/attributes/colour?type=product', { readable_by: ['manager'] })
  await manager('PATCH', `/api/v1/products/${id}`, { attributes: { colour: 'black', price: 77 } })
  const next = await stream.next(({ changes }) => JSON.stringify(changes).includes('77'))
  expect(next.changes).toEqual([{ attribute: 'price', old: 10, new: 77 }])
  await manager('PATCH', '/api/v1/attributes/colour?type=product', { readable_by: null })
  await stream.end()
})

test('the work of others shows restricted roles its counts, and no values; work that would show more is refused [ROLE-17]', async () => {
  const dry = { type: 'product', filter: {}, set: { note: { formula: '"" & {{cost}}' } }, dry_run: true }
  const { id } = (await manager('POST', '/api/v1/bulk-edits', dry)).body.data
  expect((await server.endedJob(id)).result).toMatchObject({ dry_run: true })
  expect((await manager('GET', `/api/v1/jobs/${id}/differences`)).text).toMatch(secrets)
  for (const [role, as] of restricted) {
    const differences = await as('GET', `/api/v1/jobs/${id}/differences`)
    expect([role, differences.status]).toEqual([role, 403])
    expect((await as('GET', '/api/v1/jobs?limit=100')).text).not.toMatch(secrets)
  }
  const merge = { type: 'product', keep: first, merge: [second] }
  const refused = await editor('GET', '/api/v1/feeds')
  const sentence = 'Some attributes of this workspace are closed to your role, editor'
  expect([refused.status, refused.body.error.message]).toEqual([403, expect.stringContaining(sentence)])
  expect((await manager('GET', '/api/v1/feeds')).status).toBe(200)
  expect((await manager('POST', '/app/v1/entities/merge', { ...merge, dry_run: true })).status).toBe(200)
})

test('a definition names readers by roles; its primary attribute is for all, and it closes to who closes it [ROLE-18]', async () => {
  const at = '/api/v1/attributes/price?type=product'
  const unknown = await manager('PATCH', at, { readable_by: ['boss'] })
  expect(unknown.body.error.field_errors).toMatchObject([{ field: 'readable_by', issue: 'invalid_value' }])
  const primary = await manager('PATCH', '/api/v1/attributes/sku?type=product', { readable_by: ['manager'] })
  expect(primary.body.error.field_errors).toMatchObject([{ field: 'readable_by', issue: 'invalid_value' }])
  const closedToAll = await manager('PATCH', at, { readable_by: ['owner'] })
  expect(closedToAll.body.data.readable_by).toEqual(['owner'])
  expect((await manager('PATCH', at, { readable_by: null })).status).toBe(404)
  expect((await manager('GET', `/api/v1/products/${first}`)).body.data.attributes).not.toHaveProperty(
    'double',
  )
  expect((await owner('GET', `/api/v1/products/${first}`)).body.data.attributes).toHaveProperty('double')
  const opened = await owner('PATCH', at, { readable_by: null })
  expect(opened.body.data.readable_by ?? null).toBeNull()
  expect((await editor('GET', `/api/v1/products/${first}`)).body.data.attributes).toHaveProperty('price')
})

test('each route, operation and job is decided on for those who may not read everything [ROLE-17]', () => {
  const routes = [publicRoutes, installationRoutes, workspaceRoutes, teamRoutes, teamWorkspaceRoutes]
  const ids = routes.flatMap((table) => Object.values<{ readonly id: string }>(table).map(({ id }) => id))
  expect(ids.filter((id) => !decidedRoutes.has(id))).toEqual([])
  expect([...decidedRoutes].filter((id) => !ids.includes(id))).toEqual([])
  const operations = [...Object.keys(readOperations), ...Object.keys(writeOperations)]
  expect(operations.filter((name) => !decidedOperations.has(name))).toEqual([])
  expect([...decidedOperations].filter((name) => !operations.includes(name))).toEqual([])
  expect([...decidedJobs].sort()).toEqual(Object.keys(jobHandlers).sort())
})

interface StreamedEvent {
  readonly event: string
  readonly changes: readonly object[]
}

async function openEvents(as: As) {
  const { cookie = '' } = server.people[as === editor ? 'editor' : 'manager'].browser
  const { origin } = server.server.server
  const abort = new AbortController()
  const headers = { cookie, origin, 'vitrine-workspace': server.workspaceId }
  const response = await fetch(`${origin}/api/v1/events/stream`, { headers, signal: abort.signal })
  expect(response.status).toBe(200)
  const received: StreamedEvent[] = []
  let waiting: (() => void) | undefined
  const reading = (async () => {
    let rest = ''
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      const lines = (rest + new TextDecoder().decode(chunk)).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (line.startsWith('data: ')) received.push(JSON.parse(line.slice(6)))
      waiting?.()
    }
  })().catch(() => undefined)
  return {
    async next(wanted: (event: StreamedEvent) => boolean): Promise<StreamedEvent> {
      for (;;) {
        const found = received.find(wanted)
        if (found) return received.splice(0, received.indexOf(found) + 1).at(-1) as StreamedEvent
        await new Promise<void>((resolve) => (waiting = resolve))
      }
    },
    async end(): Promise<void> {
      abort.abort()
      await reading
    },
  }
}
