import { createServer, type RequestListener } from 'node:http'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { describeAnswer } from '../../rules/rule-catalog.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer({
  attributes: [
    { name: 'SKU', entity_type: 'product', data_type: 'single_line_text_field', is_primary: true },
    { name: 'Name', entity_type: 'source', data_type: 'single_line_text_field', is_primary: true },
    { name: 'Content', entity_type: 'source', data_type: 'multi_line_text_field' },
    { name: 'URL', entity_type: 'source', data_type: 'url', key: 'url' },
    { name: 'Pages', entity_type: 'source', data_type: 'number', constraints: { min: 1 } },
    {
      name: 'Products',
      entity_type: 'source',
      data_type: 'entity_list_reference',
      reference: { type: 'product' },
    },
  ],
})
afterAll(() => server[Symbol.asyncDispose]())
afterEach(() => void vi.unstubAllEnvs())

const products: string[] = []
for (const sku of ['A', 'B'])
  products.push((await server.post('/products', { attributes: { sku } })).body.data.id as string)

async function make(body: unknown, headers?: Record<string, string>) {
  const answer = await server.post('/sources', body, headers)
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 202 })
  return server.endedJob(answer.body.data.id)
}

const sourceOf = async ({ result }: { result: { source_id: string } }) =>
  (await server.get(`/sources/${result.source_id}`)).body.data

const uploads = () => readdir(join(server.dataDir, 'uploads')).catch(() => [])
const faultsOf = async (body: unknown, headers?: Record<string, string>) => {
  const answer = await server.post('/sources', body, headers)
  expect(answer.status).toBe(400)
  return answer.body.error.field_errors as { field: string; issue: string }[]
}

