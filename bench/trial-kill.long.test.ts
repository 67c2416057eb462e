import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const program = fileURLToPath(new URL('trial-kill.ts', import.meta.url))

test(
  'five kills lose nothing that was acknowledged and leave nothing half-written',
  { timeout: 180_000 },
  () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, '--kills', '5', '--seed', '5'], {
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    expect(stdout).toContain('5 kills in')
    expect(status).toBe(0)
  },
)
