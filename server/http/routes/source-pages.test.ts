import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testServer, type TestServer } from '../../testing/test-server.ts'
import { testSite } from '../../testing/test-site.ts'

const text = 'single_line_text_field'
let server: TestServer

beforeAll(async () => {
  server = await testServer({
    attributes: [
      { name: 'Title', entity_type: 'product', data_type: text, is_primary: true },
      { name: 'SKU', entity_type: 'product', data_type: text, constraints: { unique: true } },
      { name: 'GTIN', entity_type: 'product', data_type: text },
      { name: 'Price', entity_type: 'product', data_type: 'number' },
      { name: 'Weight', entity_type: 'product', data_type: 'number', constraints: { unit: 'kg' } },
      {
        name: 'Color',
        entity_type: 'product',
        data_type: 'single_select_list',
        acceptable_values: 'Oak, Ash',
      },
      { name: 'Brand', entity_type: 'product', data_type: 'entity_reference', reference: { type: 'vendor' } },
      { name: 'Seat height', entity_type: 'product', data_type: text },
      { name: 'Recycled', entity_type: 'product', data_type: 'progress' },
      { name: 'Name', entity_type: 'vendor', data_type: text, is_primary: true },
      { name: 'Name', entity_type: 'source', data_type: text, is_primary: true },
      {
        name: 'Products',
        entity_type: 'source',
        data_type: 'entity_list_reference',
        reference: { type: 'product' },
      },
    ],
  })
  await settings({ allow_private_sources: true })
})
afterAll(() => server[Symbol.asyncDispose]())

const settings = (body: object) => server.asOwner({ method: 'PATCH', path: '/app/v1/settings', body })

async function make(body: object, headers?: Record<string, string>) {
  const answer = await server.post('/sources', body, headers)
  expect(answer.status).toBe(202)
  return server.endedJob(answer.body.data.id as string)
}

const stagesOf = ({ metadata }: { metadata: { stages: { name: string; status: string }[] } }) =>
  metadata.stages.map(({ name, status }) => `${name} ${status}`)
const product = async (id: string) => (await server.get(`/products/${id}`)).body.data

const pageOf = (...products: object[]) =>
  `<title>Oak chair</title><h1>Oak chair</h1><p>Oiled by hand.</p>
   <table><tr><th>Size<th>Width<tr><td>S<td>45 cm</table>
   ${products.map((data) => `<script type="application/ld+json">${JSON.stringify({ '@type': 'Product', ...data })}</script>`).join('')}`

