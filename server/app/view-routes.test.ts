import { afterAll, describe, expect, test } from 'vitest'
import { testServer } from '../testing/test-server.ts'

const text = { data_type: 'single_line_text_field' }
const server = await testServer({
  attributes: [
    { ...text, entity_type: 'product', name: 'SKU', is_primary: true },
    { entity_type: 'product', data_type: 'number', name: 'Price' },
    { entity_type: 'product', data_type: 'entity_reference', name: 'Vendor', reference: { type: 'vendor' } },
    { ...text, entity_type: 'vendor', name: 'Vendor name', is_primary: true },
  ],
})
afterAll(() => server[Symbol.asyncDispose]())

const call = (method: string, path: string, body?: unknown) =>
  server.asOwner({ method, path: `/app/v1/views${path}`, body })
const create = (body: object) => call('POST', '', { entity_type: 'product', ...body })
const fieldsOf = ({ body }: { body: { error: { field_errors: { field: string; issue: string }[] } } }) =>
  body.error.field_errors.map(({ field, issue }) => `${field} ${issue}`)

describe('a saved view (decisions, Grid view)', () => {
  test('holds columns, order, filters and looks; what is left out has its default', async () => {
    const plain = await create({ name: ' All ' })
    expect([plain.status, plain.body.data]).toEqual([
      201,
      {
        id: expect.any(String),
        name: 'All',
        entity_type: 'product',
        visible_columns: ['sku', 'price', 'vendor'],
        pinned_left: [],
        pinned_right: [],
        sorting: [],
        filters: [],
        filter_join: 'and',
        filter_tree: null,
        is_default: false,
        display: {
          widths: {},
          row_height: 'normal',
          colours: [],
          group_by: null,
          group_then_by: [],
          kind: 'grid',
          kind_by: null,
          tree: false,
          summary: null,
          facets: null,
        },
      },
    ])
    const content = {
      visible_columns: ['price', 'sku', 'updated_at'],
      pinned_left: ['sku'],
      sorting: [
        { key: 'price', direction: 'desc' },
        { key: 'updated_at', direction: 'asc' },
      ],
      filters: [
        { attribute: 'price', operator: 'gte', value: 10 },
        { attribute: 'sku', operator: 'in', value: ['A', 'B'] },
        { attribute: 'vendor', operator: 'exists', value: false },
      ],
      filter_join: 'or',
      display: {
        widths: { sku: 120 },
        row_height: 'tall',
        colours: [{ attribute: 'price', operator: 'gt', value: 100, target: 'row', colour: 2 }],
        group_by: 'vendor',
        group_then_by: [],
      },
    }
    const { status, body } = await create({ name: 'Dear', ...content })
    expect(status).toBe(201)
    expect(body.data).toMatchObject(content)

    const changed = await call('PATCH', `/${body.data.id}`, {
      name: 'Dearest',
      display: { row_height: 'compact' },
    })
    expect(changed.body.data).toMatchObject({
      ...content,
      name: 'Dearest',
      display: { ...content.display, row_height: 'compact' },
    })
    const { id: _id, entity_type: _type, ...again } = changed.body.data
    expect((await call('PATCH', `/${body.data.id}`, again)).body.data).toEqual(changed.body.data)
    await call('DELETE', `/${plain.body.data.id}`)
    await call('DELETE', `/${body.data.id}`)
  })

  test('one view of a type is its default at most, and a copy never is [OWNER-05]', async () => {
    const first = (await create({ name: 'One', is_default: true })).body.data.id
    const second = (await create({ name: 'Two', is_default: true })).body.data.id
    await call('POST', '', { name: 'Vendors', entity_type: 'vendor', is_default: true })
    const copies = [
      await call('POST', `/${second}/duplicate`, {}),
      await call('POST', `/${second}/duplicate`, {}),
    ]
    expect(copies.map(({ body }) => [body.data.name, body.data.is_default])).toEqual([
      ['Two copy', false],
      ['Two copy 2', false],
    ])
    const list = async (query = '') =>
      (await call('GET', query)).body.data.map(
        ({ name, is_default: isDefault }: { name: string; is_default: boolean }) => [name, isDefault],
      )
    expect(await list('?type=product')).toEqual([
      ['One', false],
      ['Two', true],
      ['Two copy', false],
      ['Two copy 2', false],
    ])
    await call('PATCH', `/${first}`, { is_default: true })
    expect((await list('?type=product')).slice(0, 2)).toEqual([
      ['One', true],
      ['Two', false],
    ])
    expect(await list()).toContainEqual(['Vendors', true])
    expect((await call('DELETE', `/${first}`)).body.data.name).toBe('One')
    expect((await call('DELETE', `/${first}`)).status).toBe(404)
  })

  test('may show what people say about rows, which nothing else can ask for', async () => {
    const shown = { visible_columns: ['sku', 'row:remarks'], pinned_right: ['row:remarks'] }
    const widths = { 'row:remarks': 300 }
    const made = await create({ name: 'With remarks', ...shown, display: { widths } })
    expect(made.status).toBe(201)
    expect(made.body.data).toMatchObject({ ...shown, display: { widths } })
    const { body: list } = await call('GET', '?type=product')
    expect(list.data.find(({ id }: { id: string }) => id === made.body.data.id)).toMatchObject(shown)
    const refused = await create({ name: 'By remarks', sorting: [{ key: 'row:remarks', direction: 'asc' }] })
    expect(fieldsOf(refused)).toEqual(['sorting[0].key not_a_defined_attribute'])
  })

  test('leaves out what it says about attributes that are gone', async () => {
    await server.post('/attributes', { entity_type: 'product', data_type: 'number', name: 'Depth' })
    const { body } = await create({
      name: 'With depth',
      visible_columns: ['depth', 'sku'],
      sorting: [{ key: 'depth', direction: 'asc' }],
      filters: [{ attribute: 'depth', operator: 'gt', value: 1 }],
      display: { widths: { depth: 90 }, group_by: 'depth', summary: { depth: 'sum', sku: 'filled' } },
    })
    await server.asOwner({ method: 'DELETE', path: '/app/v1/attributes/depth?type=product' })
    const { body: list } = await call('GET', '?type=product')
    expect(list.data.find(({ id }: { id: string }) => id === body.data.id)).toMatchObject({
      visible_columns: ['sku'],
      sorting: [],
      filters: [],
      display: { widths: {}, group_by: null, summary: { sku: 'filled' } },
    })
  })
})

