import { afterAll, beforeAll, expect, test } from 'vitest'
import { encoded, ruleServer, describeAnswer, type Entity } from './rule-catalog.ts'

const server = await ruleServer()
afterAll(() => server[Symbol.asyncDispose]())
const made = new Map<string, Entity>()
const vendors: Entity[] = []
const idOf = (sku: string) => made.get(sku)?.id ?? ''
const vendorOf = (index: number) => vendors[index]?.id ?? ''

beforeAll(async () => {
  for (const name of ['Nordlys', 'Ostwind'])
    vendors.push(await server.create({ vendor_name: name }, 'vendors'))
  const make = async (sku: string, values: object = {}, parent?: string) =>
    made.set(sku, await server.create({ sku, ...values }, 'products', parent))
  await make('A', { name: ' Straße ', price: 10, released: '2026-01-05', active: true, vendor: vendorOf(0) })
  await make('B', { name: '100% "_m²_"', price: 20, released: '2026-02-05', active: false, color: 'Red' })
  await make('C', { name: 'a,b', price: -1.5, tags: 'Red, Blue', vendor: vendorOf(1), stage: 'Live' })
  await make('D', { tags: 'Green', related: [idOf('A'), idOf('B')], photo: 'https://a.example/x.png' })
  await make('E', { name: 'é😀', related: [idOf('A')], specs: '{"a":1}' }, idOf('A'))
})

const list = (query: string) => server.get(`/products?${encoded(query)}`)
const rows = async (query: string) => (await server.skus(`${query}&sort=sku`)).join('')

test('clauses and their join [FILTER-01]', async () => {
  expect(await rows('filter[sku]=A')).toBe('A')
  expect(await rows('filter[sku][eq]=A')).toBe('A')
  expect(await rows('filter[price][gt]=0&filter[active]=true')).toBe('A')
  expect(await rows('filter[price][gt]=0&filter[active]=true&filter_join=or')).toBe('AB')
  expect(await rows('filter[price][gt]=0&filter[active]=true&filter_join=and')).toBe('A')
})

test('filter_join in any case [FILTER-02]', async () => {
  expect(await rows('filter[sku]=A&filter[price]=20&filter_join=OR')).toBe('AB')
  expect(await rows('filter[sku]=A&filter[price]=20&filter_join=And')).toBe('')
  for (const join of ['xor', '', 'or,and'])
    expect(describeAnswer(await list(`filter_join=${join}`))).toBe('400 | filter_join invalid_value')
})

test('text is compared folded, normalised and trimmed [FILTER-03]', async () => {
  expect(await rows('filter[name]=STRASSE')).toBe('A')
  expect(await rows('filter[name]= strasse')).toBe('A')
  expect(await rows('filter[name][contains]=TRASS')).toBe('A')
  expect(await rows('filter[name][contains]=m2')).toBe('')
  expect(await rows('filter[name][contains]=M²')).toBe('B')
  expect(await rows('filter[name][starts_with]=e\u0301')).toBe('E')
  expect(await rows('filter[name][starts_with]=É')).toBe('E')
})

test('wildcards, quotes, commas and emoji are literal [FILTER-04]', async () => {
  expect(await rows('filter[name][contains]=%')).toBe('B')
  expect(await rows('filter[name][contains]=_')).toBe('B')
  expect(await rows('filter[name][starts_with]=1')).toBe('B')
  expect(await rows('filter[name][starts_with]=%')).toBe('')
  expect(await rows('filter[name][ends_with]=_"')).toBe('B')
  expect(await rows('filter[name][contains]=*')).toBe('')
  expect(await rows("filter[name][contains]=' OR '1'='1")).toBe('')
  expect(await rows('filter[name]=a,b')).toBe('C')
  expect(await rows('filter[name][ends_with]=😀')).toBe('E')
  expect(await rows('filter[name][not_contains]=%')).toBe('ACDE')
})

