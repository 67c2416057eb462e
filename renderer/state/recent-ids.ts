/** Ids in the order of their last use, in the storage of this browser; ids of one key are the same thing. */
export class RecentIds {
  readonly #key: string
  readonly #max: number
  readonly #keyOf: (id: string) => string

  constructor(key: string, max: number, keyOf = (id: string): string => id) {
    this.#key = key
    this.#max = max
    this.#keyOf = keyOf
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
    const ids = [id, ...this.list().filter((other) => this.#keyOf(other) !== this.#keyOf(id))].slice(
      0,
      this.#max,
    )
    window.localStorage.setItem(this.#key, JSON.stringify(ids))
  }
}
