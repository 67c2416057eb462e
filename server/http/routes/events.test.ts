import { request as httpRequest, type IncomingMessage } from 'node:http'
import { describe, expect, test, vi } from 'vitest'
import { testServer, type TestServer } from '../../testing/test-server.ts'

interface StreamedEvent {
  readonly id: string
  readonly event: string
  // oxlint-disable-next-line typescript/no-explicit-any -- the record is looked into
  readonly data: any
}

class Follower implements Disposable {
  readonly #response: IncomingMessage
  #text = ''

  constructor(response: IncomingMessage) {
    this.#response = response
    response.setEncoding('utf8').on('data', (text: string) => (this.#text += text))
  }

  get headers() {
    return this.#response.headers
  }

  get events(): StreamedEvent[] {
    return [...this.#text.matchAll(/^id: (.*)\nevent: (.*)\ndata: (.*)\n\n/gm)].map(
      ([, id = '', event = '', data = '']) => ({ id, event, data: JSON.parse(data) }),
    )
  }

  async take(count: number): Promise<StreamedEvent[]> {
    await vi.waitUntil(() => this.events.length >= count, { timeout: 60_000 })
    return this.events
  }

  ended(): Promise<void> {
    return new Promise((resolve) => this.#response.once('end', () => resolve()))
  }

  [Symbol.dispose]() {
    this.#response.destroy()
  }
}

function follow(server: TestServer, headers: Record<string, string> = {}, query = ''): Promise<Follower> {
  const url = new URL(`/api/v1/events/stream${query}`, server.server.origin)
  return new Promise((resolve, reject) => {
    const options = { headers: { authorization: `Bearer ${server.key}`, ...headers }, agent: false }
    httpRequest(url, options, (response) => resolve(new Follower(response)))
      .on('error', reject)
      .end()
  })
}

/** Retries until a stream is accepted: the server notices a little later that an earlier one was closed. */
async function nextStream(server: TestServer): Promise<Follower> {
  for (;;) {
    const follower = await follow(server)
    if (String(follower.headers['content-type']).includes('event-stream')) return follower
    follower[Symbol.dispose]()
  }
}

const sku = { name: 'SKU', entity_type: 'product', data_type: 'single_line_text_field', is_primary: true }
const labelsOf = (events: StreamedEvent[]) => events.map(({ data }) => data.entity?.label)

describe('the event stream', () => {
  test('carries each change once it is committed, with the key that made it [EVENT-08]', async () => {
    await using server = await testServer({ attributes: [sku] })
    using follower = await follow(server)
    expect(follower.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-request-id': expect.stringMatching(/\S/),
    })
    const created = await server.post('/products', { attributes: { sku: 'A' } })
    await server.patch(`/products/${created.body.data.id as string}`, { attributes: { sku: 'B' } })
    await server.patch(`/products/${created.body.data.id as string}`, { attributes: { sku: 'B' } })

    const [first, second] = await follower.take(2)
    expect(first).toMatchObject({
      event: 'entity.created',
      data: {
        event: 'entity.created',
        entity: { id: created.body.data.id, type: 'product', label: 'A' },
        actor: { type: 'api_key', name: 'test' },
        via: 'api',
        request_id: created.headers['x-request-id'],
      },
    })
    expect(first?.id).toBe(String(first?.data.sequence))
    expect(second?.data.changes).toEqual([{ attribute: 'sku', old: 'A', new: 'B' }])
  })

  test('resumes behind Last-Event-ID, without a gap or a repetition, and goes on live [EVENT-08]', async () => {
    await using server = await testServer({ attributes: [sku], isThreaded: true })
    const names = Array.from({ length: 60 }, (_, index) => `S${index}`)
    const batch = (some: string[]) =>
      server.post('/products/batch', { items: some.map((name) => ({ attributes: { sku: name } })) })
    using all = await follow(server, { 'last-event-id': '0' })
    await batch(names.slice(0, 20))
    const known = await all.take(21)

    const [, , third] = known
    const writing = batch(names.slice(20, 40))
    using resumed = await follow(server, { 'last-event-id': third?.id ?? '' })
    await writing
    await batch(names.slice(40))
    expect(labelsOf(await resumed.take(58))).toEqual(names.slice(2))
    expect(labelsOf(await all.take(61)).slice(1)).toEqual(names)
  })

  test('a key has a hundred of them at most, and another one when it has closed one [EVENT-10]', async () => {
    await using server = await testServer()
    const open = await Promise.all(Array.from({ length: 100 }, () => follow(server)))
    const refused = await server.get('/events/stream')
    expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limited'])
    const other = { authorization: `Bearer ${await server.issueKey(['read:events'])}` }
    using ofOtherKey = await follow(server, other)
    expect(ofOtherKey.headers['content-type']).toMatch('event-stream')
    open.pop()?.[Symbol.dispose]()
    using another = await nextStream(server)
    expect(another.headers['content-type']).toMatch('event-stream')
    for (const follower of open) follower[Symbol.dispose]()
  })

  test('replays more than one page', async () => {
    await using server = await testServer({ attributes: [sku] })
    for (let batch = 0; batch < 6; batch++) {
      const items = Array.from({ length: 100 }, (_, index) => ({ attributes: { sku: `${batch}-${index}` } }))
      await server.post('/products/batch', { items })
    }
    using follower = await follow(server, { 'last-event-id': '1' })
    const events = await follower.take(600)
    expect(events.map(({ id }) => Number(id))).toEqual(Array.from({ length: 600 }, (_, index) => index + 2))
  })

  test('a Last-Event-ID that is no number, or that nothing has reached yet, is refused in the envelope', async () => {
    await using server = await testServer()
    for (const [id, issue] of [
      ['x', 'expected_non_negative_integer'],
      ['-1', 'expected_non_negative_integer'],
      ['99999999999999999999', 'expected_non_negative_integer'],
      ['1', 'invalid_value'],
    ]) {
      const { status, body } = await server.get('/events/stream?nope=1', { 'last-event-id': id! })
      const unknown = { field: 'nope', issue: 'This query parameter is not known here.' }
      expect([status, body.error.field_errors]).toMatchObject([
        400,
        [unknown, { field: 'Last-Event-ID', issue }],
      ])
    }
  })

  test('tells what the same filters of the feed tell, and no more [EVENT-11]', async () => {
    await using server = await testServer({
      attributes: [sku, { name: 'Price', entity_type: 'product', data_type: 'number' }],
    })
    const queries = [
      '?after=0&type=product',
      '?after=0&type=vendor',
      '?after=0&event=entity.updated',
      '?after=0&event=attribute.created',
      '?after=0&attribute=price',
      '?after=0&attribute=parent_id',
      '?after=0&via=app',
      '?after=0&via=api&attribute=sku',
      '?after=0&since=2099-01-01',
      '?after=0&until=2099-01-01&type=product',
      '?after=0&job_id=01989f6e-8d20-7b11-8c3d-5e6f7a8b9c0e',
    ]
    const first = (await server.post('/products', { attributes: { sku: 'A', price: 1 } })).body.data
    const early = await Promise.all(queries.map((query) => follow(server, {}, query)))
    const { data: job } = (await server.post('/exports', { type: 'product' })).body
    await server.endedJob(job.id)
    const child = (await server.post('/products', { attributes: { sku: 'B' }, parent_id: first.id })).body
    await server.patch(`/products/${first.id}`, { attributes: { price: 2 } })
    await server.patch(`/products/${child.data.id}`, { parent_id: null })
    await server.post('/vendors', {})
    const ofJob = `?after=0&job_id=${job.id}`
    const late = [...early, await follow(server, {}, ofJob)]
    for (const [index, query] of [...queries, ofJob].entries()) {
      using follower = late[index] as Follower
      const { data } = (await server.get(`/events${query}`)).body
      const events = await follower.take(data.length)
      expect([query, events.map((event) => event.data)]).toEqual([query, data])
    }
  })

  test('refuses the filters that the feed refuses [EVENT-11]', async () => {
    await using server = await testServer({ attributes: [sku] })
    const { status, body } = await server.get(
      '/events/stream?type=lamp&attribute=nope&job_id=x&since=now&after=99',
    )
    const faults = body.error.field_errors.map(({ field, issue }: { field: string; issue: string }) => [
      field,
      issue,
    ])
    expect([status, faults]).toEqual([
      400,
      [
        ['after', 'invalid_value'],
        ['type', 'invalid_value'],
        ['attribute', 'not_a_defined_attribute'],
        ['job_id', 'expected_uuid'],
        ['since', 'expected_date'],
      ],
    ])
  })

  test('ends with the key that opened it, before the next change is told [EVENT-09]', async () => {
    await using server = await testServer({ attributes: [sku] })
    const key = await server.issueKey(['read:events'])
    using follower = await follow(server, { authorization: `Bearer ${key}` })
    await server.post('/products', { attributes: { sku: 'A' } })
    await follower.take(1)
    const ended = follower.ended()

    const keys = `/app/v1/workspaces/${server.workspace.id}/keys`
    const { body } = await server.asOwner({ method: 'GET', path: keys })
    await server.asOwner({ method: 'DELETE', path: `${keys}/${body.data[1].id as string}` })
    await server.post('/products', { attributes: { sku: 'B' } })
    await expect(ended).resolves.toBeUndefined()
    expect(labelsOf(follower.events)).toEqual(['A'])
  })

  test('ends when the server closes, which it does not hold up', async () => {
    await using server = await testServer()
    using follower = await follow(server)
    const ended = follower.ended()
    await server.server.close()
    await expect(ended).resolves.toBeUndefined()
  })
})
