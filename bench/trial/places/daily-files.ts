import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Job } from '#shared/jobs.ts'
import { type FeedServer, startFeedServer } from './feed-folder.ts'
import { assertThat, secondsOf } from './outcomes.ts'

type Row = readonly [sku: string, name: string, price: string]

interface OddFile {
  readonly what: string
  readonly rows: (rows: readonly Row[]) => readonly Row[]
  readonly text?: string
}

const oddFiles: readonly OddFile[] = [
  { what: 'a shifted column', rows: (rows) => rows.map(([sku, name, price]) => [name, price, sku]) },
  { what: 'no rows', rows: () => [] },
  { what: 'nothing', rows: () => [], text: '' },
  {
    what: 'rows of another supplier',
    rows: (rows) => rows.map(([sku, name, price]) => [`X${sku}`, name, price]),
  },
  { what: 'half of the rows', rows: (rows) => rows.slice(0, rows.length / 2) },
  {
    what: 'prices times 100',
    rows: (rows) => rows.map(([sku, name, price]) => [sku, name, String(Number(price) * 100)]),
  },
]

/** Usual files of a supplier, of which 2 % change, run through; others wait and change nothing. */
export async function tryDailyFiles({
  folder,
  rows: count,
}: {
  readonly folder: string
  readonly rows: number
}): Promise<string> {
  const feeds = await startFeedServer(folder)
  const drop = join(folder, 'drop')
  await mkdir(drop)
  await feeds.send('/app/v1/connections', { name: 'Drop', kind: 'folder', settings: { path: drop } })
  const { data: feed } = await feeds.send<{ data: { id: string } }>('/app/v1/feeds', {
    name: 'Daily',
    direction: 'import',
    connection: 'Drop',
    profile: 'List',
    file: 'list.csv',
  })
  let rows: readonly Row[] = Array.from({ length: count }, (_, index) => [
    `S-${index}`,
    `Chair ${index}`,
    String(10 + (index % 90)),
  ])
  const put = (changed: readonly Row[], text?: string) => putFile(join(drop, 'list.csv'), changed, text)
  await put(rows)
  const first = await feeds.run(feed.id)
  assertThat(waits(first), 'The first file did not wait.')
  assertThat((await feeds.decide(first, 'retry')).status === 'completed', 'The first file failed.')
  const usual: number[] = []
  for (let day = 1; day <= 3; day += 1) {
    rows = rows.map(([sku, name, price], index) =>
      index % 50 === day ? [sku, name, `${price}.5`] : [sku, name, price],
    )
    await put(rows)
    usual.push(await secondsOf(async () => requireUsual(await feeds.run(feed.id), count / 50)))
  }
  for (const { what, rows: change, text } of oddFiles) {
    await put(change(rows), text)
    await requireWaiting(feeds, await feeds.run(feed.id), { what, count })
  }
  await feeds.server.stop()
  const waiting = oddFiles.map(({ what }) => what).join(', ')
  return `daily files of ${count} rows: with 2 % changed they run through in ${usual.join(', ')} s; these wait and change nothing: ${waiting}`
}

async function putFile(path: string, rows: readonly Row[], text?: string): Promise<void> {
  await writeFile(path, text ?? ['sku,name,price', ...rows.map((row) => row.join(',')), ''].join('\n'))
  const past = new Date(Date.now() - 60_000)
  await utimes(path, past, past)
}

function requireUsual(job: Job, updated: number): void {
  const result = job.result as { readonly outcome?: string; readonly updated?: number } | null
  assertThat(
    result?.outcome === 'imported' && result.updated === updated,
    `A usual file ended otherwise: ${JSON.stringify(job.metadata['paused'] ?? job.result).slice(0, 500)}`,
  )
}

async function requireWaiting(
  feeds: FeedServer,
  job: Job,
  { what, count }: { readonly what: string; readonly count: number },
): Promise<void> {
  assertThat(waits(job), `A file with ${what} did not wait: ${JSON.stringify(job.result).slice(0, 500)}`)
  await feeds.decide(job, 'cancel')
  const { pagination } = await feeds.send<{ pagination: { total: number } }>('/api/v1/products?limit=1')
  assertThat(pagination.total === count, `A file with ${what} changed the products to ${pagination.total}.`)
}

function waits({ metadata }: Job): boolean {
  return metadata['paused'] !== undefined
}
