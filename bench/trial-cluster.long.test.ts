import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { hasRqlite } from '../server/testing/rqlite-nodes.ts'

const program = fileURLToPath(new URL('trial-cluster.ts', import.meta.url))

test.skipIf(!hasRqlite())(
  'leaders killed, a follower cut off, a disk wiped, all nodes started anew and the server that serves killed and paused under load lose nothing that was acknowledged',
  { timeout: 300_000 },
  () => {
    const nodes = ['--kills', '2', '--cuts', '1', '--wipes', '1', '--upgrades', '1']
    const counts = [
      ...nodes,
      '--holder-kills',
      '1',
      '--holder-pauses',
      '1',
      '--holder-cuts',
      '1',
      '--seed',
      '5',
    ]
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...counts], { encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(stdout).toContain('none twice, and the three copies are equal')
    expect(status).toBe(0)
  },
)
