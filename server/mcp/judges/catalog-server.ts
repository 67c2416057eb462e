import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scopes } from '../../../shared/scopes.ts'
import { startServer } from '../../index.ts'

export interface CatalogServer extends AsyncDisposable {
  readonly origin: string
  readonly key: string
}

/** A real server with the sample catalog and a key that holds every scope, in a folder of its own. */
export async function startCatalog(): Promise<CatalogServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-judged-'))
  const server = await startServer({ dataDir, port: 0, logLevel: 'silent' })
  const post = async (path: string, body: object) => {
    const response = await fetch(`${server.origin}/app/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.sessionToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return ((await response.json()) as { data: { id: string; key: string } }).data
  }
  const { id } = await post('/workspaces', { name: 'Judged', sample: true })
  const { key } = await post(`/workspaces/${id}/keys`, { name: 'Judge', scopes })
  return {
    origin: server.origin,
    key,
    async [Symbol.asyncDispose]() {
      await server.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
