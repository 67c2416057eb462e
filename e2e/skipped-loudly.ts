import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

/** Repeats at the end of a run why tests were skipped, so that a green run cannot hide what did not run. */
// oxlint-disable-next-line import/no-default-export -- Playwright loads it by its default export
export default class SkippedLoudly implements Reporter {
  readonly #skipped = new Map<string, number>()

  onTestEnd(test: TestCase, { status }: TestResult): void {
    if (status !== 'skipped') return
    const reason = test.annotations.find(({ type }) => type === 'skip')?.description ?? test.title
    this.#skipped.set(reason, (this.#skipped.get(reason) ?? 0) + 1)
  }

  onEnd(): void {
    for (const [reason, count] of this.#skipped) console.log(`\n!! ${count} skipped: ${reason}`)
  }
}
