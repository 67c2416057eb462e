import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { workspaceHeader } from '#shared/app-surface.ts'
import type { Job } from '#shared/jobs.ts'
import { mustRunVitrine, type RunningServer, startVitrine } from '../processes/vitrine.ts'

export const workspaceName = 'Jobs'

export interface JobFolder {
  readonly path: string
  readonly dataDir: string
  readonly key: string
  /** The watched folder, whose files are imported by the profile `Trial`. */
  readonly drop: string
  readonly skus: Set<string>
}

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
  const drop = join(path, 'drop')
  mkdirSync(drop)
  const folder = { path, dataDir, key, drop, skus: new Set<string>() }
  const server = await startVitrine(dataDir).listening
  const text = { data_type: 'single_line_text_field' }
  for (const body of [
    { entity_type: 'product', name: 'SKU', key: 'sku', ...text, is_primary: true },
    { entity_type: 'product', name: 'Name', key: 'name', ...text },
    { entity_type: 'product', name: 'Price', key: 'price', data_type: 'number' },
  ])
    await call(server, folder, '/attributes', { json: body })
  await watchDrop(server, folder)
  await server.stop()
  return folder
}

/** Only the owner may watch a folder, with the credential that a running server leaves in its data folder. */
async function watchDrop({ baseUrl }: RunningServer, { dataDir, drop }: JobFolder): Promise<void> {
  const { origin } = new URL(baseUrl)
  const authorization = `Bearer ${readFileSync(join(dataDir, 'session.key'), 'utf8').trim()}`
  const listed = await fetch(`${origin}/app/v1/workspaces`, { headers: { authorization } })
  const { data } = (await listed.json()) as { data: readonly { id: string }[] }
  const headers = {
    authorization,
    [workspaceHeader]: data[0]?.id ?? '',
    'content-type': 'application/json',
  }
  const bodies = {
    '/import-profiles': { name: 'Trial', entity_type: 'product', settings: { merge_key: 'sku' } },
    '/watched-folders': { folder: drop, profile: 'Trial' },
  }
  for (const [path, body] of Object.entries(bodies)) {
    const asked = { method: 'POST', headers, body: JSON.stringify(body) }
    const { ok, status } = await fetch(`${origin}/app/v1${path}`, asked)
    if (!ok) throw new Error(`${path} answered ${status}.`)
  }
}

export function removeJobFolder({ path }: JobFolder): void {
  rmSync(path, { recursive: true, force: true })
}

/** Sends a request; throws the server's message on anything but success. */
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

/** Returns the job once it has ended; throws where it does not. */
export async function ended(server: RunningServer, folder: JobFolder, id: string): Promise<Job> {
  const until = performance.now() + patienceMs
  while (performance.now() < until) {
    const { data } = await call<{ data: Job }>(server, folder, `/jobs/${id}`)
    if (data.completed_at !== null) return data
    await sleep(50)
  }
  throw new Error(`The job ${id} has not ended within ${patienceMs / 1000} s.`)
}

/**
 * Returns the one job of a file of the watched folder, which has failing rows, once the file has been
 * moved; throws where it is not.
 */
export async function moved(server: RunningServer, folder: JobFolder, name: string): Promise<Job> {
  const until = performance.now() + patienceMs
  const failed = join(folder.drop, 'failed')
  while (!existsSync(join(failed, name))) {
    if (performance.now() > until)
      throw new Error(`${name} has not been moved within ${patienceMs / 1000} s.`)
    await sleep(50)
  }
  const stem = name.replace(/\.csv$/, '')
  const left = readdirSync(folder.drop).filter((entry) => entry === name)
  const failedFiles = readdirSync(failed).filter((entry) => entry.startsWith(`${stem}.`))
  if (left.length > 0 || failedFiles.sort().join() !== `${name},${stem}.errors.csv`)
    throw new Error(`The watched folder holds ${left.join(', ')} and ${failedFiles.join(', ')}.`)
  const { data } = await call<{ data: Job[] }>(server, folder, '/jobs?name=import&limit=50')
  const jobs = data.filter(({ metadata }) => metadata['file'] === name)
  if (jobs.length !== 1 || !jobs[0]) throw new Error(`${name} was imported by ${jobs.length} jobs.`)
  // A file is moved by its job, which ends right after.
  return ended(server, folder, jobs[0].id)
}

/** Throws where the number of products or their SKUs differ from those that were imported. */
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

export function assertNoHalfFiles({ dataDir }: JobFolder): void {
  const halves = readdirSync(join(dataDir, 'exports')).filter((name) => name.endsWith('.part'))
  if (halves.length > 0) throw new Error(`Half files are left: ${halves.join(', ')}`)
}
