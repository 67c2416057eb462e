import type { EventRecord } from '#shared/events.ts'
import { sharedCounter } from './message-queue.ts'

export type CommittedListener = (events: readonly EventRecord[]) => void

/** Who hears of what is written to a workspace. */
export class CommitListeners {
  /** Of those who hear of all; shared with the writer, which sends the events of jobs alone while there are none. */
  readonly count = sharedCounter()
  readonly #ofAll = new Set<CommittedListener>()
  readonly #ofJobs = new Set<CommittedListener>()
  readonly #ofWrites = new Set<() => void>()

  add(listener: CommittedListener): () => void {
    this.#ofAll.add(listener)
    this.#recount()
    return () => {
      this.#ofAll.delete(listener)
      this.#recount()
    }
  }

  addToJobs(listener: CommittedListener): void {
    this.#ofJobs.add(listener)
  }

  addToWrites(listener: () => void): void {
    this.#ofWrites.add(listener)
  }

  /** Whether somebody follows the changes of the workspace just now. */
  get hasListeners(): boolean {
    return this.#ofAll.size > 0
  }

  tell(events: readonly EventRecord[]): void {
    for (const listener of this.#ofAll) listener(events)
    const ofJobs = events.filter(({ event }) => event.startsWith('job.'))
    if (ofJobs.length > 0) for (const listener of this.#ofJobs) listener(ofJobs)
  }

  notifyWritten(): void {
    for (const listener of this.#ofWrites) listener()
  }

  #recount(): void {
    Atomics.store(this.count, 0, this.#ofAll.size)
  }
}
