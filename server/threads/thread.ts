import { type MessagePort, MessageChannel, Worker } from 'node:worker_threads'
import type { EventRecord } from '#shared/events.ts'
import { keepDatabaseLoaded } from '../store/database/keep-loaded.ts'
import type { FoundResults, IndexRequests } from '../catalog/connections/reader.ts'
import {
  RpcClient,
  closing,
  gone,
  reviveFailure,
  openQueue,
  send,
  type HostMessage,
  type Progress,
  type ReadLimits,
  type ThreadMessage,
  type ThreadRole,
  type ThreadStart,
  type SpareStart,
} from './channel.ts'
import { parseInLine } from './parser-processes.ts'
import type { LinkStart } from './cluster-seam.ts'
import { workerEntry } from './worker-entry.ts'

/** What a thread reports once it has opened its file. */
export interface ThreadReady {
  readonly operations: readonly string[]
  /** Writer only: the file had not been closed properly by whoever had it last. */
  readonly uncleanEnd: boolean
}

export interface ThreadEvents {
  readonly onCommitted?: (events: readonly EventRecord[]) => void
  /** Writer only: what was written to its cluster. */
  readonly onClusterNews?: (news: unknown) => void
  /** Reader only: indexes that its queries would have used. */
  readonly onIndexRequests?: (requests: IndexRequests) => void
  /** Reader only: what it found in the whole workspace, for the file. */
  readonly onResults?: (results: FoundResults) => void
  /** Maintenance only: how far what it was called for is. */
  readonly onProgress?: ((progress: Progress) => void) | undefined
  /** The thread ended without being asked to; `wasReady` tells a crash at work from a failed start. */
  readonly onCrash?: (wasReady: boolean) => void
}

/** What a thread runs in: a worker of Node, or for most tests the thread that they run on themselves. */
export interface ThreadHost {
  send(message: HostMessage, transfer: MessagePort[]): void
  onMessage(listener: (message: ThreadMessage) => void): void
  readonly ended: Promise<Error | undefined>
  terminate(): Promise<unknown>
  /** Lets a read end whose answer nobody waits for. */
  abandon?(callId: number): void
}

/** Where the code of a thread is loaded from, or what it runs in instead of a worker. */
export type ThreadEntry = URL | ((start: ThreadStart) => ThreadHost)

// Threads work on small pieces; with V8's default each would let twice this much garbage pile up before a collection.
// Most objects of a writing thread die young: an import is a tenth faster when fewer survive into the old generation.
// A job hands on what it reads, of which less stays.
const youngMb = 12
const youngMbOf: Partial<Record<ThreadRole, number>> = { writer: 48, job: 24 }

/**
 * Workers that have loaded the code of a role and wait to be told what to work on. A server that may have to take the place of another one
 * keeps some: most of what opening takes is starting threads and loading code, and a busy machine makes that several times as long.
 */

interface Spare {
  readonly worker: Worker
  readonly begin: MessagePort
}

const spares = new Map<ThreadRole, Spare[]>()

/** Starts a worker for each of these roles. It keeps no process alive until it is taken. */
export function keepSpares(
  roles: readonly ThreadRole[],
  options: (role: ThreadRole) => ConstructorParameters<typeof Worker>[1] = () => ({}),
): void {
  for (const role of roles) {
    const { port1: begin, port2 } = new MessageChannel()
    const start: SpareStart = { role, begin: port2 }
    const worker = new Worker(workerEntry, { ...options(role), workerData: start, transferList: [port2] })
    worker.unref()
    begin.unref()
    const spare = { worker, begin }
    spares.set(role, [...(spares.get(role) ?? []), spare])
    // One that has ended is not handed out; a new worker is started in its place.
    const drop = () => {
      spares.set(
        role,
        (spares.get(role) ?? []).filter((other) => other !== spare),
      )
    }
    worker.once('error', drop)
    worker.once('exit', drop)
  }
}

/** A worker that begins with this: a spare one of its role where there is one, else a new one. A copy takes no spare one: those are for taking over. */
function beginWorker(
  start: ThreadStart,
  options: NonNullable<ConstructorParameters<typeof Worker>[1]>,
  entry: URL = workerEntry,
): Worker {
  const spare = entry === workerEntry && !start.isCopy ? spares.get(start.role)?.shift() : undefined
  if (!spare) return new Worker(entry, { ...options, workerData: start })
  // A port of Node's, not a window.
  spare.begin.postMessage(start, options.transferList ?? [])
  spare.begin.close()
  spare.worker.ref()
  return spare.worker
}

/** The writer sleeps while its cluster is asked, so another thread does the asking. */
export function startLink(link: LinkStart): void {
  beginWorker({ role: 'link', file: '', link }, { transferList: [link.port] }).unref()
}

/** How many wait. */
export function countSpares(): number {
  return [...spares.values()].reduce((sum, { length }) => sum + length, 0)
}

/** Ends those that wait. */
export async function endSpares(): Promise<void> {
  const ending = [...spares.values()].flat()
  spares.clear()
  for (const { begin } of ending) begin.close()
  await Promise.all(ending.map(({ worker }) => worker.terminate()))
}

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

const living = new Set<Thread>()

/** Posts a message to every thread of this process that has not ended. */
export function postToThreads(message: HostMessage): void {
  for (const thread of living) thread.send(message)
}

