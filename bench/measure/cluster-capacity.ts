/** Measures what one cluster of three nodes on this machine carries, for docs/capacity.md. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import BetterSqlite3 from 'better-sqlite3'
import { memoryOfTree } from '../../server/testing/process-tree.ts'
import { startRqlite } from '../../server/testing/rqlite-nodes.ts'
import { mustRunVitrine } from '../processes/vitrine.ts'
import { workspaceName } from '../catalog/build-workspace.ts'
import { writeProductsCsv } from '../catalog/write-csv.ts'
import { HttpClient } from '../processes/http-client.ts'
import { importFile, startSubject, type Subject } from './cluster-runs.ts'

export type Capacity = Readonly<Record<string, number>>

const [connections, writingMs, readingMs] = [8, 6000, 3000]

/**
 * Imports products into a file, moves them into a cluster, sends requests as fast as some connections can,
 * and moves them back.
 */
export async function measureCapacity(rows: number): Promise<Capacity> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-capacity-'))
  await using cluster = await startRqlite(3)
  const nodes = cluster.nodes.map(({ address }) => address)
  const clusterFile = join(folder, 'cluster.json')
  writeFileSync(clusterFile, '{"databases": {}}')
  const started: Subject[] = []
  try {
    const dataDir = join(folder, 'data')
    const subject = await startSubject(dataDir, ['--cluster', clusterFile], started)
    const csv = join(folder, 'products.csv')
    writeProductsCsv(csv, rows)
    await importFile(subject, csv)
    const move = (...to: string[]) =>
      timed(() => mustRunVitrine(dataDir, ['workspace', 'move', workspaceName, ...to]))
    const into = await move('--nodes', nodes.join())
    const { data } = await subject.client.json<{ data: { id: string }[] }>({
      method: 'GET',
      path: '/products?limit=200',
    })
    const ids = data.map(({ id }) => id)
    const writes = await rateOf(subject, writingMs, (client, turn) =>
      client.json({
        method: 'PATCH',
        path: `/products/${ids[turn % ids.length]}`,
        body: { attributes: { price: turn } },
      }),
    )
    const reads = await rateOf(subject, readingMs, (client, turn) =>
      client.json({ method: 'GET', path: `/products?limit=50&offset=${turn % Math.max(1, rows - 50)}` }),
    )
    const memory = cluster.nodes.map(({ pid = 0 }) => memoryOfTree(pid))
    const back = await move('--to-file')
    return {
      products: rows,
      'bytes a product': Math.round(bytesOf(dataDir) / rows),
      'PATCHes a second, 8 connections': Math.round(writes),
      'pages of 50 a second, 8 connections': Math.round(reads),
      'memory of a node, MB': Math.round(Math.max(...memory)),
      'move into the cluster, ms': Math.round(into),
      'move back into the file, ms': Math.round(back),
    }
  } finally {
    for (const { client, stop } of started) {
      client.close()
      await stop()
    }
    rmSync(folder, { recursive: true, force: true })
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

async function rateOf(
  { baseUrl, key }: Subject,
  forMs: number,
  ask: (client: HttpClient, turn: number) => Promise<unknown>,
): Promise<number> {
  const client = new HttpClient(baseUrl, key, connections)
  const until = performance.now() + forMs
  let done = 0
  try {
    await Promise.all(
      Array.from({ length: connections }, async (_, connection) => {
        for (let turn = connection; performance.now() < until; turn += connections) {
          await ask(client, turn)
          done += 1
        }
      }),
    )
    return (done * 1000) / forMs
  } finally {
    client.close()
  }
}

function bytesOf(dataDir: string): number {
  const [name = ''] = readdirSync(join(dataDir, 'workspaces')).filter((each) => each.endsWith('.vitrine'))
  const sqlite = new BetterSqlite3(join(dataDir, 'workspaces', name), { readonly: true })
  try {
    const figure = (pragma: string) => Number(sqlite.pragma(pragma, { simple: true }))
    return figure('page_count') * figure('page_size')
  } finally {
    sqlite.close()
  }
}
