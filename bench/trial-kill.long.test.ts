import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const program = fileURLToPath(new URL('trial-kill.ts', import.meta.url))

const run = (...args: string[]) => spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' })

test(
  'five kills lose nothing that was acknowledged and leave nothing half-written',
  { timeout: 180_000 },
  () => {
    const { status, stdout, stderr } = run('--kills', '5', '--aimed', '0', '--seed', '5')
    expect(stderr).toBe('')
    expect(stdout).toContain('5 kills in')
    expect(status).toBe(0)
  },
)

test(
  'kills in the middle of a bulk edit, a merge, a restore, a migration and the opening of a package leave nothing half-done',
  { timeout: 240_000 },
  () => {
    const only = 'bulk edit,merge,restore,migration,opening of a package'
    const { status, stdout, stderr } = run('--kills', '0', '--aimed', '5', '--only', only, '--seed', '5')
    expect(stderr).toBe('')
    expect(stdout).toContain('5 aimed kills in')
    expect(status).toBe(0)
  },
)
