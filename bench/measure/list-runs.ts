/** Large supplier's lists: a file of twelve columns and again, a workbook of eight, and an edit of 100,000 products with its undo. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Job } from '#shared/jobs.ts'
import { memoryOfTree } from '../../server/testing/process-tree.ts'
import { createWorkspace, workspaceName } from '../catalog/build-workspace.ts'
import type { ProductKey } from '../catalog/attributes.ts'
import { writeProductsCsv } from '../catalog/write-csv.ts'
import { cpuOfTreeMs } from '../processes/cpu-time.ts'
import { HttpClient } from '../processes/http-client.ts'
import { mustRunVitrine, startVitrine } from '../processes/vitrine.ts'
import type { JobRuns } from './job-runs.ts'

const listColumns: readonly ProductKey[] = [
  'sku',
  'product_name',
  'description',
  'brand',
  'ean',
  'price',
  'cost',
  'weight',
  'stock',
  'material',
  'colour',
  'active',
]
const workbookColumns: readonly ProductKey[] = listColumns.filter(
  (key) => !['description', 'cost', 'weight', 'active'].includes(key),
)
const workbookRows = 200_000
const editedRows = 100_000

export async function measureLists(
  rows: number,
): Promise<Record<'import_list' | 'import_list_again', JobRuns[string]>> {
  return inFolder(async (folder) => {
    const dataDir = join(folder, 'data')
    const file = join(folder, 'list.csv')
    writeProductsCsv(file, rows, listColumns)
    await createWorkspace(dataDir)
    const first = await measureImportOf(dataDir, file)
    const again = await measureImportOf(dataDir, file)
    if (first.created !== rows || again.unchanged !== rows)
      throw new Error('The import of the list went wrong.')
    return { import_list: first.figures, import_list_again: again.figures }
  })
}

export async function measureWorkbook(): Promise<JobRuns[string]> {
  return inFolder(async (folder) => {
    const [csv, xlsx] = [join(folder, 'list.csv'), join(folder, 'list.xlsx')]
    const [from, to] = [join(folder, 'from'), join(folder, 'to')]
    writeProductsCsv(csv, workbookRows, workbookColumns)
    await createWorkspace(from)
    await measureImportOf(from, csv)
    const fields = ['--fields', workbookColumns.join(',')]
    await mustRunVitrine(from, ['export', ...ofProducts, '--format', 'xlsx', ...fields, '--to', xlsx])
    await createWorkspace(to)
    const { created, figures } = await measureImportOf(to, xlsx)
    if (created !== workbookRows) throw new Error('The import of the workbook went wrong.')
    return figures
  })
}

export async function measureBulkEdit(): Promise<JobRuns[string]> {
  return inFolder(async (folder) => {
    const [csv, dataDir] = [join(folder, 'list.csv'), join(folder, 'data')]
    writeProductsCsv(csv, editedRows, listColumns)
    const key = await createWorkspace(dataDir)
    await measureImportOf(dataDir, csv)
    const server = await startVitrine(dataDir).listening
    const client = new HttpClient(server.baseUrl, key)
    try {
      const begun = { at: performance.now(), cpuMs: cpuOfTreeMs(server.pid) }
      const edit = await runJob(client, '/bulk-edits', {
        type: 'product',
        filter: {},
        set: { brand: 'Another brand' },
      })
      const edited = performance.now()
      const undo = await runJob(client, `/edits/${edit.edit_id}/undo`, {})
      const cpuMs = cpuOfTreeMs(server.pid) - begun.cpuMs
      if (undo.changed !== editedRows) throw new Error('The undo went wrong.')
      const ended = performance.now()
      return { wall_ms: ended - begun.at, cpu_ms: cpuMs, edit_ms: edited - begun.at, undo_ms: ended - edited }
    } finally {
      client.close()
      await server.stop()
    }
  })
}

const ofProducts = ['--workspace', workspaceName, '--type', 'product']

interface MeasuredImport {
  readonly created: number
  readonly unchanged: number
  readonly figures: JobRuns[string]
}

async function measureImportOf(dataDir: string, file: string): Promise<MeasuredImport> {
  const args = ['import', file, ...ofProducts, '--merge-key', 'sku']
  let peakMb = 0
  const watching = new AbortController()
  const watch = async (pid: number): Promise<void> => {
    while (!watching.signal.aborted) {
      peakMb = Math.max(peakMb, memoryOfTree(pid))
      await sleep(200)
    }
  }
  const { lines, usage } = await mustRunVitrine(dataDir, args, (pid) => void watch(pid))
  watching.abort()
  const { result, started_at: start, completed_at: end } = lines.at(-1) as unknown as Job
  if (result === null || !('unchanged' in result && 'created' in result))
    throw new Error(`The import ended with ${JSON.stringify(result)}.`)
  const { rows = 0 } = result
  const wallMs = Date.parse(String(end)) - Date.parse(String(start))
  return {
    created: result.created,
    unchanged: result.unchanged,
    figures: {
      rows_per_cpu_second: rows / (usage.cpuMs / 1000),
      rows_per_second: rows / (wallMs / 1000),
      wall_ms: wallMs,
      cpu_ms: usage.cpuMs,
      peak_mb: peakMb,
    },
  }
}

async function runJob(
  client: HttpClient,
  path: string,
  body: object,
): Promise<{ edit_id: string; changed: number }> {
  const { data: queued } = await client.json<{ data: Job }>({ method: 'POST', path, body })
  for (;;) {
    const { data: job } = await client.json<{ data: Job }>({ method: 'GET', path: `/jobs/${queued.id}` })
    if (job.status === 'completed') return job.result as unknown as { edit_id: string; changed: number }
    if (job.completed_at !== null) throw new Error(`The job ${job.status}: ${JSON.stringify(job.result)}`)
    await sleep(50)
  }
}

async function inFolder<Result>(measure: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-lists-'))
  try {
    return await measure(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
