import { setTimeout } from 'node:timers/promises'

export const hostPauseMs = 500

const maxPauseMs = 10_000

// Fewer could be the fault of single addresses.
const maxSilence = 5

export interface Clock {
  now(): number
  wait(ms: number, signal: AbortSignal): Promise<void>
}

const realClock: Clock = {
  now: () => performance.now(),
  wait: (ms, signal) => setTimeout(ms, undefined, { signal }),
}

/** Spaces requests to one server, and stops asking a server that does not answer. */
export class HostPace {
  readonly #clock: Clock
  readonly #pauseMs: number
  readonly #next = new Map<string, number>()
  readonly #silence = new Map<string, number>()

  constructor({
    pauseMs = hostPauseMs,
    clock = realClock,
  }: { pauseMs?: number | undefined; clock?: Clock } = {}) {
    this.#pauseMs = pauseMs
    this.#clock = clock
  }

  /** Resolves when the server may be asked. A longer pause of its robots.txt is kept up to ten seconds. */
  async turn(host: string, crawlDelaySeconds: number, signal: AbortSignal): Promise<void> {
    const now = this.#clock.now()
    const at = Math.max(now, this.#next.get(host) ?? 0)
    const pause = Math.max(this.#pauseMs, Math.min(crawlDelaySeconds * 1000, maxPauseMs))
    this.#next.set(host, at + pause)
    if (at > now) await this.#clock.wait(at - now, signal)
  }

  heed(host: string, hasAnswered: boolean): void {
    this.#silence.set(host, hasAnswered ? 0 : (this.#silence.get(host) ?? 0) + 1)
  }

  isSilent(host: string): boolean {
    return (this.#silence.get(host) ?? 0) >= maxSilence
  }
}
