import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CatalogWriter } from '../../catalog/connections/writer.ts'
import { prepareRestore } from '../../store/file/backup.ts'
import { createWorkspaceFile } from '../../store/file/workspace-file.ts'
import { differingTables } from '../../store/file/copies.ts'
import { hasRqlite, type RqliteNodes, startRqlite } from '../../testing/rqlite-nodes.ts'
import { makeBatch } from './batch.ts'
import { openClusterWriter } from './cluster-writer.ts'
import type { LeaseRequest } from './lease.ts'
import type { LinkStart } from './link.ts'
import { RqliteClient } from './rqlite-client.ts'

const worker = new URL('../../worker.ts', import.meta.url)
const startLink = (link: LinkStart) => {
  new Worker(worker, { workerData: { role: 'link', file: '', link }, transferList: [link.port] }).unref()
}

describe.skipIf(!hasRqlite())('a workspace in a cluster', () => {
  let cluster: RqliteNodes
  let folder: string
  let one: CatalogWriter
  const opened = new Set<CatalogWriter>()

  const nodes = () => cluster.nodes.map(({ address }) => address)
  const clientOf = (addresses = nodes()) => new RqliteClient({ database: 'Shop', nodes: addresses })
  const fileOf = (name: string) => join(folder, `${name}.vitrine`)
  async function open(name: string, patienceMs = 400, wish?: LeaseRequest): Promise<CatalogWriter> {
    const options = { cluster: { database: 'Shop', nodes: nodes() }, startLink, patienceMs, wish }
    const writer = await openClusterWriter(fileOf(name), options)
    opened.add(writer)
    return writer
  }
  function end(writer: CatalogWriter): void {
    writer.close()
    opened.delete(writer)
  }
  const put = (writer: CatalogWriter, key: string, value: unknown) =>
    writer.write((tx) => tx.run('INSERT INTO meta (key, value) VALUES (?, ?)', key, value))
  const keysOf = (writer: CatalogWriter) =>
    writer.write((tx) => tx.column<string>("SELECT key FROM meta WHERE key <> 'schema_version' ORDER BY key"))
  async function inCluster(): Promise<unknown[]> {
    const client = clientOf()
    const rows = await client.query(
      "SELECT key FROM meta WHERE key <> 'schema_version' ORDER BY key",
      [],
      5000,
    )
    await client.close()
    return rows?.flat() ?? []
  }

  beforeAll(async () => {
    cluster = await startRqlite()
    folder = mkdtempSync(join(tmpdir(), 'vitrine-cluster-'))
    createWorkspaceFile(fileOf('one'))
    one = await open('one')
  })

  beforeEach(async () => {
    if (!opened.has(one)) one = await open('one')
    one.write((tx) => {
      tx.run("DELETE FROM meta WHERE key <> 'schema_version'")
      for (const key of ['a', 'b', 'c']) tx.run('INSERT INTO meta (key, value) VALUES (?, ?)', key, '1')
    })
  })

  async function copyTo(...names: string[]): Promise<void> {
    end(one)
    for (const name of names) end(await open(name))
  }

  afterAll(async () => {
    for (const writer of opened) writer.close()
    await cluster[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true })
  })

  test('an empty cluster is given the file, and what is written is there once the write has returned [RQLITE-05] [RQLITE-08]', async () => {
    expect(await inCluster()).toEqual(['a', 'b', 'c'])
    put(one, 'd', 'x'.repeat(200_000))
    expect(await inCluster()).toEqual(['a', 'b', 'c', 'd'])
    expect(() =>
      one.write((tx) => {
        tx.run("DELETE FROM meta WHERE key = 'a'")
        throw new Error('no')
      }),
    ).toThrow('no')
    expect([keysOf(one), await inCluster()]).toEqual([
      ['a', 'b', 'c', 'd'],
      ['a', 'b', 'c', 'd'],
    ])
  })

  test('a write on a state that the cluster has left runs again on what has come meanwhile [RQLITE-07]', async () => {
    const client = clientOf()
    await client.change([
      `["UPDATE cluster_state SET sequence = sequence + 1, digest = 'moved on'"]`,
      `["INSERT INTO meta (key, value) VALUES ('e', '2')"]`,
    ])
    await client.close()
    put(one, 'd', '1')
    expect(() => put(one, 'e', '3')).toThrow('UNIQUE')
    expect([keysOf(one), await inCluster()]).toEqual([
      ['a', 'b', 'c', 'd', 'e'],
      ['a', 'b', 'c', 'd', 'e'],
    ])
  })

  test('a second server is refused while the first one lives, and commits nothing once another has taken over [RQLITE-12] [RQLITE-13]', async () => {
    await expect(open('two')).rejects.toThrow(/Another Vitrine server \(.*one\.vitrine\) serves "Shop"/)
    put(one, 'of one', '1')
    const wish = { holder: 'two', takesAtOnce: true }
    const two = await open('two', 400, wish)
    expect(keysOf(two)).toEqual(['a', 'b', 'c', 'of one'])
    expect(() => put(one, 'too late', '1')).toThrow('Another Vitrine server has taken over')
    put(two, 'of two', '1')
    expect(() => put(one, 'still too late', '1')).toThrow('Another Vitrine server has taken over')
    expect(await inCluster()).toEqual(['a', 'b', 'c', 'of one', 'of two'])
    for (const writer of [one, two]) end(writer)
  })

  test('a server without a copy gets one; a copy that was written past the cluster is made equal to it when it is opened, and a file of its own is refused [RQLITE-08]', async () => {
    const { openDatabase } = await import('../../store/database/database.ts')
    await copyTo('two')
    const past = openDatabase(fileOf('two'))
    past.write((tx) => tx.run("UPDATE cluster_state SET digest = 'of a transaction that nobody else has'"))
    past.write((tx) => tx.run("DELETE FROM meta WHERE key = 'a'"))
    past.close()
    for (const name of ['two', 'three']) {
      const writer = await open(name)
      expect(keysOf(writer)).toEqual(['a', 'b', 'c'])
      end(writer)
    }

    createWorkspaceFile(fileOf('stranger'))
    await expect(open('stranger')).rejects.toThrow(/no copy of what the cluster named for "Shop" holds/)
  })

  test('where all nodes have lost their disks, servers that share a workspace go on from the copy that is opened first [RQLITE-27]', async () => {
    await copyTo('four', 'five')
    await using again = await startRqlite()
    const cluster = { database: 'Shop', nodes: again.nodes.map(({ address }) => address) }
    const openAnew = (name: string) =>
      openClusterWriter(fileOf(name), { cluster, startLink, wish: { holder: name, takesAtOnce: true } })
    const [four, five] = [await openAnew('four'), await openAnew('five')]
    put(five, 'of five', '1')
    expect(keysOf(five)).toEqual(['a', 'b', 'c', 'of five'])
    expect(() => put(four, 'too late', '1')).toThrow('Another Vitrine server has taken over')
    for (const writer of [four, five]) writer.close()
  })

  test('what a statement does otherwise in the cluster is put right in the copy [RQLITE-08]', async () => {
    const client = clientOf()
    const body = JSON.stringify([["DELETE FROM meta WHERE key = 'b'"]])
    await fetch(`${nodes()[0]}/db/execute`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    expect(keysOf(one)).toContain('b')
    one.write((tx) => tx.run("UPDATE meta SET value = '2' WHERE key IN ('a', 'b')"))
    expect(keysOf(one)).toEqual(['a', 'c'])
    const given = join(folder, 'given.db')
    await client.backup(given)
    expect(differingTables(fileOf('one'), given)).toEqual([])
    await client.close()
  })

  test('a backup that takes the place of the copy takes that of what the cluster holds [RQLITE-11]', async () => {
    const backup = fileOf('backup')
    await one.saveCopy(backup)
    put(one, 'later', '1')
    end(one)
    prepareRestore({ backup, target: fileOf('one') })
    one = await open('one')
    expect([keysOf(one), await inCluster()]).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
    ])
  })

  test('a copy that was got back from a replica goes on from what the cluster holds [RQLITE-11]', async () => {
    const replica = fileOf('replica')
    await one.saveCopy(replica)
    put(one, 'later', '1')
    end(one)
    prepareRestore({ backup: replica, target: fileOf('one'), isNewest: true })
    one = await open('one')
    expect([keysOf(one), await inCluster()]).toEqual([
      ['a', 'b', 'c', 'later'],
      ['a', 'b', 'c', 'later'],
    ])
  })

  test('a write whose answer is lost is asked for and not sent again [RQLITE-06]', async () => {
    let [isCut, sent] = [true, 0]
    const [node = ''] = nodes()
    const proxy = createServer((incoming, outgoing) => {
      if (incoming.url?.startsWith('/db/execute')) sent += 1
      const onward = request(node + incoming.url, { method: 'POST', headers: incoming.headers }, (answer) => {
        const cutsOff = isCut && incoming.url?.startsWith('/db/execute')
        isCut &&= !cutsOff
        if (cutsOff) outgoing.destroy()
        else answer.pipe(outgoing)
      })
      incoming.pipe(onward)
    }).listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const client = clientOf([`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`])
    const [state = []] = (await client.query('SELECT origin, sequence, digest FROM cluster_state')) ?? []
    const [origin, sequence, digest] = state as [string, number, string]
    const text = "INSERT INTO meta (key, value) VALUES ('d', '1')"
    const batch = makeBatch({ origin, sequence, digest }, 'r', [{ text, params: [] }])
    expect(await client.commit(batch, 3000)).toEqual({ kind: 'committed', results: undefined })
    expect([sent, await inCluster()]).toEqual([1, ['a', 'b', 'c', 'd']])
    await client.close()
    proxy.close()
  })

  test('without its nodes a workspace is read and not written, and written again once they are back [RQLITE-09]', async () => {
    put(one, 'e', '1')
    await cluster.nodes[0]!.stop()
    expect(() => put(one, 'f', '1')).toThrow(
      'Most nodes of the cluster that keeps this workspace do not answer, so nothing was saved. Start them',
    )
    expect(keysOf(one)).toEqual(['a', 'b', 'c', 'e'])
    cluster.nodes[0]!.start()
    await cluster.nodes[0]!.untilReady()
    put(one, 'f', '1')
    expect(await inCluster()).toEqual(['a', 'b', 'c', 'e', 'f'])
  })

  test('many rows travel at once and arrive as they were written, numbers to the last bit [RQLITE-20]', async () => {
    const numbers = Array.from({ length: 3000 }, (_, index) => {
      const some = Math.abs(Math.sin(index + 1)) * 2 ** 52
      return index % 3 === 0 ? Math.floor(some) : some / 10 ** (index % 15)
    })
    one.write((tx) => {
      tx.exec('CREATE TABLE sample (id INTEGER PRIMARY KEY, value, text TEXT)')
      for (const [id, value] of numbers.entries())
        tx.run(
          'INSERT INTO sample (id, value, text) VALUES (?, ?, ?)',
          id,
          value,
          `"${id}" ü\\\n{"a":"b"}\u2028`,
        )
      for (const id of numbers.keys())
        tx.run('UPDATE sample SET text = ? WHERE id = ?', id % 2 === 0 ? id : null, id)
    })
    const client = clientOf()
    const given = join(folder, 'given.db')
    await client.backup(given)
    expect(differingTables(fileOf('one'), given)).toEqual([])
    const [types] =
      (await client.query(
        'SELECT typeof(value), typeof(text), count(*) FROM sample GROUP BY 1, 2 ORDER BY 2',
      )) ?? []
    expect(types).toEqual(['real', 'null', 1500])
    one.write((tx) => tx.exec('DROP TABLE sample'))
    await client.close()
  })

  test('bytes keep their form, and more of them than the log should carry are refused [RQLITE-10]', async () => {
    const insert = (bytes: Uint8Array) =>
      one.write((tx) =>
        tx.run(
          "INSERT INTO file (hash, extension, media_type, size, created_at, bytes) VALUES (?, 'png', 'image/png', 1, 5000000000, ?)",
          String(bytes.length),
          bytes,
        ),
      )
    insert(Uint8Array.from({ length: 256 }, (_, byte) => byte))
    expect(() => insert(new Uint8Array(9 * 1024 * 1024))).toThrow('up to 8 MB')
    const client = clientOf()
    const given = join(folder, 'given.db')
    await client.backup(given)
    expect(differingTables(fileOf('one'), given)).toEqual([])
    await client.close()
  })
})
