import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer } from '../testing/test-server.ts'

const text = { data_type: 'single_line_text_field' }
const server = await testServer({
  attributes: [
    { ...text, entity_type: 'product', name: 'SKU', is_primary: true },
    { ...text, entity_type: 'product', name: 'Title' },
    { entity_type: 'product', data_type: 'number', name: 'Price' },
    { entity_type: 'product', data_type: 'single_select_list', name: 'Wood', acceptable_values: 'Oak, Ash' },
    { ...text, entity_type: 'vendor', name: 'Vendor name', is_primary: true },
    { entity_type: 'product', data_type: 'entity_reference', name: 'Vendor', reference: { type: 'vendor' } },
  ],
})
afterAll(() => server[Symbol.asyncDispose]())

const ids: string[] = []
beforeAll(async () => {
  const vendor = (await server.post('/vendors', { attributes: { vendor_name: 'Oakland' } })).body.data.id
  for (const attributes of [
    { sku: 'A', title: 'Oak chair', price: 3, wood: 'Oak' },
    { sku: 'B', title: 'Table of oak', price: 2, vendor },
    { sku: 'oak', title: 'OAK', price: 1, wood: 'Ash' },
  ])
    ids.push((await server.post('/products', { attributes })).body.data.id)
})

const columns = 'sku,title,price,wood,vendor'
const find = (query: string) =>
  server.asOwner({ path: `/app/v1/grid/find?type=product&columns=${columns}&${query}` })
const cells = async (query: string) =>
  (await find(query)).body.data.cells.map(
    ({ position, key }: { position: number; key: string }) => `${position} ${key}`,
  )

test('cells are found in the order of the list and of the columns: texts, options, labels, numbers', async () => {
  const all = ['0 title', '0 wood', '1 title', '1 vendor', '2 sku', '2 title']
  expect(await cells('text=oak')).toEqual(all)
  expect(await cells('text=oak&sort=price')).toEqual([
    '0 sku',
    '0 title',
    '1 title',
    '1 vendor',
    '2 title',
    '2 wood',
  ])
  expect(await cells('text=oak&filter[price][gte]=2')).toEqual(all.slice(0, 4))
  expect(await cells('text=2')).toEqual(['1 price'])
  expect(await cells('text=oak&first_row=1&last_row=1')).toEqual(['1 title', '1 vendor'])
  const { body } = await find('text=oak&limit=1')
  expect(body.data).toEqual({
    cells: [{ position: 0, id: ids[0], key: 'title' }],
    total: 6,
    rows: 3,
  })
})

test('no index is being made where lists are short [OWNER-07]', async () => {
  expect((await server.asOwner({ path: '/app/v1/grid/indexes' })).body).toEqual({ data: [] })
})

test('the case and the whole cell count where they are asked for', async () => {
  expect(await cells('text=Oak&match_case=true')).toEqual(['0 title', '0 wood', '1 vendor'])
  expect(await cells('text=oak&whole_cell=true')).toEqual(['0 wood', '2 sku', '2 title'])
})

test('what can be replaced are stored texts, which come along', async () => {
  const { body } = await find('text=oak&replacing=true')
  expect(body.data.cells.map(({ key, text }: { key: string; text: string }) => [key, text])).toEqual([
    ['title', 'Oak chair'],
    ['title', 'Table of oak'],
    ['sku', 'oak'],
    ['title', 'OAK'],
  ])
  expect(await cells('text=OAK&replacing=true&match_case=true&whole_cell=true')).toEqual(['2 title'])
})

test('all faults are told together', async () => {
  const answer = await server.asOwner({
    path: '/app/v1/grid/find?type=product&columns=nope&sort=no&match_case=x&y=1',
  })
  expect(answer.body.error.field_errors.map(({ field }: { field: string }) => field)).toEqual([
    'match_case',
    'y',
    'sort',
    'text',
    'columns',
  ])
  expect((await server.asOwner({ path: '/app/v1/grid/find?x=1' })).body.error.field_errors).toHaveLength(2)
})

const groups = (query: string) => server.asOwner({ path: `/app/v1/grid/groups?type=product&${query}` })

test('groups follow each other as the rows of the list do, the blanks last, with exact counts', async () => {
  const counted = async (query: string) => (await groups(query)).body.data.groups
  expect(await counted('sort=wood')).toEqual([
    { values: ['Ash'], count: 1 },
    { values: ['Oak'], count: 1 },
    { values: [null], count: 1 },
  ])
  expect(await counted('sort=-wood,price')).toEqual([
    { values: ['Oak'], count: 1 },
    { values: ['Ash'], count: 1 },
    { values: [null], count: 1 },
  ])
  expect(await counted('sort=wood&filter[price][gte]=2')).toEqual([
    { values: ['Oak'], count: 1 },
    { values: [null], count: 1 },
  ])
  expect(await counted('sort=title&filter[title][eq]=oak')).toEqual([{ values: ['OAK'], count: 1 }])
})

