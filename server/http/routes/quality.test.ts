import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testServer } from '../../testing/test-server.ts'

const text = { entity_type: 'product', data_type: 'single_line_text_field' }
const server = await testServer({
  attributes: [
    { ...text, name: 'SKU', is_primary: true },
    { ...text, name: 'Code', constraints: { unique: true } },
    { ...text, name: 'Brand', constraints: { max_length: 20 } },
    { name: 'Price', entity_type: 'product', data_type: 'number' },
    {
      name: 'Color',
      entity_type: 'product',
      data_type: 'single_select_list',
      acceptable_values: 'Blue, blue., Red, BLUE!, Gray, Grey',
      default_value: 'blue.',
    },
    {
      name: 'Tags',
      entity_type: 'product',
      data_type: 'multi_select_list',
      acceptable_values: 'New, new., Sale, Outlet',
    },
    { name: 'Name', entity_type: 'vendor', data_type: 'single_line_text_field', is_primary: true },
    { name: 'Vendor', entity_type: 'product', data_type: 'entity_reference', reference: { type: 'vendor' } },
    { name: 'Name', entity_type: 'category', data_type: 'single_line_text_field', is_primary: true },
    {
      name: 'Shelves',
      entity_type: 'product',
      data_type: 'entity_list_reference',
      reference: { type: 'category' },
    },
    { name: 'Sum', entity_type: 'product', data_type: 'formula', formula: '1' },
  ],
})
afterAll(() => server[Symbol.asyncDispose]())

const products = [
  { sku: 'P1', brand: 'Acme Inc.', price: 1, color: 'Blue', tags: 'New, Sale' },
  { sku: 'P2', brand: 'Acme Inc.', price: 2, color: 'blue.', tags: 'new., New' },
  { sku: 'P3', brand: 'acme inc', price: 3, color: 'Blue', tags: 'Sale, new.' },
  { sku: 'P4', brand: 'Inc. ACME', price: 4, color: 'Red' },
  { sku: 'P5', brand: 'Nordlys', price: 5, color: 'Gray' },
  { sku: 'P6', brand: 'Nordlis', price: 6 },
  { sku: 'P7', price: 7 },
]
beforeAll(async () => {
  for (const attributes of products) await server.post('/products', { attributes })
})

const find = (query: string) => server.get(`/quality/clusters?type=product&${query}`)
const merge = (body: object) => server.post('/quality/clusters/merge', { type: 'product', ...body })
const undo = (edit: string) => server.post(`/edits/${edit}/undo`, {})
const faultsOf = ({ body }: { body: { error: { field_errors: { field: string; issue: string }[] } } }) =>
  body.error.field_errors.map(({ field, issue }) => `${field} ${issue}`)
const owner = { 'vitrine-workspace': server.workspace.id }
const definitions = async () =>
  (await server.asOwner({ method: 'GET', path: '/app/v1/attributes?type=product', headers: owner })).body.data
async function dump() {
  const { body } = await server.get('/products?limit=200&sort=sku')
  const values = body.data.map(({ id, label, attributes: own }: Record<string, unknown>) => ({
    id,
    label,
    own,
  }))
  return JSON.stringify([values, await definitions()])
}