test('clauses are those of filters, and come under their former names too [surfaces.4.4]', async () => {
  const paint = { target: 'row', colour: 1 }
  const { body } = await create({
    name: 'As before',
    filters: [
      { key: 'price', op: 'gte', value: 10 },
      { attribute: 'sku', value: 'A' },
    ],
    display: { colours: [{ key: 'sku', op: 'eq', value: 'A', ...paint }] },
  })
  expect(body.data.filters).toEqual([
    { attribute: 'price', operator: 'gte', value: 10 },
    { attribute: 'sku', operator: 'eq', value: 'A' },
  ])
  expect(body.data.display.colours).toEqual([{ attribute: 'sku', operator: 'eq', value: 'A', ...paint }])
  const refused = await create({
    name: 'Wrong',
    filters: [{ key: 'nope', op: 'eq', value: 1 }, { key: 'price', op: 'near', value: 1 }, { value: 1 }],
  })
  expect(fieldsOf(refused)).toEqual([
    'filters[0].key not_a_defined_attribute',
    'filters[1].op unknown_operator',
    'filters[2].attribute required',
  ])
})

test('all faults of a view are told together, each in its place', async () => {
  const answer = await create({
    name: ' ',
    x: 1,
    visible_columns: ['sku', 'nope', 'sku'],
    pinned_left: ['sku'],
    pinned_right: ['sku'],
    sorting: [{ key: 'vendor', direction: 'asc' }],
    filters: [
      { attribute: 'price', operator: 'gte', value: 'x' },
      { attribute: 'price', operator: 'contains', value: '1' },
      { attribute: 'nope', operator: 'eq', value: '1' },
      { attribute: 'sku', operator: 'near', value: '1' },
    ],
    display: {
      widths: { nope: 100 },
      colours: [{ attribute: 'sku', operator: 'eq', value: '', target: 'row', colour: 1 }],
    },
  })
  expect(answer.status).toBe(400)
  expect(fieldsOf(answer)).toEqual([
    'x This field is not known here.',
    'name required',
    'visible_columns[1] not_a_defined_attribute',
    'visible_columns[2] invalid_value',
    'display.widths.nope not_a_defined_attribute',
    'pinned_right[0] invalid_value',
    'sorting[0].key not_sortable',
    'filters[0].value expected_number',
    'filters[1].operator operator_not_supported_for_type',
    'filters[2].attribute not_a_defined_attribute',
    'filters[3].operator unknown_operator',
    'display.colours[0].value expected_value_or_use_exists',
  ])
  expect((await call('GET', '?type=thing&x=1')).body.error.field_errors).toHaveLength(2)
  expect(fieldsOf(await call('POST', '', {}))).toHaveLength(2)
})

