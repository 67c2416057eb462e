import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const program = fileURLToPath(new URL('trial-idempotency.ts', import.meta.url))

test(
  'eight requests whose answer a kill took are done once when they are sent again [surfaces.9.1]',
  { timeout: 240_000 },
  () => {
    const args = [program, '--kills', '8', '--seed', '5']
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(stdout).toContain('8 kills in')
    expect(status).toBe(0)
  },
)
