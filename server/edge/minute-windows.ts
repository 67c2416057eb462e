const windowMs = 60_000

/** Beyond so many in one minute all begin anew: what is counted for each must not grow with whoever comes. */
const maxKnown = 50_000

interface Window {
  readonly endsAt: number
  count: number
}

/** What one has used of the minute, this request included. */
export interface WindowUsage {
  readonly count: number
  /** Until they have all of it again. */
  readonly seconds: number
}

/** Counts something for each of many in windows of a minute that begin with the first of it. */
export class MinuteWindows {
  readonly #now: () => number
  readonly #windows = new Map<string, Window>()
  #sweptAt = 0

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** Counts one more for `name`, or as many as are said, but not beyond `most`: then `count` is above it. */
  add(name: string, most: number, more = 1): WindowUsage {
    const now = this.#now()
    const window = this.#windowOf(name, now)
    const count = window.count + more
    window.count = Math.min(count, most)
    return { count, seconds: Math.ceil((window.endsAt - now) / 1000) }
  }

  #windowOf(name: string, now: number): Window {
    const current = this.#windows.get(name)
    if (current && current.endsAt > now) return current
    this.#sweep(now)
    const window = { endsAt: now + windowMs, count: 0 }
    this.#windows.set(name, window)
    return window
  }

  /** Whoever rests leaves a window behind. */
  #sweep(now: number): void {
    const isFull = this.#windows.size >= maxKnown
    if (!isFull && now < this.#sweptAt + windowMs) return
    this.#sweptAt = now
    for (const [name, { endsAt }] of this.#windows) if (endsAt <= now) this.#windows.delete(name)
    if (this.#windows.size >= maxKnown) this.#windows.clear()
  }
}
