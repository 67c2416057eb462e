import { readFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import BetterSqlite3 from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { makeClusterFile } from './database/cluster-state.ts'
import { differingTables } from '../store/file/copies.ts'
import { latestVersion, workspaceFormat } from '../store/file/migrate.ts'
import { hasRqlite, startRqlite } from '../testing/rqlite-nodes.ts'
import { testServer } from '../testing/test-server.ts'
import { openClusterWriter } from './database/cluster-writer.ts'
import type { LinkStart } from './database/link.ts'
import { RqliteClient } from './database/rqlite-client.ts'

const sku = { name: 'SKU', key: 'sku', entity_type: 'product', data_type: 'single_line_text_field' }
const worker = new URL('../worker.ts', import.meta.url)
const startLink = (link: LinkStart) => {
  new Worker(worker, { workerData: { role: 'link', file: '', link }, transferList: [link.port] }).unref()
}

describe.skipIf(!hasRqlite())('a server whose workspace is in a cluster', () => {
  test('tells which nodes hold other rows; without most nodes it reads, and tells who writes what to do [RQLITE-09] [RQLITE-23]', async () => {
    await using cluster = await startRqlite()
    const [node] = cluster.nodes
    await using server = await testServer({
      nodes: cluster.nodes.map(({ address }) => address),
      attributes: [{ ...sku, is_primary: true }],
      isThreaded: true,
    })
    await server.post('/products', { attributes: { sku: 'A' } })
    const check = async () => {
      const path = `/app/v1/workspaces/${server.workspace.id}/check`
      return (await server.asOwner({ method: 'POST', path })).body.data
    }
    expect(await check()).toEqual({ ok: true, findings: [] })
    await fetch(`${node?.address}/db/execute`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '["UPDATE entity SET label = \'B\'"]',
    })
    const { ok, findings } = await check()
    expect([ok, findings[0]?.message]).toEqual([
      false,
      expect.stringContaining('other rows than the server in entity.'),
    ])

    await node?.stop()
    const refused = await server.post('/products', { attributes: { sku: 'C' } })
    expect([refused.status, refused.body.error]).toEqual([
      503,
      expect.objectContaining({
        code: 'internal_error',
        is_retriable: true,
        message: expect.stringContaining(
          'do not answer, so nothing was saved. Start them or mend the network',
        ),
      }),
    ])
    const read = await server.get('/products')
    expect([read.status, read.body.data.length]).toEqual([200, 1])
  })

  test('a workspace of an older version is brought to this one, in the copy and in the cluster [RQLITE-24]', async () => {
    await using cluster = await startRqlite()
    const nodes = cluster.nodes.map(({ address }) => address)
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-old-'))
    const client = new RqliteClient({ database: 'Shop', nodes })
    try {
      const [old, made, file] = ['old.vitrine', 'made.db', 'shop.vitrine'].map((name) =>
        join(folder, name),
      ) as [string, string, string]
      const sqlite = new BetterSqlite3(old)
      sqlite.exec(
        readFileSync(new URL('../store/file/migrations/fixtures/0025.sql', import.meta.url), 'utf8'),
      )
      sqlite.close()
      await makeClusterFile(old, made, {
        state: { origin: 'o', sequence: 1, digest: 'd' },
        lease: { term: 0, beat: 0, holder: null, run: null, door: null },
        format: workspaceFormat,
      })
      await client.load(made)
      const writer = await openClusterWriter(file, { cluster: { database: 'Shop', nodes }, startLink })
      writer.write((tx) => tx.run("INSERT INTO meta (key, value) VALUES ('new', '1')"))
      writer.close()
      const given = join(folder, 'given.db')
      await client.backup(given)
      const version = (await client.query('PRAGMA user_version'))?.[0]?.[0]
      expect(version).toBe(latestVersion(workspaceFormat))
      expect(differingTables(file, given)).toEqual([])
      expect((await client.query('SELECT count(*) FROM entity'))?.[0]?.[0]).toBeGreaterThan(0)
    } finally {
      await client.close()
      rmSync(folder, { recursive: true })
    }
  })
})