test('groups within groups follow the whole order, and tell what their values come to [OWNER-10]', async () => {
  const { body } = await groups('sort=wood,-title&levels=2&keys=price,vendor')
  const none = { measure: null, sum: null, average: null, least: null, greatest: null }
  const price = (sum: number) => ({
    filled: 1,
    measure: 'number',
    sum,
    average: sum,
    least: sum,
    greatest: sum,
  })
  expect(body.data.groups).toEqual([
    { values: ['Ash', 'OAK'], count: 1, columns: { price: price(1), vendor: { filled: 0, ...none } } },
    { values: ['Oak', 'Oak chair'], count: 1, columns: { price: price(3), vendor: { filled: 0, ...none } } },
    {
      values: [null, 'Table of oak'],
      count: 1,
      columns: { price: price(2), vendor: { filled: 1, ...none } },
    },
  ])
  const summed = (await groups('sort=wood&keys=price&filter[price][gte]=2')).body.data.groups
  expect(summed.map((group: { columns: { price: { sum: number } } }) => group.columns.price.sum)).toEqual([
    3, 2,
  ])
  const faults = (await groups('sort=wood&levels=2')).body.error.field_errors
  expect(faults).toEqual([{ field: 'sort', issue: 'required' }])
  expect((await groups('sort=wood,title&levels=4')).status).toBe(400)
  expect((await groups('sort=wood&keys=nope')).body.error.field_errors[0]).toMatchObject({ field: 'keys' })
})

test('a list without an order, or by what is no group, is refused', async () => {
  expect((await groups('')).body.error.field_errors).toEqual([{ field: 'sort', issue: 'required' }])
  expect((await groups('sort=created_at')).body.error.field_errors[0]).toMatchObject({ field: 'sort' })
  expect((await groups('sort=vendor')).status).toBe(400)
})

const ask = async (path: string) => (await server.asOwner({ path: `/app/v1/grid/${path}` })).body
const fieldErrors = async (path: string) => (await ask(path)).error.field_errors

test('the values of a list are summed up by key; what is no number or date is counted [OWNER-06]', async () => {
  const none = { measure: null, sum: null, average: null, least: null, greatest: null }
  expect((await ask('aggregates?type=product&keys=price,wood,vendor,title')).data).toEqual({
    rows: 3,
    columns: {
      price: { filled: 3, measure: 'number', sum: 6, average: 2, least: 1, greatest: 3 },
      wood: { filled: 2, ...none },
      vendor: { filled: 1, ...none },
      title: { filled: 3, ...none },
    },
  })
  expect((await ask('aggregates?type=product&keys=price,wood&filter[price][gte]=2')).data).toEqual({
    rows: 2,
    columns: {
      price: { filled: 2, measure: 'number', sum: 5, average: 2.5, least: 2, greatest: 3 },
      wood: { filled: 1, ...none },
    },
  })
  const { data } = await ask('aggregates?type=product&keys=price&q=nothing')
  expect(data).toEqual({ rows: 0, columns: { price: { filled: 0, ...none, measure: 'number' } } })
})

test('a stretch of a snapshot is summed up as it was frozen, with the values of now', async () => {
  const frozen = await server.asOwner({ path: '/api/v1/products?sort=price&snapshot=new' })
  const range = `keys=price&first_row=1&last_row=1&snapshot=${frozen.body.pagination.snapshot}`
  const reprice = (price: number) => server.patch(`/products/${ids[1]}`, { attributes: { price } })
  await reprice(20)
  const two = { filled: 1, measure: 'number', sum: 20, average: 20, least: 20, greatest: 20 }
  expect((await ask(`aggregates?type=product&${range}`)).data).toEqual({ rows: 1, columns: { price: two } })
  const now = (await ask('aggregates?type=product&sort=-price&keys=price&first_row=1&last_row=2')).data
  expect(now.columns.price).toMatchObject({ filled: 2, sum: 4, least: 1, greatest: 3 })
  expect(await fieldErrors(`aggregates?type=vendor&${range.replace('price', 'vendor_name')}`)).toMatchObject([
    { field: 'snapshot', issue: 'invalid_value' },
  ])
  await reprice(2)
})

test('what cannot be summed up is told together', async () => {
  expect(await fieldErrors('aggregates?type=product&sort=no')).toMatchObject([
    { field: 'sort', issue: 'not_a_defined_attribute' },
    { field: 'keys', issue: 'required' },
  ])
  expect(await fieldErrors('aggregates?type=product&keys=nope,id&first_row=-2')).toMatchObject([
    { field: 'first_row', issue: 'expected_non_negative_integer' },
    { field: 'keys', issue: 'not_a_defined_attribute' },
    { field: 'keys', issue: 'invalid_value' },
  ])
  expect(
    await fieldErrors(`aggregates?type=product&keys=price&snapshot=${crypto.randomUUID()}`),
  ).toMatchObject([{ field: 'snapshot', issue: 'invalid_value' }])
})