describe('POST /sources', () => {
  test('a text becomes a source with its name, text, attributes, parent and products', async () => {
    const parent = (await sourceOf(await make({ text: 'Folder' }))).id as string
    const job = await make({
      text: '  Oak\r\noiled 🪵  ',
      name: 'Wood',
      parent_id: parent,
      product_ids: [products[1], products[0], products[1]],
      attributes: { pages: 3 },
    })
    expect(job).toMatchObject({
      status: 'completed',
      progress: { current: 5, total: 5, percent: 100 },
      result: {
        characters: 16,
        linked_product_ids: [products[1], products[0]],
        created: { sources: 1, products: 0 },
        content_attribute: 'content',
        notes: [],
      },
    })
    expect(await sourceOf(job)).toMatchObject({
      type: 'source',
      label: 'Wood',
      parent_id: parent,
      attributes: {
        name: 'Wood',
        content: '  Oak\r\noiled 🪵  ',
        pages: 3,
        products: [
          { id: products[1], type: 'product', label: 'B' },
          { id: products[0], type: 'product', label: 'A' },
        ],
      },
    })
    const { body } = await server.get(`/events?job_id=${job.id as string}&after=0`)
    expect(body.data).toMatchObject([
      { event: 'entity.created', via: 'source', actor: { type: 'api_key', name: 'test' } },
      { event: 'job.completed', via: 'source', entity: null },
    ])
  })

  test.each([
    ['notes.md', '# Oak\n\n*oiled*', '# Oak\n\n*oiled*'],
    ['table.CSV', 'a,b\n1,2\n', '| a | b |\n| --- | --- |\n| 1 | 2 |'],
    ['latin.txt', Buffer.from('Bügel', 'latin1'), 'Bügel'],
    [
      'page.html',
      '<title>T</title><h1>Oak &amp; ash</h1><script>x()</script><p>oiled',
      '# Oak & ash\n\noiled',
    ],
  ])('a file %s is read', async (name, content, text) => {
    const content_base64 = Buffer.from(content).toString('base64')
    const job = await make({ file: { name, content_base64 } })
    expect((await sourceOf(job)).attributes).toEqual({ name, content: text })
    expect(job.metadata.file).toBe(name)
    await expect.poll(uploads).toEqual([])
  })

  test.each([
    ['plan.pdf', '%PDF-1.7', /The PDF is damaged/],
    ['zeros.txt', 'a\0b', /not a text/],
    ['empty.txt', '', /no text/],
  ])('a file %s ends the job as failed, with the reason', async (name, content, reason) => {
    const job = await make({ file: { name, content_base64: Buffer.from(content).toString('base64') } })
    expect(job).toMatchObject({ status: 'failed', result: { error: { code: 'validation_failed' } } })
    expect(job.result.error.message).toMatch(reason)
    expect(job.result.error.stage).toBe('read')
    expect(await uploads()).toEqual([job.id])
    await rm(join(server.dataDir, 'uploads', job.id as string))
  })

  test.each([
    ['photo.jpg', '\u00ff\u00d8', 'from .jpg'],
    ['photo.txt', '\u0089PNG\r\n', 'from a PNG picture'],
    ['setup.exe', 'MZ\u0090', 'from .exe'],
    ['README', 'Oak', 'from a file without an extension'],
    ['plan.pdf', 'Oak', 'from a file that is called .pdf and is none'],
  ])('a file %s is refused at once, with what is taken [SOURCE-11]', async (name, content, reason) => {
    const message = expect.stringMatching(`${reason}. Send a web page, PDF, DOCX, XLSX, CSV or plain text.`)
    const bytes = Buffer.from(content, 'latin1')
    const inline = { file: { name, content_base64: bytes.toString('base64') } }
    expect(await faultsOf(inline)).toMatchObject([{ field: 'file', message }])
    const head = `--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
    const form = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--x--\r\n')])
    const multipart = { 'content-type': 'multipart/form-data; boundary=x' }
    expect(await faultsOf(form, multipart)).toMatchObject([{ field: 'file', message }])
    expect(await uploads()).toEqual([])
  })

  test('a form carries the same, with the file streamed', async () => {
    const fields = { name: 'Form', product_ids: products.join(','), attributes: '{"pages":2}' }
    const parts = Object.entries(fields).map(
      ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    const file = `--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nOak\r\n--x--\r\n`
    const multipart = { 'content-type': 'multipart/form-data; boundary=x' }
    const job = await make(parts.join('') + file, multipart)
    expect(job.result.linked_product_ids).toEqual(products)
    expect((await sourceOf(job)).attributes).toMatchObject({ name: 'Form', pages: 2, content: 'Oak' })
    await expect.poll(uploads).toEqual([])

    const faulty = `--x\r\nContent-Disposition: form-data; name="attributes"\r\n\r\n[1]\r\n--x\r\nContent-Disposition: form-data; name="nope"\r\n\r\n1\r\n${file}`
    expect(await faultsOf(faulty, multipart)).toMatchObject([
      { field: 'attributes', issue: expect.stringContaining('JSON object') },
      { field: 'nope', issue: 'This field is not known here.' },
    ])
    expect(await uploads()).toEqual([])
  })
})

describe('refused at once, with every fault', () => {
  const unknown = '00000000-0000-7000-8000-000000000000'
  test('of all kinds together', async () => {
    const body = {
      url: 'ftp://x/y',
      text: ' ',
      nope: 1,
      parent_id: unknown,
      product_ids: [products[0], unknown],
      attributes: { nope: 1, pages: 0, products: 'x' },
    }
    const answer = await server.post('/sources?x=1', body)
    const issues = answer.body.error.field_errors.map(
      ({ field, issue }: { field: string; issue: string }) => [field, issue],
    )
    expect(Object.fromEntries(issues)).toEqual({
      x: 'This query parameter is not known here.',
      nope: 'This field is not known here.',
      body: 'Send exactly one of url, text and file.',
      url: 'expected_url',
      text: 'required',
      parent_id: 'referenced_entity_not_found',
      product_ids: 'referenced_entity_not_found',
      'attributes.nope': 'not_a_defined_attribute',
      'attributes.pages': 'out_of_range',
      'attributes.products': 'expected_uuid_array',
    })
    expect(issues).toHaveLength(10)
  })

  test.each([
    [{}, 'body', 'Send exactly one of url, text and file.'],
    [undefined, 'body', 'Expected an object.'],
    [[], 'body', 'Expected an object.'],
    [{ text: 5 }, 'text', 'Expected a string.'],
    [{ url: 'https://me:secret@shop.example/' }, 'url', expect.stringMatching(/^Leave user name/)],
    [{ file: { name: 'a.txt' } }, 'file.content_base64', 'This field is required.'],
    [
      { file: { name: 'a.txt', content_base64: '%' } },
      'file.content_base64',
      'Expected the content of the file in Base64.',
    ],
    [{ file: { name: ' ', content_base64: '' } }, 'file.name', 'required'],
    [{ text: 'x', product_ids: 'x' }, 'product_ids', 'expected_uuid_array'],
    [{ text: 'x', parent_id: 'x' }, 'parent_id', 'expected_uuid_or_null'],
    [{ text: 'x', parent_id: products[0], attributes: { name: '' } }, 'attributes.name', 'required'],
  ])('%j', async (body, field, issue) => {
    expect(await faultsOf(body)).toMatchObject([{ field, issue }])
    expect(await uploads()).toEqual([])
  })
})

describe('a page', () => {
  async function site(listener: RequestListener) {
    const site = createServer(listener).listen(0, '127.0.0.1')
    await new Promise((resolve) => site.once('listening', resolve))
    const { port } = site.address() as AddressInfo
    return {
      url: `http://127.0.0.1:${port}/`,
      [Symbol.dispose]: () => {
        site.closeAllConnections()
        site.close()
      },
    }
  }

  test('that whoever runs the server allows becomes a source with its URL', async () => {
    vi.stubEnv('VITRINE_ALLOW_PRIVATE_SOURCES', '1')
    using oak = await site((_request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end('<h1>Eiche</h1><p>ge&ouml;lt')
    })
    const job = await make({ url: oak.url })
    expect(await sourceOf(job)).toMatchObject({
      label: oak.url,
      attributes: { url: oak.url, content: '# Eiche\n\ngeölt' },
    })
  })

  test('that never comes holds up nobody, and its job can be cancelled', async () => {
    vi.stubEnv('VITRINE_ALLOW_PRIVATE_SOURCES', '1')
    const asked = Promise.withResolvers<void>()
    using slow = await site(() => asked.resolve())
    const { id } = (await server.post('/sources', { url: slow.url })).body.data
    await asked.promise
    expect((await server.get('/products')).status).toBe(200)
    await server.asOwner({ method: 'POST', path: `/api/v1/jobs/${id as string}/cancel` })
    expect(await server.endedJob(id)).toMatchObject({ status: 'cancelled', result: null })
    const { body } = await server.get(`/events?job_id=${id as string}`)
    expect(body.data).toMatchObject([{ event: 'job.cancelled', via: 'source' }])
  })
})

