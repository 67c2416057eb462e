import { afterAll, beforeAll, expect, test } from 'vitest'
import { encoded, ruleServer, describeAnswer, type Entity } from './rule-catalog.ts'

const server = await ruleServer()
afterAll(() => server[Symbol.asyncDispose]())
const made = new Map<string, Entity>()
const make = async (sku: string, values: object = {}, parent?: string) =>
  made.set(sku, await server.create({ sku, ...values }, 'products', parent))
beforeAll(async () => {
  await make('E', { name: 'Émile', price: 2, active: true })
  await make('B', { name: 'äb', price: 10, active: false, description: 'needle % in Hay' })
  await make('D', { name: ' Zoo', price: 2 })
  await make('A', { price: -1, color: 'Red', specs: '{"hay":1}' }, made.get('E')?.id)
  await make('C', { name: 'abc', active: true, photo: 'https://a.example/hay.png' })
})
const list = (query: string, resource = 'products') => server.get(`/${resource}?${encoded(query)}`)
const order = async (query: string) => (await server.skus(query)).join('')

test('creation, and the id behind every order [SORT-01]', async () => {
  expect(await order('limit=50')).toBe('EBDAC')
  expect(await order('sort=created_at')).toBe('EBDAC')
  const ties = await server.skus('sort=-price&filter[price]=2')
  expect(ties).toEqual(['E', 'D'])
  expect(await order('sort=price&filter[price]=2')).toBe('ED')
})

test('several keys, each in its direction [SORT-02]', async () => {
  expect(await order('sort=-sku')).toBe('EDCBA')
  expect(await order('sort=price,sku')).toBe('ADEBC')
  expect(await order('sort=-price,-sku')).toBe('BEDAC')
  expect(await order('sort=active,-sku')).toBe('BECDA')
})

test.each(['name', 'price', 'active', 'color', 'parent_id'])(
  'blanks of %s come last both ways [SORT-03]',
  async (key) => {
    const { data } = (await list(`filter[${key}][exists]=false`)).body
    const blanks = data.map(({ attributes }: Entity) => attributes['sku'])
    for (const query of [
      'sort=',
      'sort=-',
      'filter[sku][exists]=true&sort=',
      'filter[sku][exists]=true&sort=-',
    ])
      expect((await server.skus(query + key)).slice(-blanks.length)).toEqual(blanks)
  },
)

test('text by its base letters, numbers by value, false before true [SORT-04]', async () => {
  expect(await order('sort=name')).toBe('BCEDA')
  expect(await order('sort=price')).toBe('AEDBC')
  expect(await order('sort=active,sku')).toBe('BCEAD')
})

test('numbers in texts sort by their size where their attribute says so, with cursors and in groups [SORT-08]', async () => {
  const definition = { entity_type: 'vendor', data_type: 'single_line_text_field' }
  const created = await server.post('/attributes', {
    ...definition,
    name: 'Part',
    constraints: { sort: 'natural' },
  })
  expect(created.status).toBe(201)
  const parts = ['Item 10', 'Item 2', 'item 02', 'Item A', 'Ítem 3']
  for (const part of parts) await server.create({ vendor_name: part, part }, 'vendors')
  const sorted = ['item 02', 'Item 2', 'Ítem 3', 'Item 10', 'Item A']
  const walked: unknown[] = []
  for (let cursor = ''; ;) {
    const { body } = await list(`filter[part][exists]=true&sort=part&limit=2${cursor}`, 'vendors')
    walked.push(...body.data.map(({ attributes }: Entity) => attributes['part']))
    if (!body.pagination.has_more) break
    cursor = `&cursor=${body.pagination.next_cursor}`
  }
  expect(walked).toEqual(sorted)
  const { body } = await list('filter[part][exists]=true&sort=-part', 'vendors')
  expect(body.data.map(({ attributes }: Entity) => attributes['part'])).toEqual(sorted.toReversed())
})

test('references and unknown keys are refused [SORT-05]', async () => {
  expect(describeAnswer(await list('sort=-released,color,tags,specs,photo,done,total,vendor_city'))).toBe(
    '200',
  )
  expect(describeAnswer(await list('sort=vendor'))).toBe('400 | sort not_sortable')
  expect(describeAnswer(await list('sort=sku,-related'))).toBe('400 | sort not_sortable')
  expect(describeAnswer(await list('sort=supplies', 'vendors'))).toBe('400 | sort not_sortable')
  for (const key of ['nope', 'label', 'type', 'city', 'constructor', '--sku', '-'])
    expect(describeAnswer(await list(`sort=${key}`))).toBe('400 | sort not_a_defined_attribute')
})

