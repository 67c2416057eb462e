/**
 * `npm test`: every check of the project, one after the other, the quick ones first. Stops at the first failure, under a
 * heading that names it, and ends with the unit tests that failed and the counts of all tests.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { filesToTryAgain, readUnitReport } from './unit-report.ts'

interface Step {
  readonly name: string
  readonly commands: readonly (readonly string[])[]
  /** What to run after a failure that may not be one; undefined when it is no use. */
  readonly secondTry?: () => readonly string[] | undefined
}

const root = join(import.meta.dirname, '..')
const results = join(root, 'test-results')
const unitReport = join(results, 'unit.json')
const browserResults = join(results, 'browser.json')
const folders = ['shared', 'server', 'renderer', 'main', 'e2e', 'bench']

const steps: readonly Step[] = [
  { name: 'Format', commands: [['oxfmt', '--check', '.']] },
  { name: 'Lint', commands: [['oxlint']] },
  { name: 'Types', commands: folders.map((folder) => ['tsc', '-p', folder]) },
  { name: 'Dead code', commands: [['knip']] },
  {
    name: 'Unit and API tests',
    commands: [vitest('--exclude', 'e2e/**', '--reporter=dot')],
    secondTry: () => {
      const files = filesToTryAgain(readUnitReport(unitReport))
      return files.length > 0 ? vitest('--reporter=default', ...files) : undefined
    },
  },
  { name: 'Build', commands: [['node', 'main/build.ts']] },
  // Cross-building the Linux package elsewhere would need tools that have to be downloaded.
  ...(process.platform === 'linux'
    ? [
        {
          name: 'Packaging, dry run',
          commands: [
            ['node', 'e2e/package-check.ts'],
            ['node', 'e2e/server-package-check.ts'],
          ],
        },
      ]
    : []),
  { name: 'A browser for the tests', commands: [['node', 'e2e/find-browser.ts']] },
  { name: 'Browser and desktop tests', commands: [['playwright', 'test', '-c', 'e2e']] },
]

rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })
const failed = steps.find((step) => !passes(step))
report(failed)
process.exit(failed ? 1 : 0)

function vitest(...args: readonly string[]): readonly string[] {
  // Generous: a busy machine is slow, and a hanging test fails all the same.
  const patience = ['--test-timeout=60000', '--hook-timeout=60000']
  return ['vitest', 'run', ...patience, '--reporter=./e2e/unit-report.ts', ...args]
}

function passes({ name, commands, secondTry }: Step): boolean {
  console.log(`\n── ${name} ${'─'.repeat(Math.max(0, 76 - name.length))}`)
  const started = performance.now()
  const isPassed = commands.every((command) => run(command)) || passesAgain(name, secondTry?.())
  if (isPassed) console.log(`${name}: ok (${((performance.now() - started) / 1000).toFixed(1)} s)`)
  return isPassed
}

function passesAgain(name: string, command: readonly string[] | undefined): boolean {
  if (!command) return false
  console.log(`\n── ${name}, a second try of the files that did not pass`)
  return run(command)
}

function run([program, ...args]: readonly string[]): boolean {
  const isNode = program === 'node'
  const file = isNode ? process.execPath : join(root, 'node_modules/.bin', String(program))
  const { status, error } = spawnSync(file, args, {
    cwd: root,
    stdio: 'inherit',
    // The bins of node_modules are scripts of this same Node, whatever the host has.
    env: { ...process.env, UNIT_REPORT: unitReport, PLAYWRIGHT_JSON_OUTPUT_FILE: browserResults },
    shell: process.platform === 'win32' && !isNode,
  })
  if (error) console.error(error.message)
  return status === 0
}

function report(failed: Step | undefined): void {
  const unit = readUnitReport(unitReport)
  const units = Object.values(unit.files)
  const browser = browserStats()
  const passed = sum(units, ({ counts }) => counts.passed) + browser.expected + browser.flaky
  const failures = sum(units, ({ counts }) => counts.failed + counts.pending) + browser.unexpected
  const skipped = sum(units, ({ counts }) => counts.skipped) + browser.skipped
  const flaky = sum(units, ({ tries, isPassed }) => Number(tries > 1 && isPassed)) + browser.flaky

  for (const [name, { faults, isPassed }] of Object.entries(unit.files))
    for (const fault of faults) console.log(`${isPassed ? 'SECOND TRY' : 'FAILED'} ${name}: ${fault}`)
  for (const fault of unit.faults) console.log(`FAILED outside of a test: ${fault}`)
  console.log(failed ? `\nFAILED at: ${failed.name}` : '\nAll checks passed.')
  const others = [...some(skipped, 'skipped'), ...some(flaky, 'of the passed needed a second try')]
  console.log([`${passed} passed, ${failures} failed`, ...others].join(', '))
}

function browserStats(): Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number> {
  const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }
  if (!existsSync(browserResults)) return stats
  return { ...stats, ...(JSON.parse(readFileSync(browserResults, 'utf8')) as { stats: object }).stats }
}

function sum<Item>(items: readonly Item[], valueOf: (item: Item) => number): number {
  return items.reduce((total, item) => total + valueOf(item), 0)
}

function some(count: number, what: string): string[] {
  return count > 0 ? [`${count} ${what}`] : []
}
