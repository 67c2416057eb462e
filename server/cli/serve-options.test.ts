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

test('[RQLITE-19] servers that share accounts serve a team, and no other has an address for servers', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-cluster-option-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'cluster.json')
  const serve = (...args: string[]) =>
    runVitrine(['serve', '--cluster', file, '--data', join(folder, 'data'), ...args])
  await writeFile(file, '{"databases": {"vitrine.db": {"nodes": ["http://127.0.0.1:1"]}}}')
  expect(await serve()).toMatchObject({ code: 2, stderr: expect.stringContaining('say --team') as string })
  const wrong = await serve('--team', '--server-address', 'http://x')
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('such as 10.0.0.5:4419') as string })
  await writeFile(file, '{"databases": {"Shop": {"nodes": ["http://127.0.0.1:1"]}}}')
  const alone = await serve('--team', '--server-address', '127.0.0.1')
  expect(alone).toMatchObject({ code: 2, stderr: expect.stringContaining('name it in the file') as string })
})

test('[TEAM-18] a log goes to standard output by -, and its levels have names', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-log-option-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const serve = (...args: string[]) => runVitrine(['serve', '--data', join(folder, 'data'), ...args])
  const elsewhere = await serve('--log', '/var/log/vitrine.log')
  expect(elsewhere).toMatchObject({ code: 2, stderr: expect.stringContaining('--log takes -') as string })
  const loud = await serve('--log-level', 'loud')
  expect(loud).toMatchObject({ code: 2, stderr: expect.stringContaining('error, warn, info') as string })
})
