import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scopes } from '../../../shared/scopes.ts'
import { startServer } from '../../index.ts'

export interface CatalogServer extends AsyncDisposable {
  readonly origin: string
  readonly key: string
  readonly asOwner: (method: 'POST' | 'PATCH', path: string, body: object) => Promise<unknown>
}

export async function startCatalog(): Promise<CatalogServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-judged-'))
  const server = await startServer({ dataDir, port: 0, logLevel: 'silent' })
  const send = async (method: string, path: string, body: object, workspace?: string) => {
    const response = await fetch(`${server.origin}/app/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${server.sessionToken}`,
        'content-type': 'application/json',
        ...(workspace !== undefined && { 'vitrine-workspace': workspace }),
      },
      body: JSON.stringify(body),
    })
    const answer = (await response.json()) as { data: { id: string; key: string } }
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(answer)}`)
    return answer.data
  }
  const { id } = await send('POST', '/workspaces', { name: 'Judged', sample: true })
  const { key } = await send('POST', `/workspaces/${id}/keys`, { name: 'Judge', scopes })
  return {
    origin: server.origin,
    key,
    asOwner: (method, path, body) => send(method, path, body, id),
    async [Symbol.asyncDispose]() {
      await server.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
