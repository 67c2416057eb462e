import { expect, test } from 'vitest'
import { type TestServer, testServer } from '../testing/test-server.ts'

const text = { data_type: 'single_line_text_field', entity_type: 'product' }
const attributes = [
  { ...text, name: 'Product name', key: 'product_name', is_primary: true },
  { ...text, name: 'Material', key: 'material' },
  { ...text, name: 'Colour', key: 'colour' },
  {
    name: 'Vendor',
    key: 'vendor',
    data_type: 'entity_reference',
    entity_type: 'product',
    reference: { type: 'vendor' },
  },
  { ...text, name: 'Name', key: 'name', entity_type: 'vendor', is_primary: true },
]

type AnswerBody = Awaited<ReturnType<TestServer['post']>>['body']

class Review {
  readonly server: TestServer
  constructor(server: TestServer) {
    this.server = server
  }

  static async start(): Promise<Review> {
    return new Review(await testServer({ attributes }))
  }

  async product(values: object): Promise<string> {
    return (await this.server.post('/products', { attributes: values })).body.data.id
  }

  async propose(...proposals: object[]): Promise<string[]> {
    const { data } = (await this.server.post('/proposals', { type: 'product', proposals })).body
    return data.map(({ id }: { id: string }) => id)
  }

  async decide(body: object): Promise<AnswerBody> {
    return (await this.server.post('/proposals/decide', { type: 'product', ...body })).body
  }

  accept(...ids: string[]): Promise<AnswerBody> {
    return this.decide({ decisions: ids.map((id) => ({ id, action: 'accept' })) })
  }

  async open(filter = ''): Promise<string[]> {
    const { data } = (await this.server.get(`/proposals?type=product${filter}`)).body
    return data.map(({ id }: { id: string }) => id)
  }

  async asOwner(path: string, body?: object): Promise<AnswerBody> {
    const method = body ? 'POST' : 'GET'
    const answer = await this.server.asOwner({ method, path: `/app/v1/review${path}`, ...(body && { body }) })
    return answer.body
  }

  async reopen(...ids: string[]): Promise<string[]> {
    const { data } = await this.asOwner('/reopen', { type: 'product', ids })
    return data.map(({ status }: { status: string }) => status)
  }

  async values(id: string): Promise<Record<string, unknown>> {
    return (await this.server.get(`/products/${id}`)).body.data.attributes
  }
}

test('[REVIEW-01] proposals are listed and decided for what a filter finds, page by page', async () => {
  const review = await Review.start()
  await using _ = review.server
  const vendor = (await review.server.post('/vendors', { attributes: { name: 'Norr' } })).body.data.id
  const mine = await review.product({ product_name: 'Chair', vendor })
  const others = await review.product({ product_name: 'Table' })
  const [oak, red, birch] = await review.propose(
    { id: mine, attribute: 'material', value: 'Oak' },
    { id: mine, attribute: 'colour', value: 'Red' },
    { id: others, attribute: 'material', value: 'Birch' },
  )
  const filter = `filter[vendor]=${vendor}`
  expect(await review.open(`&filter=${encodeURIComponent(filter)}`)).toEqual([oak, red])
  const tree = JSON.stringify({ or: [{ attribute: 'product_name', operator: 'eq', value: 'Table' }] })
  expect(await review.open(`&filter=${encodeURIComponent(tree)}`)).toEqual([birch])

  const first = (
    await review.server.get(`/proposals?type=product&limit=1&filter=${encodeURIComponent(filter)}`)
  ).body
  expect(first.pagination).toMatchObject({ total: 2, has_more: true })
  const next = `&filter=${encodeURIComponent(filter)}&cursor=${first.pagination.next_cursor}`
  expect(await review.open(next)).toEqual([red])

  const { body, status } = await review.server.get('/proposals?type=product&filter=filter[nope]=1')
  expect([status, body.error.field_errors[0]]).toMatchObject([
    400,
    { field: 'filter[nope]', issue: 'not_a_defined_attribute' },
  ])
  const wrong = await review.decide({ action: 'accept', where: { filter: 'filter[nope]=1' } })
  expect(wrong.error.field_errors[0]).toMatchObject({ field: 'where.filter[nope]' })
  expect((await review.decide({ action: 'accept', where: { filter } })).summary).toMatchObject({
    accepted: 2,
  })
  expect(await review.open()).toEqual([birch])
})

test('[REVIEW-02] a decision tells what it has seen', async () => {
  const review = await Review.start()
  await using _ = review.server
  const id = await review.product({ product_name: 'Chair', material: 'wood' })
  const [oak = ''] = await review.propose({ id, attribute: 'material', value: 'Oak' })
  await review.server.patch(`/products/${id}`, { attributes: { material: 'beech' } })
  const accept = (seen: object) => review.decide({ decisions: [{ id: oak, action: 'accept', ...seen }] })
  expect((await accept({})).data).toMatchObject([{ status: 'changed_meanwhile', current: 'beech' }])
  expect((await accept({ if: 'ash' })).data).toMatchObject([{ status: 'changed_meanwhile' }])
  expect((await accept({ if: 'beech' })).data).toMatchObject([{ status: 'accepted' }])
  expect(await review.values(id)).toMatchObject({ material: 'Oak' })
})

