import { readFileSync, rmSync, writeFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readClusterFile } from './database/cluster-file.ts'
import { placementText } from './database/placement.ts'
import { RqliteClient } from './database/rqlite-client.ts'
import { differingTables } from '../store/file/copies.ts'
import { hasRqlite, startRqlite } from '../testing/rqlite-nodes.ts'
import { testServer } from '../testing/test-server.ts'

const patience = { interval: 10 }
const sku = { name: 'SKU', key: 'sku', entity_type: 'product', data_type: 'single_line_text_field' }

describe.skipIf(!hasRqlite())('moving a workspace', () => {
  test('it goes from its file to a cluster, to another one and back while people read and write, and nothing is lost [RQLITE-21] [RQLITE-22]', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-move-'))
    const file = join(folder, 'cluster.json')
    writeFileSync(file, '{"databases": {}}')
    await using one = await startRqlite()
    await using two = await startRqlite()
    const [first = '', second = ''] = [one, two].map(({ nodes }) => nodes[0]?.address)
    await using server = await testServer({
      attributes: [{ ...sku, is_primary: true }],
      cluster: await readClusterFile(file),
      isThreaded: true,
    })
    const move = async (nodes: string[]) =>
      server.asOwner({
        method: 'POST',
        path: `/app/v1/workspaces/${server.workspace.id}/move`,
        body: { nodes },
      })
    const named = () => JSON.parse(readFileSync(file, 'utf8')).databases
    const skus: string[] = []
    const state = { isOver: false, reads: 0 }
    const writing = (async () => {
      for (let index = 0; !state.isOver; index++) {
        const { status } = await server.post('/products', { attributes: { sku: `S${index}` } })
        expect(status).toBe(201)
        skus.push(`S${index}`)
      }
    })()
    const reading = (async () => {
      for (; !state.isOver; state.reads++) expect((await server.get('/products?limit=1')).status).toBe(200)
    })()
    const held = async (address: string) => {
      const client = new RqliteClient({ database: 'Test', nodes: [address] })
      const rows = await client.query(
        'SELECT origin, (SELECT count(*) FROM entity) FROM cluster_state',
        [],
        2000,
      )
      const copy = join(folder, `${address.slice(-5)}.db`)
      await client.backup(copy)
      await client.close()
      return { origin: String(rows?.[0]?.[0]), entities: Number(rows?.[0]?.[1]), copy }
    }
    try {
      expect((await move([first])).body).toEqual({ data: { database: 'Test', nodes: [first] } })
      expect(named()).toEqual({ Test: { nodes: [first] } })
      const before = skus.length
      await expect.poll(() => skus.length, patience).toBeGreaterThan(before + 5)
      expect((await held(first)).entities).toBeGreaterThan(before)

      expect((await move([second])).body).toEqual({ data: { database: 'Test', nodes: [second] } })
      expect(named()).toEqual({ Test: { nodes: [second] } })
      const left = await held(first)
      expect(left.origin).toMatch(/^moved:/)
      const meanwhile = state.reads
      await expect.poll(() => state.reads, patience).toBeGreaterThan(meanwhile + 3)
      expect((await move([first])).status).toBe(200)

      state.isOver = true
      await Promise.all([writing, reading])
      expect(differingTables(server.workspace.file, (await held(first)).copy)).toEqual([])
      expect((await move([])).status).toBe(200)
      expect(named()).toEqual({})
      const stored = await server.get('/products?limit=200&sort=sku&fields=sku')
      expect(stored.body.pagination.total).toBe(skus.length)
      expect((await server.post('/products', { attributes: { sku: 'last' } })).status).toBe(201)
      expect((await held(first)).entities).toBe(skus.length)
    } finally {
      state.isOver = true
      await Promise.allSettled([writing, reading])
      rmSync(folder, { recursive: true })
    }
  })

  test('another server learns from vitrine.db where it is, whatever its file says, also after a crash in the move [RQLITE-35]', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-move-'))
    const file = join(folder, 'cluster.json')
    await using one = await startRqlite()
    await using two = await startRqlite()
    const [first = '', second = ''] = [one, two].map(({ nodes }) => nodes[0]?.address)
    const old = JSON.stringify({ databases: { Test: { nodes: [first] } } })
    writeFileSync(file, old)
    await using server = await testServer({
      attributes: [{ ...sku, is_primary: true }],
      cluster: await readClusterFile(file),
      isThreaded: true,
    })
    const stored: string[] = []
    const store = (text: string) => ({
      read: () => Promise.resolve(text),
      write: async (next: string) => void stored.push(next),
    })
    try {
      const path = `/app/v1/workspaces/${server.workspace.id}/move`
      expect((await server.asOwner({ method: 'POST', path, body: { nodes: [second] } })).status).toBe(200)
      expect((await server.post('/products', { attributes: { sku: 'after' } })).status).toBe(201)
      writeFileSync(file, old)
      const map = await readClusterFile(file)
      const moved = await map.agree(store(placementText({ Test: [second] })))
      expect(moved.nodesByDatabase()).toEqual({ Test: [second] })
      // The first server was lost after it had left the old cluster, and before vitrine.db was told.
      const crashed = await map.agree(store(placementText({ Test: [first] }, { Test: [second] })))
      expect(crashed.nodesByDatabase()).toEqual({ Test: [second] })
      expect(stored).toEqual([placementText({ Test: [second] })])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('where it cannot be, it stays where it is, and is told why [RQLITE-22]', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-move-'))
    const file = join(folder, 'cluster.json')
    writeFileSync(file, '{"databases": {}}')
    await using node = await startRqlite()
    const [address = ''] = node.nodes.map((one) => one.address)
    await using plain = await testServer()
    await using server = await testServer({ cluster: await readClusterFile(file) })
    const moveAnswer = async (of: typeof server, nodes: string[]) => {
      const path = `/app/v1/workspaces/${of.workspace.id}/move`
      const { status, body } = await of.asOwner({ method: 'POST', path, body: { nodes } })
      return `${status} ${body.error?.message}`
    }
    expect(await moveAnswer(plain, [address])).toContain(
      '409 The server knows no clusters. Start it with --cluster',
    )
    expect(await moveAnswer(server, [])).toBe('409 "Test" lives in its file already.')
    expect(await moveAnswer(server, ['http://db1.example:4001'])).toMatch(/^400 .*is another computer/)
    expect(await moveAnswer(server, ['http://127.0.0.1:1'])).toContain('409 Most nodes there do not answer')
    await fetch(`${address}/db/execute`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '["CREATE TABLE other (id INTEGER)"]',
    })
    expect(await moveAnswer(server, [address])).toContain(
      '409 The cluster there is not empty. Name one that is',
    )
    expect(readFileSync(file, 'utf8')).toBe('{"databases": {}}')
    expect((await server.post('/products', { attributes: {} })).status).not.toBe(500)
    rmSync(folder, { recursive: true })
  })
})
