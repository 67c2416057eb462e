import { afterAll, expect, test } from 'vitest'
import { kinds } from '#shared/kinds.ts'
import { keysOf } from '#shared/text.ts'
import { ruleServer, describeAnswer } from './rule-catalog.ts'

const server = await ruleServer()
afterAll(() => server[Symbol.asyncDispose]())

const constraintsOf = {
  money: { currency: 'EUR' },
  measure: { unit: 'cm' },
  gtin: {},
  email: {},
  date_time: {},
  file: {},
  price_tiers: { currency: 'EUR' },
} as const satisfies Record<keyof typeof kinds, object>

const define = (name: string, rest: object) =>
  server.post('/attributes', { name, entity_type: 'product', ...rest })

for (const kind of keysOf(kinds)) {
  const answer = await define(kind.replace('_', ' '), {
    data_type: kinds[kind].base,
    constraints: { kind, ...constraintsOf[kind] },
  })
  if (answer.status !== 201) throw new Error(answer.text)
}

let serial = 0
async function write(key: string, value: unknown) {
  serial += 1
  const answer = await server.post('/products', { attributes: { sku: `K${serial}`, [key]: value } })
  if (answer.status === 201) return answer.body.data.attributes[key]
  const [fault] = answer.body.error.field_errors
  expect(fault.message).toMatch(/^[A-Z].+\.$/s)
  return `${fault.field} ${fault.issue}`
}

test.each(keysOf(kinds))(
  '%s is its data type on the wire, with the kind in the constraints [KIND-01]',
  async (kind) => {
    const { body } = await server.patch(`/attributes/${kind}?type=product`, {})
    expect(body.data.data_type).toBe(kinds[kind].base)
    expect(body.data.constraints).toEqual({ kind, ...constraintsOf[kind] })
    const back = await server.patch(`/attributes/${kind}?type=product`, body.data)
    expect(back.body.data).toEqual(body.data)
  },
)

test.each([
  [{ data_type: 'number', constraints: { kind: 'gtin' } }, 'constraints.kind invalid_value'],
  [{ data_type: 'number', constraints: { kind: 'money' } }, 'constraints.currency invalid_value'],
  [
    { data_type: 'number', constraints: { kind: 'money', currency: 'eur' } },
    'constraints.currency invalid_value',
  ],
  [
    { data_type: 'number', constraints: { kind: 'money', currency: 'EUR', unit: 'kg' } },
    'constraints.unit invalid_value',
  ],
  [{ data_type: 'number', constraints: { kind: 'measure' } }, 'constraints.unit invalid_value'],
  [{ data_type: 'number', constraints: { kind: 'measure', unit: 'Inch' } }, 'constraints.unit invalid_value'],
  [{ data_type: 'number', constraints: { currency: 'EUR' } }, 'constraints.currency invalid_value'],
])('%j is refused where it is wrong [KIND-01]', async (rest, fault) => {
  expect(describeAnswer(await define('Wrong', rest))).toBe(`400 | ${fault}`)
})

test('an unknown kind is refused with those there are [KIND-01]', async () => {
  const answer = await define('Wrong', { data_type: 'number', constraints: { kind: 'price' } })
  expect([answer.status, answer.body.error.field_errors[0].field]).toEqual([400, 'constraints.kind'])
  expect(answer.text).toContain('money')
})

test('money and measures are numbers; a number with a sign or unit is for people to type [KIND-02] [KIND-03]', async () => {
  expect(await write('money', 12.5)).toBe(12.5)
  expect(await write('money', '12,50 €')).toBe('attributes.money expected_number')
  expect(await write('measure', '30.48')).toBe(30.48)
  expect(await write('measure', '12 in')).toBe('attributes.measure expected_number')
})

test('a GTIN is kept as its digits, whose last one must be right [KIND-04]', async () => {
  expect(await write('gtin', '4 006381-333931')).toBe('4006381333931')
  expect(await write('gtin', 4006381333931)).toBe('4006381333931')
  expect(await write('gtin', '3-16-148410-X')).toBe('9783161484100')
  expect(await write('gtin', '4006381333932')).toBe('attributes.gtin invalid_check_digit')
})

test('an upsert finds a GTIN however it is written [KIND-04]', async () => {
  const upsert = (gtin: string) =>
    server.post('/products/upsert', { merge_key: 'gtin', attributes: { sku: 'UP', gtin } })
  expect((await upsert('036000291452')).status).toBe(201)
  expect((await upsert('0 36000 29145 2')).status).toBe(200)
})

test('emails, times and files are checked and kept in one form [KIND-05] [KIND-06] [KIND-07]', async () => {
  expect(await write('email', ' sales@example.com ')).toBe('sales@example.com')
  expect(await write('email', 'sales@example')).toBe('attributes.email pattern_mismatch')
  expect(await write('date_time', '2026-01-31T10:30+01:00')).toBe('2026-01-31T09:30:00.000Z')
  expect(await write('date_time', '31.1.2026 10:30')).toBe('attributes.date_time expected_date')
  expect(await write('file', 'https://example.com/sheet.pdf')).toBe('https://example.com/sheet.pdf')
  expect(await write('file', 'sheet.pdf')).toBe('attributes.file expected_url')
  const missing = `files/${'0'.repeat(64)}.pdf`
  expect(await write('file', missing)).toBe('attributes.file referenced_entity_not_found')
})