test('sources are read, listed and patched like any entity', async () => {
  const { result } = await make({ text: 'patch me', name: 'Patch' })
  const patched = await server.patch(`/sources/${result.source_id as string}`, {
    attributes: { name: 'New' },
  })
  expect(patched.body.data).toMatchObject({ label: 'New', attributes: { content: 'patch me' } })
  expect((await server.get('/sources?filter[name]=new')).body.pagination.total).toBe(1)
})

test('a single reference of the source links one product and refuses two [SOURCE-10]', async () => {
  await using one = await testServer({
    attributes: [
      { name: 'SKU', entity_type: 'product', data_type: 'single_line_text_field', is_primary: true },
      { name: 'About', entity_type: 'source', data_type: 'entity_reference', reference: { type: 'product' } },
    ],
  })
  const ids: string[] = []
  for (const sku of ['A', 'B']) ids.push((await one.post('/products', { attributes: { sku } })).body.data.id)
  expect(describeAnswer(await one.post('/sources', { text: 'Oak', product_ids: ids }))).toBe(
    '400 | product_ids too_many_values',
  )
  const taken = { text: 'Oak', product_ids: [ids[0]], attributes: { about: ids[1] } }
  expect(describeAnswer(await one.post('/sources', taken))).toBe('400 | product_ids not_a_defined_attribute')
  const { data } = (await one.post('/sources', { text: 'Oak', product_ids: [ids[0]] })).body
  expect((await one.endedJob(data.id)).result.linked_product_ids).toEqual([ids[0]])
})