describe('GET /quality/clusters', () => {
  test('groups exact spellings with their counts and suggests the most frequent [CLUSTER-01]', async () => {
    const { status, body } = await find('attribute=brand&method=fingerprint')
    expect(status).toBe(200)
    expect(body.data).toEqual([
      {
        values: [
          { value: 'Acme Inc.', count: 2 },
          { value: 'Inc. ACME', count: 1 },
          { value: 'acme inc', count: 1 },
        ],
        count: 4,
        suggested: 'Acme Inc.',
      },
    ])
    expect(body.pagination).toMatchObject({ total: 1, has_more: false })
    const near = await find('attribute=brand&method=levenshtein')
    expect(near.body.data.map(({ suggested }: { suggested: string }) => suggested)).toEqual([
      'Acme Inc.',
      'Nordlis',
    ])
  })

  test('a filter leaves fewer, and its faults stand on filter [CLUSTER-01]', async () => {
    const filter = encodeURIComponent('filter[price][gte]=3')
    const { body } = await find(`attribute=brand&method=fingerprint&filter=${filter}`)
    expect(body.data).toMatchObject([{ count: 2 }])
    const bad = async (one: string) =>
      faultsOf(await find(`attribute=brand&method=fingerprint&filter=${encodeURIComponent(one)}`))
    expect(await bad('filter[nope]=1')).toEqual(['filter not_a_defined_attribute'])
    expect(await bad('filter[price][is]=1')).toEqual(['filter unknown_operator'])
    expect(await bad('q=oak')).toEqual(['filter invalid_value'])
  })

  test('items of multi selects and options that nobody holds take part [CLUSTER-01]', async () => {
    const tags = await find('attribute=tags&method=fingerprint')
    expect(tags.body.data).toMatchObject([
      {
        values: [
          { value: 'New', count: 2 },
          { value: 'new.', count: 2 },
        ],
        suggested: 'New',
      },
    ])
    const colors = await find('attribute=color&method=fingerprint')
    expect(colors.body.data).toMatchObject([
      {
        values: [
          { value: 'blue.', count: 3 },
          { value: 'Blue', count: 2 },
          { value: 'BLUE!', count: 0 },
        ],
      },
    ])
  })

  test('pages by offset and by cursor come to the same [CLUSTER-01]', async () => {
    const query = 'attribute=brand&method=levenshtein&limit=1'
    const first = await find(query)
    expect(first.body.pagination).toMatchObject({ total: 2, has_more: true })
    const second = await find(`${query}&cursor=${first.body.pagination.next_cursor}`)
    expect(second.body.data).toEqual((await find(`${query}&offset=1`)).body.data)
    expect(second.body.pagination.has_more).toBe(false)
  })

  test('refuses what has no spellings, and embedding without a model, with what to do instead [CLUSTER-07]', async () => {
    const refused = async (query: string) => faultsOf(await find(query))
    expect(await refused('attribute=price&method=fingerprint')).toEqual(['attribute not_a_text_attribute'])
    expect(await refused('attribute=vendor&method=fingerprint')).toEqual(['attribute not_a_text_attribute'])
    expect(await refused('attribute=sum&method=fingerprint')).toEqual(['attribute not_a_text_attribute'])
    expect(await refused('attribute=nope&method=fingerprint')).toEqual(['attribute not_a_defined_attribute'])
    expect(await refused('method=fingerprint')).toEqual(['attribute required'])
    expect(await refused('attribute=brand&method=soundex')).toEqual(['method invalid_value'])
    expect(await refused('attribute=brand&method=phonetic&algorithm=soundex')).toEqual([
      'algorithm invalid_value',
    ])
    expect(await refused('attribute=brand&method=fingerprint&algorithm=cologne')).toEqual([
      'algorithm invalid_value',
    ])
    const { body } = await find('attribute=brand&method=embedding')
    expect(body.error.field_errors).toMatchObject([{ field: 'method', issue: 'no_provider' }])
    expect(body.error.message).toMatch(/another method/)
  })
})

