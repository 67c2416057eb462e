import type { LogLine } from './expectation.ts'
import type { WriteLog } from './write-log.ts'

/** A line with when it was written. */
export interface TimedLine {
  readonly at: number
  readonly line: LogLine
}

/** The log of one run of the server, with the times of its lines; what was logged before stands in `before`. */
export class TimedLog {
  readonly before: readonly LogLine[]
  readonly lines: TimedLine[] = []
  readonly #log: WriteLog

  constructor(log: WriteLog) {
    this.#log = log
    this.before = log.lines()
  }

  append(line: LogLine): void {
    this.#log.append(line)
    // As it will be read: without what JSON leaves out.
    this.lines.push({ at: Date.now(), line: JSON.parse(JSON.stringify(line)) as LogLine })
  }
}
