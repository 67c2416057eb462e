/** The same work on a workspace in one file and on one in a cluster of three nodes on this machine, in turns. */
import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Job } from '#shared/jobs.ts'
import { startRqlite } from '../../server/testing/rqlite-nodes.ts'
import { createWorkspace, workspaceName } from '../catalog/build-workspace.ts'
import { writeProductsCsv } from '../catalog/write-csv.ts'
import { HttpClient } from '../processes/http-client.ts'
import { startVitrine } from '../processes/vitrine.ts'
import { median, percentile } from './statistics.ts'

/** In milliseconds, or rows a second. */
export interface ClusterFigures {
  readonly page_ms: number
  readonly filter_ms: number
  readonly patch_ms: number
  readonly patch_p95_ms: number
  readonly batch_ms: number
  readonly import_rows_per_second: number
}

export type Place = 'file' | 'cluster'

export async function measureClusters(options: {
  readonly rows: number
  readonly rounds: number
}): Promise<Record<Place, ClusterFigures>> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-cluster-'))
  await using nodes = await startRqlite(3)
  const clusterFile = join(folder, 'cluster.json')
  const databases = { [workspaceName]: { nodes: nodes.nodes.map(({ address }) => address) } }
  writeFileSync(clusterFile, JSON.stringify({ databases }))
  const started: Subject[] = []
  try {
    const file = await startSubject(join(folder, 'file'), [], started)
    const cluster = await startSubject(join(folder, 'cluster'), ['--cluster', clusterFile], started)
    for (let round = 0; round < options.rounds; round++)
      for (const subject of [file, cluster]) await runRound(subject, folder, { ...options, round })
    return { file: figuresOf(file), cluster: figuresOf(cluster) }
  } finally {
    for (const { client, stop } of started) {
      client.close()
      await stop()
    }
    rmSync(folder, { recursive: true, force: true })
  }
}

export interface Subject {
  readonly client: HttpClient
  readonly baseUrl: string
  readonly key: string
  readonly stop: () => Promise<void>
  readonly times: Record<'page' | 'filter' | 'patch' | 'batch' | 'import', number[]>
}

export async function startSubject(
  dataDir: string,
  serve: readonly string[],
  started: Subject[],
): Promise<Subject> {
  const key = await createWorkspace(dataDir)
  const server = await startVitrine(dataDir, [], serve).listening
  const times = { page: [], filter: [], patch: [], batch: [], import: [] }
  const subject = {
    client: new HttpClient(server.baseUrl, key),
    baseUrl: server.baseUrl,
    key,
    stop: () => server.stop(),
    times,
  }
  started.push(subject)
  return subject
}

interface Round {
  readonly rows: number
  readonly round: number
}

const [patches, batches, reads] = [100, 15, 300]

async function runRound(subject: Subject, folder: string, { rows, round }: Round): Promise<void> {
  const { client, times } = subject
  const csv = join(folder, 'products.csv')
  if (round === 0) {
    writeProductsCsv(csv, rows)
    times.import.push((rows * 1000) / (await importFile(subject, csv)))
  }
  const { data } = await client.json<{ data: { id: string }[] }>({
    method: 'GET',
    path: '/products?limit=200',
  })
  const ids = data.map(({ id }) => id)
  await settle()
  await repeat(times.page, reads, (turn) =>
    client.json({ method: 'GET', path: `/products?limit=50&offset=${turn}` }),
  )
  await repeat(times.filter, reads, (turn) =>
    client.json({ method: 'GET', path: `/products?limit=50&sort=-price&filter[price][gt]=${100 + turn}` }),
  )
  await repeat(times.patch, patches, (turn) =>
    client.json({
      method: 'PATCH',
      path: `/products/${ids[turn % ids.length]}`,
      body: { attributes: { price: round * 1000 + turn } },
    }),
  )
  await repeat(times.batch, batches, (turn) =>
    client.json({
      method: 'POST',
      path: '/products/batch',
      body: { items: itemsOf(ids, round * 1000 + turn) },
    }),
  )
}

/** Half of the items are new. */
function itemsOf(ids: readonly string[], turn: number): object[] {
  return Array.from({ length: 100 }, (_, index) =>
    index % 2 === 0
      ? {
          id: ids[index],
          attributes: { price: turn + index / 100, product_name: `Changed ${turn}`, stock: turn },
        }
      : {
          attributes: {
            sku: `NEW-${turn}-${index}`,
            product_name: `New ${turn} ${index}`,
            price: index,
            stock: 1,
          },
        },
  )
}

async function repeat(
  times: number[],
  count: number,
  ask: (turn: number) => Promise<unknown>,
): Promise<void> {
  for (let turn = 0; turn < count; turn++) {
    const begun = performance.now()
    await ask(turn)
    times.push(performance.now() - begun)
  }
}

export async function importFile({ client, baseUrl, key }: Subject, file: string): Promise<number> {
  const form = new FormData()
  form.append('type', 'product')
  form.append('merge_key', 'sku')
  form.append('file', await openAsBlob(file), 'products.csv')
  const headers = { authorization: `Bearer ${key}` }
  const response = await fetch(`${baseUrl}/imports`, { method: 'POST', headers, body: form })
  if (!response.ok) throw new Error(`The import was not taken: ${await response.text()}`)
  const { data: queued } = (await response.json()) as { data: Job }
  for (;;) {
    const { data: job } = await client.json<{ data: Job }>({ method: 'GET', path: `/jobs/${queued.id}` })
    if (job.status === 'completed')
      return Date.parse(String(job.completed_at)) - Date.parse(String(job.started_at))
    if (job.completed_at !== null) throw new Error(`The import ${job.status}: ${JSON.stringify(job.result)}`)
    await sleep(50)
  }
}

/** Waits for work that follows an import, such as making indexes. */
const settle = () => sleep(1000)

function figuresOf({ times }: Subject): ClusterFigures {
  return {
    page_ms: median(times.page),
    filter_ms: median(times.filter),
    patch_ms: median(times.patch),
    patch_p95_ms: percentile(times.patch, 0.95),
    batch_ms: median(times.batch),
    import_rows_per_second: median(times.import),
  }
}
