import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Scope } from '#shared/scopes.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer({
  isThreaded: true,
  attributes: [
    { name: 'SKU', entity_type: 'product', data_type: 'single_line_text_field', is_primary: true },
  ],
})
afterAll(() => server[Symbol.asyncDispose]())

const csv = 'sku,Width\nA,1\nB,2\n'

function form(fields: Record<string, string>, file: string | undefined = csv): string {
  const parts = Object.entries(fields).map(
    ([name, value]) => `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  if (file !== '') {
    parts.push(
      `Content-Disposition: form-data; name="file"; filename="lamps.csv"\r\nContent-Type: text/csv\r\n\r\n${file}\r\n`,
    )
  }
  return `${parts.map((part) => `--x\r\n${part}`).join('')}--x--\r\n`
}

const multipart = { 'content-type': 'multipart/form-data; boundary=x' }

const uploads = () => readdir(join(server.dataDir, 'uploads')).catch(() => [])

test('a file is imported by a job and then removed [IMPORT-01]', async () => {
  const fields = { type: 'product', merge_key: 'sku', create_missing_attributes: 'true', format: 'csv' }
  const { status, headers, body } = await server.post('/imports', form(fields), multipart)
  expect(status).toBe(202)
  expect(headers.location).toBe(`/api/v1/jobs/${body.data.id as string}`)

  const job = await server.endedJob(body.data.id)
  expect(job).toMatchObject({
    name: 'import',
    status: 'completed',
    result: { created: 2, updated: 0, failed: 0, created_attributes: ['width'] },
    metadata: { file: 'lamps.csv', via: 'api' },
  })
  const { body: products } = await server.get('/products?sort=sku')
  expect(products.data.map(({ attributes }: { attributes: object }) => attributes)).toEqual([
    { sku: 'A', width: 1 },
    { sku: 'B', width: 2 },
  ])
  await expect.poll(uploads).toEqual([])
})

test('the file of a shop creates what the request allows, and nothing else [IMPORT-15]', async () => {
  const file =
    'Handle,Title,Vendor,Option1 Name,Option1 Value\ncap,Cap,,Size,S\nhat,Hat,Nord,Title,Default Title\n'
  const fields = { type: 'product', create_missing_attributes: 'true' }
  const bare = await server.post('/imports', form({ ...fields, dry_run: 'true' }, file), multipart)
  expect((await server.endedJob(bare.body.data.id)).result).toMatchObject({
    shape: 'shopify',
    merge_key: 'handle',
    created: 3,
    refused_cells: [{ column: 'Vendor', cells: 1 }],
    errors: [{ row: 2, field: 'Vendor', issue: expect.stringContaining('Vendors') }],
  })

  const allowed = { ...fields, create_missing_vendors: 'true', dry_run: 'true' }
  const { body } = await server.post('/imports', form(allowed, file), multipart)
  expect((await server.endedJob(body.data.id)).result).toMatchObject({ created: 3, failed: 0 })
})

test('a language for a file that has no texts in several is refused [IMPORT-30]', async () => {
  for (const said of [{}, { decimal: 'comma', dates: 'dmy' }]) {
    const fields = { type: 'product', create_missing_attributes: 'true', language: 'de', ...said }
    const refused = await server.post('/imports', form(fields, 'sku;Preis\nQ;1,25\n'), multipart)
    const message = 'Only XML has texts in several languages, and this file is CSV. Leave the language out.'
    expect(refused).toMatchObject({
      status: 400,
      body: {
        error: {
          code: 'validation_failed',
          field_errors: [{ field: 'language', issue: 'invalid_value', message }],
        },
      },
    })
  }
  await expect.poll(uploads).toEqual([])
})

test('a file that can be read in two ways is refused with the setting that answers it [IMPORT-16]', async () => {
  const file = 'sku;Preis\nQ;1.250\n'
  const fields = { type: 'product', create_missing_attributes: 'true' }
  const refused = await server.post('/imports', form(fields, file), multipart)
  expect(refused).toMatchObject({
    status: 400,
    body: {
      error: {
        code: 'validation_failed',
        message: expect.stringMatching(/^decimal: 1\.250 in row 1 of Preis can mean 1250 or 1\.25/),
        field_errors: [{ field: 'decimal', acceptable_values: ['comma', 'point'] }],
      },
    },
  })
  await expect.poll(uploads).toEqual([])

  const { body } = await server.post(
    '/imports',
    form({ ...fields, decimal: 'comma', dry_run: 'true' }, file),
    multipart,
  )
  expect((await server.endedJob(body.data.id)).result).toMatchObject({
    created: 1,
    differences: expect.arrayContaining([expect.objectContaining({ attribute: 'preis', new: 1250 })]),
  })
  const wrong = await server.post(
    '/imports',
    form({ ...fields, decimal: ',', dates: 'dym' }, file),
    multipart,
  )
  expect(wrong.body.error.field_errors).toMatchObject([
    { field: 'decimal', issue: 'invalid_value', acceptable_values: ['point', 'comma'] },
    { field: 'dates', issue: 'invalid_value', acceptable_values: ['ymd', 'dmy', 'mdy'] },
  ])
})

test('the delimiter may be told, and any character can be one [IMPORT-01]', async () => {
  const fields = { type: 'product', merge_key: 'sku', delimiter: '^', create_missing_attributes: 'true' }
  const file = 'sku^note, with; all|of\tthem\nC^a,b;c|d\n'
  const { body } = await server.post('/imports', form(fields, file), multipart)
  expect((await server.endedJob(body.data.id)).result).toMatchObject({
    created: 1,
    failed: 0,
    delimiter: '^',
  })
})

test('the encoding may be told; what is refused says which are known [IMPORT-12]', async () => {
  const fields = { type: 'product', merge_key: 'sku', create_missing_attributes: 'true' }
  const file = 'sku;Süd\nF;a\n'
  const { body } = await server.post('/imports', form({ ...fields, encoding: 'macintosh' }, file), multipart)
  expect((await server.endedJob(body.data.id)).result).toMatchObject({ created: 1, encoding: 'macintosh' })

  const refused = await server.post('/imports', form({ ...fields, encoding: 'utf-7' }), multipart)
  expect(refused.body.error.field_errors).toMatchObject([
    {
      field: 'encoding',
      issue: 'invalid_value',
      acceptable_values: expect.arrayContaining(['windows-1250']),
    },
  ])
})

describe('refused, and nothing is left in the folder of uploads', () => {
  test.each([
    ['no type', form({}), 'type', 'required'],
    ['an unknown type', form({ type: 'lamp' }), 'type', 'invalid_value'],
    ['a format we do not read', form({ type: 'product', format: 'pdf' }), 'format', 'invalid_value'],
    ['a delimiter of two', form({ type: 'product', delimiter: '||' }), 'delimiter', /^Give one character/],
    ['a quote as delimiter', form({ type: 'product', delimiter: '"' }), 'delimiter', /^Give one character/],
    ['pictures of no known kind', form({ type: 'product', pictures: 'copy' }), 'pictures', 'invalid_value'],
    ['an unknown encoding', form({ type: 'product', encoding: 'utf-7' }), 'encoding', 'invalid_value'],
    ['no file', form({ type: 'product' }, ''), 'file', 'required'],
    ['an unknown field', form({ type: 'product', nope: '1' }), 'nope', 'This field is not known here.'],
    ['a boolean that is none', form({ type: 'product', dry_run: 'yes' }), 'dry_run', 'expected_boolean'],
    [
      'a mapping that is none',
      form({ type: 'product', mapping: '[1]' }),
      'mapping',
      /^Expected a JSON object/,
    ],
    ['a name of Object.prototype', form({ type: 'product', toString: '1' }), 'body', /prototype/],
    [
      'a form that is cut off',
      form({ type: 'product' }).slice(0, -12),
      'body',
      /^The form could not be read/,
    ],
  ])('%s', async (_name, body, field, issue) => {
    const answer = await server.post('/imports', body, multipart)
    expect(answer.status).toBe(400)
    expect(answer.body.error.field_errors).toContainEqual(
      expect.objectContaining({ field, issue: expect.stringMatching(issue) }),
    )
    expect(await uploads()).toEqual([])
  })

  test.each([
    ['JSON', '{}', { 'content-type': 'application/json' }],
    ['no boundary', form({}), { 'content-type': 'multipart/form-data' }],
    ['nothing', undefined, {}],
  ])('%s instead of a form', async (_name, body, headers) => {
    const answer = await server.post('/imports', body, headers)
    expect([answer.status, answer.body.error.field_errors[0].field]).toEqual([400, 'body'])
  })

  const refusals: [string, Scope[], Record<string, string>, string][] = [
    ['no write scope', ['read:products'], { type: 'product' }, 'write:products'],
    ['that of another type', ['write:images'], { type: 'product' }, 'write:products'],
    [
      'none for images, where pictures are fetched',
      ['write:products'],
      { type: 'product', pictures: 'fetch' },
      'write:images',
    ],
    [
      'none to define attributes',
      ['write:products'],
      { type: 'product', create_missing_attributes: 'true' },
      'write:attributes',
    ],
  ]
  test.each(refusals)('a key with %s', async (_name, scopes, fields, missing) => {
    const key = await server.issueKey(scopes)
    const answer = await server.post('/imports', form(fields), {
      ...multipart,
      authorization: `Bearer ${key}`,
    })
    expect([answer.status, answer.body.error.code]).toEqual([403, 'insufficient_scope'])
    expect(answer.body.error.message).toContain(missing)
    expect(await uploads()).toEqual([])
  })
})

test('multipart is for imports only', async () => {
  const { status, body } = await server.post('/products', form({}), multipart)
  expect([status, body.error.field_errors[0].field]).toEqual([400, 'body'])
})
