import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { writeClusterState } from './cluster-state.ts'
import { openRegistry } from '../../registry/registry.ts'

test('[RQLITE-19] a copy of what lives in a cluster is opened by nobody who does not know', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-registry-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const own = await openRegistry(folder)
  own.database.write((tx) => writeClusterState(tx, { origin: 'o', sequence: 1, digest: 'd' }))
  own.close()
  await expect(openRegistry(folder)).rejects.toThrow(/live in a cluster. Start vitrine serve with --team/)
  const copy = await openRegistry(folder, { isCopyWanted: true })
  copy.close()
})
