import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { testServer } from '../testing/test-server.ts'

const attributes = [
  { key: 'sku', name: 'sku', data_type: 'single_line_text_field', is_primary: true },
  { key: 'price', name: 'price', data_type: 'number' },
].map((attribute) => ({ ...attribute, entity_type: 'product' }))

type Price = (index: number) => string

const rowsOf = (price: Price) =>
  Array.from({ length: 100 }, (_, index) => ({ sku: `S-${index}`, price: price(index) }))
const tableOf = (price: Price) => [['sku', 'price'], ...rowsOf(price).map((row) => Object.values(row))]

const formats: Readonly<Record<string, (price: Price) => Promise<string | Buffer>>> = {
  csv: async (price) => tableOf(price).join('\n'),
  json: async (price) => JSON.stringify(rowsOf(price)),
  xlsx: async (price) => Buffer.from(await writeXlsx({ sheets: [{ name: 'List', rows: tableOf(price) }] })),
}

/** A server with a feed that trashes what its file lacks, and has the prices 10 to 109 in it. */
async function openFeed(format: string) {
  const server = await testServer({ attributes })
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-feeds-'))
  const owner = async (method: string, path: string, body?: object) =>
    (await server.asOwner({ method, path: `/app/v1${path}`, ...(body && { body }) })).body.data
  const settings = { merge_key: 'sku' }
  await owner('POST', '/import-profiles', { name: 'List', entity_type: 'product', settings })
  await owner('POST', '/connections', { name: 'Drop', kind: 'folder', settings: { path: folder } })
  const { id } = await owner('POST', '/feeds', {
    name: 'Daily',
    direction: 'import',
    connection: 'Drop',
    file: `list.${format}`,
    profile: 'List',
    trigger: { on: 'manual' },
    missing: 'trash',
  })
  const jobOf = async (job: string) => (await server.get(`/jobs/${job}`)).body.data
  const settled = async (job: string, isSettled: (data: { completed_at: string | null }) => boolean) => {
    await expect.poll(async () => isSettled(await jobOf(job)), { timeout: 20_000 }).toBe(true)
    return jobOf(job)
  }
  const run = async (price: Price) => {
    const file = join(folder, `list.${format}`)
    await writeFile(file, (await formats[format]?.(price)) ?? '')
    const past = new Date(Date.now() - 60_000)
    await utimes(file, past, past)
    return (await owner('POST', `/feeds/${id}/run`, {})).id as string
  }
  const first = await run((index) => String(10 + index))
  await settled(first, (job) => 'metadata' in job && JSON.stringify(job.metadata).includes('paused'))
  await owner('POST', `/jobs/${first}/retry`, {})
  await settled(first, (job) => job.completed_at !== null)
  return {
    server,
    runToEnd: async (price: Price) => settled(await run(price), (job) => job.completed_at !== null),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await rm(folder, { recursive: true })
    },
  }
}

test.each(Object.keys(formats))(
  'of a tried file as %s the rows that change are written, a wrong cell is told, and all are delivered [FEED-06] [FEED-08]',
  async (format) => {
    await using feed = await openFeed(format)
    const { status, result } = await feed.runToEnd((index) =>
      index === 7 ? 'soon' : String(index === 3 ? 13.5 : 10 + index),
    )
    expect([status, result]).toMatchObject([
      'completed',
      { updated: 1, unchanged: 99, failed: 0, errors: [{ field: 'price', value: 'soon' }] },
    ])
    const { data } = (await feed.server.get('/products?limit=200')).body
    expect([data.length, data[3].attributes.price, data[7].attributes.price]).toEqual([100, 13.5, 17])
  },
)
