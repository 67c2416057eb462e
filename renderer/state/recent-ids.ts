/** Ids in the order of their last use, in the storage of this browser. */
export class RecentIds {
  readonly #key: string
  readonly #max: number

  constructor(key: string, max: number) {
    this.#key = key
    this.#max = max
  }

  /** The newest first; none where the storage holds something else. */
  list(): readonly string[] {
    try {
      const stored: unknown = JSON.parse(window.localStorage.getItem(this.#key) ?? '[]')
      return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
    } catch {
      return []
    }
  }

  remember(id: string): void {
    const ids = [id, ...this.list().filter((other) => other !== id)].slice(0, this.#max)
    window.localStorage.setItem(this.#key, JSON.stringify(ids))
  }
}
