import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const program = fileURLToPath(new URL('trial-disk.ts', import.meta.url))

test(
  'full disk, kill -9 beside it and a read-only folder leave files that open',
  { timeout: 180_000 },
  () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, '--megabytes', '8'], {
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    expect(stdout).toContain('Every file opens and is sound')
    expect(status).toBe(0)
  },
)