test('system fields are sortable [SORT-06]', async () => {
  expect(await order('sort=-id')).toBe('CADBE')
  const newest = [...made].sort(
    ([, a], [, b]) => b.created_at.localeCompare(a.created_at) || a.id.localeCompare(b.id),
  )
  expect(await order('sort=-created_at,id')).toBe(newest.map(([sku]) => sku).join(''))
  expect((await order('sort=parent_id'))[0]).toBe('A')
  await server.patch(`/products/${made.get('B')?.id}`, { attributes: { code: 'x' } })
  expect((await order('sort=-updated_at'))[0]).toBe('B')
})

test('a key counts once, 30 at most [SORT-07]', async () => {
  expect(await order('sort=price,-price,sku')).toBe('ADEBC')
  for (let n = 0; n < 31; n++)
    await server.post('/attributes', { name: `K${n}`, entity_type: 'image', data_type: 'number' })
  const keys = (count: number) => Array.from({ length: count }, (_, n) => `k${n}`).join(',')
  const [, last] = [await server.create({ k29: 1 }, 'images'), await server.create({ k29: 2 }, 'images')]
  const { status, body } = await list(`sort=${keys(29)},-k29,-k0`, 'images')
  expect([status, body.data[0].id]).toEqual([200, last.id])
  expect(describeAnswer(await list(`sort=${keys(31)}`, 'images'))).toBe('400 | sort too_many_values')
})

test('fields narrow the attributes only [FIELDS-01]', async () => {
  const whole = (await list('limit=50')).body
  const narrow = (await list('limit=50&fields=price,name')).body
  expect(narrow.pagination.total).toBe(whole.pagination.total)
  narrow.data.forEach((entity: Entity, index: number) => {
    const { sku: _sku, ...attributes } = whole.data[index].attributes
    const selected = Object.entries(attributes).filter(([key]) => key === 'price' || key === 'name')
    expect(entity).toEqual({ ...whole.data[index], attributes: Object.fromEntries(selected) })
  })
  expect(await server.skus('fields=sku&filter[price]=10&sort=name')).toEqual(['B'])
  const vendor = await server.create({ vendor_name: 'V' }, 'vendors')
  const { id } = await server.create({ sku: 'V', vendor: vendor.id, related: [narrow.data[0].id] })
  const keysOf = async (fields: string) =>
    Object.keys((await server.get(`/products/${id}?fields=${fields}`)).body.data.attributes)
  expect([await keysOf('sku'), await keysOf('vendor')]).toEqual([['sku'], ['vendor']])
  await server.asOwner({ method: 'POST', path: '/app/v1/trash', body: { type: 'product', ids: [id] } })
})

test('a selected key without a value stays absent [FIELDS-02]', async () => {
  const { body } = await server.get(`/products/${made.get('A')?.id}?fields=name,price,vendor,total`)
  expect(body.data.attributes).toEqual({ price: -1 })
})

test('fields names attributes [FIELDS-03]', async () => {
  for (const resource of ['products', `products/${made.get('A')?.id}`]) {
    for (const key of ['id', 'type', 'label', 'parent_id', 'created_at', 'updated_at'])
      expect(describeAnswer(await list(`fields=sku,${key}`, resource))).toBe(
        '400 | fields system_field_always_returned',
      )
    for (const key of ['nope', 'vendor.city', 'SKU'])
      expect(describeAnswer(await list(`fields=${key}`, resource))).toBe(
        '400 | fields not_a_defined_attribute',
      )
  }
  const vendor = await server.create({ vendor_name: 'F' }, 'vendors')
  for (const resource of ['vendors', `vendors/${vendor.id}`])
    expect(describeAnswer(await list('fields=supplies', resource))).toBe(
      '400 | fields not_selectable_inverse_reference',
    )
})

test('fields repeated or empty [FIELDS-04]', async () => {
  const keysOf = async (query: string) =>
    Object.keys((await list(`limit=1&${query}`)).body.data[0].attributes).sort()
  expect(await keysOf('fields=sku&fields=price')).toEqual(['price', 'sku'])
  expect(await keysOf('fields=sku, price')).toEqual(['price', 'sku'])
  expect(await keysOf('fields=')).toEqual(['active', 'name', 'price', 'sku'])
})

