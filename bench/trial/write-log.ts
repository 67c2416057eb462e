import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { type Expectation, expectationFrom, type LogLine } from './expectation.ts'

export class WriteLog {
  readonly #file: string

  constructor(file: string) {
    this.#file = file
    appendFileSync(file, '')
  }

  /** Appends synchronously: the line is in the file when this returns. */
  append(line: LogLine): void {
    appendFileSync(this.#file, `${JSON.stringify(line)}\n`)
  }

  lines(): LogLine[] {
    const lines = readFileSync(this.#file, 'utf8').split('\n').filter(Boolean)
    return lines.map((line) => JSON.parse(line) as LogLine)
  }

  replace(lines: readonly LogLine[]): void {
    writeFileSync(this.#file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  }

  expectation(): Expectation {
    return expectationFrom(this.lines())
  }
}
