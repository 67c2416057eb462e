import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const program = fileURLToPath(new URL('trial-fuzz.ts', import.meta.url))

test(
  '300 random requests are answered without 5xx, inside the envelope, with nothing of the inside',
  { timeout: 180_000 },
  () => {
    const args = [program, '--requests', '300', '--seed', '3']
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(stdout).toContain('the workspace is sound')
    expect(status).toBe(0)
  },
)
