import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { type Expectation, expectationFrom, type LogLine } from './expectation.ts'

/** The client's own record of what it sent and what was acknowledged: a file with a line of JSON for each. */
export class WriteLog {
  readonly #file: string

  constructor(file: string) {
    this.#file = file
    appendFileSync(file, '')
  }

  /** The line is in the file when this returns. */
  append(line: LogLine): void {
    appendFileSync(this.#file, `${JSON.stringify(line)}\n`)
  }

  /** Every line, the first first. */
  lines(): LogLine[] {
    const lines = readFileSync(this.#file, 'utf8').split('\n').filter(Boolean)
    return lines.map((line) => JSON.parse(line) as LogLine)
  }

  /** What is known from now on, where some of what was logged is gone. */
  replace(lines: readonly LogLine[]): void {
    writeFileSync(this.#file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  }

  expectation(): Expectation {
    return expectationFrom(this.lines())
  }
}
