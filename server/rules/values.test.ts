import { afterAll, expect, test } from 'vitest'
import { ruleServer, describeAnswer, type Entity } from './rule-catalog.ts'
import { withoutCodes } from '../testing/without-codes.ts'

const server = await ruleServer()
afterAll(() => server[Symbol.asyncDispose]())
const unknown = '00000000-0000-7000-8000-000000000000'
let serial = 0

async function write(key: string, value: unknown): Promise<unknown> {
  serial += 1
  const answer = await server.post('/products', { attributes: { sku: `V${serial}`, [key]: value } })
  if (answer.status === 201) return answer.body.data.attributes[key]
  const [fault, ...others] = answer.body.error.field_errors
  expect([fault.field, others]).toEqual([`attributes.${key}`, []])
  return fault.issue
}

async function define(name: string, rest: object): Promise<void> {
  const body = { name, entity_type: 'product', data_type: 'single_line_text_field', ...rest }
  const answer = await server.post('/attributes', body)
  if (answer.status !== 201) throw new Error(answer.text)
}

test('null and the empty text clear a scalar [VALUE-01]', async () => {
  const values = {
    sku: 'V',
    name: 'n',
    price: 1,
    released: '2026-01-05',
    active: true,
    color: 'Red',
    tags: 'Red',
  }
  for (const nothing of [null, '']) {
    const { id } = await server.create(values)
    const { sku, ...others } = values
    const cleared = Object.fromEntries(Object.keys(others).map((key) => [key, nothing]))
    const { body } = await server.patch(`/products/${id}`, { attributes: cleared })
    expect(body.data.attributes).toEqual({ sku })
  }
})

test.each(['name', 'price', 'released', 'active', 'color', 'tags', 'specs', 'photo'])(
  'an array or object is no scalar: %s [VALUE-02]',
  async (key) => {
    expect(await write(key, [])).toBe('expected_scalar')
    expect(await write(key, ['Red'])).toBe('expected_scalar')
    expect(await write(key, { a: 1 })).toBe('expected_scalar')
  },
)

test('text is kept exactly; numbers and booleans become text [VALUE-03]', async () => {
  for (const text of [' a  b ', '00123', "'; DROP TABLE entity; --", '😀\u202e', 'é', '%_*'])
    expect(await write('name', text)).toBe(text)
  expect(await write('name', 12.5)).toBe('12.5')
  expect(await write('name', false)).toBe('false')
  for (const [digits, read = digits] of [
    ['12345678901234567890'],
    ['1234567890.12345678901234567890'],
    ['1e400'],
    ['-1e-400'],
    ['1.50e1', '15'],
    ['0.30000000000000004'],
    ['1000000000000000000000.0', '1e+21'],
  ]) {
    const { body } = await server.post('/products', `{"attributes":{"sku":"V-${digits}","name":${digits}}}`)
    expect(body.data.attributes.name).toBe(read)
  }
})

test('no text holds a NUL [VALUE-26]', async () => {
  for (const key of ['name', 'specs', 'color', 'tags', 'photo'])
    expect(await write(key, 'a\u0000b')).toBe('invalid_value')
})

test('numbers [VALUE-04]', async () => {
  for (const [sent, read] of [
    [1.5, 1.5],
    ['-0', 0],
    ['1.50', 1.5],
    [' -2 ', -2],
    ['1e3', 1000],
    [9007199254740991, 9007199254740991],
  ])
    expect(await write('price', sent)).toBe(read)
  for (const sent of ['abc', '1,5', '0x10', 'Infinity', 'NaN', true, ' ', 1e17, '9007199254740995'])
    expect(await write('price', sent)).toBe('expected_number')
  // In digits as another client sends them: JavaScript itself would round.
  for (const [digits, expected] of [
    ['9007199254740992', 9007199254740992],
    ['-9007199254740992', -9007199254740992],
    ['9007199254740993', 'expected_number'],
    ['-9007199254740993', 'expected_number'],
    ['9007199254740992.5', 'expected_number'],
    ['12345678901234567890', 'expected_number'],
    ['1e400', 'expected_number'],
  ]) {
    const sent = `{"attributes":{"sku":"V${digits}","price":${digits}}}`
    const { body } = await server.post('/products', sent)
    expect(body.data?.attributes.price ?? body.error.field_errors[0].issue).toBe(expected)
  }
})

