import { afterAll, beforeAll, expect, test } from 'vitest'
import { encoded, ruleServer, describeAnswer, type Entity } from './rule-catalog.ts'

const server = await ruleServer()
const shelves = { data_type: 'entity_list_reference', reference: { type: 'category' } }
await server.post('/attributes', {
  name: 'Title',
  entity_type: 'category',
  data_type: 'single_line_text_field',
  is_primary: true,
})
await server.post('/attributes', { name: 'Shelves', entity_type: 'product', ...shelves })
afterAll(() => server[Symbol.asyncDispose]())
const categories = new Map<string, string>()

beforeAll(async () => {
  const vendor = async (name: string) => (await server.create({ vendor_name: name }, 'vendors')).id
  const [oak, veneer, elm, other] = [
    await vendor('Oak'),
    await vendor('OAK Veneer'),
    await vendor('elm'),
    await vendor('Oak'),
  ]
  const shelf = async (name: string, above?: string) => {
    const { id } = await server.create({ title: name }, 'categories', above && categories.get(above))
    categories.set(name, id)
  }
  await shelf('Rooms')
  await shelf('Attic', 'Rooms')
  await shelf('Garden')
  const on = (...names: string[]) => names.map((name) => categories.get(name))
  await server.create({ sku: 'A', vendor: veneer, price: 1, shelves: on('Attic', 'Garden') })
  const above = await server.create({ sku: 'B', vendor: oak, price: 2, shelves: on('Rooms') })
  await server.create({ sku: 'C', price: 4, shelves: on('Garden', 'Attic') })
  await server.create({ sku: 'D', vendor: elm, price: 8, shelves: on('Attic') }, 'products', above.id)
  await server.create({ sku: 'E', vendor: oak, price: 16, shelves: on('Garden') })
  await server.create({ sku: 'F', vendor: other, price: 32 })
})

const order = async (query: string) => (await server.skus(query)).join('')
const groups = async (query: string) =>
  (await server.asOwner({ path: `/app/v1/grid/groups?type=product&${query}` })).body
type Stub = { readonly label: string }
const namesOf = (value: Stub | readonly Stub[] | string | null) =>
  Array.isArray(value) ? value.map(({ label }) => label).join(' + ') : ((value as Stub | null)?.label ?? '-')
interface Group {
  readonly values: readonly (Stub | null)[]
  readonly count: number
  readonly columns?: { readonly price: { readonly sum: number } }
}
const lines = ({ data }: { readonly data: { readonly groups: readonly Group[] } }) =>
  data.groups.map(({ values, count, columns }) =>
    [values.map(namesOf).join(' / '), count, ...(columns ? [columns.price.sum] : [])].join(' '),
  )

test('names of references order a list as texts do, blanks last, as pages by cursor do [LABELS-01]', async () => {
  expect(await order('sort=vendor:label')).toBe('DBEFAC')
  expect(await order('sort=-vendor:label')).toBe('AFBEDC')
  expect(await order('sort=vendor:label,-price')).toBe('DEBFAC')
  expect(await order('sort=vendor:label&filter[price][gte]=2')).toBe('DBEFC')
  let cursor = ''
  const seen: string[] = []
  for (let page = 0; page < 6; page += 1) {
    const { body } = await server.get(
      `/products?${encoded(`sort=-vendor:label&limit=1${cursor && `&cursor=${cursor}`}`)}`,
    )
    seen.push(...body.data.map(({ attributes }: Entity) => attributes['sku']))
    cursor = body.pagination.next_cursor
  }
  expect(seen.join('')).toBe('AFBEDC')
})

test('categories are in the order of their tree, several of them as one combination [LABELS-02]', async () => {
  expect(await order('sort=shelves:label')).toBe('EACBDF')
})

test('groups by a reference are those of the entity, not of the name, exact with sums and within each other [LABELS-03]', async () => {
  expect(lines(await groups('sort=vendor:label&keys=price'))).toEqual([
    'elm 1 8',
    'Oak 2 18',
    'Oak 1 32',
    'OAK Veneer 1 1',
    '- 1 4',
  ])
  expect(lines(await groups('sort=shelves:label&keys=price'))).toEqual([
    'Garden 1 16',
    'Attic + Garden 2 5',
    'Rooms 1 2',
    'Attic 1 8',
    '- 1 32',
  ])
  expect(
    lines(await groups('sort=vendor:label,shelves:label,sku&levels=3&filter[vendor_city][exists]=false')),
  ).toEqual([
    'elm / Attic / - 1',
    'Oak / Garden / - 1',
    'Oak / Rooms / - 1',
    'Oak / - / - 1',
    'OAK Veneer / Attic + Garden / - 1',
    '- / Attic + Garden / - 1',
  ])
})

test('what refers to nothing, is no reference or is an inverse one has no names, and plain references say what has [LABELS-05]', async () => {
  for (const key of ['sku:label', 'nope:label', 'label', 'vendor:labels'])
    expect(describeAnswer(await server.get(`/products?sort=${key}`))).toBe(
      '400 | sort not_a_defined_attribute',
    )
  expect(describeAnswer(await server.get('/vendors?sort=supplies:label'))).toBe(
    '400 | sort not_a_defined_attribute',
  )
  const { body } = await server.get('/products?sort=vendor')
  expect(body.error.field_errors[0].message).toContain('vendor:label')
  expect(describeAnswer(await server.get('/products?filter[vendor:label]=Oak'))).toContain(
    'not_a_defined_attribute',
  )
})

test('views keep such an order, and groups by the reference itself [LABELS-06]', async () => {
  const view = {
    name: 'By vendor',
    entity_type: 'product',
    sorting: [{ key: 'vendor:label', direction: 'desc' }],
    display: { group_by: 'shelves', group_then_by: ['vendor'] },
  }
  const made = await server.asOwner({ method: 'POST', path: '/app/v1/views', body: view })
  expect(made.status).toBe(201)
  expect(made.body.data.sorting).toEqual(view.sorting)
  expect(made.body.data.display).toMatchObject(view.display)
})
