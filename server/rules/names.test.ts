import { afterAll, beforeAll, expect, test } from 'vitest'
import { callTool } from '../testing/mcp-client.ts'
import { testServer, type TestServer } from '../testing/test-server.ts'

const text = { data_type: 'single_line_text_field' }
let server: TestServer
const ids: Record<string, string> = {}
beforeAll(async () => {
  server = await testServer({
    isThreaded: true,
    attributes: [
      { ...text, entity_type: 'product', name: 'SKU', is_primary: true },
      { ...text, entity_type: 'vendor', name: 'Vendor name', is_primary: true },
      { ...text, entity_type: 'vendor', name: 'Code' },
      { data_type: 'number', entity_type: 'vendor', name: 'Rank' },
      {
        name: 'Vendor',
        entity_type: 'product',
        data_type: 'entity_reference',
        reference: { type: 'vendor' },
      },
      {
        name: 'Vendors',
        entity_type: 'product',
        data_type: 'entity_list_reference',
        reference: { type: 'vendor' },
      },
    ],
  })
  for (const [name, code] of [
    ['Nordvik Møbler', 'V-7'],
    ['Straße & Söhne', 'V-8'],
    ['Twin', 'V-9'],
    ['Twin', 'V-10'],
  ] as const) {
    const { body } = await server.post('/vendors', { attributes: { vendor_name: name, code } })
    ids[code] = body.data.id
  }
})
afterAll(() => server[Symbol.asyncDispose]())

const create = async (attributes: object, more: object = {}) =>
  (await server.post('/products', { ...more, attributes })).body
const vendorOf = ({ data }: { data: { attributes: { vendor?: { id: string } } } }) =>
  data.attributes.vendor?.id

test('a reference is written by its label or by a merge key, as text compares [NAME-01]', async () => {
  expect(vendorOf(await create({ sku: 'N-1', vendor: { label: 'nordvik møbler' } }))).toBe(ids['V-7'])
  expect(vendorOf(await create({ sku: 'N-2', vendor: { merge_key: 'code', value: 'v-8' } }))).toBe(ids['V-8'])
  expect(vendorOf(await create({ sku: 'N-3', vendor: { label: 'STRASSE & söhne' } }))).toBe(ids['V-8'])
  const { data } = await create({
    sku: 'N-4',
    vendors: [ids['V-9'], { merge_key: 'code', value: 'V-7' }, { label: 'Nordvik Møbler' }],
  })
  expect(data.attributes.vendors.map(({ id }: { id: string }) => id)).toEqual([ids['V-9'], ids['V-7']])
})

test.each([
  [{ label: 'Nobody' }, 'referenced_entity_not_found', 'Nobody'],
  [{ label: 'Twin' }, 'ambiguous_reference', 'V-9'],
  [{ merge_key: 'cod', value: 'V-7' }, 'not_a_defined_attribute', undefined],
  [{ merge_key: 'rank', value: 1 }, 'not_a_text_attribute', undefined],
  [{ label: ' ' }, 'expected_uuid_or_null', undefined],
  [{ merge_key: 'code' }, 'expected_uuid_or_null', undefined],
])('%j is refused as %s [NAME-02]', async (vendor, issue, named) => {
  const { error } = await create({ sku: 'N-X', vendor })
  expect(error.field_errors).toMatchObject([{ field: 'attributes.vendor', issue }])
  const said = named === undefined ? '' : (ids[named] ?? named)
  expect(error.field_errors[0].message ?? '').toContain(said)
  expect((await server.get('/products?filter[sku]=N-X')).body.pagination.total).toBe(0)
})

test('names are taken in every write, and of what an earlier item of a batch made [NAME-03]', async () => {
  const vendor = { label: 'Nordvik Møbler' }
  const { id } = (await create({ sku: 'N-5' })).data
  const patched = await server.patch(`/products/${id}`, { attributes: { vendor } })
  expect(vendorOf(patched.body)).toBe(ids['V-7'])
  const upserted = await server.post('/products/upsert', {
    merge_key: 'sku',
    parent_id: { label: 'N-5' },
    attributes: { sku: 'N-6', vendor: { merge_key: 'code', value: 'V-8' } },
  })
  expect([vendorOf(upserted.body), upserted.body.data.parent_id]).toEqual([ids['V-8'], id])
  const items = [
    { attributes: { sku: 'N-7' } },
    { parent_id: { merge_key: 'sku', value: 'N-7' }, attributes: { sku: 'N-7-A', vendor } },
  ]
  const [parent, child] = (await server.post('/products/batch', { items })).body.data
  expect([child.data.parent_id, vendorOf(child)]).toEqual([parent.data.id, ids['V-7']])
  const edits = [{ id, attributes: { vendor: { label: 'Straße & Söhne' } } }]
  const edited = await server.post('/edits', { type: 'product', edits })
  expect(edited.body.summary.applied).toBe(1)
  const bulk = { type: 'product', filter: { sku: 'N-5' }, set: { vendor } }
  expect((await server.post('/bulk-edits?wait=20', bulk)).body.data.result.changed).toBe(1)
  const args = { type: 'product', id, attributes: { vendor: { merge_key: 'code', value: 'V-8' } } }
  expect(vendorOf((await callTool(server, 'update_entity', args)).body)).toBe(ids['V-8'])
})
