import { mkdtempSync, openAsBlob, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Job } from '#shared/jobs.ts'
import {
  type BuiltCatalog,
  createWorkspace,
  importProducts,
  workspaceName,
} from '../catalog/build-workspace.ts'
import { writeProductsCsv } from '../catalog/write-csv.ts'
import { HttpClient } from '../processes/http-client.ts'
import { mustRunVitrine, startVitrine } from '../processes/vitrine.ts'
import { median, percentile } from './statistics.ts'

export type JobRuns = Readonly<Record<string, { readonly [figure: string]: number }>>

/** A dry run of all rows of the file, each of them new, in a workspace of its own: milliseconds from its start to its end. */
export async function measureDryRun({ csvFile }: BuiltCatalog, rounds: number): Promise<JobRuns[string]> {
  return inNewWorkspace(async (dataDir) => {
    const walls: number[] = []
    const cpus: number[] = []
    for (let round = 0; round < rounds; round++) {
      const args = ['import', csvFile, '--workspace', workspaceName, '--type', 'product', '--dry-run']
      const { lines, usage } = await mustRunVitrine(dataDir, args)
      const { started_at: start, completed_at: end } = lines.at(-1) as unknown as Job
      walls.push(Date.parse(String(end)) - Date.parse(String(start)))
      cpus.push(usage.cpuMs)
    }
    return { wall_ms: median(walls), cpu_ms: median(cpus) }
  })
}

/** The largest memory of an export of the whole catalog to a workbook, and its wall time. */
export async function measureXlsxExport({ dataDir, products }: BuiltCatalog): Promise<JobRuns[string]> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-export-'))
  try {
    const file = join(folder, 'products.xlsx')
    const asked = ['--type', 'product', '--format', 'xlsx', '--to', file]
    const args = ['export', '--workspace', workspaceName, ...asked]
    const begun = performance.now()
    const { lines, usage } = await mustRunVitrine(dataDir, args)
    const { result } = lines.at(-1) as unknown as Job
    // Earlier measurements have added some rows.
    if (result === null || !('columns' in result) || result.rows < products)
      throw new Error(`The export ended with ${JSON.stringify(result)}.`)
    return { peak_mb: usage.peakMb, wall_ms: performance.now() - begun, cpu_ms: usage.cpuMs }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const rowsOfImport = 10_000
const calmPatches = 300

/**
 * How much slower the slow one of twenty PATCHes gets while a file is imported; rounds with and without an
 * import take turns on the same server.
 */
export async function measurePatchesDuringImport(
  { csvFile }: BuiltCatalog,
  rounds: number,
): Promise<JobRuns[string]> {
  return inNewWorkspace(async (dataDir, key) => {
    await importProducts(dataDir, csvFile)
    const file = join(dataDir, 'more.csv')
    writeProductsCsv(file, rowsOfImport)
    const server = await startVitrine(dataDir).listening
    const client = new HttpClient(server.baseUrl, key)
    try {
      const { data } = await client.json<{ data: { id: string }[] }>({
        method: 'GET',
        path: '/products?limit=200',
      })
      const patcher = new Patcher(
        client,
        data.map(({ id }) => id),
      )
      await patcher.patch(() => patcher.count < calmPatches)
      const calm: number[] = []
      const busy: number[] = []
      for (let round = 0; round < rounds; round++) {
        const last = patcher.count + calmPatches
        calm.push(...(await patcher.patch(() => patcher.count < last)))
        busy.push(...(await patchDuring(server.baseUrl, key, { file, patcher })))
      }
      const [calmP95, busyP95] = [percentile(calm, 0.95), percentile(busy, 0.95)]
      return {
        added_p95_ms: busyP95 - calmP95,
        calm_p95_ms: calmP95,
        busy_p95_ms: busyP95,
        patches: busy.length,
      }
    } finally {
      client.close()
      await server.stop()
    }
  })
}

export class Patcher {
  readonly #client: HttpClient
  readonly #ids: readonly string[]
  count = 0

  constructor(client: HttpClient, ids: readonly string[]) {
    this.#client = client
    this.#ids = ids
  }

  async patch(isGoingOn: () => boolean): Promise<number[]> {
    const latencies: number[] = []
    while (isGoingOn()) {
      this.count += 1
      const id = this.#ids[this.count % this.#ids.length] ?? ''
      const begun = performance.now()
      await this.#client.json({
        method: 'PATCH',
        path: `/products/${id}`,
        body: { attributes: { price: this.count / 100 } },
      })
      latencies.push(performance.now() - begun)
      // As fast as a person with a script may be, so that the writer has time for other work.
      await sleep(5)
    }
    return latencies
  }
}

interface Beside {
  readonly file: string
  readonly patcher: Patcher
}

async function patchDuring(baseUrl: string, key: string, { file, patcher }: Beside): Promise<number[]> {
  const client = new HttpClient(baseUrl, key)
  try {
    const { id } = await startImport(baseUrl, key, file)
    const read = async (): Promise<Job> =>
      (await client.json<{ data: Job }>({ method: 'GET', path: `/jobs/${id}` })).data
    let job = await read()
    while (job.progress.current === 0 && job.completed_at === null) {
      await sleep(20)
      job = await read()
    }
    const watching = (async () => {
      while (job.completed_at === null) {
        await sleep(100)
        job = await read()
      }
    })()
    const latencies = await patcher.patch(() => job.completed_at === null)
    await watching
    if (job.status !== 'completed') throw new Error(`The import ${job.status}: ${JSON.stringify(job.result)}`)
    return latencies
  } finally {
    client.close()
  }
}

async function startImport(baseUrl: string, key: string, file: string): Promise<Job> {
  const form = new FormData()
  form.append('type', 'product')
  form.append('file', await openAsBlob(file), 'more.csv')
  const headers = { authorization: `Bearer ${key}` }
  const response = await fetch(`${baseUrl}/imports`, { method: 'POST', headers, body: form })
  if (!response.ok) throw new Error(`The import was not taken: ${await response.text()}`)
  return ((await response.json()) as { data: Job }).data
}

async function inNewWorkspace<Result>(
  measure: (dataDir: string, key: string) => Promise<Result>,
): Promise<Result> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-bench-jobs-'))
  try {
    return await measure(dataDir, await createWorkspace(dataDir))
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
