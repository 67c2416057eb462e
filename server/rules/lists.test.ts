import { afterAll, beforeAll, expect, test } from 'vitest'
import { ruleServer, describeAnswer, type Entity } from './rule-catalog.ts'

const server = await ruleServer()
afterAll(() => server[Symbol.asyncDispose]())
beforeAll(async () => {
  const items = Array.from({ length: 60 }, (_, n) => ({
    attributes: { sku: `L${String(n).padStart(2, '0')}`, price: n % 7 },
  }))
  await server.post('/products/batch', { items })
})
const list = (query = '') => server.get(`/products?${query}`)
const skusOf = ({ body }: Awaited<ReturnType<typeof list>>): string[] =>
  body.data.map(({ attributes }: Entity) => attributes['sku'])

test('a list has data and pagination [LIST-01]', async () => {
  const { status, body } = await list()
  expect([status, Object.keys(body).sort()]).toEqual([200, ['data', 'pagination']])
  expect(Object.keys(body.pagination).sort()).toEqual(
    ['total', 'limit', 'offset', 'has_more', 'next_cursor'].sort(),
  )
  const one = body.data[0]
  expect(one).toEqual((await server.get(`/products/${one.id}`)).body.data)
})

test('limit and offset [LIST-02]', async () => {
  const first = await list()
  expect([first.body.data.length, first.body.pagination]).toMatchObject([50, { limit: 50, offset: 0 }])
  const window = await list('limit=5&offset=10')
  expect(window.body.pagination).toMatchObject({ limit: 5, offset: 10 })
  expect(skusOf(window)).toEqual(['L10', 'L11', 'L12', 'L13', 'L14'])
  expect((await list('limit=200')).status).toBe(200)
  for (const limit of [0, 201, 1e15])
    expect(describeAnswer(await list(`limit=${limit}`))).toBe('400 | limit out_of_range')
})

test.each(['-1', '1.5', 'x', '', '1e2', '0x1', '%201'])(
  '"%s" is no plain integer [LIST-03]',
  async (text) => {
    for (const name of ['limit', 'offset'])
      expect(describeAnswer(await list(`${name}=${text}`))).toBe(
        `400 | ${name} expected_non_negative_integer`,
      )
  },
)

test('total counts the matches [LIST-04]', async () => {
  for (const page of ['', '&limit=1', '&limit=1&offset=500'])
    expect((await list(`filter[price]=3${page}`)).body.pagination.total).toBe(9)
  expect((await list('filter[price]=77')).body.pagination.total).toBe(0)
})

test('has_more tells whether a row follows [LIST-05]', async () => {
  const hasMore = async (query: string) => (await list(query)).body.pagination.has_more
  const { total } = (await list()).body.pagination
  expect(await hasMore(`limit=1&offset=${total - 2}`)).toBe(true)
  expect(await hasMore(`limit=1&offset=${total - 1}`)).toBe(false)
  expect(await hasMore(`limit=9&filter[price]=3`)).toBe(false)
  expect(await hasMore(`limit=8&filter[price]=3`)).toBe(true)
})

test('a cursor goes on behind the last row [LIST-06]', async () => {
  for (const query of ['limit=25', 'limit=25&sort=-price', 'limit=25&sort=price,-sku&filter[price][gt]=1']) {
    const seen: string[] = []
    let page = await list(query)
    seen.push(...skusOf(page))
    while (page.body.pagination.has_more) {
      page = await list(`${query}&cursor=${page.body.pagination.next_cursor}`)
      expect(page.body.pagination.offset).toBe(0)
      seen.push(...skusOf(page))
    }
    expect(seen).toEqual(skusOf(await list(query.replace('25', '200'))))
  }
})

test('by cursor no row is skipped or repeated while others come [LIST-07]', async () => {
  const before = skusOf(await list('limit=200&filter[sku][starts_with]=L&sort=-sku'))
  const seen: string[] = []
  let cursor = ''
  for (let more = true; more;) {
    const page = await list(`limit=10&filter[sku][starts_with]=L&sort=-sku${cursor}`)
    seen.push(...skusOf(page))
    await server.create({ sku: `L${seen.length}-z` })
    cursor = `&cursor=${page.body.pagination.next_cursor}`
    more = page.body.pagination.has_more
  }
  expect(new Set(seen).size).toBe(seen.length)
  expect(before.filter((sku) => !seen.includes(sku))).toEqual([])
})

test('a cursor belongs to its list [LIST-08]', async () => {
  const { next_cursor: cursor } = (await list('limit=1&sort=price')).body.pagination
  const refused = '400 | cursor invalid_value'
  for (const query of [
    '',
    'sort=-price&',
    'sort=price&filter[price]=1&',
    'sort=price&q=x&',
    'sort=price&offset=1&',
  ])
    expect(describeAnswer(await list(`${query}cursor=${cursor}`))).toBe(refused)
  for (const broken of ['', 'x', cursor.slice(1), 'W10'])
    expect(describeAnswer(await list(`cursor=${broken}`))).toBe(refused)
  expect(describeAnswer(await server.get(`/vendors?cursor=${cursor}`))).toBe(refused)
  expect(describeAnswer(await list(`sort=price&limit=7&fields=sku&cursor=${cursor}`))).toBe('200')
})

test('a cursor does not outlive the data type of its sort key [LIST-08]', async () => {
  await server.post('/attributes', {
    entity_type: 'vendor',
    key: 'rating',
    name: 'Rating',
    data_type: 'number',
  })
  const { next_cursor: cursor } = (await server.get('/vendors?limit=1&sort=rating')).body.pagination
  expect(describeAnswer(await server.get(`/vendors?sort=rating&cursor=${cursor}`))).toBe('200')
  await server.patch('/attributes/rating?type=vendor', { data_type: 'single_line_text_field' })
  expect(describeAnswer(await server.get(`/vendors?sort=rating&cursor=${cursor}`))).toBe(
    '400 | cursor invalid_value',
  )
})

test('the end of a list [LIST-09]', async () => {
  const { pagination } = (await list('filter[price]=3')).body
  const end = await list(`filter[price]=3&cursor=${pagination.next_cursor}`)
  expect(end.body).toMatchObject({ data: [], pagination: { total: 9, has_more: false } })
  expect(end.body.pagination.next_cursor).toBeTypeOf('string')
  const again = await list(`filter[price]=3&cursor=${end.body.pagination.next_cursor}`)
  expect([again.status, again.body.data]).toEqual([200, []])
  const none = await list('filter[price]=77')
  expect(none.body.pagination.next_cursor).toBeTypeOf('string')
  expect((await list(`filter[price]=77&cursor=${none.body.pagination.next_cursor}`)).status).toBe(200)
})
