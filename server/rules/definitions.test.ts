import { afterAll, expect, test } from 'vitest'
import { entityTypes } from '#shared/entities.ts'
import { ruleServer, describeAnswer } from './rule-catalog.ts'

const server = await ruleServer()
afterAll(() => server[Symbol.asyncDispose]())
const define = (body: object) =>
  server.post('/attributes', { entity_type: 'product', data_type: 'single_line_text_field', ...body })
const patch = (key: string, body: object) => server.patch(`/attributes/${key}?type=product`, body)
// oxlint-disable-next-line typescript/no-explicit-any -- tests look into every member
const discover = async (key: string): Promise<any> =>
  (await server.get('/attributes')).body.data.find((one: { key: string }) => one.key === key)

test('a definition is created with three members and answered whole [DEF-01]', async () => {
  const { status, body } = await define({ name: 'D1' })
  expect(status).toBe(201)
  expect(body.data).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: 'D1',
    key: 'd1',
    entity_type: 'product',
    data_type: 'single_line_text_field',
    tool: 'manual',
    channel: null,
    is_primary: false,
    writable: true,
    ai_generated: false,
    custom_instructions: null,
    acceptable_values: null,
    default_value: null,
    constraints: {},
    source_attributes: null,
    selected_tools: [],
    inheritance_mode: 'off',
    rollup_mode: null,
    formula: null,
    reference: null,
    image_model: null,
    aspect_ratio: null,
    video_model: null,
    required_dependencies: [],
    vision_image_attributes: null,
    generation_model: null,
    image_count: null,
    auto_generate: 'off',
  })
  const issues = (await server.post('/attributes', {})).body.error.field_errors
  expect(issues.map(({ field }: { field: string }) => field).sort()).toEqual([
    'data_type',
    'entity_type',
    'name',
  ])
})

test('keys are made from names; explicit ones are taken once [DEF-02]', async () => {
  const keys = []
  for (let n = 0; n < 3; n++) keys.push((await define({ name: 'Größe (cm)' })).body.data.key)
  expect(keys.slice(1)).toEqual([`${keys[0]}_2`, `${keys[0]}_3`])
  expect(keys[0]).toMatch(/^[a-z][a-z0-9_]*$/)
  expect(describeAnswer(await define({ name: 'x', key: keys[0] }))).toBe('409 | key not_unique')
  expect((await define({ name: 'x', key: keys[0], entity_type: 'image' })).status).toBe(201)
})

test('a key has its form [DEF-03]', async () => {
  for (const key of ['Sku', '1a', '_a', 'a-b', 'a b', 'ä', 'id', 'label', 'parent_id', 'x'.repeat(65)])
    expect(describeAnswer(await define({ name: 'x', key }))).toBe('400 | key invalid_value')
  for (const key of ['a1_', 'x'.repeat(64)]) expect((await define({ name: 'x', key })).status).toBe(201)
})

test('selects need options [DEF-04]', async () => {
  for (const data_type of ['single_select_list', 'multi_select_list'])
    for (const acceptable_values of [undefined, '', ' , '])
      expect(describeAnswer(await define({ name: 'x', data_type, acceptable_values }))).toBe(
        '400 | acceptable_values required',
      )
  expect((await define({ name: 'Free status', data_type: 'status' })).status).toBe(201)
})

test.each([
  'entity_type',
  'data_type',
  'channel',
  'inheritance_mode',
  'rollup_mode',
  'image_model',
  'aspect_ratio',
  'video_model',
  'auto_generate',
])('%s is one of its values [DEF-05]', async (field) => {
  const { status, body } = await define({ name: 'x', [field]: 'nope' })
  expect([status, body.error.field_errors]).toMatchObject([400, [{ field, issue: 'invalid_value' }]])
  expect(body.error.field_errors[0].acceptable_values.length).toBeGreaterThan(0)
})

