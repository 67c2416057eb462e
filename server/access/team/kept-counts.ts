const shortestLifeMs = 2_000
/** So all counts together take a small part of the reading threads, however many people look at them. */
const livesAsLongAs = 200

interface CachedCount {
  readonly count: Promise<number | null>
  /** Until when it is taken for true; without end while it is being counted. */
  until: number
}

/** Counts that many people ask for, kept for two seconds, or for two hundred times as long as it took to count. */
export class KeptCounts {
  readonly #kept = new Map<string, CachedCount>()
  readonly #now: () => number

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** The count of this id: one that is kept, one that is on its way to somebody else, or a new one. */
  async count(id: string, read: () => Promise<number | null>): Promise<number | null> {
    const before = this.#kept.get(id)
    if (before && before.until > this.#now()) return before.count
    const began = this.#now()
    const kept = { count: read(), until: Infinity }
    this.#kept.set(id, kept)
    try {
      return await kept.count
    } finally {
      const now = this.#now()
      kept.until = now + Math.max(shortestLifeMs, (now - began) * livesAsLongAs)
    }
  }

  forget(id: string): void {
    this.#kept.delete(id)
  }
}
