import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { createVitest, type TestModule, type Vitest } from 'vitest/node'
import type { buildStale } from '../../main/build.ts'
import { citationsIn } from './rules.ts'

/**
 * The result of the tests that cite a rule: the number that passed, and the names of those that failed,
 * set-ups included.
 */
export interface Outcome {
  readonly passed: number
  readonly failed: readonly string[]
  readonly failedSetUps: readonly string[]
}

/** Broken code may wait forever, or never end. */
const maxTestMs = 30_000
const maxRunMs = 180_000

function startVitest(folder: string): Promise<Vitest> {
  return createVitest('test', {
    root: folder,
    config: join(folder, 'e2e/unit.config.ts'),
    watch: false,
    reporters: [{}],
    testTimeout: maxTestMs,
    hookTimeout: maxTestMs,
    expect: { poll: { timeout: maxTestMs / 2 } },
  })
}

/** Runs the tests of a copy of the checkout that cite rules. One vitest serves every run: it reads again only what has changed. */
export class MutationTests implements AsyncDisposable {
  readonly #folder: string
  #vitest: Vitest
  readonly #build: typeof buildStale
  readonly #citations: ReadonlyMap<string, readonly string[]>

  private constructor(folder: string, vitest: Vitest, build: typeof buildStale) {
    this.#folder = folder
    this.#vitest = vitest
    this.#build = build
    this.#citations = citationsIn(folder)
  }

  static async start(folder: string): Promise<MutationTests> {
    const vitest = await startVitest(folder)
    const build: { buildStale: typeof buildStale } = await import(
      pathToFileURL(join(folder, 'main/build.ts')).href
    )
    return new MutationTests(folder, vitest, build.buildStale)
  }

  changed(file: string): void {
    this.#vitest.invalidateFile(join(this.#folder, file))
  }

  /**
   * Runs the tests of each rule as `run` does. Rules without a common test file run together: their tests
   * are the same as if each rule ran alone, so a test that needs the one before it fails here and not
   * later.
   */
  async runApart(rules: readonly string[]): Promise<Map<string, Outcome>> {
    const outcomes = new Map<string, Outcome>()
    const left = new Set(rules)
    while (left.size > 0) {
      const taken = new Set<string>()
      const batch = [...left].filter((rule) => {
        const files = this.#filesOf(rule)
        if (files.some((file) => taken.has(file))) return false
        for (const file of files) taken.add(file)
        return true
      })
      for (const [rule, outcome] of await this.#run(batch)) outcomes.set(rule, outcome)
      for (const rule of batch) left.delete(rule)
    }
    return outcomes
  }

  /**
   * Runs the tests that cite the rule, and nothing else of their files. A run that does not end is stopped
   * and counts as failed.
   */
  async run(rule: string, maxMs = maxRunMs): Promise<Outcome> {
    const run = this.#run([rule]).catch(() => undefined)
    const limit = new AbortController()
    const hung = sleep(maxMs, 'hung', { signal: limit.signal }).catch(() => 'hung')
    const ended = await Promise.race([run, hung])
    limit.abort()
    if (ended instanceof Map) return ended.get(rule) as Outcome
    // An endless loop ignores a request to stop, and vitest would wait for its process.
    killChildren()
    await run
    await this.#vitest.close()
    this.#vitest = await startVitest(this.#folder)
    return { passed: 0, failed: [`the tests of ${rule} did not end`], failedSetUps: [] }
  }

  async #run(rules: readonly string[]): Promise<Map<string, Outcome>> {
    // Threads run the build, and vitest makes it at its first run only.
    await this.#build(() => undefined, ['server'])
    this.#vitest.setGlobalTestNamePattern(new RegExp(rules.map((rule) => `\\[${rule}\\]`).join('|')))
    const files = new Set(rules.flatMap((rule) => this.#filesOf(rule)))
    const known = await this.#vitest.globTestSpecifications()
    const { testModules, unhandledErrors } = await this.#vitest.runTestSpecifications(
      known.filter(({ moduleId }) => files.has(moduleId)),
    )
    removeWhatTestsLeft()
    return new Map(
      rules.map((rule) => {
        const own = testModules.filter(({ moduleId }) => this.#filesOf(rule).includes(moduleId))
        return [rule, outcomeOf(rule, own, unhandledErrors.length)]
      }),
    )
  }

  #filesOf(rule: string): readonly string[] {
    return (this.#citations.get(rule) ?? []).map((file) => join(this.#folder, file))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#vitest.close()
  }
}

function killChildren(): void {
  const { stdout } = spawnSync('pgrep', ['-P', String(process.pid)], { encoding: 'utf8' })
  for (const pid of stdout.split('\n').filter(Boolean)) {
    try {
      process.kill(Number(pid), 'SIGKILL')
    } catch {
      // The process has ended meanwhile, as pgrep itself has.
    }
  }
}

function outcomeOf(rule: string, modules: readonly TestModule[], unhandled: number): Outcome {
  const tests = modules
    .flatMap(({ children }) => [...children.allTests()])
    .filter(({ fullName }) => fullName.includes(`[${rule}]`))
  const ended = (state: string) => tests.filter((test) => test.result().state === state)
  const setUps = modules.flatMap((module) => {
    const suites = [...module.children.allSuites()].filter((suite) => suite.errors().length > 0)
    const own = module.errors().length > 0 ? [`set-up of ${module.relativeModuleId}`] : []
    return [...own, ...suites.map(({ fullName }) => `set-up of ${module.relativeModuleId}: ${fullName}`)]
  })
  return {
    passed: ended('passed').length,
    failed: ended('failed').map(({ module, fullName }) => `${module.relativeModuleId}: ${fullName}`),
    failedSetUps: unhandled > 0 ? [...setUps, 'something outside of the tests'] : setUps,
  }
}

/**
 * All runs are one run to vitest, which removes the files of tests at its end only; they lie in memory
 * where there is room.
 */
function removeWhatTestsLeft(): void {
  const folder = process.env['TMPDIR']
  if (!folder?.includes('vitrine-tests-')) return
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true })
}