test('the values of an attribute are listed with their counts, the blanks last [FACET-06]', async () => {
  const values = async (query: string) => (await ask(`distinct?type=product&${query}`)).data
  const wood = [
    { value: 'Ash', count: 1 },
    { value: 'Oak', count: 1 },
    { value: null, count: 1 },
  ]
  expect(await values('key=wood')).toEqual({ values: wood, is_complete: true })
  expect((await values('key=price')).values.map(({ value }: { value: number }) => value)).toEqual([1, 2, 3])
  expect((await values('key=vendor')).values[0]).toMatchObject({ value: { label: 'Oakland' }, count: 1 })
  expect(await values('key=wood&limit=1')).toEqual({ values: wood.slice(0, 1), is_complete: false })
  expect(await values('key=wood&text=OA')).toEqual({ values: wood.slice(1, 2), is_complete: true })
  const either = 'filter_join=or&filter[wood]=Ash&filter[price]=3'
  expect((await values(`key=title&${either}`)).values).toEqual([
    { value: 'OAK', count: 1 },
    { value: 'Oak chair', count: 1 },
  ])
  expect((await values(`key=title&text=chair&${either}`)).values).toEqual([{ value: 'Oak chair', count: 1 }])
})

test('what has no values to list is refused', async () => {
  const refused = async (query: string) => (await fieldErrors(`distinct?type=product&${query}`))[0]
  expect(await refused('')).toMatchObject({ field: 'key', issue: 'required' })
  expect(await refused('key=id')).toMatchObject({ field: 'key', issue: 'invalid_value' })
  expect(await refused('key=nope')).toMatchObject({ field: 'key', issue: 'not_a_defined_attribute' })
  expect(await refused('key=price&text=1')).toMatchObject({
    field: 'text',
    issue: 'operator_not_supported_for_type',
  })
  expect(await refused('key=wood&limit=0')).toMatchObject({ field: 'limit', issue: 'out_of_range' })
})

test('a tree tells what refers to its nodes, and to them and what is below them', async () => {
  const create = async (path: string, body: object) => (await server.post(path, body)).body.data.id as string
  for (const attribute of [
    { ...text, entity_type: 'category', name: 'Category name', is_primary: true },
    {
      entity_type: 'product',
      data_type: 'entity_list_reference',
      name: 'Shelves',
      reference: { type: 'category' },
    },
  ])
    await server.post('/attributes', attribute)
  const named = (name: string, parent?: string) =>
    create('/categories', { attributes: { category_name: name }, ...(parent && { parent_id: parent }) })
  const seating = await named('Seats')
  const chairs = await named('Chairs', seating)
  const stools = await named('Stools', seating)
  await create('/products', { attributes: { sku: 'T1', shelves: [chairs, stools] } })
  await create('/products', { attributes: { sku: 'T2', shelves: [seating] } })
  const tree = async (query: string) =>
    (await server.asOwner({ path: `/app/v1/grid/tree?type=category&${query}` })).body
  expect((await tree('of=product&by=shelves&sort=category_name')).data).toEqual({
    nodes: [
      { id: chairs, label: 'Chairs', parent_id: seating, count: 1, total: 1 },
      { id: seating, label: 'Seats', parent_id: null, count: 1, total: 2 },
      { id: stools, label: 'Stools', parent_id: seating, count: 1, total: 1 },
    ],
    is_complete: true,
  })
  expect((await tree('of=product&by=vendor')).error.field_errors).toMatchObject([
    { field: 'by', issue: 'not_a_defined_attribute' },
  ])
})

test('what is below rows is counted, and told where they stand in a list', async () => {
  const [parent, other] = ids
  const variants = ['V1', 'V2'].map((sku) => ({ parent_id: parent, attributes: { sku, price: 9 } }))
  for (const variant of variants) await server.post('/products', variant)
  const branches = async (query: string) =>
    (
      await server.asOwner({
        path: `/app/v1/grid/branches?type=product&ids=${parent},${other},${crypto.randomUUID()}${query}`,
      })
    ).body.data.branches
  expect(await branches('')).toEqual([
    { id: parent, count: 2, position: null },
    { id: other, count: 0, position: null },
  ])
  const list = '&positions=true&filter[parent_id][exists]=false&sort=price'
  expect(await branches(list)).toEqual([
    { id: parent, count: 2, position: 2 },
    { id: other, count: 0, position: 1 },
  ])
})

test('cells of inverse references tell what refers to their rows', async () => {
  const inverse = { data_type: 'inverse_reference', reference: { type: 'product', attribute: 'vendor' } }
  await server.post('/attributes', { ...inverse, entity_type: 'vendor', name: 'Products' })
  const id = (await server.get('/vendors?filter[vendor_name]=Oakland')).body.data[0].id as string
  const referrers = (query: string) => server.asOwner({ path: `/app/v1/grid/referrers?${query}` })
  const { body } = await referrers(`type=vendor&ids=${id}`)
  const first = [{ id: ids[1], type: 'product', label: 'B' }]
  expect(body.data).toEqual({ [id]: { products: { total: 1, first } } })
  const refused = await referrers('ids=x&type=nothing&more=1')
  expect(refused.status).toBe(400)
  expect(refused.body.error.field_errors.map(({ field }: { field: string }) => field)).toEqual([
    'more',
    'type',
  ])
})
