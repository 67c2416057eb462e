/**
 * `npm run bench:feeds`: the CPU that a feed adds to the import of the same daily file by hand, of which a
 * fiftieth changes every day, all threads and processes included. See README.md in this folder.
 */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { cpuOfTreeMs } from './processes/cpu-time.ts'
import { HttpClient } from './processes/http-client.ts'
import { startVitrine } from './processes/vitrine.ts'
import { askOwner } from './trial/generation/generation-folder.ts'
import { createTrialFolder, removeTrialFolder } from './trial/trial-folder.ts'

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, rows: { type: 'string', default: '100000' } },
})
const rows = Number(options.rows)

/** In per cent of an import by hand (automation.9.7). */
const bounds = { added: 10 }
const share = 50

const folder = await createTrialFolder()
const drop = join(folder.path, 'drop')
mkdirSync(drop)
const server = await startVitrine(folder.dataDir).listening
const client = new HttpClient(server.baseUrl, folder.key)
const listed = await askOwner<{ data: { id: string }[] }>(
  { server, dataDir: folder.dataDir },
  '/app/v1/workspaces',
)
const owner = { server, dataDir: folder.dataDir, workspaceId: listed.data[0]?.id ?? '' }
try {
  const feed = await prepare()
  const spent = { hand: [] as number[], feed: [] as number[] }
  for (let day = 2; day < 2 + 2 * Number(options.rounds); day += 2) {
    spent.hand.push(await cpuOf(() => importByHand(day)))
    spent.feed.push(await cpuOf(() => importByFeed(feed, day + 1)))
  }
  const [hand, byFeed] = [Math.min(...spent.hand), Math.min(...spent.feed)]
  const added = Math.round((byFeed / hand - 1) * 1000) / 10
  console.log(JSON.stringify({ rows, hand_ms: hand, feed_ms: byFeed, added, bounds }))
  process.exitCode = added <= bounds.added ? 0 : 1
} finally {
  client.close()
  await server.stop()
  removeTrialFolder(folder)
}

/** The list of a day: every day another fiftieth of its prices differs from the day before. */
function listOf(day: number): string {
  const lines = Array.from({ length: rows }, (_, row) => {
    const price = 500 + (row % 900) + (row % share < day ? 1 : 0)
    return `A-${row},Product ${row},What is to be said about the product ${row} of this list,${price},vendors ${row % 5}`
  })
  return ['sku,name,note,price,vendor', ...lines, ''].join('\n')
}

/** A workspace with the list of the first day, and a feed that has taken that of the second. */
async function prepare(): Promise<string> {
  const profile = { name: 'List', entity_type: 'product', settings: { merge_key: 'sku' } }
  await send('/import-profiles', profile)
  await send('/connections', { name: 'Drop', kind: 'folder', settings: { path: drop } })
  const feed = { name: 'List', direction: 'import', connection: 'Drop', profile: 'List', file: 'list.csv' }
  const { data } = await send<JsonAnswer>('/feeds', { ...feed, trigger: { on: 'manual' } })
  await importByHand(0)
  await importByFeed(data.id, 1)
  return data.id
}

interface JsonAnswer {
  readonly data: { readonly id: string }
}

function send<Answer>(path: string, body: object): Promise<Answer> {
  return askOwner<Answer>(owner, `/app/v1${path}`, body)
}

async function importByHand(day: number): Promise<void> {
  const body = new FormData()
  body.append('type', 'product')
  body.append('profile', 'List')
  body.append('file', new Blob([listOf(day)]), 'list.csv')
  const headers = { authorization: `Bearer ${folder.key}` }
  const answer = await fetch(`${server.baseUrl}/imports`, { method: 'POST', body, headers })
  const { data } = (await answer.json()) as JsonAnswer
  await endOf(data.id)
}

async function importByFeed(feed: string, day: number): Promise<void> {
  const part = join(drop, 'list.part')
  writeFileSync(part, listOf(day))
  renameSync(part, join(drop, 'list.csv'))
  // A file that has just grown is left for the next time.
  await sleep(2500)
  const { data } = await send<JsonAnswer>(`/feeds/${feed}/run`, {})
  await endOf(data.id)
}

/** Waits for the end of a job; the first run of the feed, which waits for somebody, is let go. */
async function endOf(id: string): Promise<void> {
  for (let isLetGo = false; ;) {
    await sleep(200)
    const { data } = await client.json<{ data: Job }>({ method: 'GET', path: `/jobs/${id}` })
    const { status, metadata, progress } = data
    if (status === 'completed' && progress.total === rows) return
    if (status === 'completed' || status === 'failed' || status === 'cancelled')
      throw new Error(`The import of ${progress.total} rows ended as ${status}.`)
    if (metadata.paused === undefined || isLetGo) continue
    isLetGo = true
    await send(`/jobs/${id}/retry`, {})
  }
}

interface Job {
  readonly status: string
  readonly metadata: { readonly paused?: unknown }
  readonly progress: { readonly total: number }
}

async function cpuOf(run: () => Promise<void>): Promise<number> {
  const before = cpuOfTreeMs(server.pid)
  await run()
  // Work that follows an import by itself, such as the next count, belongs to it.
  await sleep(1500)
  return cpuOfTreeMs(server.pid) - before
}
