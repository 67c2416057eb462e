import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Mutation } from './mutations.ts'
import { citedIn, occurrences } from './rules.ts'

const run = promisify(execFile)
const checkout = join(import.meta.dirname, '../..')

/** How the tests that cite some rules ended: for each rule how many passed and how many failed. */
export type Outcome = ReadonlyMap<string, { readonly passed: number; readonly failed: number }>

/** A copy of the checkout as it is, uncommitted changes included, in which code may be broken. */
export class MutationCopy implements AsyncDisposable {
  readonly #folder: string

  private constructor(folder: string) {
    this.#folder = folder
  }

  static async make(): Promise<MutationCopy> {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-mutation-'))
    const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
    const { stdout } = await run('git', list, { cwd: checkout, maxBuffer: 64 * 1024 * 1024 })
    for (const file of stdout.split('\0').filter((name) => name !== '')) {
      await mkdir(dirname(join(folder, file)), { recursive: true })
      // A file that is deleted and not yet committed is listed all the same.
      await copyFile(join(checkout, file), join(folder, file)).catch(ignoreMissing)
    }
    await symlink(join(checkout, 'node_modules'), join(folder, 'node_modules'), 'junction')
    return new MutationCopy(folder)
  }

  /** Runs the tests that cite the rules, and nothing else of their files. */
  async test(rules: readonly string[]): Promise<Outcome> {
    const report = join(this.#folder, 'mutation-report.json')
    const files = [...new Set(rules.flatMap((rule) => citedIn(this.#folder, rule)))]
    const pattern = rules.map((rule) => `\\[${rule}\\]`).join('|')
    const vitest = join(this.#folder, 'node_modules/vitest/vitest.mjs')
    // On a busy machine a test that ran out of time would pass for one that noticed something.
    const settings = [
      '--testTimeout=60000',
      '--hookTimeout=60000',
      '--reporter=json',
      `--outputFile=${report}`,
    ]
    const args = [vitest, 'run', ...files, '-t', pattern, ...settings]
    // Failing tests are an answer like any other; without a report there is none.
    writeFileSync(report, '')
    await run(process.execPath, args, { cwd: this.#folder, maxBuffer: 64 * 1024 * 1024 }).catch(
      () => undefined,
    )
    return readReport(readFileSync(report, 'utf8'), rules)
  }

  /** Breaks the code, runs the tests that cite the rule and puts the code back. */
  async try({ rule, file, find, replace }: Mutation): Promise<'killed' | 'survived' | 'gone'> {
    const path = join(this.#folder, file)
    const original = readFileSync(path, 'utf8')
    if (occurrences(original, find) !== 1) return 'gone'
    writeFileSync(
      path,
      original.replace(find, () => replace),
    )
    try {
      const outcome = await this.test([rule])
      return (outcome.get(rule)?.failed ?? 0) > 0 ? 'killed' : 'survived'
    } finally {
      writeFileSync(path, original)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true })
  }
}

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[]
  }[]
}

function readReport(json: string, rules: readonly string[]): Outcome {
  const { testResults }: Report = json === '' ? { testResults: [] } : JSON.parse(json)
  const results = testResults.flatMap(({ assertionResults }) => assertionResults)
  return new Map(
    rules.map((rule) => {
      const own = results.filter(({ fullName }) => fullName.includes(`[${rule}]`))
      const count = (status: string) => own.filter((result) => result.status === status).length
      return [rule, { passed: count('passed'), failed: count('failed') }]
    }),
  )
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