describe('POST /quality/clusters/merge', () => {
  const brands = {
    attribute: 'brand',
    groups: [{ values: ['Acme Inc.', 'acme inc', 'Inc. ACME'], to: 'Acme Inc.' }],
  }

  test('a dry run tells what a merge changes, and its undo leaves nothing of it [CLUSTER-08] [CLUSTER-10]', async () => {
    const before = await dump()
    const tried = await merge({ ...brands, dry_run: true })
    expect(tried.status).toBe(200)
    expect(tried.body.data).toMatchObject({
      matching: 4,
      changed: 2,
      edit_id: null,
      sample: [
        { label: 'P3', old: 'acme inc', new: 'Acme Inc.' },
        { label: 'P4', old: 'Inc. ACME', new: 'Acme Inc.' },
      ],
    })
    expect(await dump()).toBe(before)
    const { body } = await merge(brands)
    expect(body.data).toMatchObject({ matching: 4, changed: 2, sample: tried.body.data.sample })
    expect((await find('attribute=brand&method=fingerprint')).body.data).toEqual([])
    expect((await undo(body.data.edit_id)).status).toBe(200)
    expect(await dump()).toBe(before)
  })

  test('only what the filter finds is merged [CLUSTER-08]', async () => {
    const { body } = await merge({ ...brands, filter: 'filter[price][gt]=3' })
    expect(body.data).toMatchObject({ matching: 1, changed: 1 })
    await undo(body.data.edit_id)
  })

  test('items of a multi select become one, each list as long as it has different ones [CLUSTER-08] [CLUSTER-09]', async () => {
    const { body } = await merge({ attribute: 'tags', groups: [{ values: ['new.'], to: 'New' }] })
    expect(body.data).toMatchObject({ changed: 2, options: { removed: ['new.'], kept: [] } })
    const { body: list } = await server.get('/products?sort=sku&limit=3&fields=tags')
    expect(list.data.map(({ attributes }: { attributes: { tags: string } }) => attributes.tags)).toEqual([
      'New, Sale',
      'New',
      'Sale, New',
    ])
    await undo(body.data.edit_id)
  })

  const colors = { attribute: 'color', groups: [{ values: ['blue.', 'BLUE!'], to: 'Blue' }] }
  const attribute = async (key: string) =>
    (await definitions()).find((one: { key: string }) => one.key === key)

  test('options that nobody holds any more go, with the default that was one of them, and all come back in one step [CLUSTER-09] [CLUSTER-10]', async () => {
    const before = await dump()
    const { body } = await merge(colors)
    expect(body.data).toMatchObject({ changed: 3, options: { removed: ['blue.', 'BLUE!'], kept: [] } })
    expect(await attribute('color')).toMatchObject({
      acceptable_values: 'Blue, Red, Gray, Grey',
      default_value: 'Blue',
    })
    const undone = await undo(body.data.edit_id)
    expect(undone.body.summary).toMatchObject({ total: 3, applied: 3 })
    expect(await dump()).toBe(before)
    const again = await undo(undone.body.edit_id)
    expect((await attribute('color')).acceptable_values).toBe('Blue, Red, Gray, Grey')
    await undo(again.body.edit_id)
    expect(await dump()).toBe(before)
  })

  test('an option that others hold, or an entity in the trash, stays [CLUSTER-09]', async () => {
    const before = await dump()
    const narrowed = await merge({ ...colors, filter: 'filter[sku]=P2', dry_run: true })
    expect(narrowed.body.data).toMatchObject({ changed: 1, options: { removed: ['BLUE!'], kept: ['blue.'] } })
    const { body } = await merge({ ...colors, filter: 'filter[sku]=P2' })
    expect(body.data.options).toEqual({ removed: ['BLUE!'], kept: ['blue.'] })
    await undo(body.data.edit_id)
    expect(await dump()).toBe(before)
    const trashed = await server.post('/products', { attributes: { sku: 'P9', color: 'BLUE!' } })
    await server.asOwner({
      method: 'POST',
      path: '/app/v1/trash',
      body: { type: 'product', ids: [trashed.body.data.id] },
      headers: owner,
    })
    const preview = await merge({ ...colors, dry_run: true })
    expect(preview.body.data.options).toEqual({ removed: ['blue.'], kept: ['BLUE!'] })
  })

  test('options that nobody holds are merged and come back by themselves [CLUSTER-09] [CLUSTER-10]', async () => {
    const before = await dump()
    const { body } = await merge({ attribute: 'color', groups: [{ values: ['Grey'], to: 'Gray' }] })
    expect(body.data).toMatchObject({ matching: 0, changed: 0, options: { removed: ['Grey'], kept: [] } })
    const undone = await undo(body.data.edit_id)
    expect(undone.body.edit_id).toMatch(/-/)
    expect(await dump()).toBe(before)
  })

  test('an option that somebody has added meanwhile stays when a merge is taken back [CLUSTER-10]', async () => {
    const { body } = await merge({ attribute: 'color', groups: [{ values: ['Grey'], to: 'Gray' }] })
    const now = await attribute('color')
    await server.patch('/attributes/color?type=product', {
      acceptable_values: `${now.acceptable_values}, Green`,
    })
    await undo(body.data.edit_id)
    expect((await attribute('color')).acceptable_values).toBe('Blue, blue., Red, BLUE!, Gray, Grey, Green')
  })

  test('every fault is told on its own place [CLUSTER-11]', async () => {
    const refused = async (body: object) => faultsOf(await merge(body))
    const group = { values: ['a'], to: 'b' }
    expect(await refused({ attribute: 'brand', groups: [] })).toEqual(['groups expected_values'])
    expect(await refused({ attribute: 'code', groups: [group] })).toEqual(['attribute invalid_value'])
    expect(await refused({ attribute: 'price', groups: [group] })).toEqual(['attribute not_a_text_attribute'])
    expect(
      await refused({
        attribute: 'brand',
        groups: [
          group,
          { values: ['a'], to: ' ' },
          { values: [], to: 'x'.repeat(21) },
          { values: ['c'], to: 'a' },
        ],
        filter: 'filter[nope]=1',
      }),
    ).toEqual([
      'filter not_a_defined_attribute',
      'groups[1].to required',
      'groups[1].values[0] invalid_value',
      'groups[2].to too_long',
      'groups[2].values expected_values',
      'groups[3].to invalid_value',
    ])
    expect(await refused({ attribute: 'color', groups: [{ values: ['blue.'], to: 'Azure' }] })).toEqual([
      'groups[0].to not_an_acceptable_value',
    ])
    const many = Array.from({ length: 10_001 }, (_, index) => `v${index}`)
    expect(await refused({ attribute: 'brand', groups: [{ values: many, to: 'b' }] })).toEqual([
      'groups too_many_values',
    ])
  })
})