test('price tiers are a list of JSON or a text, and are kept as JSON [KIND-09]', async () => {
  const stored = '[{"quantity":1,"price":10},{"quantity":10,"price":9.5}]'
  for (const same of [
    stored,
    '[{"price":10,"quantity":1}, {"quantity":10,"price":9.5}]',
    '1: 10.00; 10: 9,50',
  ])
    expect(await write('price_tiers', same)).toBe(stored)
  for (const wrong of ['soon', '10: 9; 1: 10', '0: 5', '[{"quantity":1}]', '{}', 5, '1: -2'])
    expect(await write('price_tiers', wrong)).toBe('attributes.price_tiers expected_json')
  const constraints = { kind: 'price_tiers', currency: 'eur' }
  expect((await define('Tiers', { data_type: 'json', constraints })).status).toBe(400)
})

test('times take the operators of ranges beside those of texts, in any time zone, and sort [KIND-06]', async () => {
  const times = ['2026-03-01T08:00:00Z', '2026-03-01T10:00:00+01:00', '2026-03-02T00:00:00.5Z', '2026-03-02']
  for (const [index, time] of times.entries())
    await server.create({ sku: `T${index}`, name: 'timed', date_time: time })
  const list = (clause: string) => server.skus(`filter[name]=timed&sort=date_time&${clause}`)
  expect(await list('filter[date_time][exists]=true')).toEqual(['T0', 'T1', 'T3', 'T2'])
  expect(await list('filter[date_time][gt]=2026-03-01T09:00+01:00')).toEqual(['T1', 'T3', 'T2'])
  expect(await list('filter[date_time][gte]=2026-03-02')).toEqual(['T3', 'T2'])
  expect(await list('filter[date_time][lt]=2026-03-01T09:00Z')).toEqual(['T0'])
  expect(await list('filter[date_time]=2026-03-01T11:00:00+02:00')).toEqual(['T1'])
  expect(await list('filter[date_time][ne]=2026-03-02')).toEqual(['T0', 'T1', 'T2'])
  expect(await list('filter[date_time][starts_with]=2026-03-01')).toEqual(['T0', 'T1'])
  expect(await list('filter[date_time][in]=2026-03-02,2026-03-01T08:00Z')).toEqual(['T0', 'T3'])
  expect(describeAnswer(await server.get('/products?filter[date_time][gt]=soon'))).toBe(
    '400 | filter[date_time][gt] expected_date',
  )
  expect(describeAnswer(await server.get('/products?filter[email][gt]=a'))).toBe(
    '400 | filter[email][gt] operator_not_supported_for_type',
  )
})

test('a time that a variant inherits compares as one of its own [KIND-06]', async () => {
  const kind = { data_type: 'single_line_text_field', constraints: { kind: 'date_time' } }
  await define('Launch', { ...kind, inheritance_mode: 'inherit_from_parent' })
  const { id } = await server.create({ sku: 'P', launch: '2026-05-01T00:00:00Z' })
  await server.create({ sku: 'P-1' }, 'products', id)
  expect(await server.skus('filter[launch][gte]=2026-05-01&sort=sku')).toEqual(['P', 'P-1'])
  expect(await server.skus('filter[launch][gt]=2026-05-01&sort=sku')).toEqual([])
})

test('a text becomes a kind where every value is one, and is written in its form then [KIND-08]', async () => {
  const text = { data_type: 'single_line_text_field' }
  await define('Old code', text)
  const [good, bad] = [
    await server.create({ sku: 'O1', old_code: '4 006381 333931' }),
    await server.create({ sku: 'O2', old_code: '4006381333932' }),
  ]
  const change = () => server.patch('/attributes/old_code?type=product', { constraints: { kind: 'gtin' } })
  const refused = await change()
  expect(describeAnswer(refused)).toBe('409 | constraints.kind invalid_value')
  expect(refused.body.error.message).toContain('1 product holds a value of "Old code" that is no GTIN, of 2')
  expect(refused.body.error.message).toContain('4006381333932')
  await server.patch(`/products/${bad.id}`, { attributes: { old_code: null } })
  expect((await change()).status).toBe(200)
  const { body } = await server.get(`/products/${good.id}`)
  expect(body.data.attributes.old_code).toBe('4006381333931')
  expect(await server.skus('filter[old_code]=4006381333931')).toEqual(['O1'])
})

test('a number becomes money whatever it holds, and another data type leaves the kind behind [KIND-08]', async () => {
  await define('Cost', { data_type: 'number' })
  await server.create({ sku: 'C1', cost: 9.999 })
  const money = { constraints: { kind: 'money', currency: 'USD' } }
  expect((await server.patch('/attributes/cost?type=product', money)).body.data.constraints).toEqual(
    money.constraints,
  )
  const text = { data_type: 'single_line_text_field' }
  const { body } = await server.patch('/attributes/cost?type=product', text)
  expect([body.data.data_type, body.data.constraints]).toEqual([text.data_type, {}])
})

test('a default is a value of its kind [KIND-08]', async () => {
  const rest = {
    data_type: 'single_line_text_field',
    constraints: { kind: 'email' },
    default_value: 'nobody',
  }
  expect(describeAnswer(await define('Contact', rest))).toBe('400 | default_value pattern_mismatch')
})
