import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { describe, expect, test } from 'vitest'
import { differingTables } from '../../store/file/copies.ts'
import { createWorkspaceFile } from '../../store/file/workspace-file.ts'
import { hasRqlite, startRqlite } from '../../testing/rqlite-nodes.ts'
import type { StepNews } from './batch-feed.ts'
import { openClusterWriter } from './cluster-writer.ts'
import { openFollowedCopy } from './open-follower.ts'
import type { LinkStart } from './link.ts'

const worker = new URL('../../worker.ts', import.meta.url)
const startLink = (link: LinkStart) => {
  new Worker(worker, { workerData: { role: 'link', file: '', link }, transferList: [link.port] }).unref()
}

describe.skipIf(!hasRqlite())('a copy that follows', () => {
  test('is equal to that of the writer after each step, values to the last bit, and refuses a step that begins elsewhere [FOLLOW-01]', async () => {
    await using nodes = await startRqlite()
    const cluster = { database: 'Shop', nodes: nodes.nodes.map(({ address }) => address) }
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-follow-'))
    const [one, two] = ['one', 'two'].map((name) => join(folder, `${name}.vitrine`)) as [string, string]
    const news: StepNews[] = []
    createWorkspaceFile(one)
    const writer = await openClusterWriter(one, { cluster, startLink, onSteps: (step) => news.push(step) })
    const copy = await openFollowedCopy(two, { cluster, startLink })
    try {
      expect(news.map(({ kind }) => kind)).toEqual(['begun'])
      writer.write((tx) => {
        tx.exec('CREATE TABLE sample (id INTEGER PRIMARY KEY, value, text TEXT)')
        for (const [id, value] of [0.1, 2 ** 52 + 1, -0, null, 5, Math.PI].entries())
          tx.run('INSERT INTO sample (id, value, text) VALUES (?, ?, ?)', id, value, `"ü" ${id}\n`)
        tx.get('INSERT INTO sample (id, value) VALUES (?, ?) RETURNING id', 50, 9_007_199_254_740_993n)
      })
      writer.write((tx) => {
        for (let id = 100; id < 130; id += 1)
          tx.run('INSERT INTO sample (id, value, text) VALUES (?, ?, ?)', id, id / 3, String(id))
        tx.run('UPDATE sample SET value = ? WHERE id = ?', Uint8Array.of(0, 255, 7), 100)
      })
      const bodies = news.flatMap((step) => (step.kind === 'taken' ? [step.batch.body] : []))
      expect(bodies).toHaveLength(2)
      expect(() => copy.apply(bodies[1]!)).toThrow('NOT NULL')
      for (const body of bodies) copy.apply(body)
      expect(() => copy.apply(bodies[1]!)).toThrow('NOT NULL')
      expect(differingTables(one, two)).toEqual([])
      writer.write((tx) => tx.exec('DROP TABLE sample'))
      const before = copy.state()?.sequence ?? 0
      expect(copy.fetch()?.sequence).toBe(before + 1)
      expect(differingTables(one, two)).toEqual([])
    } finally {
      copy.writer.close()
      writer.close()
      rmSync(folder, { recursive: true })
    }
  })
})