describe('names of vendors', () => {
  const body = {
    type: 'vendor',
    attribute: 'name',
    groups: [{ values: ['ACME', 'acme', 'Acme'], to: 'Acme' }],
  }
  const vendors = async () =>
    (await server.get('/vendors?sort=id')).body.data.map(
      ({ id, attributes }: { id: string; attributes: { name: string } }) => [id, attributes.name],
    )
  const vendorsOf = async () =>
    (await server.get('/products?filter[sku][starts_with]=V&sort=sku')).body.data.map(
      ({ attributes }: { attributes: { vendor: { id: string } } }) => attributes.vendor.id,
    )
  const asOwner = (path: string, sent: object) =>
    server.asOwner({ method: 'POST', path: `/api/v1${path}`, body: sent, headers: owner })

  test('entities are merged into the oldest of those called so, products follow, and one undo takes it back [CLUSTER-13]', async () => {
    const ids: string[] = []
    for (const name of ['ACME', 'Acme', 'acme', 'Acme', 'Nordlys'])
      ids.push((await server.post('/vendors', { attributes: { name } })).body.data.id)
    for (const [n, vendor] of ids.entries())
      await server.post('/products', { attributes: { sku: `V${n}`, vendor } })
    const before = [await vendors(), await vendorsOf()]
    const tried = await asOwner('/quality/clusters/merge', { ...body, dry_run: true })
    expect(tried.body.data).toMatchObject({ matching: 4, changed: 3, edit_id: null })
    expect((await merge(body)).status).toBe(403)
    const { body: done } = await asOwner('/quality/clusters/merge', body)
    expect(done.data).toEqual({ ...tried.body.data, edit_id: done.data.edit_id })
    expect(await vendors()).toEqual([
      [ids[1], 'Acme'],
      [ids[4], 'Nordlys'],
    ])
    expect(new Set(await vendorsOf())).toEqual(new Set([ids[1], ids[4]]))
    await asOwner(`/edits/${done.data.edit_id}/undo`, {})
    expect([await vendors(), await vendorsOf()]).toEqual(before)
  })

  test('where nobody is called so, the oldest is kept and gets the name [CLUSTER-13]', async () => {
    const before = await vendors()
    const renaming = { ...body, groups: [{ values: ['ACME', 'acme'], to: 'Acme Ltd' }] }
    const { body: done } = await asOwner('/quality/clusters/merge', renaming)
    expect(done.data).toMatchObject({ matching: 2, changed: 2 })
    expect((await vendors()).map(([, name]: string[]) => name)).toEqual([
      'Acme Ltd',
      'Acme',
      'Acme',
      'Nordlys',
    ])
    await asOwner(`/edits/${done.data.edit_id}/undo`, {})
    expect(await vendors()).toEqual(before)
  })

  test('categories of one name become one, what lies below them and what refers to them with it [CLUSTER-13]', async () => {
    const make = async (name: string, parent_id?: string): Promise<string> =>
      (await server.post('/categories', { attributes: { name }, ...(parent_id && { parent_id }) })).body.data
        .id
    const [lamps, twice] = [await make('Lamps'), await make('lamps')]
    const below = await make('Desk lamps', twice)
    const { data: product } = (
      await server.post('/products', { attributes: { sku: 'C1', shelves: [twice, lamps] } })
    ).body
    const found = await server.get('/quality/clusters?type=category&attribute=name&method=fingerprint')
    expect(found.body.data).toMatchObject([{ count: 2 }])
    const state = async () => [
      (await server.get(`/categories/${below}`)).body.data.parent_id,
      (await server.get(`/products/${product.id}`)).body.data.attributes.shelves.map(
        ({ id }: { id: string }) => id,
      ),
    ]
    const before = await state()
    const sent = { type: 'category', attribute: 'name', groups: [{ values: ['lamps'], to: 'Lamps' }] }
    const { body: done } = await asOwner('/quality/clusters/merge', sent)
    expect(done.data).toMatchObject({ matching: 1, changed: 1 })
    expect(await state()).toEqual([lamps, [lamps]])
    await asOwner(`/edits/${done.data.edit_id}/undo`, {})
    expect(await state()).toEqual(before)
  })
})