test('a part without a file name is a field, whatever its type says [ERROR-12]', async () => {
  const part = (name: string, type: string, value: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\nContent-Type: ${type}\r\n\r\n${value}\r\n`
  const form = [
    part('text', 'text/plain; charset=utf-8', 'Ash'),
    part('name', 'application/octet-stream', 'Typed'),
    part('attributes', 'application/json', '{"pages":7}'),
  ]
  const send = (body: string) =>
    server.post('/sources', `${body}--x--\r\n`, { 'content-type': 'multipart/form-data; boundary=x' })
  const { data } = (await send(form.join(''))).body
  const source = await sourceOf(await server.endedJob(data.id))
  expect(source).toMatchObject({ label: 'Typed', attributes: { content: 'Ash', pages: 7 } })
  expect(describeAnswer(await send(part('file', 'application/pdf', 'x')))).toContain(
    'file This field is not known here.',
  )
})

describe('where the workspace has no attribute for it', () => {
  test('the text is kept beside the source, and products that cannot be linked are refused [SOURCE-10]', async () => {
    await using bare = await testServer({
      attributes: [
        { name: 'SKU', entity_type: 'product', data_type: 'single_line_text_field', is_primary: true },
      ],
    })
    const product = (await bare.post('/products', { attributes: { sku: 'A' } })).body.data.id
    const unlinked = await bare.post('/sources', { text: 'Oak', product_ids: [product] })
    expect(describeAnswer(unlinked)).toBe('400 | product_ids not_a_defined_attribute')
    expect(unlinked.body.error.message).toContain('No attribute is free to link sources and products.')
    expect((await bare.post('/sources', { text: 'Oak', product_ids: [] })).status).toBe(202)
    const { body } = await bare.post('/sources', { text: 'Oak' })
    const { result } = await bare.endedJob(body.data.job_id)
    expect(result).toMatchObject({ characters: 3, linked_product_ids: [], content_attribute: null })
    expect(result.notes).toEqual([])
    const scraped = await bare.get(`/sources/${result.source_id as string}/scraped`)
    expect(scraped.body.data).toMatchObject({ text: 'Oak', characters: 3, format: 'text', url: null })
    expect((await bare.get(`/sources/${result.source_id as string}`)).body.data).toMatchObject({
      label: null,
      attributes: {},
    })
  })

  test('a list at the product takes the source, for a key that may write products', async () => {
    await using other = await testServer({
      attributes: [
        { name: 'SKU', entity_type: 'product', data_type: 'single_line_text_field', is_primary: true },
        {
          name: 'Sources',
          entity_type: 'product',
          data_type: 'entity_list_reference',
          reference: { type: 'source' },
          constraints: { max_items: 1 },
        },
      ],
    })
    const product = (await other.post('/products', { attributes: { sku: 'A' } })).body.data.id as string
    const body = { text: 'Oak', product_ids: [product] }
    const key = await other.issueKey(['write:sources'])
    const refused = await other.post('/sources', body, { authorization: `Bearer ${key}` })
    expect([refused.status, refused.body.error.code]).toEqual([403, 'insufficient_scope'])

    const first = await other.endedJob((await other.post('/sources', body)).body.data.id)
    expect(first.result.linked_product_ids).toEqual([product])
    const second = await other.post('/sources', body)
    expect(describeAnswer(second)).toBe('400 | product_ids too_long')
    expect(second.body.error.message).toContain(`product ${product} has no room`)
    const { data } = (await other.get(`/products/${product}`)).body
    expect(data.attributes.sources).toMatchObject([{ id: first.result.source_id, type: 'source' }])
  })
})