test('booleans [VALUE-05]', async () => {
  expect(await write('active', true)).toBe(true)
  expect(await write('active', false)).toBe(false)
  for (const sent of ['true', 'false', 1, 0, 'yes'])
    expect(await write('active', sent)).toBe('expected_boolean')
})

test('dates [VALUE-06]', async () => {
  expect(await write('released', '2024-02-29')).toBe('2024-02-29')
  for (const sent of [
    '2023-02-29',
    '2026-13-01',
    '2026-1-5',
    '05.01.2026',
    '2026-01-05T10:00:00Z',
    20260105,
    true,
  ])
    expect(await write('released', sent)).toBe('expected_date')
})

test('urls [VALUE-07]', async () => {
  for (const url of ['https://a.example/ä?x=y#z', 'http://a.example'])
    expect(await write('link', url)).toBe(url)
  for (const sent of [
    'https:a.example',
    'http:/a.example',
    'http:///a.example',
    'https://?x',
    '//a.example',
    'https://a.example:99999',
  ])
    expect(await write('link', sent)).toBe('expected_url')
  for (const sent of ['a.example', 'ftp://a.example', 'javascript:alert(1)', '/x', 'http://', 'http://a b'])
    expect(await write('link', sent)).toBe('expected_url')
})

test('json [VALUE-08]', async () => {
  for (const json of ['{"a":  1}', '{"__proto__":1}', '[1,2]', '"x"', ' null ', '3'])
    expect(await write('specs', json)).toBe(json)
  for (const sent of ['{a: 1}', "{'a':1}", 'NaN', 'x', '[1,'])
    expect(await write('specs', sent)).toBe('expected_json')
})

test('single selects [VALUE-09]', async () => {
  expect(await write('color', 'Red')).toBe('Red')
  for (const sent of ['red', 'Pink', 'Red, Blue', 7])
    expect(await write('color', sent)).toBe('not_an_acceptable_value')
})

test('multi selects [VALUE-10]', async () => {
  expect(await write('tags', 'Red,Blue ,Red')).toBe('Red, Blue')
  expect(await write('tags', ' , ')).toBeUndefined()
  for (const sent of ['Red, Pink', 'red']) expect(await write('tags', sent)).toBe('not_an_acceptable_value')
})

test('a status [VALUE-11]', async () => {
  expect(await write('stage', 'Live')).toBe('Live')
  expect(await write('stage', 'Gone')).toBe('not_an_acceptable_value')
  expect(await write('mood', 'whatever')).toBe('whatever')
})

test('progress and rank [VALUE-12]', async () => {
  for (const done of [0, 55.5, 100]) expect(await write('done', done)).toBe(done)
  for (const done of [-1, 100.5, 101]) expect(await write('done', done)).toBe('out_of_range')
  expect(await write('position', 1)).toBe(1)
  expect(await write('position', '3')).toBe(3)
  expect(await write('position', 0)).toBe('out_of_range')
  for (const position of [1.5, '1.5', -2]) expect(await write('position', position)).toBe('out_of_range')
  for (const position of ['first', true]) expect(await write('position', position)).toBe('expected_number')
})

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNiAAAABgADNjd8qAAAAABJRU5ErkJggg==',
  'base64',
)

async function keepFile(): Promise<string> {
  const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'
  const body = Buffer.concat([Buffer.from(head), png, Buffer.from('\r\n--x--\r\n')])
  const type = { 'content-type': 'multipart/form-data; boundary=x' }
  return (await server.post('/files', body, type)).body.data.path
}