test('ne and not_contains match blanks [FILTER-05]', async () => {
  expect(await rows('filter[name][ne]=strasse')).toBe('BCDE')
  expect(await rows('filter[name][not_contains]=a')).toBe('BDE')
  expect(await rows('filter[price][ne]=10')).toBe('BCDE')
  expect(await rows(`filter[vendor][ne]=${vendorOf(0)}`)).toBe('BCDE')
  expect(await rows('filter[active][ne]=true')).toBe('BCDE')
  expect(await rows('filter[released][ne]=2026-01-05')).toBe('BCDE')
})

test.each([
  ['name', 'ABCE'],
  ['price', 'ABC'],
  ['released', 'AB'],
  ['active', 'AB'],
  ['color', 'B'],
  ['tags', 'CD'],
  ['vendor', 'AC'],
  ['related', 'DE'],
  ['parent_id', 'E'],
  ['id', 'ABCDE'],
  ['created_at', 'ABCDE'],
  ['photo', 'D'],
  ['total', ''],
])('exists of %s is a partition [FILTER-06]', async (key, filled) => {
  expect(await rows(`filter[${key}][exists]=true`)).toBe(filled)
  expect(await rows(`filter[${key}][exists]=false`)).toBe(
    ['A', 'B', 'C', 'D', 'E'].filter((sku) => !filled.includes(sku)).join(''),
  )
  for (const value of ['', 'yes', '1', 'TRUE'])
    expect(describeAnswer(await list(`filter[${key}][exists]=${value}`))).toBe(
      `400 | filter[${key}][exists] expected_boolean`,
    )
})

test('in is an OR of equals [FILTER-07]', async () => {
  expect(await rows('filter[sku][in]=a, B ,,x')).toBe('AB')
  expect(await rows(`filter[id][in]=${idOf('A')},${idOf('C').toUpperCase()}`)).toBe('AC')
  expect(await rows(`filter[vendor][in]=${vendorOf(0)},${vendorOf(1)}`)).toBe('AC')
  for (const value of ['', ' , '])
    for (const key of ['sku', 'id'])
      expect(describeAnswer(await list(`filter[${key}][in]=${value}`))).toBe(
        `400 | filter[${key}][in] expected_values`,
      )
  const many = (count: number) => Array.from({ length: count }, (_, n) => `n${n}`).join(',')
  expect(describeAnswer(await list(`filter[sku][in]=${many(200)}`))).toBe('200')
  expect(describeAnswer(await list(`filter[sku][in]=${many(201)}`))).toBe(
    '400 | filter[sku][in] too_many_values',
  )
})

test('numbers [FILTER-08]', async () => {
  expect(await rows('filter[price]=10.0')).toBe('A')
  expect(await rows('filter[price][gt]=10')).toBe('B')
  expect(await rows('filter[price][gte]=10')).toBe('AB')
  expect(await rows('filter[price][lt]=10')).toBe('C')
  expect(await rows('filter[price][lte]=10')).toBe('AC')
  for (const operator of ['eq', 'gt', 'lte'])
    for (const value of ['x', '0x10', 'NaN', '9007199254740993', '1e16'])
      expect(describeAnswer(await list(`filter[price][${operator}]=${value}`))).toBe(
        `400 | filter[price][${operator}] expected_number`,
      )
  for (const value of ['-1.50', '-0.15e1']) expect(await rows(`filter[price]=${value}`)).toBe('C')
  for (const value of ['9007199254740992', '-9007199254740992.0'])
    expect(await rows(`filter[price]=${value}`)).toBe('')
})

test('dates [FILTER-09]', async () => {
  expect(await rows('filter[released]=2026-01-05')).toBe('A')
  expect(await rows('filter[released][gt]=2026-01-05')).toBe('B')
  expect(await rows('filter[released][lte]=2026-01-05')).toBe('A')
  for (const value of ['x', '2026', '2026-02-30', '2026-01-05T00:00:00Z'])
    expect(describeAnswer(await list(`filter[released]=${value}`))).toBe(
      '400 | filter[released] expected_date',
    )
})

