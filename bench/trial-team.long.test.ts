import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const program = fileURLToPath(new URL('trial-team.ts', import.meta.url))

test(
  'a small team edits and reads together without an error, a lost save or an event that does not come',
  { timeout: 180_000 },
  () => {
    const small = ['--products', '2000', '--editors', '5', '--readers', '5', '--seconds', '10', '--seed', '5']
    // Timings on a busy machine prove nothing.
    const { status, stdout } = spawnSync(process.execPath, [program, ...small, '--no-bounds'], {
      encoding: 'utf8',
    })
    expect(stdout).toContain('0 errors, 0 lost, 0 events unheard')
    expect(status).toBe(0)
  },
)
