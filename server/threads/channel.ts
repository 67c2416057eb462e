import { type MessagePort, MessageChannel, receiveMessageOnPort } from 'node:worker_threads'
import type { ErrorCode } from '#shared/errors.ts'
import { type CatalogErrorDetails, CatalogError, tooSlow, unavailable } from '../catalog/errors.ts'
import { type Interruption, InterruptedRead, asError } from '#shared/interrupted.ts'
import type { ClusterDatabase, LinkStart, WriteClaim } from '../catalog/connections/cluster-seam.ts'
import type { FenceMemory } from '../catalog/connections/write-fence.ts'
import type { EventRecord } from '#shared/events.ts'
import type { Role } from '#shared/team.ts'
import type { FoundResults, IndexRequests } from '../catalog/connections/reader.ts'
import { type WorkspaceFileErrorKind, WorkspaceFileError } from '#shared/workspace-file-error.ts'
import { type Sentence, message } from '#shared/messages/message.ts'
import { findStorageFault, storageError } from '../catalog/storage-fault.ts'

export interface ThreadStart {
  readonly role: ThreadRole
  /** The workspace file; for the registry the data folder; empty for roles that open none. */
  readonly file: string
  readonly backupFolder?: string
  readonly isReplicated?: boolean | undefined
  /** The cluster of rqlite that the database lives in (writer, registry and maintenance only). */
  readonly cluster?: ClusterDatabase | undefined
  readonly claim?: WriteClaim | undefined
  /** Until when anything may be written, where another server could take over (writer only). */
  readonly fence?: FenceMemory | undefined
  readonly isReported?: boolean | undefined
  readonly isForeign?: boolean | undefined
  /** Whether another server writes, and the file is a copy (all roles of a workspace). */
  readonly isCopy?: boolean | undefined
  readonly isCopyWanted?: boolean | undefined
  readonly link?: LinkStart
  /** The number of listeners to all commits; events of jobs are always sent. Shared (writer only). */
  readonly listeners?: Int32Array | undefined
  readonly asked?: Int32Array | undefined
  readonly commits?: Int32Array | undefined
  /** Not 0 once the thread has to end, even within a statement; shared (job only). */
  readonly interrupted?: Int32Array | undefined
  /** The queue that the thread is called by, instead of its own port (reader only). */
  readonly queue?: QueueEnd | undefined
  /** Whether long reads are for this thread (reader only). */
  readonly isForLongReads?: boolean
  /** The heap for its objects in MB; unlimited if absent (parser only). */
  readonly heapMb?: number
}

export interface SpareStart {
  readonly role: ThreadRole
  readonly begin: MessagePort
}

export type ThreadRole =
  | 'writer'
  | 'reader'
  | 'job'
  | 'maintenance'
  | 'registry'
  | 'parser'
  | 'models'
  | 'link'

export interface CallMessage {
  readonly kind: 'call'
  readonly id: number
  readonly operation: string
  readonly input: unknown
  readonly limits?: ReadLimits | undefined
  /** The role of the caller, who reads what this role may read. */
  readonly role?: Role | undefined
}

export type CallOptions = Pick<CallMessage, 'limits' | 'role'>

export interface ReadLimits {
  readonly deadlineMs: number
  readonly share?: { readonly busyMs: number; readonly idleMs: number } | undefined
}

/** Messages to a thread: calls, a port to serve (writer) or use (job), cancellation, close. */
export type HostMessage =
  | CallMessage
  | { readonly kind: 'connect'; readonly port: MessagePort }
  | { readonly kind: 'cancel' }
  /** The process is idle: collect garbage now. */
  | { readonly kind: 'collect-garbage' }
  | { readonly kind: 'close' }

interface FailureMessage {
  readonly code: ErrorCode
  readonly sentence: Sentence
  readonly details: CatalogErrorDetails
  /** Set when a read was ended before it was done; revived as InterruptedRead. */
  readonly interruption?: Interruption | undefined
  readonly fileError?: WorkspaceFileErrorKind | undefined
  readonly stack?: string | undefined
}

export type ReplyMessage =
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly failure: FailureMessage }

export interface ParserRequest {
  readonly parser: string
  readonly input: object
  readonly memoryMb: number
}

export interface ParseMessage extends Pick<ParserRequest, 'parser' | 'input'> {
  readonly kind: 'parse'
  readonly port: MessagePort
  readonly timeoutMs: number
  /** Somebody watches the screen: the call need not wait for a busy parser. */
  readonly isWatched?: boolean | undefined
  /** The parser looks at one picture, by a process that lives for many of them. */
  readonly isPicture?: boolean | undefined
}

/** The result of a parser: its value, its error, or the limit that stopped it, in a sentence. */
export type ParserReply =
  /** `isSpent` says that the process has kept much memory, and another should take the next request. */
  | { readonly kind: 'answer'; readonly value: unknown; readonly isSpent?: boolean }
  | { readonly kind: 'failure'; readonly failure: FailureMessage }
  | { readonly kind: 'limit'; readonly sentence: string }

export interface Progress {
  readonly current: number
  readonly total: number
}

/**
 * Messages of a thread: replies, progress, the events of a committed write, statements to its cluster,
 * requested indexes, results of reads to store, input for a parser, and the result of its start.
 */
