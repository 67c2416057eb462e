import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Job } from '#shared/jobs.ts'
import { HttpClient } from '../../processes/http-client.ts'
import { startVitrine } from '../../processes/vitrine.ts'
import type { Random } from '../../random.ts'
import { askOwner } from '../generation/generation-folder.ts'
import { createTrialFolder, type TrialFolder } from '../trial-folder.ts'

export interface DeliveryFolder extends TrialFolder {
  readonly drop: string
  /** Products that were there before the first file. */
  readonly before: number
  /** The last event that the webhook does not tell of. */
  readonly first: number
  readonly secret: string
  readonly files: { count: number; rows: number }
}

/** A feed that takes every file as new products, automations that count up what has come, and a webhook. */
export async function createDeliveryFolder(random: Random, url: string): Promise<DeliveryFolder> {
  const folder = await createTrialFolder()
  const drop = join(folder.path, 'drop')
  await mkdir(drop)
  const { dataDir, key } = folder
  const server = await startVitrine(dataDir).listening
  const listed = await askOwner<{ data: { id: string }[] }>({ server, dataDir }, '/app/v1/workspaces')
  const owner = { server, dataDir, workspaceId: listed.data[0]?.id ?? '' }
  const send = <Made = { id: string }>(path: string, body: object) =>
    askOwner<{ data: Made }>(owner, path, body).then(({ data }) => data)
  const counters = [
    ['vendor', 'counted'],
    ['vendor', 'answered'],
    ['product', 'counted'],
  ] as const
  for (const [entity_type, name] of counters)
    await send('/api/v1/attributes', { name, key: name, entity_type, data_type: 'number' })
  const feed = await addFeed(send, drop)
  await addAutomations(send, feed)
  const files = { count: 0, rows: 0 }
  await dropFile({ drop, files }, random)
  const client = new HttpClient(server.baseUrl, key)
  const before = await countAll(client, '/products?limit=1')
  const [waiting] = await untilJobs(client, ({ metadata }) => metadata['paused'] !== undefined)
  await send(`/app/v1/jobs/${waiting?.id}/retry`, {})
  await untilJobs(client, ({ status }) => status === 'completed')
  const webhook = await send<{ id: string; secret: string; position: number }>('/api/v1/webhooks', {
    url,
    events: '*',
    in_my_network: true,
  })
  client.close()
  await server.stop()
  return { ...folder, drop, before, files, first: webhook.position, secret: webhook.secret }
}

type Send = (path: string, body: object) => Promise<{ id: string }>

async function addFeed(send: Send, drop: string): Promise<string> {
  const settings = { imported_rows: 'new' }
  await send('/app/v1/import-profiles', { name: 'Rows', entity_type: 'product', settings })
  await send('/app/v1/connections', { name: 'Drop', kind: 'folder', settings: { path: drop } })
  const shield = { max_changed: 1e9, max_created: 1e9, max_missing: 1e9, max_cleared: 1e9 }
  const { id } = await send('/app/v1/feeds', {
    name: 'Rows',
    direction: 'import',
    connection: 'Drop',
    profile: 'Rows',
    file: '*.csv',
    trigger: { on: 'file' },
    shield,
  })
  return id
}

/** One counts up new vendors, one answers what that has written, and one counts up what the feed has taken. */
async function addAutomations(send: Send, feed: string): Promise<void> {
  const add = (name: string, entity_type: string, more: object) =>
    send('/api/v1/automations', { name, entity_type, is_on: true, unbounded: true, ...more })
  await add('Count', 'vendor', {
    trigger: { on: 'change', created: true },
    actions: [{ set: { counted: { add: 1 } } }],
  })
  await add('Answer', 'vendor', {
    trigger: { on: 'enters' },
    filter: 'filter[counted][gt]=0',
    actions: [{ set: { answered: { add: 1 } } }],
  })
  await add('Taken', 'product', {
    trigger: { on: 'feed', feed },
    actions: [{ set: { counted: { add: 1 } } }],
  })
}

/** Puts a file of new rows there as a whole. */
export async function dropFile(
  { drop, files }: Pick<DeliveryFolder, 'drop' | 'files'>,
  random: Random,
): Promise<void> {
  files.count += 1
  const rows = random.between(5, 300)
  files.rows += rows
  const lines = Array.from({ length: rows }, (_, row) => `F${files.count}-${row},Row ${row},0`)
  const part = join(drop, `list-${files.count}.part`)
  await writeFile(part, ['sku,name,counted', ...lines, ''].join('\n'))
  await rename(part, join(drop, `list-${String(files.count).padStart(4, '0')}.csv`))
}

async function untilJobs(client: HttpClient, isMeant: (job: Job) => boolean): Promise<Job[]> {
  for (;;) {
    const jobs = (await readAll<Job>(client, '/jobs?name=import')).filter(isMeant)
    if (jobs.length > 0) return jobs
    await sleep(100)
  }
}

export async function countAll(client: HttpClient, path: string): Promise<number> {
  const { pagination } = await client.json<{ pagination: { total: number } }>({ method: 'GET', path })
  return pagination.total
}

interface Page<Item> {
  readonly data: readonly Item[]
  readonly pagination: { readonly has_more: boolean; readonly next_cursor: string }
}

/** Reads a list to its end. */
export async function readAll<Item>(client: HttpClient, path: string): Promise<Item[]> {
  const items: Item[] = []
  for (let cursor = ''; ;) {
    const page = await client.json<Page<Item>>({ method: 'GET', path: `${path}&limit=200${cursor}` })
    items.push(...page.data)
    if (!page.pagination.has_more) return items
    cursor = `&cursor=${encodeURIComponent(page.pagination.next_cursor)}`
  }
}
