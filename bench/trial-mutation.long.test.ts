import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const program = fileURLToPath(new URL('trial-mutation.ts', import.meta.url))

test(
  'the tests of a rule notice when the code that they run is broken, and each mutant is named with its line',
  { timeout: 300_000 },
  () => {
    const args = ['--rule', 'CHANGE-05', '--mutants', '5', '--seed', '4']
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(stdout).toMatch(/^CHANGE-05 {2}noticed {6}server\/store\/plan\/event-pages\.ts:\d+ {2}\w/m)
    expect(stdout).toMatch(/[1-5] mutants of 1 rules were noticed, [0-4] were not, 0 rules run no code/)
    expect(status).toBe(0)
  },
)