test('timestamps to the millisecond, a date as its UTC midnight [FILTER-10]', async () => {
  const { id, created_at: at } = made.get('C') as Entity
  const same = await list(`filter[created_at]=${at}&filter[id]=${id}`)
  expect(same.body.pagination.total).toBe(1)
  expect((await list(`filter[created_at][lt]=${at}&filter[id]=${id}`)).body.pagination.total).toBe(0)
  expect((await list(`filter[created_at][lte]=${at}&filter[id]=${id}`)).body.pagination.total).toBe(1)
  const day = at.slice(0, 10)
  expect(await rows(`filter[created_at][gte]=${day}`)).toBe('ABCDE')
  expect(await rows(`filter[created_at][lt]=${day}`)).toBe('')
  expect(await rows(`filter[created_at][gte]=${day}T00:00:00%2B00:00`.replace('%2B', '+'))).toBe('ABCDE')
  for (const value of ['x', '2026-01-01 10:00'])
    expect(describeAnswer(await list(`filter[updated_at][gt]=${value}`))).toBe(
      '400 | filter[updated_at][gt] expected_date',
    )
})

test('booleans [FILTER-11]', async () => {
  expect(await rows('filter[active]=true')).toBe('A')
  expect(await rows('filter[active]=false')).toBe('B')
  for (const value of ['yes', '1', 'True', 'toString'])
    expect(describeAnswer(await list(`filter[active]=${value}`))).toBe(
      '400 | filter[active] expected_boolean',
    )
})

test('ids and references compare UUIDs [FILTER-12]', async () => {
  expect(await rows(`filter[id]=${idOf('B').toUpperCase()}`)).toBe('B')
  expect(await rows(`filter[parent_id]=${idOf('A')}`)).toBe('E')
  expect(await rows(`filter[vendor]=${vendorOf(1).toUpperCase()}`)).toBe('C')
  for (const key of ['id', 'parent_id', 'vendor', 'related']) {
    expect(describeAnswer(await list(`filter[${key}]=Nordlys`))).toBe(`400 | filter[${key}] expected_uuid`)
    expect(describeAnswer(await list(`filter[${key}][ne]=x`))).toBe(`400 | filter[${key}][ne] expected_uuid`)
    expect(describeAnswer(await list(`filter[${key}][in]=${idOf('A')},x`))).toBe(
      `400 | filter[${key}][in] expected_uuid`,
    )
  }
})

test('the value of a list that does not fit is named [ERROR-14]', async () => {
  const unfit = [
    ['id', `${idOf('A')},nordlys`, '"nordlys" does not fit. The value is not a UUID'],
    ['vendor', `Nordlys,${vendorOf(0)}`, '"Nordlys" does not fit. The value is not a UUID'],
  ]
  for (const [key, value, sentence] of unfit) {
    const { body } = await list(`filter[${key}][in]=${value}`)
    expect(body.error.message).toContain(`filter[${key}][in]: ${sentence}`)
  }
})

test('a list or inverse matches if any member does [FILTER-13]', async () => {
  expect(await rows(`filter[related]=${idOf('A')}`)).toBe('DE')
  expect(await rows(`filter[related]=${idOf('B')}`)).toBe('D')
  expect(await rows(`filter[related][in]=${idOf('A')},${idOf('B')}`)).toBe('DE')
  const suppliers = await server.get(`/vendors?filter[supplies]=${idOf('C')}`)
  expect(suppliers.body.data.map(({ label }: Entity) => label)).toEqual(['Ostwind'])
  const both = await server.get(`/vendors?filter[supplies][in]=${idOf('C')},${idOf('A')}`)
  expect(both.body.pagination.total).toBe(2)
})

