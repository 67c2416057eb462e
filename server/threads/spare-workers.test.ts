import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openRegistryThread } from './idle-thread.ts'
import { countSpares, endSpares, keepSpareThreads } from './thread.ts'

test('[RQLITE-26] a thread begins with a worker that has loaded its role, where one waits, and another starts anew', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-spare-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  onTestFinished(endSpares)
  keepSpareThreads(['registry', 'reader'])
  expect(countSpares()).toBe(2)
  for (const [name, left] of [
    ['a', 1],
    ['b', 1],
  ] as const) {
    const registry = await openRegistryThread(join(folder, name))
    expect([await registry.call('listWorkspaces', {}), countSpares()]).toEqual([[], left])
    await registry.close()
  }
  await endSpares()
  expect(countSpares()).toBe(0)
})
