import { setTimeout as sleep } from 'node:timers/promises'
import type { Job } from '#shared/jobs.ts'
import { type RunningServer, startVitrine } from '../processes/vitrine.ts'
import type { Random } from '../random.ts'
import { assertNoHalfFiles, assertProducts, call, ended, type JobFolder } from './job-trial.ts'

const rows = 6000
const badEvery = 500

export type JobKind = 'import' | 'export'

/** What is known of a job that was started before the kill. */
interface Started {
  readonly id: string
  readonly check: (server: RunningServer, job: Job) => Promise<void>
}

/** Starts a job, kills the server at a random moment of it, and looks after the restart; returns whether it was cut off. */
export async function killDuring(
  folder: JobFolder,
  kind: JobKind,
  random: Random,
  serial: number,
): Promise<boolean> {
  const server = await startVitrine(folder.dataDir).listening
  const started = await starters[kind](server, folder, serial)
  await sleep(random.between(0, 1500))
  await server.kill()
  // Sometimes what was resumed is killed once more.
  if (random.chance(0.3)) {
    const again = startVitrine(folder.dataDir)
    await sleep(random.between(200, 2500))
    await again.kill()
  }
  const restarted = await startVitrine(folder.dataDir).listening
  try {
    const job = await ended(restarted, folder, started.id)
    await started.check(restarted, job)
    return job.metadata['interruptions'] !== undefined
  } finally {
    await restarted.stop()
  }
}

const starters: Record<
  JobKind,
  (server: RunningServer, folder: JobFolder, serial: number) => Promise<Started>
> = {
  import: startImport,
  export: startExport,
}

async function startImport(server: RunningServer, folder: JobFolder, serial: number): Promise<Started> {
  const lines: string[] = []
  for (let row = 1; row <= rows; row++) {
    const isBad = row % badEvery === 0
    lines.push(`T${serial}-${row},Name ${row},${isBad ? 'dear' : row / 4}`)
    if (!isBad) folder.skus.add(`T${serial}-${row}`)
  }
  const form = new FormData()
  for (const [name, value] of [
    ['type', 'product'],
    ['merge_key', 'sku'],
  ] as const)
    form.append(name, value)
  form.append('file', new Blob([`sku,name,price\n${lines.join('\n')}\n`]), 'trial.csv')
  const { data } = await call<{ data: Job }>(server, folder, '/imports', { form })
  const failed = Math.floor(rows / badEvery)
  return {
    id: data.id,
    check: async (restarted, { status, result }) => {
      const told = { created: rows - failed, updated: 0, unchanged: 0, failed }
      for (const [name, count] of Object.entries({ ...told }))
        if (status !== 'completed' || result?.[name] !== count)
          throw new Error(
            `The import ${status}: ${JSON.stringify(result)} instead of ${JSON.stringify(told)}`,
          )
      const { pagination } = await call<{ pagination: { total: number } }>(
        restarted,
        folder,
        '/products?limit=1',
      )
      if (pagination.total !== folder.skus.size)
        throw new Error(`${pagination.total} products instead of ${folder.skus.size}.`)
    },
  }
}

async function startExport(server: RunningServer, folder: JobFolder, serial: number): Promise<Started> {
  const format = serial % 2 === 0 ? 'csv' : 'jsonl'
  const json = { type: 'product', format, fields: ['sku', 'name', 'price'] }
  const { data } = await call<{ data: Job }>(server, folder, '/exports', { json })
  return {
    id: data.id,
    check: async (restarted, { status, result }) => {
      if (status !== 'completed' || result?.['rows'] !== folder.skus.size)
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
