import type { LogLine } from '../expectation.ts'
import type { WriteLog } from '../write-log.ts'

/** The log of the load, which also shows when a write that began after some moment was acknowledged. */
export class WriteWatch {
  readonly #log: WriteLog
  readonly #sentAt = new Map<number, number>()
  #waiting: { readonly since: number; readonly done: (at: number) => void } | undefined
  acknowledged = 0

  constructor(log: WriteLog) {
    this.#log = log
  }

  append(line: LogLine): void {
    this.#log.append(line)
    const now = performance.now()
    if (line.kind === 'sent') this.#sentAt.set(line.connection, now)
    if (line.kind !== 'acknowledged') return
    this.acknowledged += 1
    if (this.#waiting && (this.#sentAt.get(line.connection) ?? 0) >= this.#waiting.since) {
      this.#waiting.done(now)
      this.#waiting = undefined
    }
  }

  /** Returns the ms until a write that was sent from now on is acknowledged. */
  async untilWritten(patienceMs: number): Promise<number> {
    const since = performance.now()
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    this.#waiting = { since, done: resolve }
    const timer = setTimeout(
      () => reject(new Error(`Nothing was acknowledged for ${patienceMs / 1000} s.`)),
      patienceMs,
    )
    try {
      return (await promise) - since
    } finally {
      clearTimeout(timer)
    }
  }
}
