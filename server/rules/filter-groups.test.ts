import { afterAll, beforeAll, expect, test } from 'vitest'
import { toDay } from '#shared/iso-times.ts'
import { encoded, ruleServer, describeAnswer, type Entity } from './rule-catalog.ts'

const server = await ruleServer()
afterAll(() => server[Symbol.asyncDispose]())
const made = new Map<string, Entity>()

beforeAll(async () => {
  const make = async (sku: string, values: object = {}, parent?: string) =>
    made.set(sku, await server.create({ sku, ...values }, 'products', parent))
  await make('A', { name: 'Oak chair', price: 10, color: 'Red', stage: 'Live' })
  await make('B', { name: 'Oak table', price: 90, color: 'Blue', stage: 'Draft' })
  await make('C', { name: 'Ash chair', price: 90, color: 'Red', stage: 'Draft' })
  await make('D', { name: 'Ash table', color: 'Green' })
  await make('E', { name: 'Elm stool' }, made.get('A')?.id)
})

const is = (attribute: string, value: unknown, operator?: string) => ({
  attribute,
  ...(operator !== undefined && { operator }),
  value,
})
const cheapRedOrDraftTable = {
  or: [
    { and: [is('color', 'red'), is('price', 50, 'lt')] },
    { and: [is('stage', 'Draft'), is('name', 'table', 'ends_with')] },
  ],
}

const query = (body: object) => server.post('/products/query', body)
const rows = async (filter: object, more: object = {}) => {
  const { status, body, text } = await query({ filter, sort: 'sku', ...more })
  if (status !== 200) throw new Error(text)
  return body.data.map(({ attributes }: Entity) => attributes['sku']).join('')
}
const refused = async (filter: unknown) => describeAnswer(await query({ filter }))

test('groups stand in groups [NEST-01]', async () => {
  expect(await rows(cheapRedOrDraftTable)).toBe('AB')
  expect(await rows({ and: [cheapRedOrDraftTable, is('price', 90)] })).toBe('B')
  expect(await rows({ and: [is('color', true, 'exists'), { or: [is('sku', 'A'), is('sku', 'D')] }] })).toBe(
    'AD',
  )
  expect(
    await rows({
      or: [is('color', 'Green'), { and: [is('stage', 'Draft', 'ne'), is('price', false, 'exists')] }],
    }),
  ).toBe('DE')
  expect(await rows({ or: [is('sku', ['C', 'D'], 'in')] })).toBe('CD')
})

test('a flat filter as in bulk edits is one, too [NEST-01]', async () => {
  expect(await rows({ price: { gte: 50 }, color: 'Red' })).toBe('C')
  expect(await rows({ price: { gte: 50 }, color: 'Red' }, { filter_join: 'or' })).toBe('ABC')
  expect(await rows({})).toBe('ABCDE')
})

test('the query string takes the same JSON, beside other clauses [NEST-02]', async () => {
  const filter = encodeURIComponent(JSON.stringify(cheapRedOrDraftTable))
  const list = async (more: string) => {
    const { body } = await server.get(`/products?filter=${filter}${more && `&${encoded(more)}`}&sort=sku`)
    return body.data.map(({ attributes }: Entity) => attributes['sku']).join('')
  }
  expect(await list('')).toBe('AB')
  expect(await list('filter[color]=Blue')).toBe('B')
  expect(await list('filter[color]=Blue&filter[sku]=C&filter_join=or')).toBe('B')
  for (const wrong of ['x', '{', '[]', '1', ''])
    expect(describeAnswer(await server.get(`/products?filter=${encodeURIComponent(wrong)}`))).toBe(
      '400 | filter not_a_defined_attribute',
    )
})

test('pages by cursor and by snapshot are those of the list [NEST-03]', async () => {
  const first = await query({ filter: cheapRedOrDraftTable, limit: 1, fields: ['sku'] })
  expect(first.body.pagination).toMatchObject({ total: 2, limit: 1, offset: 0, has_more: true })
  const cursor = first.body.pagination.next_cursor
  const second = await query({ filter: cheapRedOrDraftTable, limit: 1, fields: 'sku', cursor })
  expect(second.body.data.map(({ attributes }: Entity) => attributes)).toEqual([{ sku: 'B' }])
  expect(describeAnswer(await query({ filter: { or: [is('sku', 'B')] }, cursor }))).toBe(
    '400 | cursor invalid_value',
  )

  const frozen = await query({ filter: cheapRedOrDraftTable, snapshot: 'new', limit: 1 })
  const { snapshot } = frozen.body.pagination
  const window = await query({ filter: cheapRedOrDraftTable, snapshot, offset: 1 })
  expect([window.body.pagination.total, window.body.data[0].attributes['sku']]).toEqual([2, 'B'])
  expect((await server.get(`/products?snapshot=${snapshot}&offset=1`)).body.data).toHaveLength(1)
  expect(describeAnswer(await query({ filter: { or: [is('sku', 'B')] }, snapshot }))).toBe(
    '400 | snapshot invalid_value',
  )
})

