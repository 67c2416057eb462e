import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const program = fileURLToPath(new URL('trial-kill-jobs.ts', import.meta.url))

test(
  'three kills in the middle of an import, an export and a watched file leave exact counts, nothing twice and no half file',
  { timeout: 240_000 },
  () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, '--kills', '3', '--seed', '3'], {
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    expect(stdout).toContain('3 kills in')
    expect(status).toBe(0)
  },
)
