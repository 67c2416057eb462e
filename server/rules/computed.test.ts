import { afterAll, expect, test } from 'vitest'
import { ruleServer, type Entity } from './rule-catalog.ts'

const server = await ruleServer()
afterAll(() => server[Symbol.asyncDispose]())
const product = { entity_type: 'product' }
for (const body of [
  { name: 'Care', data_type: 'single_line_text_field', inheritance_mode: 'inherit_from_parent' },
  { name: 'Sizes', data_type: 'number', inheritance_mode: 'rollup_from_children' },
  { name: 'Finishes', data_type: 'single_line_text_field', inheritance_mode: 'rollup_from_children' },
  {
    name: 'Every',
    data_type: 'single_line_text_field',
    inheritance_mode: 'rollup_from_children',
    rollup_mode: 'all',
  },
  {
    name: 'Related names',
    data_type: 'reference_lookup',
    reference: { via: 'related', attribute: 'name' },
  },
])
  await server.post('/attributes', { ...product, ...body })
const read = async (id: string) => (await server.get(`/products/${id}`)).body.data as Entity
const patch = (id: string, attributes: object) => server.patch(`/products/${id}`, { attributes })
const eventsOf = async (id: string): Promise<number> =>
  (await server.get(`/products/${id}/events`)).body.pagination.total

test('a variant shows the value of its parent [COMPUTED-01]', async () => {
  const top = await server.create({ sku: 'I1', care: 'Wipe' })
  const middle = await server.create({ sku: 'I1 a' }, 'products', top.id)
  const leaf = await server.create({ sku: 'I1 b' }, 'products', middle.id)
  for (const { id } of [middle, leaf]) expect((await read(id)).attributes['care']).toBe('Wipe')
  await patch(top.id, { care: 'Wash' })
  expect((await read(leaf.id)).attributes['care']).toBe('Wash')
  await server.patch(`/products/${middle.id}`, { parent_id: null })
  expect((await read(leaf.id)).attributes).toEqual({ sku: 'I1 b' })
})

test('a parent shows the values of its variants [COMPUTED-02]', async () => {
  const top = await server.create({ sku: 'I2' })
  for (const [finishes, sizes] of [
    ['Oak', 40],
    ['Ash', 40],
    ['Oak', 40],
  ])
    await server.create({ sku: `I2 ${finishes}`, finishes, sizes, every: finishes }, 'products', top.id)
  expect((await read(top.id)).attributes).toMatchObject({
    finishes: 'Oak, Ash',
    every: 'Oak, Ash, Oak',
    sizes: 40,
  })
  await server.create({ sku: 'I2 more', sizes: 50 }, 'products', top.id)
  expect((await read(top.id)).attributes['sizes']).toBe('40, 50')
})

test('a value of its own wins until it is cleared [COMPUTED-03]', async () => {
  const top = await server.create({ sku: 'I3', care: 'Wipe' })
  const { id } = await server.create({ sku: 'I3 a', care: 'Own', finishes: 'Oak' }, 'products', top.id)
  expect((await read(id)).attributes['care']).toBe('Own')
  await patch(top.id, { finishes: 'Mine' })
  expect((await read(top.id)).attributes['finishes']).toBe('Mine')
  await patch(id, { care: null })
  await patch(top.id, { finishes: '' })
  expect([(await read(id)).attributes['care'], (await read(top.id)).attributes['finishes']]).toEqual([
    'Wipe',
    'Oak',
  ])
})

test('what is displayed may be sent back and stores nothing [COMPUTED-04]', async () => {
  const top = await server.create({ sku: 'I4', care: 'Wipe' })
  const { id } = await server.create({ sku: 'I4 a', finishes: 'Oak' }, 'products', top.id)
  expect((await patch(id, { care: 'Wipe' })).body.data.attributes['care']).toBe('Wipe')
  await patch(top.id, { finishes: 'Oak' })
  expect([await eventsOf(id), await eventsOf(top.id)]).toEqual([1, 1])
  await patch(top.id, { care: 'Wash' })
  expect((await read(id)).attributes['care']).toBe('Wash')
})

test('filters and sorts see what reads show [COMPUTED-05]', async () => {
  const top = await server.create({ sku: 'I5', care: 'Steam' })
  await server.create({ sku: 'I5 a', finishes: 'Elm', sizes: 7 }, 'products', top.id)
  await server.create({ sku: 'I5 b', finishes: 'Fir', sizes: 9 }, 'products', top.id)
  expect(await server.skus('filter[care]=steam&sort=sku')).toEqual(['I5', 'I5 a', 'I5 b'])
  expect(await server.skus('filter[finishes]=fir&sort=sku')).toEqual(['I5', 'I5 b'])
  expect(await server.skus('filter[sizes][gt]=8&filter[sku][starts_with]=I5&sort=sku')).toEqual([
    'I5',
    'I5 b',
  ])
  const all = await server.skus('sort=-sizes,sku&filter[sizes][gt]=0&filter[sizes][lt]=20')
  expect(all).toEqual(['I5 b', 'I5', 'I5 a'])
  const unfiltered = await server.skus('sort=-sizes,sku')
  expect(unfiltered.filter((sku) => all.includes(sku))).toEqual(all)
  expect(await server.skus('filter[sku][starts_with]=I5&sort=sizes,sku')).toEqual(['I5', 'I5 a', 'I5 b'])
  expect(await server.skus('filter[sku][starts_with]=I5&sort=-sizes,sku')).toEqual(['I5 b', 'I5', 'I5 a'])
})