describe('[SOURCE-07] a page that describes products', () => {
  test('makes them, links them, and keeps everything it says', async () => {
    await server.post('/vendors', { attributes: { name: 'Waldwerk' } })
    const oak = {
      name: 'Oak chair',
      sku: 'CH-1',
      gtin13: '4006381333931',
      brand: { name: 'waldwerk' },
      color: 'Birch',
      weight: '4,5 kg',
      offers: { price: '1,299.00' },
      additionalProperty: [
        { name: 'Seat height', value: '46 cm' },
        { name: 'Recycled', value: '40,5' },
      ],
    }
    using site = await testSite({ '/oak': pageOf(oak) })
    const job = await make({ url: `${site.origin}/oak` })
    expect(stagesOf(job)).toEqual(
      ['fetch', 'read', 'extract', 'store', 'link'].map((name) => `${name} completed`),
    )
    expect(site.asked).toEqual(['/robots.txt', '/oak'])
    const { result } = job
    expect(result).toMatchObject({
      format: 'html',
      title: 'Oak chair',
      tables: 1,
      created: { sources: 1, products: 1 },
      updated: { products: 0 },
      content_attribute: null,
      notes: [],
    })
    const [made] = result.products
    expect(made).toMatchObject({ status: 'created', label: 'Oak chair', matched_by: null, kept: [] })
    expect(made.not_taken).toEqual([{ name: 'color', reason: expect.stringContaining('color') }])
    expect(result.linked_product_ids).toEqual([made.id])
    expect((await product(made.id)).attributes).toMatchObject({
      sku: 'CH-1',
      gtin: '4006381333931',
      price: 1299,
      weight: 4.5,
      seat_height: '46 cm',
      recycled: 40.5,
      brand: { type: 'vendor', label: 'Waldwerk' },
    })
    const source = (await server.get(`/sources/${result.source_id as string}`)).body.data
    expect(source).toMatchObject({ label: 'Oak chair', attributes: { products: [{ id: made.id }] } })
    const scraped = (await server.get(`/sources/${result.source_id as string}/scraped`)).body.data
    expect(scraped).toMatchObject({
      url: `${site.origin}/oak`,
      tables: [{ columns: ['Size', 'Width'], rows: [['S', '45 cm']] }],
      products: [{ name: 'Oak chair', color: 'Birch' }],
    })
    expect(scraped.text).toContain('| Size | Width |')
    const { body } = await server.get(`/events?job_id=${job.id as string}&after=0`)
    expect(body.data.map(({ event, via }: { event: string; via: string }) => `${event} ${via}`)).toEqual([
      'entity.created source',
      'entity.created source',
      'entity.updated source',
      'job.completed source',
    ])
  })

  test('fills what is empty, keeps what is there, and says so', async () => {
    const own = { title: 'Ash chair', gtin: '012345678905', price: 99 }
    const { id } = (await server.post('/products', { attributes: own })).body.data
    const ash = { name: 'Esche', gtin: '12345678905', sku: 'CH-2', offers: { price: 120 } }
    using site = await testSite({ '/ash': pageOf(ash) })
    const { result } = await make({ url: `${site.origin}/ash` })
    expect(result).toMatchObject({
      created: { products: 0 },
      updated: { products: 1 },
      linked_product_ids: [id],
    })
    expect(result.products).toMatchObject([
      {
        status: 'updated',
        id,
        matched_by: 'gtin',
        kept: [
          { attribute: 'title', value: 'Ash chair', told: 'Esche' },
          { attribute: 'gtin', value: '012345678905', told: '12345678905' },
          { attribute: 'price', value: 99, told: '120' },
        ],
      },
    ])
    expect((await product(id)).attributes).toMatchObject({ ...own, sku: 'CH-2' })
    const again = await make({ url: `${site.origin}/ash` })
    expect(again.result).toMatchObject({ updated: { products: 0 }, products: [{ status: 'unchanged', id }] })
  })

  test('one that cannot be told apart, or that breaks a rule, is told and stops no other', async () => {
    for (const title of ['Twin', 'Twin']) await server.post('/products', { attributes: { title } })
    using site = await testSite({
      '/three': pageOf({ name: 'Twin' }, { sku: 'CH-9' }, { name: 'Stool', sku: 'CH-8' }),
    })
    const { status, result } = await make({ url: `${site.origin}/three` })
    expect(status).toBe('completed')
    expect(result.products).toMatchObject([
      {
        status: 'failed',
        label: 'Twin',
        reason: expect.stringContaining('Several products have this title'),
      },
      { status: 'failed', reason: expect.stringContaining('title') },
      { status: 'created', label: 'Stool' },
    ])
    expect(result.linked_product_ids).toEqual([result.products[2].id])
  })

  test('variants stand below their group', async () => {
    const group = {
      '@type': 'ProductGroup',
      name: 'Shirt',
      hasVariant: [{ '@type': 'Product', name: 'Shirt M', sku: 'S-M' }],
    }
    using site = await testSite({ '/shirt': pageOf(group) })
    const { result } = await make({ url: `${site.origin}/shirt` })
    const [shirt, variant] = result.products
    expect((await product(variant.id)).parent_id).toBe(shirt.id)
  })

  test('sent for one product is about that one', async () => {
    const { id } = (await server.post('/products', { attributes: { title: 'Bench' } })).body.data
    using site = await testSite({ '/bench': pageOf({ name: 'Gartenbank', sku: 'B-1' }) })
    const { result } = await make({ url: `${site.origin}/bench`, product_ids: [id] })
    expect(result.products).toMatchObject([{ status: 'updated', id, matched_by: null }])
    expect((await product(id)).attributes).toMatchObject({ title: 'Bench', sku: 'B-1' })
  })

  test('[KEY-03] a key without write:products finds and links them, and writes none', async () => {
    const { id } = (await server.post('/products', { attributes: { title: 'Shelf', sku: 'SH-1' } })).body.data
    const key = await server.issueKey(['write:sources', 'read:sources', 'read:jobs'])
    using site = await testSite({
      '/shelf': pageOf({ name: 'Regal', sku: 'SH-1', gtin: '1' }, { name: 'New' }),
    })
    const { result } = await make({ url: `${site.origin}/shelf` }, { authorization: `Bearer ${key}` })
    expect(result.products).toMatchObject([
      { status: 'unchanged', id, matched_by: 'sku' },
      { status: 'failed', reason: expect.stringContaining('write:products') },
    ])
    expect((await product(id)).attributes).toEqual({ title: 'Shelf', sku: 'SH-1' })
  })
})

