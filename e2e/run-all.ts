/**
 * `npm test`: every check of the project in three stages: the build; unit tests and checks of the code;
 * browser tests. Stops after a stage that failed, and ends with the failed tests and all counts. `--all`
 * (`npm run test:all`) adds the long tests and the packaging.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readBrowserReport } from './browser-report.ts'
import { slowestFiles } from './slowest-files.ts'
import { readUnitReport } from './unit-report.ts'

interface Step {
  readonly name: string
  readonly commands: readonly (readonly string[])[]
  readonly env?: Readonly<Record<string, string>>
}

const isWhole = process.argv.includes('--all')
const root = join(import.meta.dirname, '..')
const results = join(root, 'test-results')
const unitReport = join(results, 'unit.json')
const browserResults = join(results, 'browser.json')
// The results of a check for unchanged files are kept from run to run.
const cache = join(root, 'node_modules/.cache')
// The server is checked with main, which starts it.
const folders = ['shared', 'renderer', 'main', 'e2e']

/**
 * The type checkers are Go programs, which would use more threads than there are cores and repeat the same
 * types in each. In parallel with the unit tests their work counts, not their time: these settings halve
 * it.
 */
const onOneCore = { GOMAXPROCS: '1', GOGC: '200' }
const oneChecker = ['--checkers', '1']

/** The steps of a stage are independent and run in parallel, but each stage needs all earlier ones. */
const stages: readonly (readonly Step[])[] = [
  [
    { name: 'Build', commands: [['node', 'main/build.ts']] },
    { name: 'A browser for the tests', commands: [['node', 'e2e/find-browser.ts']] },
  ],
  // The unit tests wait for files and servers a third of their time, which suffices for all checks of the
  // code.
  [
    { name: 'Unit and API tests', commands: [vitest()] },
    { name: 'Lint', commands: [['oxlint']], env: onOneCore },
    {
      name: 'Types',
      commands: folders.map((folder) => ['tsc', '-p', folder, ...oneChecker, ...typesOf(folder)]),
      env: onOneCore,
    },
    { name: 'Dead code', commands: [['knip', '--cache', '--cache-location', join(cache, 'knip')]] },
    { name: 'Format', commands: [['oxfmt', '--check', '.']] },
  ],
  [{ name: 'Browser and desktop tests', commands: [['playwright', 'test', '-c', 'e2e']] }],
  // Cross-building the Linux package elsewhere would need tools that have to be downloaded.
  ...(isWhole && process.platform === 'linux' ? [[packaging()]] : []),
]
// Most steps use a single core at times, and the promised time is for two cores.
const stepsAtOnce = 2

rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })
const failed = await runStages()
report(failed)
process.exit(failed.length > 0 ? 1 : 0)

function typesOf(folder: string): readonly string[] {
  return ['--incremental', '--tsBuildInfoFile', join(cache, `types/${folder}.json`)]
}

function vitest(): readonly string[] {
  const reporters = ['--reporter=./e2e/unit-report.ts', '--reporter=dot']
  return ['vitest', 'run', '--config', 'e2e/unit.config.ts', ...reporters]
}

function packaging(): Step {
  const commands = [
    ['node', 'e2e/package-check.ts'],
    ['node', 'e2e/server-package-check.ts'],
  ]
  return { name: 'Packaging, dry run', commands }
}

async function runStages(): Promise<string[]> {
  for (const stage of stages) {
    const failed = await runStage(stage)
    if (failed.length > 0) return failed
  }
  return []
}

async function runStage(stage: readonly Step[]): Promise<string[]> {
  const waiting = [...stage]
  const failed: string[] = []
  const runWaiting = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift())
      // A step that runs alone is shown while it runs, parallel ones in one piece when they have ended.
      if (!(await passes(step, stage.length === 1))) failed.push(step.name)
  }
  await Promise.all(Array.from({ length: stepsAtOnce }, runWaiting))
  return failed
}

async function passes({ name, commands, env = {} }: Step, isAlone: boolean): Promise<boolean> {
  const heading = `\n── ${name} ${'─'.repeat(Math.max(0, 76 - name.length))}`
  if (isAlone) console.log(heading)
  const started = performance.now()
  let isPassed = true
  let output = ''
  for (const command of commands) {
    const ran = await run(command, isAlone, env)
    output += ran.output
    isPassed = ran.isPassed
    if (!isPassed) break
  }
  if (!isAlone) console.log(`${heading}\n${output.trimEnd()}`)
  if (isPassed) console.log(`${name}: ok (${((performance.now() - started) / 1000).toFixed(1)} s)`)
  return isPassed
}

async function run(
  [program, ...args]: readonly string[],
  isShown: boolean,
  env: NonNullable<Step['env']>,
): Promise<{ isPassed: boolean; output: string }> {
  const isNode = program === 'node'
  const file = isNode ? process.execPath : join(root, 'node_modules/.bin', String(program))
  const child = spawn(file, args, {
    cwd: root,
    stdio: isShown ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    // The bins of node_modules are scripts of this same Node, whatever the host has.
    env: {
      ...process.env,
      ...env,
      UNIT_REPORT: unitReport,
      PLAYWRIGHT_JSON_OUTPUT_FILE: browserResults,
      ...(isWhole && { LONG_TESTS: '1' }),
    },
    shell: process.platform === 'win32' && !isNode,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)))
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ isPassed: false, output: error.message }))
    child.once('close', (code) => resolve({ isPassed: code === 0, output }))
  })
}

function report(failed: readonly string[]): void {
  const unit = readUnitReport(unitReport)
  const units = Object.values(unit.files)
  const browser = readBrowserReport(browserResults)
  const passed = sum(units, ({ counts }) => counts.passed) + browser.counts.expected
  const failures = sum(units, ({ counts }) => counts.failed + counts.pending) + browser.counts.unexpected
  const skipped = sum(units, ({ counts }) => counts.skipped) + browser.counts.skipped

  const secondsOf = Object.entries(unit.files).map(([name, { cpuSeconds }]) => [name, cpuSeconds] as const)
  console.log(['', ...slowestFiles('The unit tests', new Map(secondsOf)), ''].join('\n'))
  // Last, since often only the end of a long log is kept.
  for (const [name, { faults }] of Object.entries(unit.files))
    for (const fault of faults) console.log(`FAILED ${name}: ${fault}`)
  for (const fault of unit.faults) console.log(`FAILED outside of a test: ${fault}`)
  for (const fault of browser.faults) console.log(`FAILED ${fault}`)
  console.log(failed.length > 0 ? `\nFAILED at: ${failed.join(', ')}` : '\nAll checks passed.')
  console.log(`${passed} passed, ${failures} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
}

function sum<Item>(items: readonly Item[], valueOf: (item: Item) => number): number {
  return items.reduce((total, item) => total + valueOf(item), 0)
}
