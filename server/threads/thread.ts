import { type MessagePort, MessageChannel, Worker } from 'node:worker_threads'
import type { EventRecord } from '#shared/events.ts'
import type { Role } from '#shared/team.ts'
import { keepDatabaseLoaded } from '../store/database/json.ts'
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
  type CallOptions,
  type ThreadMessage,
  type ThreadRole,
  type ThreadStart,
  type SpareStart,
} from './channel.ts'
import { parseInLine } from './parser-processes.ts'
import type { LinkStart } from '../catalog/connections/cluster-seam.ts'
import { workerEntry } from './worker-entry.ts'

export interface ThreadReady {
  readonly operations: readonly string[]
  readonly uncleanEnd: boolean
}

export interface ThreadEvents {
  readonly onCommitted?: (events: readonly EventRecord[]) => void
  readonly onClusterNews?: (news: unknown) => void
  /** Reader only: indexes that its queries would have used. */
  readonly onIndexRequests?: (requests: IndexRequests) => void
  readonly onResults?: (results: FoundResults) => void
  readonly onProgress?: ((progress: Progress) => void) | undefined
  readonly onCrash?: (wasReady: boolean) => void
}

/** The host of a thread: a worker of Node, or for most tests their own thread. */
export interface ThreadHost {
  send(message: HostMessage, transfer: MessagePort[]): void
  onMessage(listener: (message: ThreadMessage) => void): void
  readonly ended: Promise<Error | undefined>
  terminate(): Promise<unknown>
  abandon?(callId: number): void
}

export type ThreadEntry = URL | ((start: ThreadStart) => ThreadHost)

// With V8's default each thread would let twice this much garbage pile up. Most objects of a writer die
// young: an import is a tenth faster with more room. A job passes its reads on, so it needs less.
// V8 lets a heap grow by half instead of fourfold between collections where its limit is this low, which
// saves an import a fifth of its memory for a twentieth more time.
const usualHeapMb = 1024
const youngMb = 12
const youngMbOf: Partial<Record<ThreadRole, number>> = { writer: 48, job: 24 }

/**
 * Workers with loaded code that wait for a role. A server that may take over keeps some: most of opening a
 * workspace is starting threads and loading code.
 */
interface Spare {
  readonly worker: Worker
  readonly begin: MessagePort
}

const spares = new Map<ThreadRole, Spare[]>()

/** Starts a worker for each role. It keeps no process alive until it is taken. */
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

/**
 * Starts a worker with this message: a spare one of its role where there is one, else a new one. A copy
 * takes no spare one: those are for taking over.
 */
function beginWorker(
  start: ThreadStart,
  options: NonNullable<ConstructorParameters<typeof Worker>[1]>,
  entry: URL = workerEntry,
): Worker {
  const spare = entry === workerEntry && !start.isCopy ? spares.get(start.role)?.shift() : undefined
  if (!spare) return new Worker(entry, { ...options, workerData: start })
  spare.begin.postMessage(start, options.transferList ?? [])
  spare.begin.close()
  spare.worker.ref()
  return spare.worker
}

/** The writer sleeps during calls to its cluster, so another thread makes them. */
export function startLink(link: LinkStart): void {
  beginWorker({ role: 'link', file: '', link }, { transferList: [link.port] }).unref()
}

export function countSpares(): number {
  return [...spares.values()].reduce((sum, { length }) => sum + length, 0)
}

export async function endSpares(): Promise<void> {
  const ending = [...spares.values()].flat()
  spares.clear()
  for (const { begin } of ending) begin.close()
  await Promise.all(ending.map(({ worker }) => worker.terminate()))
}

/** A worker slot: starts its thread with the first use and replaces a crashed one. */
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

  /** Ends the thread after its last answer; the next use starts another one. */
  async rest(): Promise<void> {
    const thread = this.#thread
    this.#thread = undefined
    await thread?.close()
  }

  #fill(): Thread {
    return this.#start((wasReady) => {
      // A thread that could not start would crash again at once: the next call retries.
      this.#thread = wasReady ? this.#fill() : undefined
    })
  }
}

const living = new Set<Thread>()

export function postToThreads(message: HostMessage): void {
  for (const thread of living) thread.send(message)
}

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
    // Callers of `ready` see its rejection; one that is never awaited must not end the process.
    this.ready.catch(() => undefined)
    this.#host.onMessage((message) => this.#receive(message, events))
    this.#ended = this.#host.ended.then((error) => this.#end(error, events))
  }

  get waiting(): number {
    return this.#caller.waiting
  }

  call<Value>(operation: string, input: unknown, role?: Role): Promise<Value> {
    if (this.#isClosing) return Promise.reject(closing())
    return this.#caller.call<Value>(operation, input, { role })
  }

  /** Calls a read that can be interrupted: by its limits, or by `abandon`. */
  read<Value>(
    operation: string,
    input: unknown,
    options: CallOptions,
  ): { answer: Promise<Value>; abandon: () => void } {
    if (this.#isClosing) return { answer: Promise.reject(closing()), abandon: () => undefined }
    const answer = this.#caller.call<Value>(operation, input, options)
    const id = this.#caller.lastId
    return { answer, abandon: () => this.#host.abandon?.(id) }
  }

  send(message: HostMessage, transfer: MessagePort[] = []): void {
    this.#host.send(message, transfer)
    // Counted after sending: a message that cannot be cloned throws, and would count for ever.
    if (message.kind === 'call' && this.#asked) Atomics.add(this.#asked, 0, 1)
  }

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

export function keepSpareThreads(roles: readonly ThreadRole[]): void {
  keepSpares(roles, optionsOf)
  keepDatabaseLoaded()
}

function optionsOf(role: ThreadRole, heapMb?: number) {
  const maxYoungGenerationSizeMb = youngMbOf[role] ?? youngMb
  const limits = { maxYoungGenerationSizeMb, maxOldGenerationSizeMb: heapMb ?? usualHeapMb }
  return { name: `vitrine-${role}`, resourceLimits: limits }
}

/** Starts a worker for a role; its code begins at `entry`. */
export function startWorker(start: ThreadStart, entry: URL = workerEntry): ThreadHost {
  // Waking an event loop would cost more than a small call.
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
