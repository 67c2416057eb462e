import { afterEach, beforeEach, expect, test } from 'vitest'
import { testServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let parent: string

const attribute = (key: string, extras: Readonly<Record<string, unknown>> = {}) => ({
  key,
  name: key,
  entity_type: 'product',
  data_type: 'single_line_text_field',
  ...extras,
})

beforeEach(async () => {
  server = await testServer({
    attributes: [
      attribute('name', { is_primary: true }),
      attribute('sku', { constraints: { unique: true } }),
      attribute('color', { data_type: 'single_select_list', acceptable_values: 'Red, Blue' }),
      attribute('size'),
      attribute('price', { data_type: 'number', constraints: { min: 0 } }),
      attribute('brand', { inheritance_mode: 'inherit_from_parent' }),
      attribute('note'),
    ],
  })
  parent = await make({ name: 'Shirt', sku: 'SH' })
})
afterEach(() => server[Symbol.asyncDispose]())

async function make(attributes: Readonly<Record<string, unknown>>, parent_id?: string): Promise<string> {
  return (await server.post('/products', { attributes, ...(parent_id && { parent_id }) })).body.data.id
}

const axes = [
  { attribute: 'color', values: ['red', 'Blue'] },
  { attribute: 'size', values: ['S', 'M'] },
]

const plan = (body: object) => server.post(`/products/${parent}/variants/plan`, body)
const create = (body: object) => server.post(`/products/${parent}/variants`, body)
const undo = (edit: string) => server.post(`/edits/${edit}/undo`)
const variants = async () =>
  (await server.get(`/products/${parent}/variants?sort=created_at`)).body.data.map(
    ({ attributes }: { attributes: Record<string, unknown> }) => attributes,
  )

test('a plan tells of each combination whether it is new, there or taken, and writes nothing [VARIANTS-01]', async () => {
  await make({ name: 'Shirt red S', color: 'Red', size: 's' }, parent)
  await make({ name: 'Other', sku: 'sh-red-m' })
  const { status, body } = await plan({ axes, set: { price: 10 } })
  expect(status).toBe(200)
  expect(
    body.data.rows.map(({ values, status: become }: { values: object; status: string }) => [values, become]),
  ).toEqual([
    [{ color: 'Red', size: 'S' }, 'exists'],
    [{ color: 'Red', size: 'M' }, 'clashes'],
    [{ color: 'Blue', size: 'S' }, 'create'],
    [{ color: 'Blue', size: 'M' }, 'create'],
  ])
  expect(body.data.rows[1].field_errors).toMatchObject([{ field: 'attributes.sku', issue: 'not_unique' }])
  expect(body.data.rows[2].attributes).toEqual({ name: 'Shirt, Blue, S', sku: 'SH-BLU-S', price: 10 })
  expect(body.data.summary).toEqual({ total: 4, create: 2, exists: 1, clashes: 1 })
  expect(await variants()).toHaveLength(1)
  expect((await server.get(`/products/${parent}/axes`)).body.data.origin).toBe('derived')
})

test('a pattern makes the SKU, and one that gives every row the same clashes from the second on [VARIANTS-01]', async () => {
  const skus = async (sku_pattern: string) =>
    (await plan({ axes, sku_pattern })).body.data.rows.map(
      ({ attributes, status }: { attributes: { sku: string }; status: string }) => [attributes.sku, status],
    )
  expect(await skus('{sku}.{n}-{color}')).toEqual([
    ['SH.1-RED', 'create'],
    ['SH.2-RED', 'create'],
    ['SH.3-BLU', 'create'],
    ['SH.4-BLU', 'create'],
  ])
  expect((await skus('X-{size}')).map(([, status]: string[]) => status)).toEqual([
    'create',
    'create',
    'clashes',
    'clashes',
  ])
})

test('one edit makes the variants, the axes and new options, and its undo takes all of them back [VARIANTS-02]', async () => {
  const request = { axes: [{ attribute: 'color', values: ['Green', 'Red'] }, axes[1]], accept: 'all' }
  const { status, body } = await create(request)
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    summary: { total: 4, created: 4, exists: 0, clashes: 0 },
    new_options: [{ attribute: 'color', values: ['Green'] }],
  })
  expect(body.data.rows[0].data).toMatchObject({ parent_id: parent, label: 'Shirt, Green, S' })
  const options = async () =>
    (await server.get('/attributes?type=product')).body.data.find(
      ({ key }: { key: string }) => key === 'color',
    ).acceptable_values
  expect(await options()).toEqual(['Red', 'Blue', 'Green'])
  expect((await server.get(`/products/${parent}/axes`)).body.data).toEqual({
    axes: [{ attribute: 'color', values: ['Green', 'Red'] }, axes[1]],
    origin: 'own',
  })
  expect((await create(request)).body.data).toMatchObject({
    edit_id: null,
    summary: { created: 0, exists: 4 },
  })

  expect((await undo(body.data.edit_id)).status).toBe(200)
  expect(await variants()).toEqual([])
  expect(await options()).toEqual(['Red', 'Blue'])
  expect((await server.get(`/products/${parent}/axes`)).body.data.origin).toBe('derived')
})

