import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const program = fileURLToPath(new URL('trial-generation.ts', import.meta.url))

test(
  'runs over a hundred products with faults, too small budgets and three kills count every value and every cent',
  { timeout: 400_000 },
  () => {
    const args = [program, '--products', '100', '--kills', '3', '--seed', '3', '--no-bounds']
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(stdout).toContain('With faults: all counts exact')
    expect(stdout).toContain('3 kills: all counts exact')
    expect(status).toBe(0)
  },
)
