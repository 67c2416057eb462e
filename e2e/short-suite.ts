import { relative } from 'node:path'
import type { FullConfig, FullResult, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter'
import { slowestFiles } from './slowest-files.ts'

export const cpuAnnotation = 'cpu'

/**
 * The number of page tests that `npm test` may have: 3.5 seconds of processor time each, of the 720 that
 * two cores have in six minutes, next to 370 for the build, the checks of the code, the unit tests and the
 * desktop (docs/decisions.md, 90).
 */
const maxTests = 90

/** Reports the files that took longest, and fails a short suite that has outgrown its time. */
// oxlint-disable-next-line import/no-default-export -- Playwright loads it by its default export
export default class ShortSuite implements Reporter {
  readonly #secondsOf = new Map<string, number>()
  #tests = 0

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#tests = suite.allTests().filter((test) => test.parent.project()?.name === 'browser').length
  }

  onTestEnd({ location }: TestCase, { annotations }: TestResult): void {
    const file = relative(import.meta.dirname, location.file)
    const seconds = Number(annotations.find(({ type }) => type === cpuAnnotation)?.description ?? 0)
    this.#secondsOf.set(file, (this.#secondsOf.get(file) ?? 0) + seconds)
  }

  onEnd(): Promise<{ status?: FullResult['status'] }> {
    if (this.#secondsOf.size === 0) return Promise.resolve({})
    for (const line of slowestFiles('The browser tests', this.#secondsOf)) console.log(line)
    if (process.env['LONG_TESTS'] || this.#tests <= maxTests) return Promise.resolve({})
    console.log(
      `\nFAILED: ${this.#tests} browser tests are more than the ${maxTests} that npm test has time for. Give @long to one that varies another, or test it below the browser (docs/decisions.md, 90).`,
    )
    return Promise.resolve({ status: 'failed' })
  }
}