test('a fault names the member of the clause that it is about [NEST-04]', async () => {
  expect(await refused({ or: [is('sku', 'A'), { and: [is('nope', 1)] }] })).toBe(
    '400 | filter.or[1].and[0].attribute not_a_defined_attribute',
  )
  expect(await refused({ and: [is('price', '1', 'between'), is('price', 'x')] })).toBe(
    '400 | filter.and[0].operator unknown_operator | filter.and[1].value expected_number',
  )
  expect(await refused({ and: [is('price', '1', 'contains')] })).toBe(
    '400 | filter.and[0].operator operator_not_supported_for_type',
  )
  expect(await refused({ and: [{ attribute: 'sku' }] })).toBe(
    '400 | filter.and[0].value expected_value_or_use_exists',
  )
  expect(await refused({ and: [{ value: 'A' }] })).toBe('400 | filter.and[0].attribute required')
})

test('a group is a list that holds something, and nothing beside it [NEST-05]', async () => {
  expect(await refused({ or: [] })).toBe('400 | filter.or expected_values')
  expect(await refused({ or: [is('sku', 'A')], price: 1 })).toMatch(
    /^400 \| filter\.price This member is not known here\./,
  )
  expect(await refused({ or: [{ ...is('sku', 'A'), colour: 1 }] })).toMatch(
    /^400 \| filter\.or\[0\]\.colour This member/,
  )
  expect(await refused({ or: ['A'] })).toMatch(/^400 \| filter\.or\[0\] Expected/i)
  expect(describeAnswer(await query({ filter: 1 }))).toMatch(/^400 \| filter /)
  expect(describeAnswer(await query({ colour: 1 }))).toMatch(/^400 \| colour /)
})

test('five groups deep and 200 clauses at most [NEST-06]', async () => {
  const nested = (depth: number): object =>
    depth === 0 ? is('sku', 'A') : { [depth % 2 ? 'or' : 'and']: [nested(depth - 1)] }
  expect(await rows(nested(5))).toBe('A')
  expect(await refused(nested(6))).toBe('400 | filter.and[0].or[0].and[0].or[0].and[0] out_of_range')
  const many = (count: number) => ({
    or: Array.from({ length: count / 2 }, (_, index) => ({
      and: [is('sku', 'A'), is('price', index, 'gte')],
    })),
  })
  expect(await rows(many(200))).toBe('A')
  expect(await refused(many(202))).toBe('400 | filter too_many_values')
})

test('bulk edits, exports and what the grid asks take groups wherever they take a filter [NEST-07]', async () => {
  const started = await server.post('/bulk-edits', {
    type: 'product',
    filter: cheapRedOrDraftTable,
    set: { price: 7 },
    dry_run: true,
  })
  expect((await server.endedJob(started.body.data.id)).result).toMatchObject({ matched: 2 })
  const exported = await server.post('/exports', {
    type: 'product',
    format: 'jsonl',
    filter: cheapRedOrDraftTable,
  })
  expect((await server.endedJob(exported.body.data.id)).result).toMatchObject({ rows: 2 })
  const filter = encodeURIComponent(JSON.stringify(cheapRedOrDraftTable))
  const grid = async (path: string) =>
    (await server.asOwner({ path: `/app/v1/grid/${path}&type=product&filter=${filter}` })).body.data
  expect((await grid('groups?sort=color')).groups).toEqual([
    { values: ['Blue'], count: 1 },
    { values: ['Red'], count: 1 },
  ])
  expect((await grid('distinct?key=color')).values).toHaveLength(2)
  expect((await grid('aggregates?keys=price')).columns.price).toMatchObject({ filled: 2, sum: 100 })
  expect((await grid('find?text=oak&columns=name')).total).toBe(2)
  expect((await grid('tree?')).nodes).toHaveLength(2)
  const id = made.get('B')?.id ?? ''
  expect((await grid(`branches?ids=${id}&positions=true`)).branches).toEqual([{ id, count: 0, position: 1 }])
  for (const [path, body] of [
    ['/bulk-edits', { type: 'product', set: { price: 1 } }],
    ['/exports', { type: 'product' }],
  ] as const)
    expect(describeAnswer(await server.post(path, { ...body, filter: { or: [is('nope', 1)] } }))).toBe(
      '400 | filter.or[0].attribute not_a_defined_attribute',
    )
})

