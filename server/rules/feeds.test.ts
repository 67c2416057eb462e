import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { EntityResource } from '#shared/entities.ts'
import type { Feed } from '#shared/schemas/feeds.ts'
import { startServer } from '../index.ts'
import { sendRequest } from '../testing/http-client.ts'
import { runHere } from '../testing/in-process-host.ts'
import { startWebOrigin } from '../testing/place-servers.ts'
import { SetClock } from '../testing/set-clock.ts'
import { testServer, type TestServer } from '../testing/test-server.ts'

const attributes = [
  { key: 'sku', data_type: 'single_line_text_field', is_primary: true },
  { key: 'name', data_type: 'single_line_text_field' },
  { key: 'price', data_type: 'number' },
  { key: 'status', data_type: 'single_line_text_field' },
].map((attribute) => ({ ...attribute, name: attribute.key, entity_type: 'product' }))

let server: TestServer
let folder: string
let clock: SetClock

beforeEach(async () => {
  clock = new SetClock('2026-03-02T08:00:00Z')
  server = await testServer({ attributes, clock })
  folder = await mkdtemp(join(tmpdir(), 'vitrine-feeds-'))
})
afterEach(async () => {
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const owner = (method: string, path: string, body?: unknown) =>
  server.asOwner({ method, path: `/app/v1${path}`, ...(body !== undefined && { body }) })
const made = async (path: string, body: object) => {
  const answer = await owner('POST', path, body)
  expect([answer.status, answer.body.error]).toEqual([201, undefined])
  return answer.body.data
}

/** Files that were written long ago, so that nobody waits for their end. */
async function put(name: string, content: string | Buffer): Promise<void> {
  const path = join(folder, name)
  await writeFile(path, content)
  const past = new Date(Date.now() - 60_000)
  await utimes(path, past, past)
}

const list = (
  count: number,
  more: (index: number) => Partial<Record<string, string | number>> = () => ({}),
) =>
  [
    'sku,name,price',
    ...Array.from({ length: count }, (_, index) => {
      const { sku = `S-${index}`, name = `Chair ${index}`, price = 10 + index } = more(index)
      return `${sku},${name},${price}`
    }),
    '',
  ].join('\n')

async function makeFeed(more: object = {}, profile: object = {}): Promise<Feed> {
  const settings = { merge_key: 'sku', ...profile }
  const { id: profileId } = await made('/import-profiles', { name: 'List', entity_type: 'product', settings })
  const connection = await made('/connections', { name: 'Drop', kind: 'folder', settings: { path: folder } })
  return made('/feeds', {
    name: 'Daily',
    direction: 'import',
    connection: connection.id,
    file: 'list.csv',
    profile: profileId,
    ...more,
  })
}

/** Waits for the end of a job, or until it waits for a person. */
async function settled(id: string) {
  let job
  await expect
    .poll(
      async () => {
        job = (await server.get(`/jobs/${id}`)).body.data
        return job.completed_at !== null || job.metadata.paused !== undefined
      },
      { timeout: 20_000, interval: 10 },
    )
    .toBe(true)
  return job as unknown as {
    readonly id: string
    readonly status: string
    readonly result: Record<string, unknown> & { readonly error?: { readonly message: string } }
    readonly metadata: {
      readonly paused?: Record<string, unknown> & { readonly counts: Record<string, unknown> }
    } & Record<string, unknown>
  }
}

async function run(feed: Feed, body: object = {}) {
  const answer = await owner('POST', `/feeds/${feed.id}/run`, body)
  expect([answer.status, answer.body.error]).toEqual([202, undefined])
  return settled(answer.body.data.id)
}

async function letGo(id: string) {
  expect((await owner('POST', `/jobs/${id}/retry`)).status).toBe(202)
  return settled(id)
}

/** A feed whose first file was looked at and let go. */
async function delivering(count: number, more: object = {}, profile: object = {}): Promise<Feed> {
  const feed = await makeFeed(more, profile)
  await put('list.csv', list(count))
  const first = await run(feed)
  expect(first.metadata.paused).toMatchObject({ reason: 'shield', is_first: true })
  expect(await letGo(first.id)).toMatchObject({
    status: 'completed',
    result: { outcome: 'imported', created: count },
  })
  return feed
}

const products = async (): Promise<EntityResource[]> => (await server.get('/products?limit=200')).body.data
const read = async (feed: Feed): Promise<Feed> =>
  (await owner('GET', '/feeds')).body.data.find(({ id }: Feed) => id === feed.id)

describe('import', () => {
  test('the first run waits with what it would do; let go it imports, and the same bytes are unchanged [FEED-03] [FEED-06]', async () => {
    const feed = await makeFeed()
    await put('list.csv', list(30))
    const first = await run(feed)
    expect(first.status).toBe('queued')
    expect(first.metadata.paused).toMatchObject({
      reason: 'shield',
      is_first: true,
      counts: { changed: 0, created: 30, missing: 0, cleared: {} },
      sample: expect.arrayContaining([expect.objectContaining({ status: 'created', attribute: 'sku' })]),
    })
    expect([await products(), (await read(feed)).last_run]).toEqual([
      [],
      expect.objectContaining({ outcome: 'waiting' }),
    ])
    const done = await letGo(first.id)
    expect(done).toMatchObject({ status: 'completed', result: { outcome: 'imported', created: 30 } })
    expect(done.metadata).toMatchObject({ workflow: 'feed_import', feed_id: feed.id, file: 'list.csv' })
    expect(await products()).toHaveLength(30)
    expect(await run(feed)).toMatchObject({ status: 'completed', result: { outcome: 'unchanged' } })
    await put('list.csv', list(30))
    expect(await run(feed)).toMatchObject({ result: { outcome: 'unchanged' } })
    expect((await read(feed)).last_run).toMatchObject({ outcome: 'unchanged' })
  })

  test('a first run need not wait where a dry run of the same file by the same profile was seen [FEED-06]', async () => {
    const feed = await makeFeed()
    await put('list.csv', list(25))
    const tried = await run(feed, { dry_run: true })
    expect(tried).toMatchObject({ status: 'completed', result: { dry_run: true, created: 25 } })
    expect(await products()).toEqual([])
    const { connection, profile } = feed
    const like = { direction: 'import', connection, profile, file: 'list.csv' }
    const seen = await made('/feeds', { ...like, name: 'Seen', seen: tried.id })
    expect(await run(seen)).toMatchObject({
      status: 'completed',
      result: { outcome: 'imported', created: 25 },
    })
    const settings = { merge_key: 'sku', empty_cells: 'clear' }
    const other = await made('/import-profiles', { name: 'Other', entity_type: 'product', settings })
    const unlike = await made('/feeds', { ...like, name: 'Unlike', profile: other.id, seen: tried.id })
    expect((await run(unlike)).metadata.paused).toMatchObject({ is_first: true })
    const wrong = await owner('POST', '/feeds', { ...like, name: 'Wrong', seen: feed.id })
    expect(wrong.body.error.field_errors).toMatchObject([{ field: 'seen', issue: 'invalid_value' }])
  })

  test('a usual daily file runs through, also with a fifth of it changed and less than twenty missing [FEED-06]', async () => {
    const feed = await delivering(150)
    await put(
      'list.csv',
      list(145, (index) => (index < 30 ? { price: 999 + index } : {})),
    )
    const second = await run(feed)
    expect(second).toMatchObject({ status: 'completed', result: { outcome: 'imported', unchanged: 115 } })
  })

  const oddFiles: readonly [string, string, Record<string, unknown>][] = [
    ['prices times a hundred', list(100, (index) => ({ price: (10 + index) * 100 })), { changed: 100 }],
    [
      'a shifted column',
      list(100, (index) => ({ sku: `Chair ${index}`, name: String(10 + index), price: '' })),
      { created: 100, missing: 100 },
    ],
    [
      'a file of another supplier',
      list(120, (index) => ({ sku: `X-${index}` })),
      { created: 120, missing: 100 },
    ],
    ['a full file that lacks half', list(50), { missing: 50 }],
    [
      'names that are gone',
      list(100, (index) => (index < 30 ? { name: '' } : {})),
      { cleared: { name: 30 } },
    ],
    ['no rows', 'sku,name,price\n', { missing: 100 }],
    ['nothing', '', { missing: 100 }],
  ]
  test.each(oddFiles)(
    'a file with %s waits and changes nothing [FEED-06]',
    async (_what, content, counts) => {
      const feed = await delivering(100, {}, { empty_cells: 'clear' })
      const before = await products()
      await put('list.csv', content)
      const odd = await run(feed)
      expect(odd.metadata.paused).toMatchObject({ reason: 'shield', counts, limits: { max_changed: 20 } })
      expect(await products()).toEqual(before)
    },
  )

  test('a run that waits is let go or dropped; later files wait behind it, and a dropped file is not taken again [FEED-07]', async () => {
    const feed = await delivering(100, { file: 'list*.csv' })
    await put(
      'list-2.csv',
      list(100, () => ({ price: 1 })),
    )
    const odd = await run(feed)
    expect(odd.metadata.paused).toBeDefined()
    await put(
      'list-3.csv',
      list(100, (index) => (index === 0 ? { name: 'Stool' } : {})),
    )
    const again = await owner('POST', `/feeds/${feed.id}/run`, {})
    expect([again.status, again.body.data.id]).toEqual([202, odd.id])
    expect(await owner('POST', `/jobs/${odd.id}/cancel`)).toMatchObject({
      status: 200,
      body: { data: { status: 'cancelled' } },
    })
    expect((await owner('POST', `/jobs/${odd.id}/cancel`)).status).toBe(409)
    expect((await owner('POST', `/jobs/${odd.id}/retry`)).status).toBe(409)
    expect((await read(feed)).last_run).toMatchObject({ outcome: 'cancelled' })
    expect(await run(feed)).toMatchObject({
      result: { outcome: 'imported', updated: 1, taken: { name: 'list-3.csv' } },
    })
  })

  test('a pattern takes each file once, oldest first, each by a job of its own [FEED-04]', async () => {
    const feed = await delivering(30, { file: '*.csv' })
    await put(
      'b.csv',
      list(30, () => ({ name: 'second' })).replace(/^(?:(?!second).)*$/gm, (line) => line),
    )
    const shield = { max_changed: 100, max_created: 100, max_missing: 100, max_cleared: 100 }
    await owner('PATCH', `/feeds/${feed.id}`, { shield })
    await put(
      'c.csv',
      list(30, () => ({ name: 'third' })),
    )
    await utimes(join(folder, 'b.csv'), new Date(1000), new Date(1000))
    const first = await run(feed)
    expect(first.result).toMatchObject({ taken: { name: 'b.csv' }, files_left: 1 })
    await expect
      .poll(async () => new Set((await products()).map(({ attributes }) => attributes['name'])), {
        timeout: 10_000,
      })
      .toEqual(new Set(['third']))
    await expect.poll(async () => (await run(feed)).result['outcome']).toBe('unchanged')
  })

  test.each([
    ['two ways to read its numbers', 'sku;name;price\nA;x;1.250\n', /can mean 1250 or 1\.25/],
    ['a mapped column missing', 'sku,price\nA,1\n', /no column of this name/],
    [
      'a key of many rows',
      list(100, (index) => ({ sku: `S-${index % 50}` })),
      /have the key of an earlier row/,
    ],
  ])(
    'a file with %s fails with the reason, since nobody is there to ask [FEED-05]',
    async (_what, content, reason) => {
      const mapping = _what.startsWith('a mapped') ? { mapping: { Bezeichnung: 'name' } } : {}
      const feed = await makeFeed({}, mapping)
      await put('list.csv', content)
      const failed = await run(feed)
      expect(failed.result.error?.message).toMatch(reason)
      expect([failed.status, (await read(feed)).last_run]).toEqual([
        'failed',
        expect.objectContaining({ outcome: 'failed' }),
      ])
    },
  )

  test.each([
    ['leave', undefined, { alive: 100, discontinued: 0 }],
    ['set', { set: { status: 'Discontinued' } }, { alive: 100, discontinued: 3 }],
    ['trash', 'trash', { alive: 97, discontinued: 0 }],
  ])(
    'what a full file lacks of what the feed delivered: %s; others stay, and one undo takes all back [FEED-08] [FEED-09]',
    async (_what, missing, expected) => {
      await server.post('/products', { attributes: { sku: 'OWN', name: 'Own' } })
      const feed = await delivering(100, missing === undefined ? {} : { missing })
      await put(
        'list.csv',
        list(97, (index) => (index === 5 ? { name: 'New name' } : {})),
      )
      const done = await run(feed)
      expect(done).toMatchObject({ status: 'completed', result: { updated: 1 } })
      const now = await products()
      const own = now.find(({ attributes }) => attributes['sku'] === 'OWN')
      expect(own?.attributes).toEqual({ sku: 'OWN', name: 'Own' })
      const discontinued = now.filter(({ attributes }) => attributes['status'] === 'Discontinued').length
      expect({ alive: now.length - 1, discontinued }).toEqual(expected)
      const undone = await server.post(`/jobs/${done.id}/undo?wait=30`)
      expect(undone.status).toBe(200)
      await expect.poll(async () => (await products()).length).toBe(101)
      expect(
        (await products()).filter(
          ({ attributes }) => attributes['status'] === 'Discontinued' || attributes['name'] === 'New name',
        ),
      ).toEqual([])
    },
  )

  test('a packed file is read, one that is cut off fails [FEED-12]', async () => {
    const feed = await makeFeed({ file: 'list.csv.gz' })
    const packed = gzipSync(list(5))
    await put('list.csv.gz', packed)
    expect((await run(feed)).metadata.paused?.counts).toMatchObject({ created: 5 })
    const other = await made('/feeds', {
      name: 'Cut',
      direction: 'import',
      connection: feed.connection,
      profile: feed.profile,
      file: 'cut.csv.gz',
    })
    await put('cut.csv.gz', packed.subarray(0, packed.length - 12))
    expect((await run(other)).result.error?.message).toMatch(/is cut off/)
  })

  test('rows that are held for their price are not missing [FEED-08]', async () => {
    const feed = await delivering(100, { missing: 'trash' })
    await put(
      'list.csv',
      list(100, (index) => (index < 3 ? { price: 100_000 } : {})),
    )
    expect(await run(feed)).toMatchObject({ status: 'completed', result: { held: 3, unchanged: 97 } })
    expect(await products()).toHaveLength(100)
  })
})

describe('export', () => {
  async function makeExport(more: object = {}, profile: object = {}): Promise<Feed> {
    const { id } = await made('/export-profiles', {
      name: 'Shop',
      type: 'product',
      format: 'csv',
      fields: ['sku', 'price'],
      ...profile,
    })
    const connection = await made('/connections', { name: 'Out', kind: 'folder', settings: { path: folder } })
    return made('/feeds', {
      name: 'Shop',
      direction: 'export',
      connection: connection.id,
      file: 'out/shop.csv',
      profile: id,
      ...more,
    })
  }
  const add = (sku: string, price = 1) => server.post('/products', { attributes: { sku, price } })

  test('a dry run makes the file and sends it nowhere [FEED-11]', async () => {
    await add('a')
    const feed = await makeExport()
    const job = await run(feed, { dry_run: true })
    expect(job).toMatchObject({ status: 'completed', metadata: { dry_run: true }, result: { rows: 1 } })
    expect(await readdir(folder)).toEqual([])
    expect((await read(feed)).last_run).toBe(null)
    expect(await run(feed)).toMatchObject({ result: { outcome: 'exported' } })
  })

  test('the file is sent in the order of ids where it has changed, and not again [FEED-11]', async () => {
    for (const sku of ['b', 'a', 'c']) await add(sku)
    const feed = await makeExport()
    expect(await run(feed)).toMatchObject({
      status: 'completed',
      result: { outcome: 'exported', sent: { name: 'out/shop.csv' } },
    })
    const path = join(folder, 'out/shop.csv')
    expect(await readFile(path, 'utf8')).toBe('sku,price\r\nb,1\r\na,1\r\nc,1\r\n')
    await rm(path)
    expect(await run(feed)).toMatchObject({ result: { outcome: 'unchanged' } })
    expect(await readdir(join(folder, 'out'))).toEqual([])
    await add('d')
    expect(await run(feed)).toMatchObject({ result: { outcome: 'exported', rows: 4 } })
    await owner('PATCH', `/feeds/${feed.id}`, { on_change_only: false })
    await rm(path)
    expect(await run(feed)).toMatchObject({ result: { outcome: 'exported' } })
    expect(await readdir(join(folder, 'out'))).toEqual(['shop.csv'])
  })

  test('names take the day and the number of the run, and .gz packs without a time [FEED-12]', async () => {
    await add('a')
    const feed = await makeExport({ file: 'shop-{n}-{date}.csv.gz', on_change_only: false })
    await run(feed)
    await run(feed)
    const names = (await readdir(folder)).sort()
    expect(names).toEqual([
      expect.stringMatching(/^shop-1-\d{4}-\d\d-\d\d\.csv\.gz$/),
      expect.stringMatching(/^shop-2-/),
    ])
    const [one, two] = await Promise.all(names.map((name) => readFile(join(folder, name))))
    expect(one?.equals(two ?? Buffer.of())).toBe(true)
    expect(gunzipSync(one ?? '').toString()).toBe('sku,price\r\na,1\r\n')
  })

  test('a workbook of the same content is the same bytes [FEED-11]', async () => {
    await add('a')
    const feed = await makeExport({ file: 'shop.xlsx' }, { format: 'xlsx' })
    expect(await run(feed)).toMatchObject({ result: { outcome: 'exported' } })
    expect(await run(feed)).toMatchObject({ result: { outcome: 'unchanged' } })
    const refused = await owner('PATCH', `/feeds/${feed.id}`, { file: 'shop.xlsx.gz' })
    expect(refused.body.error.field_errors).toMatchObject([{ field: 'file', issue: 'invalid_value' }])
  })

  test('POST /exports takes a profile, whose fields hold where none is given [FEED-14]', async () => {
    await add('a')
    await made('/export-profiles', { name: 'Prices', type: 'product', fields: ['price'] })
    const { body } = await server.post('/exports?wait=20', { profile: 'prices', headers: 'names' })
    expect(body.data.result).toMatchObject({ rows: 1, columns: 1 })
    expect((await server.post('/exports', { profile: 'nobody' })).body.error.field_errors).toMatchObject([
      { field: 'profile' },
      { field: 'type' },
    ])
    const faulty = await owner('POST', '/export-profiles', { name: 'X', type: 'product', fields: ['nope'] })
    expect(faulty.body.error.field_errors).toMatchObject([
      { field: 'fields', issue: 'not_a_defined_attribute' },
    ])
  })
})

describe('schedules', () => {
  test('a feed runs at its times; a time that comes while a run waits is counted and dropped [FEED-01] [FEED-02]', async () => {
    const feed = await makeFeed({ trigger: { on: 'schedule', cron: '0 9 * * *', time_zone: 'UTC' } })
    expect(feed.next_run).toBe('2026-03-02T09:00:00.000Z')
    const days = ['02', '03', '04'].map((day) => `2026-03-${day}T09:00:00.000Z`)
    expect([feed.next_runs, (await read(feed)).next_runs]).toEqual([days, days])
    await put('list.csv', list(30))
    clock.set('2026-03-02T09:00:02Z')
    await expect.poll(async () => (await read(feed)).last_run?.outcome, { timeout: 10_000 }).toBe('waiting')
    expect((await read(feed)).next_run).toBe('2026-03-03T09:00:00.000Z')
    clock.set('2026-03-03T09:00:04Z')
    await expect.poll(async () => (await read(feed)).skipped_busy).toBe(1)
  })

  test('a run needs no body [FEED-02]', async () => {
    const feed = await makeFeed()
    expect((await owner('POST', `/feeds/${feed.id}/run`)).status).toBe(202)
    expect((await server.post(`/feeds/${feed.id}/run`)).status).toBe(202)
  })

  test('a server that starts late runs once what it has missed, and says so [FEED-01]', async () => {
    const feed = await makeFeed({ trigger: { on: 'schedule', cron: '*/5 * * * *', time_zone: 'UTC' } })
    await put('list.csv', list(3))
    clock.set('2026-03-02T11:00:02Z')
    await expect.poll(async () => (await read(feed)).last_run?.job_id, { timeout: 10_000 }).toBeDefined()
    const { job_id: id } = (await read(feed)).last_run ?? {}
    expect((await settled(String(id))).metadata).toMatchObject({ missed_at: expect.any(String) })
  })

  test.each([
    [{ on: 'schedule', cron: '* * * * *' }, 'trigger.cron'],
    [{ on: 'schedule', cron: '0 9 * *', time_zone: 'UTC' }, 'trigger.cron'],
    [{ on: 'schedule', cron: '0 9 * * *', time_zone: 'Mars/Olympus' }, 'trigger.time_zone'],
    [{ on: 'noon' }, 'trigger.on'],
  ])('the trigger %j is refused at its place [FEED-01]', async (trigger, field) => {
    await made('/import-profiles', { name: 'List', entity_type: 'product' })
    await made('/connections', { name: 'Drop', kind: 'folder', settings: { path: folder } })
    const body = {
      name: 'X',
      direction: 'import',
      connection: 'drop',
      profile: 'list',
      file: 'a.csv',
      trigger,
    }
    expect((await owner('POST', '/feeds', body)).body.error.field_errors).toMatchObject([
      { field, issue: 'invalid_value' },
    ])
  })

  test('a folder tells when a file comes [FEED-04]', async () => {
    const feed = await makeFeed({ file: '*.csv', trigger: { on: 'file' } })
    await put('new.csv', list(2))
    clock.advance(2000)
    await expect.poll(async () => (await read(feed)).last_run?.outcome, { timeout: 10_000 }).toBe('waiting')
  })
})

describe('what feeds name', () => {
  test.each(['../list.csv', '/etc/passwd', 'a/../../b.csv', 'a\\b.csv', 'c:/x.csv', '', 'in*/a.csv'])(
    'the file %j is refused [FEED-13]',
    async (file) => {
      await made('/import-profiles', { name: 'List', entity_type: 'product' })
      await made('/connections', { name: 'Drop', kind: 'folder', settings: { path: folder } })
      const body = { name: 'X', direction: 'import', connection: 'drop', profile: 'list', file }
      expect((await owner('POST', '/feeds', body)).body.error.field_errors).toMatchObject([{ field: 'file' }])
    },
  )

  test('without its connection a feed is off and says so; once it may not run either [CONN-06]', async () => {
    const feed = await makeFeed()
    await owner('DELETE', `/connections/${feed.connection}`)
    expect(await read(feed)).toMatchObject({ is_on: false, off_reason: 'connection is missing' })
    expect((await owner('POST', `/feeds/${feed.id}/run`, { once: true })).status).toBe(409)
    await owner('PATCH', `/feeds/${feed.id}`, { is_on: false })
    const events = (await server.get('/events?after=0')).body.data.map(
      ({ event }: { event: string }) => event,
    )
    expect(events.filter((event: string) => event.startsWith('feed.'))).toEqual(['feed.created'])
  })

  test('a feed that is off runs once where that is said; its changes are events [FEED-02]', async () => {
    const feed = await makeFeed()
    await put('list.csv', list(2))
    await owner('PATCH', `/feeds/${feed.id}`, { is_on: false })
    expect((await owner('POST', `/feeds/${feed.id}/run`, {})).status).toBe(409)
    expect((await run(feed, { once: true })).metadata.paused).toBeDefined()
    expect((await read(feed)).is_on).toBe(false)
    await owner('DELETE', `/feeds/${feed.id}`)
    const events = (await server.get('/events?after=0')).body.data as {
      event: string
      feed?: object
      changes: object[]
    }[]
    expect(events.filter(({ feed: subject }) => subject).map(({ event }) => event)).toEqual([
      'feed.created',
      'feed.updated',
      'feed.deleted',
    ])
    expect(events.find(({ event }) => event === 'feed.updated')?.changes).toEqual([
      { attribute: 'is_on', old: true, new: false },
    ])
  })

  test('a key lists and runs feeds with the scopes of an import by hand [FEED-15]', async () => {
    const feed = await makeFeed()
    const reader = {
      authorization: `Bearer ${await server.issueKey(['read:automations', 'write:products'])}`,
    }
    expect((await server.get('/feeds', reader)).body.data).toMatchObject([{ name: 'Daily' }])
    expect((await server.post(`/feeds/${feed.id}/run`, {}, reader)).body.error.code).toBe(
      'insufficient_scope',
    )
    expect((await server.post(`/feeds/${feed.id}/run`, {})).status).toBe(202)
    expect((await server.get('/connections', reader)).body.data).toEqual([
      { id: feed.connection, name: 'Drop', kind: 'folder' },
    ])
  })
})

test('a web address gives its file once until it changes [FEED-03]', async () => {
  await using web = await startWebOrigin()
  let content = list(30)
  web.answer((request, response) => {
    const etag = `"${content.length}"`
    if (request.headers['if-none-match'] === etag) return response.writeHead(304).end()
    return response.writeHead(200, { etag }).end(content)
  })
  await made('/import-profiles', { name: 'List', entity_type: 'product', settings: { merge_key: 'sku' } })
  const settings = { url: web.url, auth: 'bearer' }
  await made('/connections', { name: 'Web', kind: 'https', settings, in_my_network: true, secret: 'token-1' })
  const feed = await made('/feeds', {
    name: 'Web',
    direction: 'import',
    connection: 'web',
    file: 'list.csv',
    profile: 'list',
  })
  await letGo((await run(feed)).id)
  expect(web.requests[0]?.headers.authorization).toBe('Bearer token-1')
  expect((await run(feed)).result).toEqual({ outcome: 'unchanged' })
  content = list(31)
  expect((await run(feed)).result).toMatchObject({ outcome: 'imported', created: 1 })
})

test('an automation starts a feed, and another one answers what it has taken [FEED-16]', async () => {
  const feed = await delivering(3)
  const add = async (body: object) => {
    const answer = await server.post('/automations', { entity_type: 'product', is_on: true, ...body })
    expect([answer.status, answer.body.error]).toEqual([201, undefined])
    return answer.body.data
  }
  const starting = await add({ name: 'Start', trigger: { on: 'manual' }, actions: [{ run_feed: feed.id }] })
  await add({
    name: 'Answer',
    trigger: { on: 'feed', feed: feed.id },
    actions: [{ set: { status: 'Fresh' } }],
  })
  await put('list.csv', list(4))
  const { data: begun } = (await server.post(`/automations/${starting.id}/run`, {})).body
  await server.endedJob(begun.id)
  clock.advance(2000)
  await expect
    .poll(
      async () => (await products()).filter(({ attributes }) => attributes['status'] === 'Fresh').length,
      { timeout: 20_000 },
    )
    .toBe(1)
  expect(await products()).toHaveLength(4)
})

test('a server that ends right after a feed has taken its file runs what answers it at its next start, once [FEED-16] [AUTO-13]', async () => {
  const feed = await delivering(30)
  const answer = await server.post('/automations', {
    entity_type: 'product',
    is_on: true,
    name: 'Answer',
    trigger: { on: 'feed', feed: feed.id },
    actions: [{ set: { price: { add: 1000 } } }],
  })
  expect(answer.status).toBe(201)
  await put(
    'list.csv',
    list(30, (index) => (index < 2 ? { name: 'New name' } : {})),
  )
  expect(await run(feed)).toMatchObject({ result: { outcome: 'imported', updated: 2 } })
  // Nobody has heard of the end of the job yet: what its transaction has stored is all that there is.
  await server.server.close()
  for (let start = 0; start < 2; start += 1) {
    const again = await startServer({ dataDir: server.dataDir, port: 0, clock, threadEntry: runHere })
    const get = (path: string) =>
      sendRequest(again.origin, {
        method: 'GET',
        path: `/api/v1${path}`,
        headers: { authorization: `Bearer ${server.key}` },
      })
    const runs = async () => (await get('/jobs?name=automation&status=completed')).body.data
    await expect.poll(async () => (await runs()).length, { timeout: 10_000 }).toBe(1)
    clock.advance(2000)
    expect((await runs())[0].result).toMatchObject({ matched: 2, changed: 2 })
    expect((await get('/products?filter[price][gt]=999')).body.pagination.total).toBe(2)
    await again.close()
  }
})
