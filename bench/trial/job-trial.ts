import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Job } from '#shared/jobs.ts'
import { mustRunVitrine, type RunningServer, startVitrine } from '../processes/vitrine.ts'

export const workspaceName = 'Jobs'

/** A data folder whose server is killed while it works off jobs, and what must be in it. */
export interface JobFolder {
  readonly path: string
  readonly dataDir: string
  readonly key: string
  /** SKUs of all products that imports have been told to create, and that were sound. */
  readonly skus: Set<string>
}

/** A fresh data folder with one workspace, its key and the attributes that the imports fill. */
export async function createJobFolder(): Promise<JobFolder> {
  const path = mkdtempSync(join(tmpdir(), 'vitrine-trial-jobs-'))
  const dataDir = join(path, 'data')
  await mustRunVitrine(dataDir, ['workspace', 'create', workspaceName])
  const made = await mustRunVitrine(dataDir, [
    'key',
    'create',
    '--workspace',
    workspaceName,
    '--scopes',
    'all',
  ])
  const key = String(made.lines.find((line) => typeof line['key'] === 'string')?.['key'])
  const folder = { path, dataDir, key, skus: new Set<string>() }
  const server = await startVitrine(dataDir).listening
  const text = { data_type: 'single_line_text_field' }
  for (const body of [
    { entity_type: 'product', name: 'SKU', key: 'sku', ...text, is_primary: true },
    { entity_type: 'product', name: 'Name', key: 'name', ...text },
    { entity_type: 'product', name: 'Price', key: 'price', data_type: 'number' },
  ])
    await call(server, folder, '/attributes', { json: body })
  await server.stop()
  return folder
}

export function removeJobFolder({ path }: JobFolder): void {
  rmSync(path, { recursive: true, force: true })
}

/** Asks the server; throws with its words on anything but success. */
export async function call<Answer>(
  { baseUrl }: RunningServer,
  { key }: JobFolder,
  path: string,
  { json, form }: { json?: object; form?: FormData } = {},
): Promise<Answer> {
  const response = await fetch(baseUrl + path, {
    method: json || form ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${key}`, ...(json && { 'content-type': 'application/json' }) },
    body: form ?? (json ? JSON.stringify(json) : null),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as Answer
}

const patienceMs = 120_000

/** The job when it has ended; throws where it does not. */
export async function ended(server: RunningServer, folder: JobFolder, id: string): Promise<Job> {
  const until = performance.now() + patienceMs
  while (performance.now() < until) {
    const { data } = await call<{ data: Job }>(server, folder, `/jobs/${id}`)
    if (data.completed_at !== null) return data
    await sleep(50)
  }
  throw new Error(`The job ${id} has not ended within ${patienceMs / 1000} s.`)
}

/** Throws where the number of products or their SKUs are others than those that were imported. */
export async function assertProducts(
  server: RunningServer,
  folder: JobFolder,
  found: readonly string[],
): Promise<void> {
  const { pagination } = await call<{ pagination: { total: number } }>(server, folder, '/products?limit=1')
  const expected = folder.skus.size
  if (pagination.total !== expected) throw new Error(`${pagination.total} products instead of ${expected}.`)
  if (found.length !== expected)
    throw new Error(`The export has ${found.length} rows instead of ${expected}.`)
  const strays = found.filter((sku) => !folder.skus.has(sku))
  if (strays.length > 0 || new Set(found).size !== expected)
    throw new Error(`The export has rows twice or of nobody: ${strays.slice(0, 5).join(', ')}`)
}

/** Throws where an export has left a half file behind. */
export function assertNoHalfFiles({ dataDir }: JobFolder): void {
  const halves = readdirSync(join(dataDir, 'exports')).filter((name) => name.endsWith('.part'))
  if (halves.length > 0) throw new Error(`Half files are left: ${halves.join(', ')}`)
}