export type ThreadMessage =
  | ReplyMessage
  | ParseMessage
  | { readonly kind: 'index-requests'; readonly requests: IndexRequests }
  | { readonly kind: 'results'; readonly results: FoundResults }
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'committed'; readonly events: readonly EventRecord[] }
  | { readonly kind: 'cluster-news'; readonly news: unknown }
  | { readonly kind: 'ready'; readonly operations: readonly string[]; readonly uncleanEnd: boolean }
  | { readonly kind: 'refused'; readonly failure: FailureMessage }

/**
 * A message queue for a thread that serves one call after another (a reader). Waking an event loop would cost
 * more than a small call, so the thread sleeps in Atomics.wait.
 */
export interface QueueEnd {
  readonly port: MessagePort
  readonly sent: Int32Array
  readonly abandoned: Int32Array
}

export function openQueue(): { near: QueueEnd; far: QueueEnd } {
  const { port1, port2 } = new MessageChannel()
  const [sent, abandoned] = [sharedCounter(), sharedCounter()]
  return { near: { port: port1, sent, abandoned }, far: { port: port2, sent, abandoned } }
}

export function send({ port, sent }: QueueEnd, message: HostMessage): void {
  port.postMessage(message)
  Atomics.add(sent, 0, 1)
  Atomics.notify(sent, 0)
}

/** Hands over messages as they come, sleeping in between, until `take` returns false. */
export function receiveMessages(
  { port, sent }: QueueEnd,
  take: (message: HostMessage, hasMore: () => boolean) => boolean,
): void {
  let taken = 0
  const hasMore = () => Atomics.load(sent, 0) !== taken
  for (;;) {
    // Read before the port is emptied: a later message changes the count, and the wait below returns at once.
    const seen = Atomics.load(sent, 0)
    for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) {
      taken += 1
      if (!take(next.message, hasMore)) return
    }
    Atomics.wait(sent, 0, seen)
  }
}

export function sharedCounter(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
}

/** A server that reads from its own copy cannot do this; the one that writes can. */
export class NotHere extends Error {
  constructor() {
    super('Only the server that writes can do this.')
  }
}

const unforeseen = message('server.failed')

/**
 * Turns any error of a thread into plain data; a foreign one becomes internal_error. `asked` is the number of
 * entries in the call.
 */
export function toFailure(error: unknown, asked?: number): FailureMessage {
  if (error instanceof CatalogError) return ofCatalog(error)
  const failure = { code: 'internal_error', details: {} } as const
  const stack = error instanceof Error ? error.stack : String(error)
  if (error instanceof InterruptedRead && error.reason === 'deadline') return toFailure(tooSlow([]))
  if (error instanceof InterruptedRead)
    return { ...failure, sentence: error.message, interruption: error.reason }
  if (error instanceof WorkspaceFileError)
    return { ...failure, sentence: error.sentence, fileError: error.kind, stack }
  const fault = findStorageFault(error)
  if (fault) return { ...ofCatalog(storageError(fault, asked)), stack }
  return { ...failure, sentence: unforeseen, stack }
}

function ofCatalog(error: CatalogError): FailureMessage {
  const { code, sentence, fieldErrors, alternativeAction, retryAfterSeconds, current, isRetriable } = error
  const { storageFault } = error
  const details = { fieldErrors, alternativeAction, retryAfterSeconds, current, isRetriable, storageFault }
  return { code, sentence, details }
}

/** The error of a failure; the stack of an internal error is the thread's own. */
export function reviveFailure(failure: FailureMessage): CatalogError | WorkspaceFileError | InterruptedRead {
  const { code, sentence, details, interruption, fileError, stack } = failure
  if (interruption) return new InterruptedRead(interruption)
  const error = fileError
    ? new WorkspaceFileError(fileError, sentence)
    : new CatalogError(code, sentence, details)
  if (stack) error.stack = stack
  return error
}

/** The thread is gone, so whether a call took effect is unknown: the answer is internal_error. */
export function gone(cause: Error | undefined): CatalogError {
  const error = new CatalogError('internal_error', message('workspace.was_closed'))
  if (cause?.stack) error.stack = cause.stack
  return error
}

export function closing(): CatalogError {
  return unavailable(message('workspace.closing'))
}

export function beingReplaced(): CatalogError {
  return unavailable(message('workspace.being_restored'))
}

interface Pending {
  readonly resolve: (value: never) => void
  readonly reject: (error: Error) => void
}

export class RpcClient {
  readonly #pending = new Map<number, Pending>()
  readonly #send: (message: CallMessage) => void
  #lastId = 0

  constructor(send: (message: CallMessage) => void) {
    this.#send = send
  }

  get waiting(): number {
    return this.#pending.size
  }

  get lastId(): number {
    return this.#lastId
  }

  call<Value>(operation: string, input: unknown, { limits, role }: CallOptions = {}): Promise<Value> {
    const id = ++this.#lastId
    return new Promise<Value>((resolve, reject) => {
      this.#pending.set(id, { resolve, reject })
      try {
        this.#send({ kind: 'call', id, operation, input, ...(limits && { limits }), ...(role && { role }) })
      } catch (error) {
        // An input that cannot be cloned is the caller's fault; nothing was sent.
        this.#pending.delete(id)
        reject(asError(error))
      }
    })
  }

  settle(reply: ReplyMessage): void {
    const pending = this.#pending.get(reply.id)
    if (!pending) return
    this.#pending.delete(reply.id)
    if (reply.kind === 'answer') pending.resolve(reply.value as never)
    else pending.reject(reviveFailure(reply.failure))
  }

  rejectAll(error: Error): void {
    const waiting = [...this.#pending.values()]
    this.#pending.clear()
    for (const { reject } of waiting) reject(error)
  }
}