test('a path leads to a file that the workspace keeps [VALUE-25] [FILE-05]', async () => {
  const path = await keepFile()
  expect((await server.get(`/${path}`)).headers['content-type']).toBe('image/png')
  expect((await server.get(`/${path.replace('.png', '.jpg')}`)).status).toBe(404)

  const { id } = await server.create({ sku: 'V25', photo: path })
  const unknown = `files/${'a1'.repeat(32)}.png`
  const send = (photo: string) => server.patch(`/products/${id}`, { attributes: { photo } })
  const refused = await send(unknown)
  expect(describeAnswer(refused)).toBe('400 | attributes.photo referenced_entity_not_found')
  expect(refused.body.error.message).toContain('Send the file to POST /files')
  expect((await send(path.replace('.png', '.jpg'))).body.error.message).toContain(
    `keeps this file as ${path}`,
  )
  expect((await send(path)).status).toBe(200)
  const item = await server.post('/products/batch', {
    items: [{ attributes: { sku: 'V25b', clip: unknown } }],
  })
  expect(item.body.summary).toMatchObject({ created: 0, failed: 1 })
})

test('images and videos [VALUE-13]', async () => {
  const stored = await keepFile()
  for (const key of ['photo', 'clip'])
    for (const value of ['https://a.example/a.png', stored]) expect(await write(key, value)).toBe(value)
  for (const sent of ['a.png', 'files/x.png', 'files/../secret', `/${stored}`, 'data:image/png;base64,AA'])
    expect(await write('photo', sent)).toBe('expected_url')
  expect(await write('clip', 'file:///etc/passwd')).toBe('expected_url')
})

test('a single reference [VALUE-14]', async () => {
  const { id } = await server.create({ vendor_name: 'V' }, 'vendors')
  const stub = { id, type: 'vendor', label: 'V' }
  for (const sent of [id, { id }, { ...stub, type: 'product', label: 'other', more: 1 }])
    expect(await write('vendor', sent)).toEqual(stub)
  expect(await write('vendor', null)).toBeUndefined()
  for (const sent of ['', 'nope', 7, true, [id], {}, { id: 'nope' }, { id: null }])
    expect(await write('vendor', sent)).toBe('expected_uuid_or_null')
})

test('a list reference is replaced as a whole [VALUE-15]', async () => {
  const [a, b, c] = [
    await server.create({ sku: 'a' }),
    await server.create({ sku: 'b' }),
    await server.create({ sku: 'c' }),
  ]
  const { id } = await server.create({ sku: 'list', related: [a.id, { id: b.id, label: 'x' }] })
  const related = async (value: unknown) => {
    const { body } = await server.patch(`/products/${id}`, { attributes: { related: value } })
    return (body.data.attributes.related ?? []).map(({ label }: Entity) => label)
  }
  expect(await related([c.id, a.id])).toEqual(['c', 'a'])
  expect(await related([])).toEqual([])
  for (const sent of [null, '', a.id, { id: a.id }, [a.id, 'nope'], [null], [[a.id]]])
    expect(await write('related', sent)).toBe('expected_uuid_array')
})

test('duplicates in a list keep the first [VALUE-16]', async () => {
  const [a, b] = [await server.create({ sku: 'a' }), await server.create({ sku: 'b' })]
  const value = await write('related', [b.id, a.id, b.id.toUpperCase(), { id: a.id }])
  expect((value as Entity[]).map(({ label }) => label)).toEqual(['b', 'a'])
})

test('a target must be there and of the type [VALUE-17]', async () => {
  const vendor = await server.create({ vendor_name: 'V' }, 'vendors')
  const product = await server.create({ sku: 'p' })
  for (const sent of [unknown, product.id])
    expect(await write('vendor', sent)).toBe('referenced_entity_not_found')
  expect(await write('related', [product.id, vendor.id])).toBe('referenced_entity_not_found')
})

test('numbers between bounds and with few decimals [VALUE-18]', async () => {
  await define('Bounded', { data_type: 'number', constraints: { min: 1, max: 10, decimals: 2 } })
  for (const value of [1, 10, 2.25]) expect(await write('bounded', value)).toBe(value)
  for (const value of [0.99, 10.01, 2.255]) expect(await write('bounded', value)).toBe('out_of_range')
})