/** The main side of one worker thread. */
export class Thread {
  /** Resolves once the thread serves calls; rejects with the reason when it cannot start. */
  readonly ready: Promise<ThreadReady>
  readonly #host: ThreadHost
  readonly #caller: RpcClient
  readonly #ended: Promise<void>
  readonly #asked: Int32Array | undefined
  #isClosing = false
  #isReady = false
  #settleReady!: { resolve: (ready: ThreadReady) => void; reject: (error: Error) => void }
  #failure: Error | undefined

  constructor(start: ThreadStart, entry: ThreadEntry, events: ThreadEvents = {}) {
    this.#asked = start.asked
    this.#host = entry instanceof URL ? startWorker(start, entry) : entry(start)
    this.#caller = new RpcClient((message) => this.send(message))
    living.add(this)
    this.ready = new Promise((resolve, reject) => (this.#settleReady = { resolve, reject }))
    // Whoever waits for `ready` sees its rejection; a rejection that is never awaited must not end the process.
    this.ready.catch(() => undefined)
    this.#host.onMessage((message) => this.#receive(message, events))
    this.#ended = this.#host.ended.then((error) => this.#end(error, events))
  }

  get waiting(): number {
    return this.#caller.waiting
  }

  call<Value>(operation: string, input: unknown): Promise<Value> {
    if (this.#isClosing) return Promise.reject(closing())
    return this.#caller.call<Value>(operation, input)
  }

  /** Calls a read that can be ended: by its limits, or by `abandon` when nobody waits for it any more. */
  read<Value>(
    operation: string,
    input: unknown,
    limits: ReadLimits,
  ): { answer: Promise<Value>; abandon: () => void } {
    if (this.#isClosing) return { answer: Promise.reject(closing()), abandon: () => undefined }
    const answer = this.#caller.call<Value>(operation, input, limits)
    const id = this.#caller.lastId
    return { answer, abandon: () => this.#host.abandon?.(id) }
  }

  send(message: HostMessage, transfer: MessagePort[] = []): void {
    this.#host.send(message, transfer)
    // Counted when it is sent: a message that cannot be cloned throws, and would count for ever.
    if (message.kind === 'call' && this.#asked) Atomics.add(this.#asked, 0, 1)
  }

  /** Asks the thread to finish what it has been sent, and waits until it has ended. */
  async close(): Promise<void> {
    this.#isClosing = true
    this.send({ kind: 'close' })
    await this.#ended
  }

  async terminate(): Promise<void> {
    this.#isClosing = true
    await this.#host.terminate()
    await this.#ended
  }

  #receive(message: ThreadMessage, events: ThreadEvents): void {
    switch (message.kind) {
      case 'committed':
      case 'cluster-news':
      case 'progress':
      case 'index-requests':
      case 'results':
        notifyOfEvent(message, events)
        return
      case 'parse':
        parseInLine(message)
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

  #end(crash: Error | undefined, events: ThreadEvents): void {
    living.delete(this)
    const failure = crash ?? this.#failure
    const error = failure ?? gone(undefined)
    this.#settleReady.reject(error)
    this.#caller.rejectAll(this.#isReady ? gone(failure) : error)
    if (!this.#isClosing) events.onCrash?.(this.#isReady)
  }
}

type EventMessage = Extract<
  ThreadMessage,
  { readonly kind: 'committed' | 'cluster-news' | 'progress' | 'index-requests' | 'results' }
>

type Tellers = {
  readonly [K in EventMessage['kind']]: (
    message: Extract<EventMessage, { readonly kind: K }>,
    events: ThreadEvents,
  ) => void
}

const tellers: Tellers = {
  committed: ({ events: records }, events) => events.onCommitted?.(records),
  'cluster-news': ({ news }, events) => events.onClusterNews?.(news),
  progress: ({ progress }, events) => events.onProgress?.(progress),
  'index-requests': ({ requests }, events) => events.onIndexRequests?.(requests),
  results: ({ results }, events) => events.onResults?.(results),
}

function notifyOfEvent(message: EventMessage, events: ThreadEvents): void {
  tellers[message.kind](message as never, events)
}

/** Starts workers that wait to become threads of these roles. */
export function keepSpareThreads(roles: readonly ThreadRole[]): void {
  keepSpares(roles, optionsOf)
  keepDatabaseLoaded()
}

function optionsOf(role: ThreadRole, heapMb?: number) {
  const maxYoungGenerationSizeMb = youngMbOf[role] ?? youngMb
  const limits = { maxYoungGenerationSizeMb, ...(heapMb !== undefined && { maxOldGenerationSizeMb: heapMb }) }
  return { name: `vitrine-${role}`, resourceLimits: limits }
}

function startWorker(start: ThreadStart, entry: URL): ThreadHost {
  // Waking an event loop would cost more than the small calls that a reader answers.
  const line = start.role === 'reader' ? openQueue() : undefined
  const { role, heapMb } = start
  const options = { ...optionsOf(role, heapMb), transferList: line ? [line.far.port] : [] }
  const worker = beginWorker({ ...start, queue: line?.far }, options, entry)
  if (role !== 'parser') keepDatabaseLoaded()
  const port = line?.near.port ?? worker
  let crash: Error | undefined
  worker.on('error', (error) => (crash = error))
  return {
    send: (message, transfer) => (line ? send(line.near, message) : worker.postMessage(message, transfer)),
    onMessage: (listener) => port.on('message', listener),
    ended: new Promise((resolve) => worker.once('exit', () => resolve(crash))),
    terminate: () => worker.terminate(),
    abandon: (callId) => line && Atomics.store(line.near.abandoned, 0, callId),
  }
}