test('a name is taken once in a type, whatever its case; an unknown view is 404 before its faults [OWNER-05]', async () => {
  const { id } = (await create({ name: 'Mine' })).body.data
  const other = (await create({ name: 'Other' })).body.data
  for (const answer of [
    await create({ name: 'MINE' }),
    await call('PATCH', `/${other.id}`, { name: 'mine' }),
    await call('POST', `/${other.id}/duplicate`, { name: 'mine' }),
  ])
    expect([answer.status, ...fieldsOf(answer)]).toEqual([409, 'name not_unique'])
  expect((await call('PATCH', `/${id}`, { name: 'MINE' })).status).toBe(200)
  expect((await call('POST', '', { name: 'Mine', entity_type: 'vendor' })).status).toBe(201)
  for (const path of [crypto.randomUUID(), 'x'])
    expect((await call('PATCH', `/${path}`, { nope: 1 })).status).toBe(404)
})

test('only the owner reads and writes views [OWNER-05]', async () => {
  const headers = { authorization: `Bearer ${server.key}`, 'vitrine-workspace': server.workspace.id }
  expect((await server.send({ path: '/app/v1/views', headers })).status).toBe(401)
})

test('[surfaces.5.12] a view is a kanban by a select or a calendar by a date, and a grid where that is gone', async () => {
  for (const body of [
    { name: 'Stage', data_type: 'status', acceptable_values: 'Draft, Done' },
    { name: 'Launch', data_type: 'date' },
  ])
    await server.post('/attributes', { entity_type: 'product', ...body })
  const kanban = await create({ name: 'Stages', display: { kind: 'kanban', kind_by: 'stage' } })
  expect(kanban.body.data.display).toMatchObject({ kind: 'kanban', kind_by: 'stage' })
  const calendar = await call('PATCH', `/${kanban.body.data.id}`, {
    display: { kind: 'calendar', kind_by: 'launch' },
  })
  expect(calendar.body.data.display).toMatchObject({ kind: 'calendar', kind_by: 'launch' })
  const refused = await create({ name: 'Wrong', display: { kind: 'kanban', kind_by: 'launch' } })
  expect(refused.body.error.field_errors).toMatchObject([{ field: 'display.kind_by' }])
  await server.asOwner({ method: 'DELETE', path: '/app/v1/attributes/launch?type=product' })
  const { body } = await call('GET', '?type=product')
  expect(body.data.find(({ id }: { id: string }) => id === kanban.body.data.id).display).toMatchObject({
    kind: 'grid',
    kind_by: null,
  })
})