describe('[SOURCE-08] a page that cannot be had', () => {
  test.each([
    ['/none', undefined, 'fetch', 'there is none at this address (404'],
    ['/picture', 'image/png', 'read', 'Text cannot be read from image/png'],
    ['/empty', 'text/plain', 'read', 'no text'],
  ])('%s ends the job in its stage', async (path, mediaType, stage, reason) => {
    const bare = path === '/empty' ? ' ' : 'x'
    using site = await testSite(
      mediaType === undefined
        ? {}
        : { [path]: (_request, response) => response.setHeader('content-type', mediaType).end(bare) },
    )
    const job = await make({ url: site.origin + path })
    expect(job).toMatchObject({ status: 'failed', result: { error: { code: 'validation_failed', stage } } })
    expect(job.result.error.message).toContain(reason)
    expect(stagesOf(job)).toContain(`${stage} failed`)
  })

  test('a small answer that unpacks to a huge one is cut off', async () => {
    const bomb = gzipSync(Buffer.alloc(60 * 1024 * 1024, 'x'))
    using site = await testSite({
      '/bomb': (_request, response) => response.setHeader('content-encoding', 'gzip').end(bomb),
    })
    const { result } = await make({ url: `${site.origin}/bomb` })
    expect(result.error).toMatchObject({
      stage: 'fetch',
      message: expect.stringContaining('larger than 25 MB'),
    })
  })

  test('of this network is refused until the owner allows it, and the job then goes on', async () => {
    await settings({ allow_private_sources: false })
    using site = await testSite({ '/oak': '<h1>Oak</h1>' })
    const job = await make({ url: `${site.origin}/oak` })
    expect(job.result.error).toMatchObject({
      stage: 'fetch',
      message: expect.stringContaining('are not fetched'),
    })
    expect(site.asked).toEqual([])

    await settings({ allow_private_sources: true })
    const path = `/app/v1/jobs/${job.id as string}/retry`
    const answer = await server.asOwner({ method: 'POST', path })
    expect([answer.status, answer.body.data.status, answer.body.data.result]).toEqual([202, 'queued', null])
    expect(await server.endedJob(job.id)).toMatchObject({ status: 'completed', metadata: { retries: 1 } })
    expect((await server.asOwner({ method: 'POST', path })).status).toBe(409)
    expect((await server.asOwner({ method: 'POST', path: '/app/v1/jobs/nope/retry' })).status).toBe(404)
  })
})

test('[SOURCE-07] where no attribute takes anything of a product, none is made', async () => {
  await using bare = await testServer()
  const file = { name: 'a.html', content_base64: Buffer.from(pageOf({ name: 'Oak' })).toString('base64') }
  const { id } = (await bare.post('/sources', { name: 'Oak', file })).body.data
  expect(await bare.endedJob(id)).toMatchObject({
    status: 'completed',
    result: { created: { products: 0 }, products: [{ status: 'failed' }] },
  })
  expect((await bare.get('/products')).body.pagination.total).toBe(0)
})

test('a file that could not be read can be tried again as long as it is kept', async () => {
  const job = await make({
    file: { name: 'a.pdf', content_base64: Buffer.from('%PDF-1.7 cut off').toString('base64') },
  })
  expect(job.result.error.stage).toBe('read')
  await server.asOwner({ method: 'POST', path: `/app/v1/jobs/${job.id as string}/retry` })
  expect((await server.endedJob(job.id)).result.error).toEqual(job.result.error)
})

test('what was read goes with its source for good, not into the trash with it', async () => {
  const { result } = await make({ text: 'Oak' })
  const id = result.source_id as string
  const trash = (body: object, path: string) =>
    server.asOwner({ method: 'POST', path: `/app/v1/${path}`, body })
  const scraped = async () => (await server.get(`/sources/${id}/scraped`)).status
  expect(await scraped()).toBe(200)
  await trash({ type: 'source', ids: [id] }, 'trash')
  expect(await scraped()).toBe(404)
  await trash({ ids: [id] }, 'trash/restore')
  expect(await scraped()).toBe(200)
})
