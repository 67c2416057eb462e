/**
 * `npm test`: every check of the project, one after the other, the quick ones first. Stops at the first failure, under a
 * heading that names it, and ends with the unit tests that failed and the counts of all tests.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'

interface Step {
  readonly name: string
  readonly commands: readonly (readonly string[])[]
}

const root = join(import.meta.dirname, '..')
const results = join(root, 'test-results')
const unitResults = join(results, 'unit.json')
const browserResults = join(results, 'browser.json')
const folders = ['shared', 'server', 'renderer', 'main', 'e2e', 'bench']

const steps: readonly Step[] = [
  { name: 'Format', commands: [['oxfmt', '--check', '.']] },
  { name: 'Lint', commands: [['oxlint']] },
  { name: 'Types', commands: folders.map((folder) => ['tsc', '-p', folder]) },
  { name: 'Dead code', commands: [['knip']] },
  {
    name: 'Unit and API tests',
    commands: [
      [
        'vitest',
        'run',
        '--exclude',
        'e2e/**',
        // Generous: a busy machine is slow, and a hanging test fails all the same.
        '--test-timeout=60000',
        '--hook-timeout=60000',
        '--reporter=dot',
        '--reporter=json',
        `--outputFile.json=${unitResults}`,
      ],
    ],
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

function passes({ name, commands }: Step): boolean {
  console.log(`\n── ${name} ${'─'.repeat(Math.max(0, 76 - name.length))}`)
  const started = performance.now()
  const isPassed = commands.every((command) => run(command))
  if (isPassed) console.log(`${name}: ok (${((performance.now() - started) / 1000).toFixed(1)} s)`)
  return isPassed
}

function run([program, ...args]: readonly string[]): boolean {
  const isNode = program === 'node'
  const file = isNode ? process.execPath : join(root, 'node_modules/.bin', String(program))
  const { status, error } = spawnSync(file, args, {
    cwd: root,
    stdio: 'inherit',
    // The bins of node_modules are scripts of this same Node, whatever the host has.
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: browserResults },
    shell: process.platform === 'win32' && !isNode,
  })
  if (error) console.error(error.message)
  return status === 0
}

function report(failed: Step | undefined): void {
  const unit = read<UnitResults>(unitResults)
  const browser = read<{ stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number> }>(
    browserResults,
  )
  const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...browser?.stats }
  const passed = (unit?.numPassedTests ?? 0) + stats.expected + stats.flaky
  const failures = (unit?.numFailedTests ?? 0) + stats.unexpected
  const skipped = (unit?.numPendingTests ?? 0) + stats.skipped
  for (const line of failuresOf(unit)) console.log(line)
  console.log(failed ? `\nFAILED at: ${failed.name}` : '\nAll checks passed.')
  const others = [...some(skipped, 'skipped'), ...some(stats.flaky, 'of the passed needed a second try')]
  console.log([`${passed} passed, ${failures} failed`, ...others].join(', '))
}

interface UnitResults {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

/** Each failed unit test in one line, with the first line of its reason: of a long log often only the end is kept. */
function failuresOf(unit: UnitResults | undefined): string[] {
  return (unit?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages: [reason = ''] }) => {
        return `FAILED ${relative(root, name)}: ${fullName}: ${reason.split('\n', 1).join('')}`
      }),
  )
}

function some(count: number, what: string): string[] {
  return count > 0 ? [`${count} ${what}`] : []
}

function read<Result>(file: string): Result | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Result) : undefined
}