test('fields on lists, reads and variants [FIELDS-05]', async () => {
  const parent = made.get('E')?.id
  const expected = [{ sku: 'A' }]
  const attributesOf = ({ body }: Awaited<ReturnType<typeof list>>) =>
    [body.data].flat().map(({ attributes }: Entity) => attributes)
  expect(attributesOf(await list(`filter[sku]=A&fields=sku`))).toEqual(expected)
  expect(attributesOf(await server.get(`/products/${made.get('A')?.id}?fields=sku`))).toEqual(expected)
  expect(attributesOf(await server.get(`/products/${parent}/variants?fields=sku`))).toEqual(expected)
})

test('q looks into every text [SEARCH-01]', async () => {
  expect(await order('q=HAY&sort=sku')).toBe('ABC')
  expect(await order('q="emile"')).toBe('E')
  expect(await order('q=ÉMILE')).toBe('E')
  expect(await order('q=%')).toBe('B')
  expect(await order('q=10')).toBe('')
  expect((await list('q=hay&limit=1')).body.pagination.total).toBe(3)
})

test('q narrows whatever the join [SEARCH-02]', async () => {
  expect(await order('q=hay&filter[sku]=A&filter[sku]=E&filter_join=or')).toBe('A')
  expect(await order('q=hay&filter[active]=true')).toBe('C')
  expect(await order('q=  ')).toBe('EBDAC')
})

test('q finds all words in any order, and phrases [SEARCH-03]', async () => {
  expect(await order('q=hay needle')).toBe('B')
  expect(await order('q=ÄB edle')).toBe('B')
  expect(await order('q="% in hay" b')).toBe('B')
  expect(await order('q="needle hay"')).toBe('')
  expect(await order('q=in "needle %')).toBe('B')
  expect(await order(`q=${'hay '.repeat(20)}`)).toBe('BAC')
  const parts = 'n e d l % i h a y ne ee ed dl le in ha'
  expect(await order(`q=${parts}`)).toBe('B')
  expect(await order(`q=${parts} ay`)).toBe('')
})

test('q excludes words and looks into one attribute [SEARCH-04]', async () => {
  expect(await order('q=-hay')).toBe('ED')
  expect(await order('q=hay -needle')).toBe('AC')
  expect(await order('q=hay -"needle %"')).toBe('AC')
  expect(await order('q=name:b')).toBe('BC')
  expect(await order('q=NAME:"ÄB" hay')).toBe('B')
  expect(await order('q=-name:b')).toBe('EDA')
  expect(await order('q=price:2 active:true')).toBe('E')
  expect(await order('q=price:two')).toBe('')
  expect(await order('q=https://a.example')).toBe('C')
  expect(await order('q="hay":1')).toBe('A')
  await make('F', { description: 'marked hay -needle and sku:A' })
  expect(await order('q=hay -needle')).toBe('ACF')
  expect(await order('q=sku:a')).toBe('AF')
})

test('q finds labels of what is referred to, and computed values [SEARCH-05]', async () => {
  const { id: vendor } = await server.create({ vendor_name: 'Nordvik', city: 'Tromsø' }, 'vendors')
  await make('GX', { name: 'Terra', vendor, description: 'oak' })
  await make('H', { name: 'Side part' }, made.get('GX')?.id)
  await make('I', { name: 'Set', related: [made.get('GX')?.id] })
  const expectFound = async (query: string, skus: string) => expect(await order(`q=${query}`)).toBe(skus)
  await expectFound('nordvik terra', 'GX')
  await expectFound('OAK vik', 'GX')
  await expectFound('tromsø oak', 'GX')
  await expectFound('oak -nordvik', '')
  await expectFound('vendor:nord', 'GX')
  await expectFound(`vendor:${vendor}`, 'GX')
  await expectFound('related:gx', 'I')
  await expectFound('related:g', '')
  await expectFound('part gx', 'H')
  await expectFound('part g', '')
  const formula = { name: 'Shout', key: 'shout', data_type: 'formula', formula: 'UPPER({{name}}) & "-x9"' }
  expect((await server.post('/attributes', { entity_type: 'product', ...formula })).status).toBe(201)
  await expectFound('terra-x9 nordvik', 'GX')
  await expectFound('shout:"side part-x"', 'H')
  const inherited = { name: 'Line', key: 'line', data_type: 'single_line_text_field' }
  const body = { entity_type: 'product', ...inherited, inheritance_mode: 'inherit_from_parent' }
  expect((await server.post('/attributes', body)).status).toBe(201)
  await server.patch(`/products/${made.get('GX')?.id}`, { attributes: { line: 'Fjord 7' } })
  await expectFound('fjord part', 'H')
  await expectFound('fjord', 'GXH')
})

