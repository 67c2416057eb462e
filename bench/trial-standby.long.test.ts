import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const program = fileURLToPath(new URL('trial-standby.ts', import.meta.url))

test(
  'three lost servers are replaced by their standby, with all that it has said to be there',
  { timeout: 300_000 },
  () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [program, '--losses', '3', '--seed', '5'],
      {
        encoding: 'utf8',
      },
    )
    expect(stderr).toBe('')
    expect(stdout).toContain('3 losses in')
    expect(status).toBe(0)
  },
)
