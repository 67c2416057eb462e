import { setTimeout as delay } from 'node:timers/promises'

/** When calls may be made: at most so many a minute, and none while the provider has asked to wait. */
export class CallPace {
  readonly #gapMs: number
  #nextAt = 0

  constructor(requestsPerMinute: number | null) {
    this.#gapMs = requestsPerMinute === null ? 0 : 60_000 / requestsPerMinute
  }

  /** Resolves when the next call may be made; rejects when the signal ends it. */
  async turn(signal: AbortSignal): Promise<void> {
    for (let wait = this.#nextAt - Date.now(); wait > 0; wait = this.#nextAt - Date.now())
      await delay(wait, undefined, { signal })
    signal.throwIfAborted()
    this.#nextAt = Math.max(this.#nextAt, Date.now()) + this.#gapMs
  }

  /** Lets no call be made for so long. */
  hold(ms: number): void {
    this.#nextAt = Math.max(this.#nextAt, Date.now() + ms)
  }
}
