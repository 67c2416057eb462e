import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { hasRqlite } from '../server/testing/rqlite-nodes.ts'

const program = fileURLToPath(new URL('trial-cluster.ts', import.meta.url))

test.skipIf(!hasRqlite())(
  'two leaders killed, a follower cut off, a disk wiped and all nodes started anew one by one under load lose nothing that was acknowledged',
  { timeout: 180_000 },
  () => {
    const counts = ['--kills', '2', '--cuts', '1', '--wipes', '1', '--upgrades', '1', '--seed', '5']
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...counts], { encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(stdout).toContain('none twice, and the three copies are equal')
    expect(status).toBe(0)
  },
)
