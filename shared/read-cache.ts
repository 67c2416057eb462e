export interface CacheBounds<Value> {
  readonly maxSize: number
  readonly sizeOf: (value: Value) => number
}

const maxSeen = 100_000

/**
 * Values that were computed from one version of something. Another version empties the cache; beyond its
 * bound the least recently used values are dropped. `undefined` is a valid value.
 */
export class ReadCache<Key, Value> {
  readonly #bounds: CacheBounds<Value>
  readonly #values = new Map<Key, Value>()
  readonly #seen = new Set<Key>()
  #size = 0
  #version: string | undefined

  constructor(bounds: CacheBounds<Value>) {
    this.#bounds = bounds
  }

  get version(): string | undefined {
    return this.#version
  }

  renew(version: string): this {
    if (version !== this.#version) this.#clear()
    this.#version = version
    return this
  }

  has(key: Key): boolean {
    return this.#values.has(key)
  }

  get(key: Key): Value | undefined {
    if (!this.#values.has(key)) return undefined
    const value = this.#values.get(key) as Value
    this.#values.delete(key)
    this.#values.set(key, value)
    return value
  }

  add(key: Key, value: Value): void {
    const { maxSize, sizeOf } = this.#bounds
    const size = sizeOf(value)
    this.#delete(key)
    for (const oldest of this.#values.keys()) {
      if (this.#size + size <= maxSize) break
      this.#delete(oldest)
    }
    if (size > maxSize) return
    this.#values.set(key, value)
    this.#size += size
  }

  #delete(key: Key): void {
    if (!this.#values.has(key)) return
    this.#size -= this.#bounds.sizeOf(this.#values.get(key) as Value)
    this.#values.delete(key)
  }

  /** Adds a value when its key comes a second time: for values that are mostly requested only once. */
  addWhenRepeated(key: Key, make: () => Value): void {
    if (this.#seen.has(key)) return this.add(key, make())
    if (this.#seen.size >= maxSeen) this.#seen.clear()
    this.#seen.add(key)
  }

  #clear(): void {
    this.#values.clear()
    this.#seen.clear()
    this.#size = 0
  }
}
