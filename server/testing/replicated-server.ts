import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import type { Workspace } from '#shared/app-surface.ts'
import type { Replication } from '#shared/schemas/backups.ts'
import { runVitrine } from './command-line.ts'
import { testServer, type TestServer } from './test-server.ts'

/** A test server with a replica by a real Litestream, in a folder that is removed with it. */
export interface ReplicatedServer extends AsyncDisposable {
  readonly server: TestServer
  readonly folder: string
  readonly place: string
  write(sku: string): Promise<void>
  status(): Promise<Replication>
  isReplicated(of?: 'workspace' | 'registry'): Promise<boolean>
  restore(
    name: string,
    ...more: string[]
  ): Promise<Awaited<ReturnType<typeof runVitrine>> & { dataDir: string; workspaces: Workspace[] }>
}

const attributes = [
  { name: 'SKU', entity_type: 'product', data_type: 'single_line_text_field', is_primary: true },
]

export async function replicatedServer(): Promise<ReplicatedServer> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-replica-'))
  const path = join(folder, 'replica')
  const replicate = { address: { kind: 'file', path: path }, retentionDays: 7 } as const
  const server = await testServer({ attributes, replicate })
  const status = async () => (await server.asOwner({ path: '/app/v1/replication' })).body.data as Replication
  return {
    server,
    folder,
    place: path,
    status,
    async write(sku) {
      const { status: code, text } = await server.post('/products', { attributes: { sku } })
      if (code !== 201) throw new Error(text)
    },
    async isReplicated(of = 'workspace') {
      const file = of === 'workspace' ? server.workspace.file : join(server.dataDir, 'vitrine.db')
      const id = of === 'workspace' ? server.workspace.id : null
      const database = (await status()).databases.find(({ workspace_id: one }) => one === id)
      const to = Date.parse(database?.replicated_at ?? '')
      return database?.state === 'current' && to >= statSync(`${file}-wal`).mtimeMs
    },
    async restore(name, ...more) {
      const dataDir = join(folder, name)
      const ran = await runVitrine(['restore', '--from', `file://${path}`, '--data', dataDir, ...more])
      return { ...ran, dataDir, workspaces: (ran.last['workspaces'] ?? []) as Workspace[] }
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      rmSync(folder, { recursive: true })
    },
  }
}

export function skusIn(workspaces: readonly Workspace[], id: string): string[] {
  const file = workspaces.find((workspace) => workspace.id === id)?.file ?? ''
  const sqlite = new BetterSqlite3(file, { readonly: true })
  try {
    return sqlite.prepare<[], string>('SELECT label FROM entity WHERE type = 0 ORDER BY label').pluck().all()
  } finally {
    sqlite.close()
  }
}