test('one typo in a word is forgiven where no word is spelled so [SEARCH-08]', async () => {
  const { id: vendor } = await server.create({ vendor_name: 'Skagerrak' }, 'vendors')
  const typos = {
    T1: { name: 'Literature lamp' },
    T2: { name: 'Terrazzo', vendor },
    T3: { name: 'Foldable', description: 'of terrazzo' },
  }
  for (const [sku, values] of Object.entries(typos)) await make(sku, values)
  const found = (rest: string) => server.skus(`filter[sku][in]=T1,T2,T3&${rest}`)
  expect(await found('q=terazzo')).toEqual(['T2', 'T3'])
  expect(await found('q=Terrazoz')).toEqual(['T2', 'T3'])
  expect(await found('q=tera&sort=relevance')).toEqual(['T1', 'T2', 'T3'])
  expect(await found('q=skagerak terazzo')).toEqual(['T2'])
  expect(await found('q=foldbl')).toEqual(['T3'])
  for (const q of ['trazo', 'lmp', '"terazzo"', 'name:terazzo', 'terazzo7', 'tterazzo'])
    expect(await found(`q=${q}`)).toEqual([])
  expect(await found('q=-terazzo')).toEqual(['T1', 'T2', 'T3'])
  await make('T4', { name: 'Terazzo' })
  expect(await server.skus('filter[sku][in]=T1,T2,T3,T4&q=terazzo')).toEqual(['T4'])
})

test('what is found is sorted by how near it comes [SEARCH-06]', async () => {
  const near = {
    P1: { name: 'Soaked pine' },
    P2: { name: 'Pine, oak' },
    P3: { name: 'Oaken pine' },
    P4: { name: 'Pine', description: 'no oak' },
    P5: { name: 'Oak' },
    P6: { name: 'Oak pine' },
    oak: { name: 'Label' },
  }
  for (const [sku, values] of Object.entries(near)) await make(sku, values)
  const narrow = (rest: string) => server.skus(`filter[sku][in]=${Object.keys(near).join(',')}&${rest}`)
  expect(await narrow('q=oak&sort=relevance')).toEqual(['oak', 'P5', 'P6', 'P2', 'P3', 'P1', 'P4'])
  expect(await narrow('q=oak&sort=-relevance')).toEqual(['P4', 'P1', 'P3', 'P2', 'P6', 'P5', 'oak'])
  expect(await narrow('q=oak pine&sort=relevance')).toEqual(['P6', 'P2', 'P3', 'P4', 'P1'])
  expect(await narrow('q=-oak&sort=relevance,-sku')).toEqual([])
  const first = (await list('q=oak&sort=relevance&limit=2&fields=sku&snapshot=new')).body
  const seen = first.data.map(({ label }: Entity) => label)
  for (let { next_cursor: cursor, has_more: isMore } = first.pagination; isMore;) {
    const { data, pagination } = (await list(`q=oak&sort=relevance&limit=2&cursor=${cursor}`)).body
    seen.push(...data.map(({ label }: Entity) => label))
    ;({ next_cursor: cursor, has_more: isMore } = pagination)
  }
  expect(seen).toEqual(await server.skus('q=oak&sort=relevance'))
  const { snapshot } = first.pagination
  const window = (await list(`snapshot=${snapshot}&offset=2&limit=2`)).body
  expect(window.data.map(({ label }: Entity) => label)).toEqual(seen.slice(2, 4))
  expect(describeAnswer(await list('sort=relevance'))).toBe('400 | sort invalid_value')
  expect(describeAnswer(await list('sort=relevance&q=  '))).toBe('400 | sort invalid_value')
  const grouped = await server.asOwner({ path: '/app/v1/grid/groups?type=product&q=oak&sort=relevance' })
  expect(describeAnswer(grouped)).toBe('400 | sort invalid_value')
})