test('texts and lists within their lengths [VALUE-19]', async () => {
  await define('Sized', { constraints: { min_length: 2, max_length: 3 } })
  expect(await write('sized', '😀😀😀')).toBe('😀😀😀')
  expect(await write('sized', '😀')).toBe('too_short')
  expect(await write('sized', 'abcd')).toBe('too_long')
  await define('Shaped', { constraints: { pattern: '[A-Z]{2}' } })
  expect(await write('shaped', 'AB')).toBe('AB')
  for (const value of ['ABC', 'xAB', 'ab', 'AB\nx'])
    expect(await write('shaped', value)).toBe('pattern_mismatch')
  await define('Loose list', { constraints: { max_items: 2 } })
  expect(await write('loose_list', 'a, b, c')).toBe('a, b, c')
  await define('Few', {
    data_type: 'multi_select_list',
    acceptable_values: 'A,B,C',
    constraints: { max_items: 2 },
  })
  expect(await write('few', 'A, B')).toBe('A, B')
  expect(await write('few', 'A, B, C')).toBe('too_long')
  const reference = { type: 'product' }
  await define('Pair', { data_type: 'entity_list_reference', reference, constraints: { max_items: 1 } })
  const [a, b] = [await server.create({ sku: 'a' }), await server.create({ sku: 'b' })]
  expect(await write('pair', [a.id, b.id])).toBe('too_long')
})

test('a GTIN has its check digit [VALUE-20]', async () => {
  await define('GTIN', { constraints: { check: 'gtin' } })
  for (const value of ['4006381333931', '96385074', '036000291452'])
    expect(await write('gtin', value)).toBe(value)
  for (const value of ['4006381333932', '1234', 'x'])
    expect(await write('gtin', value)).toBe('invalid_check_digit')
})

test('a required attribute is in a create and stays [VALUE-21]', async () => {
  const city = { name: 'Place', entity_type: 'image', data_type: 'single_line_text_field' }
  await server.post('/attributes', { ...city, constraints: { required: true } })
  expect(describeAnswer(await server.post('/images', {}))).toBe('400 | attributes.place required')
  const { id } = await server.create({ place: 'x' }, 'images')
  expect(describeAnswer(await server.patch(`/images/${id}`, { attributes: { place: '' } }))).toBe(
    '400 | attributes.place required',
  )
  expect(describeAnswer(await server.patch(`/images/${id}`, { attributes: {} }))).toBe('200')
})

test('what is stored may be sent again [VALUE-22]', async () => {
  await define('Loose', {})
  const { id } = await server.create({ sku: 'loose', loose: 'long text' })
  await server.patch('/attributes/loose?type=product', { constraints: { max_length: 3 } })
  expect(
    describeAnswer(await server.patch(`/products/${id}`, { attributes: { loose: 'long text', price: 1 } })),
  ).toBe('200')
  expect(describeAnswer(await server.patch(`/products/${id}`, { attributes: { loose: 'long texts' } }))).toBe(
    '400 | attributes.loose too_long',
  )
})

test('a text has a largest size, by its type [VALUE-24]', async () => {
  const line = 'x'.repeat(32 * 1024)
  const page = 'é'.repeat(512 * 1024)
  await define('Page', { data_type: 'multi_line_text_field' })
  await define('Html', { data_type: 'rich_text_field' })
  await define('Few codes', { constraints: { pattern: '(?:[a-z]{1,30} ?){30}' } })
  expect(await write('name', line)).toBe(line)
  expect(await write('page', page)).toBe(page)
  expect(await write('name', `${line}x`)).toBe('too_long')
  expect(await write('link', `https://a.example/${line}`)).toBe('too_long')
  expect(await write('few_codes', line)).toBe('too_long')
  for (const key of ['page', 'html']) expect(await write(key, `${page}x`)).toBe('too_long')

  const { error } = (await server.post('/products', { attributes: { sku: 'v24', name: `${line}é` } })).body
  const message =
    'The text is 32,770 bytes (32 KiB) long and may be 32,768 bytes (32 KiB) at most. Shorten it.'
  expect(withoutCodes(error.field_errors)).toEqual([{ field: 'attributes.name', issue: 'too_long', message }])
  expect(error.message).toContain(`attributes.name: ${message}`)
})
