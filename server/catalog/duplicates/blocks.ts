/**
 * Entities that share a key, found by sorting numbers: the upper 32 bits are the hash of a key, the lower 21 the place of an entity.
 * Different keys may share a hash, so whoever asks compares what is found.
 */

/** How many entities one search can tell apart. */
export const maxPlaces = 2 ** 21

export class Blocks {
  #entries = new Float64Array(16)
  #count = 0

  /** Forgets all keys and makes room for so many; more may come. The same memory serves one step of a search after the other. */
  expect(count: number): void {
    this.#count = 0
    if (count > this.#entries.length) this.#entries = new Float64Array(count)
  }

  add(hash: number, place: number): void {
    if (this.#count === this.#entries.length)
      this.#entries = new Float64Array(
        this.#entries.buffer.transfer(this.#count * 2 * this.#entries.BYTES_PER_ELEMENT),
      )
    this.#entries[this.#count] = (hash >>> 0) * maxPlaces + place
    this.#count += 1
  }

  /** The places of each hash that two or more share, in their order; a place is told once. */
  *shared(): Generator<number[]> {
    const sorted = this.#entries.subarray(0, this.#count).sort()
    let block: number[] = []
    let current = -1
    for (let index = 0; index < sorted.length; index += 1) {
      const entry = sorted[index] ?? 0
      const hash = Math.floor(entry / maxPlaces)
      const place = entry % maxPlaces
      if (hash !== current) {
        if (block.length > 1) yield block
        block = []
        current = hash
      }
      if (block.at(-1) !== place) block.push(place)
    }
    if (block.length > 1) yield block
  }
}
