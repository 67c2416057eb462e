import type { LogLine } from './expectation.ts'
import type { WriteLog } from './write-log.ts'

export interface TimedLine {
  readonly at: number
  readonly line: LogLine
}

/** The log of one run of the server, with the times of its lines; earlier lines are in `before`. */
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
    // As JSON reads it back: without undefined members.
    this.lines.push({ at: Date.now(), line: JSON.parse(JSON.stringify(line)) as LogLine })
  }
}
