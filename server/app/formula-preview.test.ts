import { afterAll, expect, test } from 'vitest'
import { testServer } from '../testing/test-server.ts'
import { withoutCodes } from '../testing/without-codes.ts'

const product = { entity_type: 'product' } as const
const server = await testServer({
  attributes: [
    { ...product, name: 'SKU', data_type: 'single_line_text_field', is_primary: true },
    { ...product, name: 'Price', data_type: 'number' },
    { ...product, name: 'Tags', data_type: 'multi_select_list', acceptable_values: 'Red, Blue' },
    { ...product, name: 'Double', data_type: 'formula', formula: '{{price}} * 2' },
  ],
})
afterAll(() => server[Symbol.asyncDispose]())

const preview = (body: object) => server.asOwner({ method: 'POST', path: '/app/v1/formula-preview', body })

test.each([
  ['{{price}} * 1.19', 153.51],
  ['{{double}} + 1', 259],
  ['"<" & {{sku}} & ">"', '<CH-1>'],
  ['COUNT({{tags}}) = 2', true],
  ['{{price}} / 0', null],
])('a formula that is being written is computed for one entity: %s', async (formula, value) => {
  const { body } = await server.post('/products', {
    attributes: { sku: 'CH-1', price: 129, tags: 'Red, Blue' },
  })
  const { status, body: answer } = await preview({ type: 'product', formula, entity_id: body.data.id })
  expect([status, answer]).toEqual([200, { data: { fault: null, label: 'CH-1', value } }])
})

test('what is wrong with it is told with its place, and nothing is stored', async () => {
  const { body } = await preview({ type: 'product', formula: '2 * {{sku}}' })
  expect(withoutCodes(body.data.fault)).toEqual({
    start: 4,
    end: 11,
    message: '{{sku}} is a text, but * needs a number. Write VALUE({{sku}}) to read the text as a number.',
  })
  expect((await preview({ type: 'product', formula: '1' })).body.data).toEqual({
    fault: null,
    label: null,
    value: null,
  })
  expect((await server.get('/attributes')).body.data).toHaveLength(4)
})

test('faults of the request are 400', async () => {
  const faults = async (body: object) =>
    (await preview(body)).body.error.field_errors.map((it: { field: string }) => it.field)
  expect(await faults({ type: 'chair', formula: '1' })).toEqual(['type'])
  expect(await faults({ type: 'product' })).toEqual(['formula'])
})
