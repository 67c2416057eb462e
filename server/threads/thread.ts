import { Worker, type MessagePort } from 'node:worker_threads'
import type { EventRecord } from '#shared/events.ts'
import { keepDatabaseLoaded } from '../store/database/keep-loaded.ts'
import type { IndexWishes } from '../store/tables/index-wishes.ts'
import { Caller } from './caller.ts'
import { gone, reviveFailure } from './failures.ts'
import { type LineEnd, openLine, ring } from './line.ts'
import type { HostMessage, ThreadMessage, ThreadRole, ThreadStart } from './protocol.ts'

/** What a thread says of itself once it has opened its file. */
export interface ThreadReady {
  /** The operations it answers; the pool routes by them. */
  readonly operations: readonly string[]
  /** Writer only: the file had not been closed properly by whoever had it last. */
  readonly uncleanEnd: boolean
}

export interface ThreadEvents {
  readonly onCommitted?: (events: readonly EventRecord[]) => void
  /** Reader only: indexes that would make its queries faster. */
  readonly onWished?: (wishes: IndexWishes) => void
  /** The thread ended without being asked to; `wasReady` tells a crash at work from a failed start. */
  readonly onCrash?: (wasReady: boolean) => void
}

// Threads work on small pieces; with V8's default each would let twice this pile up before it cleans.
// Who writes drops most of what it makes at once: an import is a tenth faster where less of it is moved.
const [youngMb, youngMbOfWriting] = [12, 48]
const writingRoles: ReadonlySet<ThreadRole> = new Set(['writer', 'job'])

const living = new Set<Thread>()

/** Tells something to every thread of this process that has not ended. */
export function tellThreads(message: HostMessage): void {
  for (const thread of living) thread.tell(message)
}

/** The main side of one worker thread. */
export class Thread {
  /** Resolves once the thread serves calls; rejects with the reason when it cannot start. */
  readonly ready: Promise<ThreadReady>
  readonly #worker: Worker
  readonly #line: LineEnd | undefined
  readonly #caller: Caller
  readonly #exited: Promise<void>
  #isClosing = false
  #isReady = false
  #settleReady!: { resolve: (ready: ThreadReady) => void; reject: (error: Error) => void }
  #failure: Error | undefined

  constructor(start: ThreadStart, entry: URL, events: ThreadEvents = {}) {
    const line = start.role === 'reader' ? openLine() : undefined
    this.#line = line?.near
    this.#worker = new Worker(entry, {
      workerData: { ...start, line: line?.far } satisfies ThreadStart,
      transferList: line ? [line.far.port] : [],
      name: `vitrine-${start.role}`,
      resourceLimits: {
        maxYoungGenerationSizeMb: writingRoles.has(start.role) ? youngMbOfWriting : youngMb,
        ...(start.heapMb !== undefined && { maxOldGenerationSizeMb: start.heapMb }),
      },
    })
    keepDatabaseLoaded()
    this.#caller = new Caller((message) => this.tell(message))
    living.add(this)
    this.ready = new Promise((resolve, reject) => (this.#settleReady = { resolve, reject }))
    // Whoever waits for `ready` sees its rejection; a thread that nobody waits for must not end the process.
    this.ready.catch(() => undefined)
    const port = this.#line?.port ?? this.#worker
    port.on('message', (message: ThreadMessage) => this.#receive(message, events))
    this.#worker.on('error', (error) => (this.#failure = error))
    this.#exited = new Promise((resolve) =>
      this.#worker.once('exit', () => {
        this.#end(events)
        resolve()
      }),
    )
  }

  /** Calls that wait for their reply: the load of the thread. */
  get waiting(): number {
    return this.#caller.waiting
  }

  call(operation: string, input: unknown): Promise<unknown> {
    if (this.#isClosing) return Promise.reject(gone(undefined))
    return this.#caller.call(operation, input)
  }

  tell(message: HostMessage, transfer: MessagePort[] = []): void {
    if (this.#line) ring(this.#line, message)
    else this.#worker.postMessage(message, transfer)
  }

  /** Asks the thread to finish what it has been sent, and waits until it has ended. */
  async close(): Promise<void> {
    this.#isClosing = true
    this.tell({ kind: 'close' })
    await this.#exited
  }

  /** Ends the thread where it stands; what it was asked is rejected. */
  async terminate(): Promise<void> {
    this.#isClosing = true
    await this.#worker.terminate()
    await this.#exited
  }

  #receive(message: ThreadMessage, events: ThreadEvents): void {
    switch (message.kind) {
      case 'committed':
        events.onCommitted?.(message.events)
        return
      case 'wished':
        events.onWished?.(message.wishes)
        return
      case 'ready':
        this.#isReady = true
        this.#settleReady.resolve(message)
        return
      case 'refused':
        this.#failure = reviveFailure(message.failure)
        return
      default:
        this.#caller.settle(message)
    }
  }

  #end(events: ThreadEvents): void {
    living.delete(this)
    const error = this.#failure ?? gone(undefined)
    this.#settleReady.reject(error)
    this.#caller.rejectAll(this.#isReady ? gone(this.#failure) : error)
    if (!this.#isClosing) events.onCrash?.(this.#isReady)
  }
}
