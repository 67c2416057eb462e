import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Job } from '#shared/jobs.ts'
import { type RunningServer, startVitrine } from '../processes/vitrine.ts'
import type { Random } from '../random.ts'
import { assertNoHalfFiles, assertProducts, call, ended, type JobFolder, moved } from './job-trial.ts'

const rows = 6000
const badEvery = 500

export const jobKinds = ['import', 'export', 'watched'] as const
export type JobKind = (typeof jobKinds)[number]

interface StartedJob {
  readonly end: (server: RunningServer) => Promise<Job>
  readonly check: (server: RunningServer, job: Job) => Promise<void>
}

/**
 * Starts a job, kills the server at a random moment of it, and checks after the restart; returns whether
 * the job was cut off.
 */
export async function killDuring(
  folder: JobFolder,
  kind: JobKind,
  random: Random,
  serial: number,
): Promise<boolean> {
  const server = await startVitrine(folder.dataDir).listening
  const started = await starters[kind](server, folder, serial)
  await sleep(random.between(0, longestMs[kind]))
  await server.kill()
  if (random.chance(0.3)) {
    const again = startVitrine(folder.dataDir)
    await sleep(random.between(200, 2500))
    await again.kill()
  }
  const restarted = await startVitrine(folder.dataDir).listening
  try {
    const job = await started.end(restarted)
    await started.check(restarted, job)
    return job.metadata['interruptions'] !== undefined
  } finally {
    await restarted.stop()
  }
}

// A watched file is imported after two scans, two seconds apart.
const longestMs: Record<JobKind, number> = { import: 1500, export: 1500, watched: 7000 }

const starters: Record<
  JobKind,
  (server: RunningServer, folder: JobFolder, serial: number) => Promise<StartedJob>
> = {
  import: startImport,
  export: startExport,
  watched: startWatched,
}

function writeRows({ skus }: JobFolder, serial: number): string {
  const lines: string[] = []
  for (let row = 1; row <= rows; row++) {
    const isBad = row % badEvery === 0
    // A row without its key is refused as a whole; of a row with an invalid cell the rest would be imported.
    lines.push(`${isBad ? '' : `T${serial}-${row}`},Name ${row},${row / 4}`)
    if (!isBad) skus.add(`T${serial}-${row}`)
  }
  return `sku,name,price\n${lines.join('\n')}\n`
}

async function startImport(server: RunningServer, folder: JobFolder, serial: number): Promise<StartedJob> {
  const form = new FormData()
  for (const [name, value] of [
    ['type', 'product'],
    ['merge_key', 'sku'],
  ] as const)
    form.append(name, value)
  form.append('file', new Blob([writeRows(folder, serial)]), 'trial.csv')
  const { data } = await call<{ data: Job }>(server, folder, '/imports', { form })
  return {
    end: (restarted) => ended(restarted, folder, data.id),
    check: (restarted, job) => assertImported(restarted, folder, job),
  }
}

async function startWatched(_server: RunningServer, folder: JobFolder, serial: number): Promise<StartedJob> {
  const name = `watched-${serial}.csv`
  writeFileSync(join(folder.path, name), writeRows(folder, serial))
  renameSync(join(folder.path, name), join(folder.drop, name))
  return {
    end: (restarted) => moved(restarted, folder, name),
    check: (restarted, job) => assertImported(restarted, folder, job),
  }
}

async function assertImported(
  server: RunningServer,
  folder: JobFolder,
  { status, result }: Job,
): Promise<void> {
  const failed = Math.floor(rows / badEvery)
  const expected = { created: rows - failed, updated: 0, unchanged: 0, failed }
  // Rows without a key are held: left out with a reason, as failed ones are.
  const left = result !== null && 'failed' in result ? result.failed + heldRows(result) : 0
  const counts: Readonly<Record<string, unknown>> = { ...result, failed: left }
  for (const [name, count] of Object.entries(expected))
    if (status !== 'completed' || counts[name] !== count)
      throw new Error(
        `The import ${status}: ${JSON.stringify(result)} instead of ${JSON.stringify(expected)}`,
      )
  const { pagination } = await call<{ pagination: { total: number } }>(server, folder, '/products?limit=1')
  if (pagination.total !== folder.skus.size)
    throw new Error(`${pagination.total} products instead of ${folder.skus.size}.`)
}

function heldRows(result: object): number {
  return 'held' in result && typeof result.held === 'number' ? result.held : 0
}

async function startExport(server: RunningServer, folder: JobFolder, serial: number): Promise<StartedJob> {
  const format = serial % 2 === 0 ? 'csv' : 'jsonl'
  const json = { type: 'product', format, fields: ['sku', 'name', 'price'] }
  const { data } = await call<{ data: Job }>(server, folder, '/exports', { json })
  return {
    end: (restarted) => ended(restarted, folder, data.id),
    check: async (restarted, { status, result }) => {
      if (
        status !== 'completed' ||
        result === null ||
        !('columns' in result) ||
        result.rows !== folder.skus.size
      )
        throw new Error(`The export ${status}: ${JSON.stringify(result)} instead of ${folder.skus.size} rows`)
      const response = await fetch(`${restarted.baseUrl}/exports/${data.id}/file`, {
        headers: { authorization: `Bearer ${folder.key}` },
      })
      await assertProducts(restarted, folder, skusOf(await response.text(), format))
      assertNoHalfFiles(folder)
    },
  }
}

function skusOf(text: string, format: 'csv' | 'jsonl'): string[] {
  const lines = text.trim().split(/\r?\n/)
  if (format === 'jsonl') return lines.map((line) => (JSON.parse(line) as { sku: string }).sku)
  return lines.slice(1).map((line) => line.split(',')[0] ?? '')
}