test('a view keeps groups, tells of them what is still defined, and is exported by them [NEST-08]', async () => {
  const views = (method: string, path: string, body: object) =>
    server.asOwner({ method, path: `/app/v1/views${path}`, body })
  const view = await views('POST', '', {
    name: 'Offers',
    entity_type: 'product',
    filter_tree: cheapRedOrDraftTable,
  })
  expect(view.body.data).toMatchObject({ filters: [], filter_tree: cheapRedOrDraftTable })
  const exported = await server.post('/exports', {
    type: 'product',
    format: 'jsonl',
    view: 'Offers',
    filter: { or: [is('color', 'Blue'), is('color', 'Green')] },
  })
  expect((await server.endedJob(exported.body.data.id)).result).toMatchObject({ rows: 1 })
  const refusal = await views('PATCH', `/${view.body.data.id}`, { filter_tree: { and: [is('nope', 1)] } })
  expect(describeAnswer(refusal)).toBe('400 | filter_tree.and[0].attribute not_a_defined_attribute')
  expect(
    describeAnswer(await views('PATCH', `/${view.body.data.id}`, { filter_tree: { price: 1 } })),
  ).toMatch(/^400 \| filter_tree A tree begins with a group/)
  await server.post('/attributes', {
    entity_type: 'product',
    data_type: 'number',
    name: 'Passing',
    key: 'passing',
  })
  const passing = { or: [is('passing', 1), { and: [is('passing', 2)] }, is('sku', 'A')] }
  await views('PATCH', `/${view.body.data.id}`, { filter_tree: passing })
  await server.asOwner({ method: 'DELETE', path: '/app/v1/attributes/passing?type=product' })
  const { body } = await server.asOwner({ path: '/app/v1/views?type=product' })
  expect(body.data[0].filter_tree).toEqual({ or: [is('sku', 'A')] })
})

test('dates and times take periods that are told from today [NEST-09]', async () => {
  const day = (offset: number) => {
    const now = new Date()
    return toDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() + offset))
  }
  await server.post('/attributes', { entity_type: 'product', data_type: 'date', name: 'Seen' })
  for (const [sku, seen] of [
    ['A', day(0)],
    ['B', day(-6)],
    ['C', day(-7)],
    ['D', day(5)],
  ] as const)
    await server.patch(`/products/${made.get(sku)?.id}`, { attributes: { seen } })
  const seen = (operator: string, value: string) => rows({ and: [is('seen', value, operator)] })
  expect(await seen('eq', 'last_7_days')).toBe('AB')
  expect(await seen('ne', 'last_7_days')).toBe('CDE')
  expect(await seen('lt', 'last_7_days')).toBe('C')
  expect(await seen('gte', 'last_7_days')).toBe('ABD')
  expect(await seen('gt', 'this_day')).toBe('D')
  expect(await seen('lte', 'this_day')).toBe('ABC')
  expect(await rows({ seen: { gte: 'last_7_days', lt: 'next_day' } })).toBe('AB')
  expect(await rows({ updated_at: 'this_day', seen: { exists: false } })).toBe('E')
  expect(await rows({ updated_at: { lt: 'this_day' } })).toBe('')
  expect(await refused({ and: [is('seen', 'last_0_days')] })).toBe('400 | filter.and[0].value expected_date')
  expect(await refused({ price: 'this_day' })).toBe('400 | filter[price] expected_number')
})

