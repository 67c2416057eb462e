import { afterAll, expect, test } from 'vitest'
import { testServer } from '../testing/test-server.ts'

const product = { entity_type: 'product', data_type: 'single_line_text_field' }
const server = await testServer({
  attributes: [
    { ...product, name: 'SKU', is_primary: true },
    { ...product, name: 'Price', data_type: 'number' },
    {
      ...product,
      name: 'Finish',
      data_type: 'single_select_list',
      acceptable_values: ['Beech', 'Oak, oiled'],
    },
    { ...product, name: 'Tags', data_type: 'multi_select_list', acceptable_values: 'New, Sale' },
  ],
})
afterAll(() => server[Symbol.asyncDispose]())

const edit = (price: unknown) => server.post('/bulk-edits', { type: 'product', filter: {}, set: { price } })
const message = ({ body }: { readonly body: { readonly error: { readonly message: string } } }) =>
  body.error.message

test('an operation that there is not is answered with those there are [scripts.8.4]', async () => {
  expect(message(await edit({ multiply: 1.04 }))).toContain('formula, from, add, percent, round')
})

test('a computation written as a text is answered with where a formula stands [scripts.8.4]', async () => {
  expect(message(await edit('{{price}} * 1.04'))).toContain('{"formula": "{{price}} * 1.04"}')
})

test('a parent that is no id is taken by a name, or refused as one that is not there [scripts.8.4]', async () => {
  const refused = await server.post('/products', { parent_id: 'x', attributes: { sku: 'V' } })
  expect(refused.status).toBe(400)
  expect(message(refused)).toContain('{"merge_key": "sku", "value": "CH-100"}')
  await server.post('/products', { attributes: { sku: 'CH-100' } })
  const byName = { merge_key: 'sku', value: 'CH-100' }
  const taken = await server.post('/products', { parent_id: byName, attributes: { sku: 'V' } })
  expect(taken.status).toBe(201)
})

test.each(['9007199254740993', 1e21])('%s is too large to be kept exactly [scripts.8.4]', async (price) => {
  const refused = await server.post('/products', { attributes: { sku: 'N', price } })
  expect(refused.status).toBe(400)
  expect(message(refused)).toMatch(/too large|exact/)
})

test('a data type by half of its name is answered with the whole [scripts.8.4]', async () => {
  const body = { ...product, name: 'Colour', data_type: 'single_select', acceptable_values: ['Red'] }
  const refused = await server.post('/attributes', body)
  expect(refused.body.error.field_errors).toMatchObject([
    { field: 'data_type', did_you_mean: 'single_select_list' },
  ])
})

test('options come as a list or as a text, and one with a comma is one [scripts.4.4]', async () => {
  const { body } = await server.get('/attributes?type=product')
  const finish = body.data.find(({ key }: { key: string }) => key === 'finish')
  expect(finish.acceptable_values).toEqual(['Beech', 'Oak, oiled'])
  const made = await server.post('/products', { attributes: { sku: 'F', finish: 'Oak, oiled' } })
  expect(made.body.data.attributes.finish).toBe('Oak, oiled')
  const added = await server.patch('/attributes/finish?type=product', { add_acceptable_values: ['Ash, raw'] })
  expect(added.body.data.acceptable_values).toBe('Beech, "Oak, oiled", "Ash, raw"')
  const again = await server.patch('/attributes/finish?type=product', {
    acceptable_values: added.body.data.acceptable_values,
  })
  expect(again.body.data.acceptable_values).toBe(added.body.data.acceptable_values)
  const { body: listed } = await server.get(`/products?filter[finish]=${encodeURIComponent('Oak, oiled')}`)
  expect(listed.pagination.total).toBe(1)
})

test('values of a multi select stand between commas, so its options have none [scripts.4.4]', async () => {
  const patched = await server.patch('/attributes/tags?type=product', { add_acceptable_values: ['A, B'] })
  const made = await server.post('/attributes', {
    ...product,
    name: 'Labels',
    data_type: 'multi_select_list',
    acceptable_values: ['A, B'],
  })
  expect([patched.status, made.status]).toEqual([400, 400])
  expect(message(made)).toContain('not for a multi select')
})

const filtered = [
  '/proposals?type=product&',
  '/quality/findings?type=product&',
  '/quality/clusters?type=product&attribute=sku&method=fingerprint&',
]

test.each(filtered)(
  '%s takes clauses as lists do, and says which one is wrong [scripts.8.4]',
  async (path) => {
    const clauses = 'filter[sku][starts_with]=F&filter[price][exists]=true&filter_join=or'
    for (const query of [
      clauses,
      `filter=${encodeURIComponent(clauses)}`,
      `filter={"sku":"F"}&filter[price]=1`,
    ])
      expect((await server.get(path + query)).status).toBe(200)
    for (const wrong of ['filter[pric][gt]=1', 'filter={"pric":1}'])
      expect(message(await server.get(path + wrong))).toMatch(/filter\[pric\].*price/)
    expect(message(await server.get(`${path}pric=1`))).toContain('filter[pric]=value')
  },
)

test('a list with filters of its own is told by their names [scripts.8.4]', async () => {
  const refused = await server.get('/notes?filter[status]=open')
  expect(refused.body.error.field_errors).toMatchObject([{ field: 'filter[status]', did_you_mean: 'status' }])
  expect(message(await server.get('/notes?filter[price]=1'))).toMatch(/type, status, entity_id/)
})
