/**
 * Measures a search for duplicates over the whole catalog with planted copies: its cost, and the share
 * that it finds.
 */
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Job } from '#shared/jobs.ts'
import { memoryOfTree } from '../../server/testing/process-tree.ts'
import { type BuiltCatalog, importProducts } from '../catalog/build-workspace.ts'
import { type PlantedCopy, writePlantedCopies } from '../catalog/planted-copies.ts'
import { cpuTimeMs } from '../processes/cpu-time.ts'
import { HttpClient } from '../processes/http-client.ts'
import { startVitrine } from '../processes/vitrine.ts'
import type { JobRuns } from './job-runs.ts'

const plantedIn = (products: number): number => Math.max(100, products / 500)

export type DuplicateOperation = 'duplicates_search' | 'duplicates_again'

/** Measures the first search, which stores its findings, and another one, which finds them stored. */
export async function measureDuplicates({
  dataDir,
  key,
  products,
}: BuiltCatalog): Promise<Record<DuplicateOperation, JobRuns[string]>> {
  const file = join(dataDir, 'copies.csv')
  const planted = writePlantedCopies(file, products, plantedIn(products))
  await importProducts(dataDir, file)
  const server = await startVitrine(dataDir).listening
  const client = new HttpClient(server.baseUrl, key)
  try {
    const search = await measureSearch(client, server.pid)
    const { missed, groups } = await readFound(client, planted)
    for (const [way, count] of Object.entries(missed)) console.error(`duplicates: ${count} by ${way} missed`)
    const lost = Object.values(missed).reduce((sum, count) => sum + count, 0)
    const found = { found_share: 1 - lost / planted.length, groups }
    return {
      duplicates_search: { ...search, ...found },
      duplicates_again: await measureSearch(client, server.pid),
    }
  } finally {
    client.close()
    await server.stop()
  }
}

async function measureSearch(client: HttpClient, pid: number): Promise<JobRuns[string]> {
  const begun = { at: performance.now(), cpuMs: cpuTimeMs(pid) }
  let peakMb = memoryOfTree(pid)
  // A thread that ends takes its CPU time along, so the time is read while the job runs.
  let cpuMs = begun.cpuMs
  const body = { type: 'product', attributes: { gtin: 'ean', title: 'product_name' } }
  const { data: queued } = await client.json<{ data: Job }>({ method: 'POST', path: '/duplicates', body })
  for (;;) {
    peakMb = Math.max(peakMb, memoryOfTree(pid))
    cpuMs = Math.max(cpuMs, cpuTimeMs(pid))
    const { data: job } = await client.json<{ data: Job }>({ method: 'GET', path: `/jobs/${queued.id}` })
    if (job.status === 'completed') break
    if (job.completed_at !== null) throw new Error(`The job ${job.status}: ${JSON.stringify(job.result)}`)
    await sleep(100)
  }
  return { wall_ms: performance.now() - begun.at, cpu_ms: cpuMs - begun.cpuMs, peak_mb: peakMb }
}

interface Page {
  readonly data: readonly { readonly entities: readonly { readonly label: string | null }[] }[]
  readonly pagination: {
    readonly next_cursor: string | null
    readonly has_more: boolean
    readonly total: number
  }
}

/**
 * Counts the planted copies that share no group with their original, by the way in which they were
 * written.
 */
async function readFound(
  client: HttpClient,
  planted: readonly PlantedCopy[],
): Promise<{ missed: Record<string, number>; groups: number }> {
  const groupOf = new Map<string, number>()
  let [cursor, total, at] = ['', 0, 0]
  do {
    const path = `/duplicates?type=product&limit=200${cursor && `&cursor=${cursor}`}`
    const { data, pagination } = await client.json<Page>({ method: 'GET', path })
    for (const { entities } of data) {
      for (const { label } of entities) groupOf.set(label ?? '', at)
      at += 1
    }
    total = pagination.total
    cursor = pagination.has_more ? (pagination.next_cursor ?? '') : ''
  } while (cursor !== '')
  const missed: Record<string, number> = {}
  for (const { way, original, copy } of planted)
    if (groupOf.get(original) === undefined || groupOf.get(original) !== groupOf.get(copy))
      missed[way] = (missed[way] ?? 0) + 1
  return { missed, groups: total }
}
