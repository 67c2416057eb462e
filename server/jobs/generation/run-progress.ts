import type { RunPlace } from '../../catalog/generation-runs/run-state.ts'

/** Which entities of a run have been taken, and which are done: they are taken in order and end in any. */
export class RunProgress {
  readonly #ids: readonly number[]
  readonly #done: Set<number>
  readonly #partial: Map<number, string[]>
  #position: number
  #entities: number
  #next = 0
  /** The first of the list that may not be done. */
  #first = 0

  /** The entities behind the checkpoint, oldest first. */
  constructor(ids: readonly number[], checkpoint: RunPlace | undefined) {
    this.#ids = ids
    this.#done = new Set(checkpoint?.done)
    this.#partial = new Map(
      Object.entries(checkpoint?.partial ?? {}).map(([id, keys]) => [Number(id), [...keys]]),
    )
    this.#position = checkpoint?.position ?? 0
    this.#entities = checkpoint?.entities ?? 0
  }

  /** The next entity to deal with; undefined behind the last one. */
  next(): number | undefined {
    while (this.#next < this.#ids.length) {
      const id = this.#ids[this.#next++]
      if (id !== undefined && !this.#done.has(id)) return id
    }
    return undefined
  }

  /** Whether an attribute of an entity has been dealt with. */
  has(id: number, key: string): boolean {
    return this.#partial.get(id)?.includes(key) ?? false
  }

  /** Notes that an attribute of an entity has been dealt with. */
  note(id: number, key: string): void {
    this.#partial.set(id, [...(this.#partial.get(id) ?? []), key])
  }

  /** Notes that an entity is done. */
  finish(id: number): void {
    this.#done.add(id)
    this.#partial.delete(id)
    this.#entities += 1
  }

  /** Where the run stands now. */
  place(): RunPlace {
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
      done: [...this.#done],
      partial: Object.fromEntries(this.#partial),
      entities: this.#entities,
    }
  }
}
