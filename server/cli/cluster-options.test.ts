import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runVitrine } from '../testing/command-line.ts'

test('[RQLITE-02] serve tells what is wrong with a file of clusters, as wrong usage, and makes no data folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-cluster-option-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'cluster.json')
  await writeFile(file, '{"databases": {"Shop": {"nodes": ["http://db1.example:4001"]}}}')
  const { code, stderr } = await runVitrine(['serve', '--cluster', file, '--data', join(folder, 'data')])
  expect([code, stderr]).toEqual([2, expect.stringContaining('write https://')])
  await expect(writeFile(join(folder, 'data', 'x'), '')).rejects.toThrow('ENOENT')
})
