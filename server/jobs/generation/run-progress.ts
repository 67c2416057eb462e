import type { RunPosition } from '../../catalog/generation-runs/run-state.ts'

const nowhere: RunPosition = { position: 0, done: [], partial: {}, entities: 0 }

export class RunProgress {
  readonly #ids: readonly number[]
  readonly #last: number
  readonly #done: Set<number>
  readonly #partial: Map<number, string[]>
  #position: number
  #entities: number
  #next = 0
  #first = 0

  /** `ids` are the matching entities after the checkpoint, oldest first, without newer ones. */
  constructor(ids: readonly number[], checkpoint: RunPosition | undefined) {
    const { position, last, done, partial, entities } = checkpoint ?? nowhere
    this.#last = last ?? ids.at(-1) ?? 0
    this.#ids = checkpoint ? this.#stillOf(ids, checkpoint) : ids
    this.#done = new Set(done)
    this.#partial = new Map(Object.entries(partial).map(([id, keys]) => [Number(id), [...keys]]))
    this.#position = position
    this.#entities = entities
  }

  /** A written value may end the match of an entity whose other values are still to come. */
  #stillOf(ids: readonly number[], { partial }: RunPosition): number[] {
    const known = ids.filter((id) => id <= this.#last)
    return [...new Set([...known, ...Object.keys(partial).map(Number)])].toSorted((a, b) => a - b)
  }

  next(): number | undefined {
    while (this.#next < this.#ids.length) {
      const id = this.#ids[this.#next++]
      if (id !== undefined && !this.#done.has(id)) return id
    }
    return undefined
  }

  has(id: number, key: string): boolean {
    return this.#partial.get(id)?.includes(key) ?? false
  }

  note(id: number, key: string): void {
    this.#partial.set(id, [...(this.#partial.get(id) ?? []), key])
  }

  finish(id: number): void {
    this.#done.add(id)
    this.#partial.delete(id)
    this.#entities += 1
  }

  place(): RunPosition {
    for (
      let id = this.#ids[this.#first];
      id !== undefined && this.#done.delete(id);
      id = this.#ids[this.#first]
    ) {
      this.#position = id
      this.#first += 1
    }
    return {
      position: this.#position,
      last: this.#last,
      done: [...this.#done],
      partial: Object.fromEntries(this.#partial),
      entities: this.#entities,
    }
  }
}
