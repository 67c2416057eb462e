import type { Thread } from './thread.ts'

/** A worker slot: starts its thread with the first use and replaces one that has crashed. */
export class WorkerSlot {
  readonly #start: (onCrash: (wasReady: boolean) => void) => Thread
  #thread: Thread | undefined

  constructor(start: (onCrash: (wasReady: boolean) => void) => Thread) {
    this.#start = start
  }

  get thread(): Thread {
    return (this.#thread ??= this.#fill())
  }

  get isStarted(): boolean {
    return this.#thread !== undefined
  }

  get waiting(): number {
    return this.#thread?.waiting ?? 0
  }

  async close(): Promise<void> {
    await this.#thread?.close()
  }

  /** Ends the thread once it has answered what it was sent; the next use starts another one. */
  async rest(): Promise<void> {
    const thread = this.#thread
    this.#thread = undefined
    await thread?.close()
  }

  #fill(): Thread {
    return this.#start((wasReady) => {
      // One that could not even start would crash again at once: the next call tries anew.
      this.#thread = wasReady ? this.#fill() : undefined
    })
  }
}
