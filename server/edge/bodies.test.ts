import { afterAll, describe, expect, test } from 'vitest'
import { testServer } from '../testing/test-server.ts'
import { maxBodyBytes } from './body-parser.ts'

const server = await testServer({
  attributes: [
    { name: 'SKU', entity_type: 'product', data_type: 'single_line_text_field', is_primary: true },
    { name: 'Price', entity_type: 'product', data_type: 'number' },
  ],
})
afterAll(() => server[Symbol.asyncDispose]())
const created = await server.post('/products', { attributes: { sku: 'A' } })
const path = `/products/${created.body.data.id as string}`

const noJson = 'Send the body as JSON, with the header Content-Type: application/json.'
const unknown = 'This field is not known here.'

async function faultsOf(pending: ReturnType<typeof server.post>) {
  const { status, body } = await pending
  expect([status, body.error?.code]).toEqual([400, 'validation_failed'])
  return body.error.field_errors as { field: string; issue: string; message?: string }[]
}

describe('bodies that cannot be read are faults of the field body', () => {
  test.each([
    ['malformed JSON', '{"attributes": ', {}, /^The body is not valid JSON: /],
    ['no JSON value', ' ', {}, /^The body is not valid JSON: /],
    ['not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), {}, 'The body is not valid JSON: it is not UTF-8.'],
    ['another media type', 'a=1', { 'content-type': 'text/plain' }, noJson],
    ['a form', 'a=1', { 'content-type': 'application/x-www-form-urlencoded' }, noJson],
    ['no media type that could be', '{}', { 'content-type': ';;' }, noJson],
    [
      'an encoding',
      '{}',
      { 'content-encoding': 'gzip' },
      'Send the body as it is, without a Content-Encoding.',
    ],
    [
      'too much',
      'x'.repeat(maxBodyBytes + 1),
      {},
      'The body is larger than 8 MiB. Send it in several requests.',
    ],
    ['too deep', `${'['.repeat(50_000)}${']'.repeat(50_000)}`, {}, /nested too deeply/],
    ['too many values', `[${'1,'.repeat(300_000)}1]`, {}, /too many values/],
    ['half a character', '{"attributes":{"sku":"\\ud83e"}}', {}, /half of a surrogate pair/],
    ['an array', '[]', {}, 'Expected an object.'],
    ['null', 'null', {}, 'Expected an object.'],
    ['a text', '"x"', {}, 'Expected an object.'],
    ['nothing', undefined, {}, 'Expected an object.'],
  ])('%s', async (_name, body, headers, issue) => {
    for (const pending of [server.post('/products', body, headers), server.patch(path, body, headers)]) {
      const faults = await faultsOf(pending)
      expect(faults).toContainEqual(
        expect.objectContaining({ field: 'body', issue: expect.stringMatching(issue) }),
      )
    }
  })

  test('the media type may have parameters', async () => {
    const { status } = await server.patch(path, '{"attributes":{}}', {
      'content-type': 'Application/JSON; charset=UTF-8',
    })
    expect(status).toBe(200)
  })
})

describe('faults of form name their field and come together with those of meaning', () => {
  test.each([
    [
      'unknown fields',
      { nope: 1, id: 'x' },
      [
        { field: 'nope', issue: unknown },
        { field: 'id', issue: unknown },
      ],
    ],
    ['a name of Object.prototype', '{"__proto__":1}', [{ field: '__proto__', issue: unknown }]],
    [
      'attributes that are no map',
      { attributes: [] },
      [{ field: 'attributes', issue: 'Expected an object.' }],
    ],
    ['nothing to do', {}, [{ field: 'body', issue: 'Send at least one field.' }]],
    [
      'form and meaning',
      { nope: 1, parent_id: 5, attributes: { price: 'cheap', color: 'red' } },
      [
        { field: 'nope', issue: unknown },
        { field: 'attributes.price', issue: 'expected_number' },
        { field: 'attributes.color', issue: 'not_a_defined_attribute' },
        { field: 'parent_id', issue: 'Expected a string or null.' },
      ],
    ],
  ])('PATCH with %s', async (_name, body, expected) => {
    const faults = await faultsOf(server.patch(path, body))
    expect(new Set(faults.map(({ field, issue }) => ({ field, issue })))).toEqual(new Set(expected))
  })

  test('an empty change says which fields there are [ERROR-18]', async () => {
    const [fault] = await faultsOf(server.patch(path, {}))
    expect(fault?.message).toBe('The body is empty. Send at least one of parent_id, attributes.')
  })

  test('an upsert without its parts', async () => {
    expect(await faultsOf(server.post('/products/upsert', {}))).toMatchObject([
      { field: 'merge_key', issue: 'This field is required.' },
      { field: 'attributes', issue: 'This field is required.' },
    ])
  })

  test('a malformed batch envelope', async () => {
    expect(
      await faultsOf(server.post('/products/batch', { merge_key: 5, items: {}, nope: 1 })),
    ).toMatchObject([
      { field: 'nope', issue: unknown },
      { field: 'merge_key', issue: 'Expected a string.' },
      { field: 'items', issue: 'Expected an array.' },
    ])
  })

  test('an attribute definition', async () => {
    const body = {
      name: '',
      entity_type: 'product',
      data_type: 'number',
      channel: 5,
      selected_tools: [1, 2],
      constraints: { min: 'low', nope: 1 },
      reference: { nope: 1 },
    }
    const faults = await faultsOf(server.post('/attributes', body))
    expect(faults).toEqual(
      expect.arrayContaining([
        { field: 'name', issue: 'Must not be empty.', message_code: 'schema.empty_text' },
        expect.objectContaining({ field: 'channel', issue: 'Expected a string or null.' }),
        expect.objectContaining({ field: 'selected_tools[0]', issue: 'Expected a string.' }),
        expect.objectContaining({ field: 'selected_tools[1]', issue: 'Expected a string.' }),
        expect.objectContaining({ field: 'constraints.min', issue: 'Expected a number.' }),
        expect.objectContaining({ field: 'constraints.nope', issue: unknown }),
        expect.objectContaining({ field: 'reference.nope', issue: unknown }),
      ]),
    )
  })

  test('nothing was written by any of these', async () => {
    const { body } = await server.get('/products')
    expect(body.data.map(({ label }: { label: string }) => label)).toEqual(['A'])
  })
})

test('an answer has its headers, and a created entity its Location', async () => {
  const { status, headers, body } = await server.post('/products', { attributes: { sku: 'L' } })
  expect(status).toBe(201)
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.stringMatching(/^[\w-]{20,}$/),
  })
  expect(headers.location).toBe(`/api/v1/products/${body.data.id as string}`)
  expect(
    (await server.send({ path: headers.location ?? '', headers: { authorization: `Bearer ${server.key}` } }))
      .body,
  ).toEqual(body)
})
