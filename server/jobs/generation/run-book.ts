import { setTimeout as delay } from 'node:timers/promises'
import type { RunState, RunPosition } from '../../catalog/generation-runs/run-state.ts'
import type { EntityOutcome, Settlement, StoreResults } from '../../catalog/generation-runs/store-results.ts'
import type { JobContext } from '../job-context.ts'

export type RunTerms = Pick<StoreResults, 'type' | 'mode' | 'context' | 'matched'> & {
  readonly provider: string
}

export interface RunBookParts {
  readonly job: Pick<JobContext, 'jobId' | 'call'>
  readonly terms: RunTerms
  readonly checkpoint: RunState | undefined
  readonly place: () => StoreResults['place']
  readonly onFault: (error: unknown) => void
}

interface NewCall {
  readonly model: string
  readonly reserved: number
  readonly noted: PromiseWithResolvers<number>
}

// A pause between writes lets others use the writer; later results are written together.
const restMs = 20
const maxWaiting = 500

interface Waiting {
  readonly dollars: number
  readonly settle: (isGranted: boolean) => void
}

/**
 * The rest of a run's budget. A call whose maximum fits is made; otherwise it waits in order for running
 * ones, and is refused once none could free anything.
 */
export class Budget {
  readonly #limit: number
  #spent: number
  #reserved = 0
  #isExhausted = false
  readonly #waiting: Waiting[] = []

  constructor(limit: number | null, spent: number) {
    this.#limit = limit ?? Number.POSITIVE_INFINITY
    this.#spent = spent
  }

  get isExhausted(): boolean {
    return this.#isExhausted
  }

  take(dollars: number): Promise<boolean> {
    return new Promise((settle) => {
      this.#waiting.push({ dollars, settle })
      this.#grant()
    })
  }

  give({ reserved, cost }: { readonly reserved: number; readonly cost: number }): void {
    this.#reserved -= reserved
    this.#spent += cost
    this.#grant()
  }

  #grant(): void {
    for (let [next] = this.#waiting; next; [next] = this.#waiting) {
      // Sums of tenths leave rounding errors.
      const isLeft = this.#spent + this.#reserved + next.dollars <= this.#limit + 1e-9
      if (!this.#isExhausted && !isLeft && this.#reserved > 1e-12) return
      this.#isExhausted ||= !isLeft
      this.#waiting.shift()
      if (!this.#isExhausted) this.#reserved += next.dollars
      next.settle(!this.#isExhausted)
    }
  }
}

/**
 * The writes of a run: reservations, costs and results, with the checkpoint. One write at a time takes
 * everything that waits, and then leaves the writer to others.
 */
export class RunBook {
  readonly #parts: RunBookParts
  readonly settlements: Settlement[] = []
  readonly #results: EntityOutcome[] = []
  readonly #calls: NewCall[] = []
  #writing: Promise<void> | undefined
  #freeAt = 0
  #isBroken = false
  state: RunState | undefined
  isCancelled = false

  constructor(parts: RunBookParts) {
    this.#parts = parts
    this.state = parts.checkpoint
  }

  note(model: string, reserved: number): Promise<number> {
    const noted = Promise.withResolvers<number>()
    this.#calls.push({ model, reserved, noted })
    void this.written()
    return noted.promise
  }

  /** Adds the results of an entity; where too much waits for one write, resolves when it is written. */
  async add(outcome: EntityOutcome): Promise<void> {
    this.#results.push(outcome)
    const written = this.written()
    if (this.#results.length >= maxWaiting) await written
  }

  written(): Promise<void> {
    if (!this.#writing && this.#isWaiting()) this.#writing = this.#writeAll()
    return this.#writing ?? Promise.resolve()
  }

  #isWaiting(): boolean {
    return this.#results.length + this.settlements.length + this.#calls.length > 0
  }

  async #writeAll(): Promise<void> {
    while (this.#isWaiting()) {
      await delay(Math.max(0, this.#freeAt - performance.now()))
      await this.#write()
      this.#freeAt = performance.now() + restMs
    }
    // Before anything is awaited: later results start the next write.
    this.#writing = undefined
  }

  async #write(): Promise<void> {
    const [results, settlements, added] = [this.#results, this.settlements, this.#calls].map((list) =>
      list.splice(0),
    ) as [EntityOutcome[], Settlement[], NewCall[]]
    const { job, terms, place, onFault } = this.#parts
    const { provider, ...run } = terms
    const reservations = added.map(({ model, reserved }) => ({ job: job.jobId, provider, model, reserved }))
    try {
      // After a failed write a later checkpoint would count its results as stored.
      if (this.#isBroken) throw new Error('An earlier write of this run has failed.')
      const checkpoint = this.state
      const { isCancelled, state, calls } = await job.call('storeGenerated', {
        ...run,
        jobId: job.jobId,
        checkpoint,
        results,
        settlements,
        reservations,
        place: place(),
      })
      this.state = state
      this.isCancelled ||= isCancelled
      added.forEach(({ noted }, index) => noted.resolve(calls[index] ?? 0))
    } catch (error) {
      for (const { noted } of added) noted.reject(error)
      if (!this.#isBroken) onFault(error)
      this.#isBroken = true
    }
  }
}

/** Removes unwanted pictures and videos of models, some at a time, so that others can write between. */
export async function removeUnwanted(call: JobContext['call']): Promise<void> {
  for (let behind: string | undefined = ''; behind !== undefined;)
    ({ behind } = await call('removeUnwantedFiles', { behind }))
}

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