test('only accepted rows are made, with values of their own; one that clashes stops no other [VARIANTS-02]', async () => {
  await make({ name: 'Other', sku: 'taken' })
  const { body } = await create({
    axes,
    set: { price: 10 },
    accept: [
      { values: { color: 'blue', size: 'm' }, attributes: { price: 12, sku: 'B-M' } },
      { values: { color: 'Red', size: 'S' }, attributes: { sku: 'TAKEN' } },
      { values: { color: 'Red', size: 'M' }, attributes: { price: -1 } },
    ],
  })
  expect(body.data.rows.map(({ status, field_errors: [fault] }: Row) => [status, fault?.field])).toEqual([
    ['created', undefined],
    ['clashes', 'attributes.sku'],
    ['clashes', 'attributes.price'],
  ])
  expect(await variants()).toEqual([
    { name: 'Shirt, Blue, M', sku: 'B-M', color: 'Blue', size: 'M', price: 12 },
  ])
})

interface Row {
  readonly status: string
  readonly field_errors: readonly { readonly field: string }[]
}

test('faults of a request are told at their places, and bounds hold [VARIANTS-03]', async () => {
  const faultsOf = async (body: object) => {
    const answer = await plan(body)
    expect(answer.status).toBe(400)
    return answer.body.error.field_errors.map(({ field, issue }: { field: string; issue: string }) => [
      field,
      issue,
    ])
  }
  const many = (count: number) => Array.from({ length: count }, (_, index) => `v${index}`)
  expect(await faultsOf({ axes: [] })).toEqual([['axes', 'expected_values']])
  expect(
    await faultsOf({
      axes: [
        { attribute: 'nope', values: ['a'] },
        { attribute: 'size', values: [' '] },
      ],
    }),
  ).toEqual([
    ['axes[0].attribute', 'not_a_defined_attribute'],
    ['axes[1].values', 'expected_values'],
  ])
  expect(
    await faultsOf({
      axes: [{ attribute: 'price', values: ['ten'] }],
      set: { price: 1, nope: 2, color: 'x' },
    }),
  ).toEqual([
    ['axes[0].values[0]', 'expected_number'],
    ['set.price', 'invalid_value'],
    ['set.nope', 'not_a_defined_attribute'],
    ['set.color', 'not_an_acceptable_value'],
  ])
  expect(await faultsOf({ axes: [axes[0], { attribute: 'size', values: many(1025) }] })).toEqual([
    ['axes', 'too_many_values'],
  ])
  expect(await faultsOf({ axes, sku_pattern: '{nope}' })).toEqual([['sku_pattern', 'invalid_value']])
  expect(
    (await create({ axes, accept: [{ values: { color: 'Red' } }] })).body.error.field_errors,
  ).toMatchObject([{ field: 'accept[0].values', issue: 'invalid_value' }])
  expect((await create({ axes })).status).toBe(400)
  expect((await server.post('/products/018f0000-0000-7000-8000-000000000009/variants/plan', {})).status).toBe(
    404,
  )
})

test('a key that may not write attributes makes no options, and undoes what it made [VARIANTS-03]', async () => {
  const key = await server.issueKey(['read:products', 'write:products'])
  const as = (path: string, body?: object) =>
    server.send({
      method: 'POST',
      path: `/api/v1${path}`,
      ...(body && { body }),
      headers: { authorization: `Bearer ${key}` },
    })
  const refused = await as(`/products/${parent}/variants/plan`, {
    axes: [{ attribute: 'color', values: ['Green'] }],
  })
  expect(refused.body.error.field_errors).toMatchObject([
    { field: 'axes[0].values[0]', issue: 'not_an_acceptable_value' },
  ])
  const made = await as(`/products/${parent}/variants`, { axes, accept: 'all' })
  expect(made.body.data.summary.created).toBe(4)
  expect((await as(`/edits/${made.body.data.edit_id}/undo`)).status).toBe(200)
  expect(await variants()).toEqual([])
})

