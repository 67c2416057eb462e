import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { workspaceHeader } from '#shared/app-surface.ts'
import type { NewProvider } from '#shared/providers.ts'
import { mustRunVitrine, type RunningServer, startVitrine } from '../../processes/vitrine.ts'
import { definitions, type TrialProduct } from './trial-catalog.ts'

export const workspaceName = 'Generation'

export interface GenerationFolder {
  readonly path: string
  readonly dataDir: string
  readonly workspaceId: string
  readonly ids: readonly string[]
}

export async function createGenerationFolder(products: readonly TrialProduct[]): Promise<GenerationFolder> {
  const path = mkdtempSync(join(tmpdir(), 'vitrine-trial-generation-'))
  const dataDir = join(path, 'data')
  await mustRunVitrine(dataDir, ['workspace', 'create', workspaceName])
  const server = await startVitrine(dataDir).listening
  const listed = await askOwner<{ data: { id: string }[] }>({ server, dataDir }, '/app/v1/workspaces')
  const workspaceId = listed.data[0]?.id ?? ''
  const owner = { server, dataDir, workspaceId }
  for (const body of definitions) await askOwner(owner, '/api/v1/attributes', body)
  const ids: string[] = []
  for (let start = 0; start < products.length; start += 100) {
    const items = products.slice(start, start + 100).map(({ attributes }) => ({ attributes }))
    const { data } = await askOwner<{ data: { id: string }[] }>(owner, '/api/v1/products/batch', { items })
    ids.push(...data.map(({ id }) => id))
  }
  await server.stop()
  return { path, dataDir, workspaceId, ids }
}

export function removeFolder({ path }: GenerationFolder): void {
  rmSync(path, { recursive: true, force: true })
}

export interface Owner {
  readonly server: RunningServer
  readonly dataDir: string
  readonly workspaceId?: string
}

/** The credential that a running server leaves in its data folder. */
export function ownerHeaders({ dataDir, workspaceId }: Omit<Owner, 'server'>): Record<string, string> {
  const authorization = `Bearer ${readFileSync(join(dataDir, 'session.key'), 'utf8').trim()}`
  return { authorization, ...(workspaceId !== undefined && { [workspaceHeader]: workspaceId }) }
}

/**
 * Sends a request as the owner: GET, or POST where there is a body; throws the server's message on
 * anything but success.
 */
export async function askOwner<Answer>(owner: Owner, path: string, body?: object): Promise<Answer> {
  const { origin } = new URL(owner.server.baseUrl)
  const response = await fetch(origin + path, {
    method: body ? 'POST' : 'GET',
    headers: { ...ownerHeaders(owner), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as Answer
}

/** Adds the provider of the runs, and probes what its model can do, which no workspace pays for. */
export async function addProvider(owner: Owner, provider: NewProvider): Promise<string> {
  const { workspaceId: _, ...nowhere } = owner
  const { data } = await askOwner<{ data: { id: string } }>(nowhere, '/app/v1/providers', provider)
  const test = await askOwner<{ data: { ok: boolean; message: string | null } }>(
    nowhere,
    `/app/v1/providers/${data.id}/test`,
    {},
  )
  if (!test.data.ok) throw new Error(`The provider does not answer: ${test.data.message}`)
  return data.id
}