test('[REVIEW-03] decisions are taken back one by one, without what was decided with them', async () => {
  const review = await Review.start()
  await using _ = review.server
  const [one, two] = [
    await review.product({ product_name: 'Chair', material: 'wood' }),
    await review.product({ product_name: 'Table' }),
  ]
  const ids = await review.propose(
    { id: one, attribute: 'material', value: 'Oak' },
    { id: one, attribute: 'colour', value: 'Red' },
    { id: two, attribute: 'material', value: 'Birch' },
    { id: two, attribute: 'colour', value: 'Blue' },
  )
  const [oak = '', red = '', birch = '', blue = ''] = ids
  await review.accept(oak, red, birch)
  await review.decide({ decisions: [{ id: blue, action: 'reject' }] })
  await review.server.patch(`/products/${two}`, { attributes: { material: 'Ash' } })

  expect(await review.reopen(oak, birch, blue, crypto.randomUUID(), oak)).toEqual([
    'open',
    'changed_meanwhile',
    'open',
    'refused',
    'open',
  ])
  expect(await review.open()).toEqual([oak, blue])
  expect(await review.values(one)).toMatchObject({ material: 'wood', colour: 'Red' })
  expect(await review.values(two)).toMatchObject({ material: 'Ash' })

  await review.decide({ decisions: [{ id: blue, action: 'reject' }] })
  const [green] = await review.propose({ id: two, attribute: 'colour', value: 'Green' })
  expect(await review.reopen(blue)).toEqual(['refused'])
  expect(await review.open()).toEqual([oak, green])
})

test('[REVIEW-04] a quote is shown where it stands, and one that is not there with how its place begins', async () => {
  const review = await Review.start()
  await using _ = review.server
  const id = await review.product({ product_name: 'A chair of  SOLID Oak,\noiled' })
  const quotes = ['solid oak', 'teak', ' ']
  const evidence = [
    ...quotes.map((quote) => ({ source: 'attribute:product_name', quote })),
    { source: 'web:https://example.com', quote: 'Oak' },
  ]
  const [oak] = await review.propose({ id, attribute: 'material', value: 'Oak', evidence })
  const { data } = await review.asOwner(`/passages?type=product&ids=${oak},${crypto.randomUUID()}`)
  const whole = { name: 'Product name', is_cut_before: false, is_cut_after: false }
  const missing = { ...whole, before: 'A chair of  SOLID Oak,\noiled', match: null, after: '' }
  expect(data).toEqual([
    {
      id: oak,
      passages: [
        { ...whole, before: 'A chair of  ', match: 'SOLID Oak', after: ',\noiled' },
        missing,
        missing,
        { ...missing, name: null, before: '' },
      ],
    },
  ])
})

test('[REVIEW-05] open proposals are counted, and the mark moves with every change', async () => {
  const review = await Review.start()
  await using _ = review.server
  const id = await review.product({ product_name: 'Oak chair' })
  const summary = async () => (await review.asOwner('/summary?type=product')).data
  const empty = await summary()
  const evidence = [{ source: 'attribute:product_name', quote: 'oak' }]
  const [oak = ''] = await review.propose(
    { id, attribute: 'material', value: 'Oak', evidence },
    { id, attribute: 'colour', value: 'Red' },
  )
  const made = await summary()
  expect(made).toMatchObject({
    open: { product: 2, vendor: 0 },
    attributes: [
      { key: 'material', open: 1 },
      { key: 'colour', open: 1 },
    ],
    jobs: [],
    verified: 1,
    has_proposals: true,
  })
  expect(empty.has_proposals).toBe(false)
  await review.accept(oak)
  const decided = await summary()
  expect(decided).toMatchObject({ open: { product: 1 }, verified: 0 })
  await review.reopen(oak)
  const opened = await summary()
  expect(opened).toMatchObject({ open: { product: 2 }, verified: 1 })
  expect(new Set([empty, made, decided, opened].map(({ mark }) => mark)).size).toBe(4)
})

const claim = {
  ...text,
  name: 'Claim',
  key: 'claim',
  ai_generated: true,
  custom_instructions: 'One claim about {{material}}.',
}

test('[REVIEW-06] cells tell what was generated, what has become of it, and what is proposed', async () => {
  const review = new Review(await testServer({ attributes: [...attributes, claim] }))
  await using _ = review.server
  const marks = async (...ids: string[]) => {
    const path = `/app/v1/review/marks?type=product&ids=${ids.join()}`
    return (await review.server.asOwner({ method: 'GET', path })).body
  }
  const [oak, pine] = [
    await review.product({ product_name: 'Oak chair', material: 'Oak' }),
    await review.product({ product_name: 'Pine desk' }),
  ]
  expect((await marks(oak, pine)).data).toEqual({ [oak]: {}, [pine]: {} })
  const [first = ''] = await review.propose(
    { id: oak, attribute: 'claim', value: 'It lasts.' },
    { id: oak, attribute: 'colour', value: 'Red' },
  )
  const proposed = { state: null, model: null, made_at: null, open: 1 }
  expect((await marks(oak, pine)).data).toEqual({ [oak]: { claim: proposed, colour: proposed }, [pine]: {} })
  await review.accept(first)
  const claimOf = async () => (await marks(oak)).data[oak].claim
  expect(await claimOf()).toEqual({ ...proposed, state: 'generated', open: 0, made_at: expect.any(String) })
  await review.server.patch(`/products/${oak}`, { attributes: { material: 'Ash' } })
  expect(await claimOf()).toMatchObject({ state: 'stale', open: 0 })
  await review.server.patch(`/products/${oak}`, { attributes: { claim: 'It lasts long.' } })
  expect(await claimOf()).toMatchObject({ state: 'edited' })
  await review.propose({ id: oak, attribute: 'claim', value: 'It is of ash.' })
  expect(await claimOf()).toMatchObject({ state: 'edited', open: 1 })
  expect((await marks('nothing')).error.field_errors).toMatchObject([
    { field: 'ids', issue: 'expected_uuid' },
  ])
})
