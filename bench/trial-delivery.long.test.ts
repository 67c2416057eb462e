import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const program = fileURLToPath(new URL('trial-delivery.ts', import.meta.url))

test(
  'three kills lose and repeat no run of a feed or an automation and no delivery',
  { timeout: 240_000 },
  () => {
    const run = spawnSync(process.execPath, [program, '--kills', '3', '--seed', '5'], { encoding: 'utf8' })
    expect(run.stderr).toBe('')
    expect(run.stdout).toContain('3 kills in')
    expect(run.status).toBe(0)
  },
)
