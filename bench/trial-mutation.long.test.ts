import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { MutationCopy } from './trial/mutation-copy.ts'
import { MutationTests } from './trial/mutation-tests.ts'

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

test(
  'a run whose code never ends is ended, counts as failed, and the next one passes',
  { timeout: 180_000 },
  async () => {
    await using copy = await MutationCopy.make()
    await using tests = await MutationTests.start(copy.folder)
    const file = 'server/store/plan/event-pages.ts'
    const source = copy.read(file)
    copy.write(file, source.replaceAll(/(\): [A-Za-z[\]<>, ]+ \{\n)/g, '$1 while (Date.now() > 1) ;\n'))
    expect(copy.read(file)).not.toBe(source)
    expect(await tests.run('CHANGE-05', 10_000)).toMatchObject({
      passed: 0,
      failed: ['the tests of CHANGE-05 did not end'],
    })
    copy.write(file, source)
    tests.changed(file)
    expect(await tests.run('CHANGE-05')).toMatchObject({ passed: 1, failed: [], failedSetUps: [] })
  },
)