test('changed_by finds what a person, a key or a door has changed [FILTER-23]', async () => {
  const own = { ...made.get('D'), attributes: { name: 'Ash desk' } }
  const patch = {
    method: 'PATCH',
    path: `/api/v1/products/${own.id}`,
    body: { attributes: own.attributes },
  } as const
  expect((await server.asOwner(patch)).status).toBe(200)
  const everyone = 'ABCDE'
  expect(await rows({ changed_by: 'owner' })).toBe('D')
  expect(await rows({ changed_by: 'via:api' })).toBe(everyone)
  expect(await rows({ changed_by: 'via:import' })).toBe('')
  expect(await rows({ changed_by: 'test' })).toBe(everyone)
  const { data: events } = (await server.get('/events?limit=50')).body
  const actor = events
    .map((event: { actor: { id: string | null } }) => event.actor)
    .find(({ id }: { id: string | null }) => id)
  expect(actor?.id).toBeTruthy()
  expect(await rows({ changed_by: actor.id, name: { contains: 'desk' } })).toBe('D')
  expect(await rows({ changed_by: { ne: 'owner' } })).toBe('ABCE')
  expect(await rows({ changed_by: { in: ['via:import', 'owner'] } })).toBe('D')
  expect(await rows({ or: [is('changed_by', 'owner'), is('color', 'Blue')] })).toBe('BD')
  expect(await server.skus('filter[changed_by]=OWNER&sort=sku')).toEqual(['D'])
  expect(await refused({ changed_by: 'nobody' })).toBe('400 | filter[changed_by] invalid_value')
  expect(await refused({ changed_by: 'via:door' })).toBe('400 | filter[changed_by] invalid_value')
  expect(await refused({ changed_by: '' })).toBe('400 | filter[changed_by] expected_value_or_use_exists')
  expect(await refused({ changed_by: { contains: 'o' } })).toBe(
    '400 | filter[changed_by][contains] operator_not_supported_for_type',
  )
})

test('row:remarks finds what notes, open to-dos and open comments are about, on rows and on cells [FILTER-24]', async () => {
  const say = async (sku: string, more: object) => {
    const note = { type: 'product', entity_id: made.get(sku)?.id, text: 'See', ...more }
    expect((await server.post('/notes', note)).status).toBe(201)
  }
  await say('A', {})
  await say('A', { attribute: 'price' })
  await say('B', { status: 'open', attribute: 'price' })
  await say('C', { status: 'done' })
  const comment = async (sku: string) => {
    const body = { type: 'product', entity_id: made.get(sku)?.id, text: 'Look' }
    return (await server.post('/comments', body)).body.data
  }
  await comment('D')
  const { id } = await comment('C')
  expect((await server.patch(`/comments/${id}`, { status: 'resolved' })).status).toBe(200)
  const filter = { 'row:remarks': 'notes' }
  expect(await rows(filter)).toBe('A')
  expect(await rows({ 'row:remarks': 'to_dos' })).toBe('B')
  expect(await rows({ 'row:remarks': 'comments' })).toBe('D')
  expect(await rows({ 'row:remarks': { in: ['notes', 'to_dos', 'comments'] } })).toBe('ABD')
  expect(await rows({ 'row:remarks': { ne: 'notes' }, price: 90 })).toBe('BC')
  expect(await rows({ or: [is('row:remarks', 'to_dos'), is('sku', 'D')] })).toBe('BD')
  expect(await refused({ 'row:remarks': 'words' })).toBe('400 | filter[row:remarks] invalid_value')
  expect(describeAnswer(await server.get('/products?sort=row:remarks'))).toBe(
    '400 | sort not_a_defined_attribute',
  )
  const body = {
    name: 'Talked about',
    entity_type: 'product',
    filters: [{ attribute: 'row:remarks', operator: 'eq', value: 'notes' }],
  }
  const view = await server.asOwner({ method: 'POST', path: '/app/v1/views', body })
  expect(view.body.data.filters).toEqual(body.filters)
})

test('empty_in_parent finds variants whose parent has no value of an attribute [FILTER-21]', async () => {
  await server.create({ sku: 'F' }, 'products', made.get('D')?.id)
  expect(await rows({ empty_in_parent: 'price' })).toBe('F')
  expect(await rows({ empty_in_parent: 'color' })).toBe('')
  expect(await rows({ empty_in_parent: { in: ['price', 'vendor'] } })).toBe('EF')
  expect(await rows({ empty_in_parent: { ne: 'price' } })).toBe('ABCDE')
  expect(await rows({ or: [is('empty_in_parent', 'price'), is('sku', 'A')] })).toBe('AF')
  const both = [await rows({ has_variants: 'true' }), await rows({ has_variants: 'false' })]
  expect(both.join('').split('').toSorted().join('')).toBe('ABCDEF')
  expect(await rows({ has_variants: { ne: 'true' } })).toBe(both[1])
  expect(await refused({ has_variants: 'maybe' })).toBe('400 | filter[has_variants] invalid_value')
  expect(await refused({ empty_in_parent: 'nope' })).toBe('400 | filter[empty_in_parent] invalid_value')
  const view = {
    name: 'Work',
    entity_type: 'product',
    filters: [{ attribute: 'empty_in_parent', operator: 'eq', value: 'price' }],
  }
  const saved = await server.asOwner({ method: 'POST', path: '/app/v1/views', body: view })
  expect(saved.body.data.filters).toEqual(view.filters)
})
