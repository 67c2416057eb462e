import type { RunPosition } from '../../catalog/generation-runs/run-state.ts'

const startPosition: RunPosition = { position: 0, done: [], partial: {}, entities: 0 }

export class RunProgress {
  readonly #ids: readonly number[]
  readonly #lastId: number
  readonly #done: Set<number>
  readonly #partial: Map<number, string[]>
  #position: number
  #finishedCount: number
  #nextIndex = 0
  #firstUnfinishedIndex = 0

  /** `ids` are the matching entities after the checkpoint, oldest first. */
  constructor(ids: readonly number[], checkpoint: RunPosition | undefined) {
    const { position, last, done, partial, entities } = checkpoint ?? startPosition
    this.#lastId = last ?? ids.at(-1) ?? 0
    this.#ids = checkpoint ? this.#remainingIds(ids, checkpoint) : ids
    this.#done = new Set(done)
    this.#partial = new Map(Object.entries(partial).map(([id, keys]) => [Number(id), [...keys]]))
    this.#position = position
    this.#finishedCount = entities
  }

  /** Adds partly done entities: a value written for one may have removed it from the filter. */
  #remainingIds(ids: readonly number[], { partial }: RunPosition): number[] {
    const known = ids.filter((id) => id <= this.#lastId)
    return [...new Set([...known, ...Object.keys(partial).map(Number)])].toSorted((a, b) => a - b)
  }

  next(): number | undefined {
    while (this.#nextIndex < this.#ids.length) {
      const id = this.#ids[this.#nextIndex++]
      if (id !== undefined && !this.#done.has(id)) return id
    }
    return undefined
  }

  isKeyDone(id: number, key: string): boolean {
    return this.#partial.get(id)?.includes(key) ?? false
  }

  markKeyDone(id: number, key: string): void {
    this.#partial.set(id, [...(this.#partial.get(id) ?? []), key])
  }

  markEntityDone(id: number): void {
    this.#done.add(id)
    this.#partial.delete(id)
    this.#finishedCount += 1
  }

  toCheckpoint(): RunPosition {
    for (
      let id = this.#ids[this.#firstUnfinishedIndex];
      id !== undefined && this.#done.delete(id);
      id = this.#ids[this.#firstUnfinishedIndex]
    ) {
      this.#position = id
      this.#firstUnfinishedIndex += 1
    }
    return {
      position: this.#position,
      last: this.#lastId,
      done: [...this.#done],
      partial: Object.fromEntries(this.#partial),
      entities: this.#finishedCount,
    }
  }
}
