import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const program = fileURLToPath(new URL('trial-fuzz.ts', import.meta.url))

test.each([
  ['at a desktop', []],
  ['in a team', ['--team']],
])(
  '500 random requests %s are answered without 5xx, inside the envelope, with nothing of the inside, and never above a role',
  { timeout: 180_000 },
  (_where, more) => {
    const args = [program, '--requests', '500', '--seed', '3', ...more]
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(stdout).toContain('the workspace is sound')
    expect(status).toBe(0)
  },
)