test('2,048 combinations are planned and made in one request [VARIANTS-01] [VARIANTS-02]', async () => {
  const many = (count: number, prefix: string) =>
    Array.from({ length: count }, (_, index) => `${prefix}${index}`)
  const large = [
    { attribute: 'size', values: many(64, 's') },
    { attribute: 'note', values: many(32, 'n') },
  ]
  expect((await plan({ axes: large })).body.data.summary.create).toBe(2048)
  expect((await create({ axes: large, accept: 'all' })).body.data.summary.created).toBe(2048)
})

test('products become variants of a new parent with what they share, and the undo parts them again [VARIANTS-04]', async () => {
  const shared = { brand: 'Nord', note: 'Soft' }
  const ids = [
    await make({ name: 'Cup red', sku: 'C-1', color: 'Red', ...shared }),
    await make({ name: 'Cup blue', sku: 'C-2', color: 'Blue', ...shared }),
  ]
  const before = (await server.get(`/products/${ids[0]}`)).body.data.attributes
  const body = {
    ids,
    to: 'variants_of',
    parent: { attributes: { name: 'Cup', sku: 'C' } },
    move_shared: true,
  }
  const { status, body: answer } = await server.post('/products/convert', body)
  expect(status).toBe(200)
  const { parent: cup, products, moved, edit_id: edit } = answer.data
  expect(moved).toEqual(['brand', 'note'])
  expect(cup.attributes).toMatchObject({ name: 'Cup', sku: 'C', ...shared })
  expect(products.map(({ parent_id: id }: { parent_id: string }) => id)).toEqual([cup.id, cup.id])
  expect(products[0].attributes).toEqual(before)
  await server.patch(`/products/${cup.id}`, { attributes: { brand: 'Sud' } })
  expect((await server.get(`/products/${ids[0]}`)).body.data.attributes).toMatchObject({
    brand: 'Sud',
    note: 'Soft',
  })
  await server.patch(`/products/${cup.id}`, { attributes: { brand: 'Nord' } })

  expect((await undo(edit)).status).toBe(200)
  expect((await server.get(`/products/${ids[0]}`)).body.data).toMatchObject({
    parent_id: null,
    attributes: before,
  })
  expect((await server.get(`/products/${cup.id}`)).status).toBe(404)
})

test('variants become products that keep what they showed, and go back under a parent by its id [VARIANTS-04]', async () => {
  await server.patch(`/products/${parent}`, { attributes: { brand: 'Nord' } })
  const id = await make({ name: 'Shirt red', color: 'Red' }, parent)
  const apart = (await server.post('/products/convert', { ids: [id], to: 'products' })).body.data
  expect(apart).toMatchObject({
    parent: null,
    products: [{ parent_id: null, attributes: { brand: 'Nord' } }],
  })
  const back = (await server.post('/products/convert', { ids: [id], to: 'variants_of', parent })).body.data
  expect(back).toMatchObject({ parent: { id: parent }, products: [{ parent_id: parent }], moved: [] })
  await undo(back.edit_id)
  await undo(apart.edit_id)
  const now = (await server.get(`/products/${id}?fields=brand`)).body.data
  expect(now).toMatchObject({ parent_id: parent, attributes: { brand: 'Nord' } })
  expect((await server.post('/products/convert', { ids: [parent], to: 'products' })).body.data.edit_id).toBe(
    null,
  )
})

test('conversions that cannot be are refused as a whole [VARIANTS-04]', async () => {
  const child = await make({ name: 'Shirt red' }, parent)
  const alone = await make({ name: 'Alone' })
  const faultsOf = async (body: object) =>
    (await server.post('/products/convert', body)).body.error.field_errors.map(
      ({ field, issue }: { field: string; issue: string }) => [field, issue],
    )
  expect(await faultsOf({ ids: [], to: 'nothing' })).toEqual([
    ['to', 'invalid_value'],
    ['ids', 'expected_values'],
  ])
  expect(await faultsOf({ ids: [alone, parent], to: 'variants_of', parent: child })).toEqual([
    ['ids[1]', 'invalid_value'],
    ['ids[1]', 'self_reference'],
  ])
  expect(await faultsOf({ ids: [alone, 'x'], to: 'variants_of' })).toEqual([
    ['ids[1]', 'expected_uuid'],
    ['parent', 'required'],
  ])
  expect(await faultsOf({ ids: [alone], to: 'variants_of', parent: { attributes: { price: 'x' } } })).toEqual(
    [
      ['parent.attributes.price', 'expected_number'],
      ['parent.attributes.name', 'required'],
    ],
  )
  expect(await faultsOf({ ids: [child], to: 'products', parent, move_shared: true })).toEqual([
    ['parent', 'invalid_value'],
    ['move_shared', 'invalid_value'],
  ])
  expect((await server.get(`/products/${alone}`)).body.data.parent_id).toBe(null)
})
