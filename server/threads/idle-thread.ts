import type { Thread } from './thread.ts'

const idleMs = 20_000

/**
 * A thread that waits a while for another call of its kind when it has answered: a new one has to load its code first, which
 * takes ten times as long as the call. A call that comes while it is at work starts a thread of its own.
 */
export class IdleThread {
  readonly #start: (onCrash: () => void) => Thread
  readonly #living = new Set<Thread>()
  #idle: Thread | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(start: (onCrash: () => void) => Thread) {
    this.#start = start
  }

  /** The thread hears of the end of the signal and answers by what it makes of that. */
  async call<Value>(operation: string, input: unknown, signal?: AbortSignal): Promise<Value> {
    const thread = this.#take()
    const cancel = () => thread.tell({ kind: 'cancel' })
    signal?.addEventListener('abort', cancel, { once: true })
    try {
      return await thread.call(operation, input)
    } finally {
      signal?.removeEventListener('abort', cancel)
      this.#keep(thread)
    }
  }

  /** Whether a thread answers a call just now. */
  get isAtWork(): boolean {
    return this.#living.size > (this.#idle ? 1 : 0)
  }

  /** Ends the thread that waits, where its memory is needed more than its next answer. */
  rest(): void {
    clearTimeout(this.#timer)
    if (this.#idle) this.#end(this.#idle)
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    this.#idle = undefined
    const closing = [...this.#living].map((thread) => thread.close())
    this.#living.clear()
    await Promise.all(closing)
  }

  #take(): Thread {
    clearTimeout(this.#timer)
    const idle = this.#idle
    this.#idle = undefined
    if (idle) return idle
    const thread = this.#start(() => this.#drop(thread))
    this.#living.add(thread)
    return thread
  }

  /** One that has crashed or is being closed does not come back. */
  #keep(thread: Thread): void {
    if (!this.#living.has(thread)) return
    if (this.#idle) return this.#end(thread)
    this.#idle = thread
    this.#timer = setTimeout(() => this.#end(thread), idleMs).unref()
  }

  #end(thread: Thread): void {
    void thread.close().then(() => this.#drop(thread))
    if (this.#idle === thread) this.#idle = undefined
  }

  #drop(thread: Thread): void {
    this.#living.delete(thread)
    if (this.#idle === thread) this.#idle = undefined
  }
}