test('one primary, a writable text [DEF-06]', async () => {
  for (const data_type of ['number', 'formula', 'boolean'])
    expect(describeAnswer(await define({ name: 'x', data_type, is_primary: true }))).toBe(
      '400 | is_primary invalid_value',
    )
  const first = { name: 'Title', entity_type: 'category', is_primary: true }
  await define(first)
  const { id } = await server.create({ title: 'Old' }, 'categories')
  await define({ ...first, name: 'Second' })
  const primaries = (await server.get('/attributes?type=category')).body.data
  expect(primaries.map((one: { is_primary: boolean }) => one.is_primary)).toEqual([false, true])
  expect((await server.get(`/categories/${id}`)).body.data.label).toBeNull()
  await server.patch('/attributes/title?type=category', { is_primary: true })
  expect((await server.get(`/categories/${id}`)).body.data.label).toBe('Old')
})

test('discovery lists the projection of all types [DEF-07]', async () => {
  const { body } = await server.get('/attributes')
  expect(Object.keys(body)).toEqual(['data'])
  expect(body.data.length).toBeGreaterThan(20)
  for (const one of body.data)
    expect(Object.keys(one).sort()).toEqual(
      [
        'id',
        'key',
        'name',
        'entity_type',
        'data_type',
        'channel',
        'is_primary',
        'writable',
        'acceptable_values',
        'default_value',
      ].sort(),
    )
})

test('discovery is narrowed by type and channel [DEF-08]', async () => {
  const { body } = await server.get('/attributes?type=vendor')
  expect(body.data.map(({ key }: { key: string }) => key)).toEqual(['vendor_name', 'city', 'supplies'])
  const options = { data_type: 'single_select_list', acceptable_values: ' Red,Blue , Red' }
  await define({ name: 'Shop title', channel: 'shopify', ...options })
  const shop = await server.get('/attributes?channel=shopify')
  expect(shop.body.data).toMatchObject([{ key: 'shop_title', acceptable_values: ['Red', 'Blue'] }])
  for (const query of ['type=nope&channel=nope', 'type=&channel='])
    expect(describeAnswer(await server.get(`/attributes?${query}`))).toBe(
      '400 | type invalid_value | channel invalid_value',
    )
})

test('discovery tells what is writable and the parsed options [DEF-09]', async () => {
  for (const key of ['total', 'vendor_city', 'supplies']) expect((await discover(key)).writable).toBe(false)
  for (const key of ['sku', 'vendor', 'related', 'color']) expect((await discover(key)).writable).toBe(true)
  expect((await discover('color')).acceptable_values).toEqual(['Red', 'Blue', 'Green'])
  expect((await discover('sku')).acceptable_values).toEqual([])
})