test('a multi select compares tokens [FILTER-14]', async () => {
  expect(await rows('filter[tags]=red')).toBe('C')
  expect(await rows('filter[tags]=Blue')).toBe('C')
  expect(await rows('filter[tags]=Re')).toBe('')
  expect(await rows('filter[tags]=Red, Blue')).toBe('')
  expect(await rows('filter[tags][in]=Blue,Green')).toBe('CD')
  expect(await rows('filter[tags][contains]=red, b')).toBe('C')
})

test('keys and operators are checked [FILTER-15]', async () => {
  for (const key of ['nope', 'label', 'type', 'Sku', 'city', '__proto__'])
    expect(describeAnswer(await list(`filter[${key}]=1`))).toBe(
      `400 | filter[${key}] not_a_defined_attribute`,
    )
  for (const operator of ['between', 'EQ', 'like', 'blank', 'notBlank', 'constructor', '__proto__'])
    expect(describeAnswer(await list(`filter[price][${operator}]=1`))).toBe(
      `400 | filter[price][${operator}] unknown_operator`,
    )
  for (const [operator, keys] of [
    ['contains', 'price done position released active vendor related id parent_id created_at'],
    ['starts_with', 'created_at'],
    ['gt', 'sku description link specs color tags stage photo active id vendor'],
    ['in', 'price done position released active created_at updated_at'],
  ] as const)
    for (const key of keys.split(' '))
      expect(describeAnswer(await list(`filter[${key}][${operator}]=1`))).toBe(
        `400 | filter[${key}][${operator}] operator_not_supported_for_type`,
      )
})

test('an empty value [FILTER-16]', async () => {
  for (const key of ['sku', 'price', 'released', 'vendor', 'active', 'created_at'])
    for (const value of ['', '  '])
      expect(describeAnswer(await list(`filter[${key}]=${value}`))).toBe(
        `400 | filter[${key}] expected_value_or_use_exists`,
      )
  for (const field of ['filter[sku][contains]', 'filter[vendor][ne]', 'filter[created_at][gt]'])
    expect(describeAnswer(await list(`${field}=`))).toBe(`400 | ${field} expected_value_or_use_exists`)
  expect(await rows('filter[sku]=0')).toBe('')
})

test.each(['filter', 'filter[]', 'filter[sku', 'filter[sku][eq][x]', 'filterx', 'filter[sku]x'])(
  '%s is malformed [FILTER-17]',
  async (name) =>
    expect(describeAnswer(await list(`${name}=A`))).toBe(`400 | ${name} not_a_defined_attribute`),
)

test('a repeated clause is a further clause [FILTER-18]', async () => {
  expect(await rows('filter[name][contains]=a&filter[name][contains]=b')).toBe('C')
  expect(await rows('filter[sku]=A&filter[sku]=B')).toBe('')
  expect(await rows('filter[sku]=A&filter[sku]=B&filter_join=or')).toBe('AB')
})

test('200 clauses at most [FILTER-19]', async () => {
  const clauses = (count: number) =>
    Array.from({ length: count }, (_, n) => `filter[sku][ne]=n${n}`).join('&')
  expect(describeAnswer(await list(clauses(200)))).toBe('200')
  expect(describeAnswer(await list(clauses(201)))).toBe('400 | filter too_many_values')
  const either = (count: number) => `${clauses(count - 1)}&filter[sku][starts_with]=A&filter_join=or`
  expect((await list(either(200))).body.pagination.total).toBe(5)
  expect(describeAnswer(await list(either(201)))).toBe('400 | filter too_many_values')
})

test('selects, status, json and media filter like text [FILTER-20]', async () => {
  expect(await rows('filter[color]=RED')).toBe('B')
  expect(await rows('filter[stage][in]=live,x')).toBe('C')
  expect(await rows('filter[specs][contains]="A"')).toBe('E')
  expect(await rows('filter[photo][ends_with]=.PNG')).toBe('D')
})
