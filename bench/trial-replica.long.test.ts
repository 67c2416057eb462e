import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const program = fileURLToPath(new URL('trial-replica.ts', import.meta.url))

test(
  'three lost machines are restored with all that was acknowledged two seconds before',
  { timeout: 180_000 },
  () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, '--kills', '3', '--seed', '5'], {
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    expect(stdout).toContain('3 machines lost in')
    expect(status).toBe(0)
  },
)