test('a lookup shows what the reference has [COMPUTED-06]', async () => {
  const vendor = await server.create({ vendor_name: 'V', city: 'Oslo' }, 'vendors')
  const others = [
    await server.create({ sku: 'I6 a', name: 'A' }),
    await server.create({ sku: 'I6 b', name: 'B' }),
  ]
  const related = others.map(({ id }) => id).toReversed()
  const { id, attributes } = await server.create({ sku: 'I6', vendor: vendor.id, related })
  expect(attributes).toMatchObject({ vendor_city: 'Oslo', related_names: 'B, A' })
  await server.patch(`/vendors/${vendor.id}`, { attributes: { city: 'Bergen' } })
  expect((await read(id)).attributes['vendor_city']).toBe('Bergen')
  expect(await server.skus('filter[vendor_city]=BERGEN')).toEqual(['I6'])
})

test('labels follow an inherited primary attribute [COMPUTED-07]', async () => {
  await server.patch('/attributes/name?type=product', {
    is_primary: true,
    inheritance_mode: 'inherit_from_parent',
  })
  const top = await server.create({ name: 'Chair' })
  const { id, label } = await server.create({ name: 'Chair' }, 'products', top.id)
  expect(label).toBe('Chair')
  await patch(id, { name: null })
  expect((await read(id)).label).toBe('Chair')
  await patch(top.id, { name: 'Stool' })
  expect((await read(id)).label).toBe('Stool')
  await server.patch('/attributes/sku?type=product', { is_primary: true })
})

test('formulas compute what reads show [COMPUTED-08]', async () => {
  for (const [name, formula] of [
    ['Twice', '{{price}} * 2'],
    ['Ratio', '{{price}} / {{done}}'],
    ['Title', '{{sku}} & "-" & {{care}}'],
    ['Today', 'TODAY()'],
  ]) {
    const answer = await server.post('/attributes', { ...product, name, data_type: 'formula', formula })
    expect([answer.status, name]).toEqual([201, name])
  }
  const top = await server.create({ sku: 'I8', price: 6, done: 4, care: 'Wipe' })
  const { id } = await server.create({ sku: 'I8 a' }, 'products', top.id)
  const now = new Date()
  const today = new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
  const shown = (await read(top.id)).attributes
  expect(shown).toMatchObject({ twice: 12, ratio: 1.5, title: 'I8-Wipe', today })
  const { attributes } = await read(id)
  expect(attributes).toMatchObject({ twice: 0, title: 'I8 a-Wipe' })
  expect(attributes).not.toHaveProperty('ratio')
  expect(await server.skus('filter[twice][gt]=11')).toEqual(['I8'])
})

test('a bound of a filter on a formula is compared with the number that is shown, however close [COMPUTED-05] [FORMULA-05]', async () => {
  const define = async (body: object) => {
    expect(await server.post('/attributes', { ...product, ...body })).toMatchObject({ status: 201 })
  }
  for (const name of ['Left', 'Right']) await define({ name, data_type: 'number' })
  const huge = Array.from({ length: 23 }, () => '{{left}}').join(' * ')
  for (const [name, formula] of [
    ['Both', '{{left}} + {{right}}'],
    ['Both or half', 'IF(ISBLANK({{care}}), {{left}} + {{right}}, 0.5)'],
    ['Huge', huge],
  ])
    await define({ name, data_type: 'formula', formula })
  const pairs = [
    [0.1, 0.2],
    [-0.1, -0.2],
    [0.15, 0.15],
    [0.1, 0.2000000000001],
    [0.7, 0.1],
    [1e15, 0],
    [-1e15, 0],
    [undefined, 0],
  ] as const
  const entities: Entity[] = []
  for (const [index, [left, right]] of pairs.entries())
    entities.push(await server.create({ sku: `T-${index}`, ...(left !== undefined && { left }), right }))
  const shown = await Promise.all(entities.map(({ id }) => read(id)))
  const holds = {
    gt: (value: number, bound: number) => value > bound,
    gte: (value: number, bound: number) => value >= bound,
    lt: (value: number, bound: number) => value < bound,
    lte: (value: number, bound: number) => value <= bound,
  }
  expect(shown[0]?.attributes).toMatchObject({ both: 0.3 })
  const ours = new Set(shown.map(({ attributes }) => attributes['sku']))
  expect(shown[5]?.attributes).not.toHaveProperty('huge')
  for (const key of ['both', 'both_or_half', 'huge'])
    for (const bound of [0.3, -0.3, 0, 0.8, 0.3000000000001, 1e15])
      for (const [operator, compare] of Object.entries(holds)) {
        const expected = shown
          .filter(({ attributes }) => compare(Number(attributes[key] ?? Number.NaN), bound))
          .map(({ attributes }) => attributes['sku'])
        const query = `filter[${key}][${operator}]=${bound}&limit=200`
        const found = (await server.skus(query)).filter((sku) => ours.has(sku))
        expect([query, found]).toEqual([query, expected])
      }
})