test('discovery has an ETag until a definition changes [DEF-10]', async () => {
  const { headers } = await server.get('/attributes')
  const etag = String(headers.etag)
  expect([headers['cache-control'], etag]).toEqual(['private, no-cache', expect.stringMatching(/^"[^"]+"$/)])
  for (const sent of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const again = await server.get('/attributes', { 'if-none-match': sent })
    expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', etag])
    expect(again.headers['x-request-id']).toBeTruthy()
    expect(again.headers['content-type']).toBeUndefined()
  }
  expect((await server.get('/attributes', { 'if-none-match': '"other"' })).status).toBe(200)
  const known = { 'if-none-match': etag }
  expect((await server.get('/attributes?type=shelf', known)).status).toBe(400)
  await server.create({ sku: 'D10' })
  expect((await server.get('/attributes', known)).status).toBe(304)
  await define({ name: 'Later' })
  const changed = await server.get('/attributes', known)
  expect(changed.status).toBe(200)
  expect(changed.headers.etag).not.toBe(etag)
})

test('PATCH changes a part; what was read may be sent back [DEF-11]', async () => {
  await define({ name: 'D11', custom_instructions: 'a' })
  const { status, body } = await patch('d11', { name: 'D11 new' })
  expect([status, body.data]).toMatchObject([200, { name: 'D11 new', custom_instructions: 'a', key: 'd11' }])
  const events = async () => (await server.get('/events?limit=1')).body.pagination.total
  const before = await events()
  const back = await patch('d11', body.data)
  expect([back.status, back.body]).toEqual([200, body])
  expect(await events()).toBe(before)
})

test('what names a definition stays [DEF-12]', async () => {
  await define({ name: 'D12' })
  for (const [field, value] of [
    ['id', '00000000-0000-7000-8000-000000000000'],
    ['key', 'other'],
    ['entity_type', 'vendor'],
    ['tool', 'formula'],
    ['writable', false],
  ] as const)
    expect(describeAnswer(await patch('d12', { [field]: value }))).toBe(`400 | ${field} invalid_value`)
})

test('a key of several types needs its type [DEF-13]', async () => {
  for (const entity_type of ['product', 'image']) await define({ name: 'D13', entity_type })
  expect(describeAnswer(await server.patch('/attributes/d13', { name: 'x' }))).toBe('400 | type required')
  expect(describeAnswer(await server.patch('/attributes/d13?type=image', { name: 'x' }))).toBe('200')
  for (const key of ['nope', '__proto__'])
    expect(describeAnswer(await server.patch(`/attributes/${key}`, { name: 'x' }))).toBe('404')
  expect(describeAnswer(await server.patch('/attributes/d13', { channel: 'moon' }))).toBe(
    '400 | type required | channel invalid_value',
  )
  const shelf = await server.patch('/attributes/d13?type=shelf', {})
  expect(shelf.body.error.field_errors).toEqual([
    { field: 'type', issue: 'invalid_value', acceptable_values: [...entityTypes] },
  ])
  expect(describeAnswer(await server.patch('/attributes/d13?type=vendor', { name: 'x' }))).toBe('404')
})

test('options are extended [DEF-14]', async () => {
  await define({ name: 'D14', data_type: 'single_select_list', acceptable_values: 'A, B' })
  const { body } = await patch('d14', { add_acceptable_values: 'C, A' })
  expect(body.data.acceptable_values).toBe('A, B, C')
  expect((await discover('d14')).acceptable_values).toEqual(['A', 'B', 'C'])
})

test('an option in use stays [DEF-15]', async () => {
  await define({ name: 'D15', data_type: 'single_select_list', acceptable_values: 'A, B, C' })
  for (const sku of ['D15 a', 'D15 b']) await server.create({ sku, d15: 'A' })
  const refused = await patch('d15', { acceptable_values: 'B, C' })
  expect([refused.status, refused.body.error.code]).toEqual([409, 'conflict'])
  expect(refused.body.error.message).toMatch(/\b2\b/)
  expect((await patch('d15', { acceptable_values: 'A, B' })).status).toBe(200)
})

test('a data type changes where nothing is lost [DEF-16]', async () => {
  await define({ name: 'D16' })
  const { id } = await server.create({ sku: 'D16', d16: '12.5' })
  const { status, body } = await patch('d16', { data_type: 'number' })
  expect([status, body.data.data_type]).toEqual([200, 'number'])
  expect((await server.get(`/products/${id}`)).body.data.attributes.d16).toBe(12.5)
  expect(await server.skus('filter[d16][gt]=12')).toEqual(['D16'])
  const refused = await patch('d16', { data_type: 'date' })
  expect([refused.status, refused.body.error.code]).toEqual([409, 'conflict'])
  expect(refused.body.error.message).toMatch(/\b1\b/)
  expect((await server.get(`/products/${id}`)).body.data.attributes.d16).toBe(12.5)
})

test('reference types say what they refer to [DEF-17]', async () => {
  for (const data_type of [
    'entity_reference',
    'entity_list_reference',
    'inverse_reference',
    'reference_lookup',
  ])
    expect(describeAnswer(await define({ name: 'x', data_type }))).toBe('400 | reference required')
  const inverse = { name: 'x', data_type: 'inverse_reference' }
  expect(
    describeAnswer(await define({ ...inverse, reference: { type: 'product', attribute: 'nope' } })),
  ).toBe('400 | reference.attribute not_a_defined_attribute')
  expect(describeAnswer(await define({ ...inverse, reference: { type: 'product', attribute: 'sku' } }))).toBe(
    '400 | reference.attribute not_a_reference_attribute',
  )
})

test('inheritance is for products, not for pictures [DEF-18]', async () => {
  const inheriting = { name: 'D18', inheritance_mode: 'inherit_from_parent' }
  expect(describeAnswer(await define({ ...inheriting, entity_type: 'vendor' }))).toBe(
    '400 | inheritance_mode invalid_value',
  )
  expect((await define(inheriting)).body.data.inheritance_mode).toBe('inherit_from_parent')
  for (const data_type of ['image', 'video'])
    expect((await define({ ...inheriting, data_type })).body.data.inheritance_mode).toBe('off')
})

test('rollup_mode goes with a roll-up [DEF-19]', async () => {
  const rollup = { name: 'D19', inheritance_mode: 'rollup_from_children' }
  expect((await define(rollup)).body.data.rollup_mode).toBe('unique')
  expect((await define({ ...rollup, rollup_mode: 'all' })).body.data.rollup_mode).toBe('all')
  expect(describeAnswer(await define({ name: 'D19', rollup_mode: 'all' }))).toBe(
    '400 | rollup_mode invalid_value',
  )
  const inheriting = { name: 'D19', inheritance_mode: 'inherit_from_parent', rollup_mode: 'all' }
  expect(describeAnswer(await define({ ...inheriting, entity_type: 'vendor' }))).toBe(
    '400 | inheritance_mode invalid_value | rollup_mode invalid_value',
  )
})

test.each([
  ['number', 'x', 'expected_number'],
  ['date', 'soon', 'expected_date'],
  ['boolean', 'yes', 'expected_boolean'],
  ['url', 'x', 'expected_url'],
])('a default fits its type: %s %s [DEF-20]', async (data_type, default_value, issue) => {
  expect(describeAnswer(await define({ name: 'x', data_type, default_value }))).toBe(
    `400 | default_value ${issue}`,
  )
})

test('tool tells how values come [DEF-21]', async () => {
  const toolOf = async (body: object) => (await define({ name: 'x', ...body })).body.data.tool
  expect(await toolOf({})).toBe('manual')
  expect(await toolOf({ data_type: 'formula' })).toBe('formula')
  expect(await toolOf({ ai_generated: true })).toBe('text_generation')
  expect(await toolOf({ ai_generated: true, data_type: 'image' })).toBe('image_generation')
  expect(await toolOf({ ai_generated: true, data_type: 'video' })).toBe('video_generation')
})

test('prompts are checked like formulas, on both routes [PROMPT-01] [PROMPT-02] [PROMPT-03]', async () => {
  const generated = { name: 'Story', key: 'story', ai_generated: true }
  expect(describeAnswer(await define({ ...generated, custom_instructions: '{{nope}}' }))).toBe(
    '400 | custom_instructions not_a_defined_attribute',
  )
  expect((await define({ ...generated, custom_instructions: 'About {{sku}}' })).status).toBe(201)
  expect(describeAnswer(await patch('story', { custom_instructions: 'About {{story}}' }))).toBe(
    '400 | custom_instructions circular_prompt',
  )
  expect(describeAnswer(await patch('total', { ai_generated: true }))).toBe(
    '400 | ai_generated invalid_value',
  )
})

test('a pattern that cannot be run in time is refused with what to do instead [DEF-23]', async () => {
  const refusedFor = async (pattern: string) => {
    const answers = [
      await define({ name: 'D23', constraints: { pattern } }),
      await patch('sku', { constraints: { pattern } }),
    ]
    const faults = answers.map(({ status, body }) => [status, ...body.error.field_errors])
    expect(faults[0]).toEqual(faults[1])
    const [status, { field, issue }, ...others] = faults[0] ?? []
    expect([status, field, others]).toEqual([400, 'constraints.pattern', []])
    return issue
  }
  expect(await refusedFor('(a*)\\1')).toMatch(/cannot refer back to a group .* Write out/)
  expect(await refusedFor('(?=.*\\d).+')).toMatch(/cannot look ahead or behind .* Write what/)
  expect(await refusedFor('(a{1000}){1000}')).toMatch(/too large: .* Write a simpler one/)
  expect(await refusedFor('(')).toBe('invalid_value')
  expect((await define({ name: 'D23', constraints: { pattern: '(a+)+$' } })).status).toBe(201)
})

test('a constraint never touches stored data [DEF-22]', async () => {
  await define({ name: 'D22' })
  const entity = await server.create({ sku: 'D22', d22: 'much too long' })
  expect((await patch('d22', { constraints: { max_length: 3, pattern: 'x+', unique: true } })).status).toBe(
    200,
  )
  expect((await server.get(`/products/${entity.id}`)).body.data).toEqual(entity)
  await server.create({ sku: 'D22 x', d22: 'x' })
  expect(describeAnswer(await server.post('/products', { attributes: { sku: 'D22 y', d22: 'x' } }))).toBe(
    '409 | attributes.d22 not_unique',
  )
})
