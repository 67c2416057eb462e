import { type MessagePort, MessageChannel, receiveMessageOnPort } from 'node:worker_threads'
import type { ErrorCode } from '#shared/errors.ts'
import { type CatalogErrorDetails, CatalogError, tooSlow, unavailable } from '../catalog/errors.ts'
import { type Interruption, InterruptedRead, asError } from '#shared/interrupted.ts'
import type { ClusterDatabase, LinkStart, WriteClaim } from './cluster-seam.ts'
import type { EventRecord } from '#shared/events.ts'
import type { FoundResults, IndexRequests } from '../catalog/connections/reader.ts'
import { type WorkspaceFileErrorKind, WorkspaceFileError } from '#shared/workspace-file-error.ts'
import { type Sentence, message } from '#shared/messages/message.ts'
import { findStorageFault, storageError } from '../catalog/storage-fault.ts'

/**
 * What crosses the thread boundary: named operations with plain data one way, ready answers the other way.
 * Types only, so that the main thread loads none of the catalog.
 */

/** What a thread is, and the file or folder it works on; passed as its workerData. */
export interface ThreadStart {
  readonly role: ThreadRole
  /** The workspace file; for the registry role the data folder; empty for the parser, the models and the link role, which open none. */
  readonly file: string
  /** Where the copy made before a migration goes (writer only). */
  readonly backupFolder?: string
  readonly isReplicated?: boolean | undefined
  /** The cluster of rqlite that the database lives in (writer, registry and maintenance only). */
  readonly cluster?: ClusterDatabase | undefined
  /** In whose name it writes to the cluster (writer and registry only). */
  readonly claim?: WriteClaim | undefined
  /** What is written to the cluster is reported, for other servers (writer only). */
  readonly isReported?: boolean | undefined
  /** The file comes from elsewhere (writer only). */
  readonly isForeign?: boolean | undefined
  /** Another server writes, and the file is a copy of what it does (all of a workspace). */
  readonly isCopy?: boolean | undefined
  /** A copy of one that lives in a cluster will do (registry only). */
  readonly isCopyWanted?: boolean | undefined
  /** What leads from the writer to its cluster (link only). */
  readonly link?: LinkStart
  /** The number of listeners to all commits; those of jobs are always told. Shared (writer only). */
  readonly listeners?: Int32Array | undefined
  /** How many calls have been sent to the thread and not taken up yet; shared (writer only). */
  readonly asked?: Int32Array | undefined
  /** Counted up with each commit; shared (writer only). */
  readonly commits?: Int32Array | undefined
  /** Not 0 once the thread shall end where it stands, in the middle of a statement too; shared (job only). */
  readonly interrupted?: Int32Array | undefined
  /** The queue that the thread is called by, instead of its own port (reader only). */
  readonly queue?: QueueEnd | undefined
  /** What its objects may take, in MB; as much as there is if nothing is said (parser only). */
  readonly heapMb?: number
}

/** What a worker starts with that waits for what it is to work on; that comes by the port. */
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
}

export interface ReadLimits {
  readonly deadlineMs: number
  /** How long it may read before it makes way: while other calls wait, and while none do. Undefined where it makes way for nobody. */
  readonly share?: { readonly busyMs: number; readonly idleMs: number } | undefined
}

/** What a thread is told: calls, a further port to serve (writer) or to use (job), to cancel its job, to close. */
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
  /** Set on internal errors, for the log only. */
  readonly stack?: string | undefined
}

/** The answer to one call, or why there is none. */
export type ReplyMessage =
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly failure: FailureMessage }

export interface ParserRequest {
  readonly parser: string
  readonly input: object
  readonly memoryMb: number
}

/** What a thread asks the main one for: a parser in a process of its own, whose reply comes over the port. */
export interface ParseMessage extends Pick<ParserRequest, 'parser' | 'input'> {
  readonly kind: 'parse'
  readonly port: MessagePort
  readonly timeoutMs: number
  /** Somebody looks at the screen until it is answered: it need not wait for a parser that is at work. */
  readonly isWatched?: boolean | undefined
}

/** What came of a parser: what it found, what it threw, or the limit that it was stopped at, in a sentence. */
export type ParserReply =
  | { readonly kind: 'answer'; readonly value: unknown }
  | { readonly kind: 'failure'; readonly failure: FailureMessage }
  | { readonly kind: 'limit'; readonly sentence: string }

export interface Progress {
  readonly current: number
  readonly total: number
}

/**
 * What a thread sends: replies, how far it is, the events of a committed write, what was written to its cluster, the indexes that queries requested, what reads found that
 * is to be kept, what is to be parsed apart, how its start went.
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
 * The message queue to a thread that serves one call after another (a reader). Waking an event loop would cost more than the small
 * calls that a reader answers, so its thread sleeps in Atomics.wait and reads its messages itself.
 */

export interface QueueEnd {
  readonly port: MessagePort
  readonly sent: Int32Array
  /** The id of the call whose answer nobody waits for any more; shared. */
  readonly abandoned: Int32Array
}

/** A new queue: one end stays here, the other's port is to be transferred to the thread. */
export function openQueue(): { near: QueueEnd; far: QueueEnd } {
  const { port1, port2 } = new MessageChannel()
  const [sent, abandoned] = [sharedCounter(), sharedCounter()]
  return { near: { port: port1, sent, abandoned }, far: { port: port2, sent, abandoned } }
}

/** Sends a message to the far end and wakes its thread. */
export function send({ port, sent }: QueueEnd, message: HostMessage): void {
  port.postMessage(message)
  Atomics.add(sent, 0, 1)
  Atomics.notify(sent, 0)
}

/** Hands over messages as they come, sleeping in between, until `take` answers false; it can ask whether more are waiting. */
export function receiveMessages(
  { port, sent }: QueueEnd,
  take: (message: HostMessage, hasMore: () => boolean) => boolean,
): void {
  let taken = 0
  const hasMore = () => Atomics.load(sent, 0) !== taken
  for (;;) {
    // Read before the port is emptied: a message that comes later changes the count, and the wait below returns at once.
    const seen = Atomics.load(sent, 0)
    for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) {
      taken += 1
      if (!take(next.message, hasMore)) return
    }
    Atomics.wait(sent, 0, seen)
  }
}

/** A number that several threads see and change, with Atomics only. */
export function sharedCounter(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
}

/** A server that reads from its own copy alone cannot do what was asked; the one that writes can. */
export class NotHere extends Error {
  constructor() {
    super('Only the server that writes can do this.')
  }
}

const unforeseen = message('server.failed')

/**
 * Turns whatever was thrown in a thread into plain data; what is not of the domain becomes an internal_error. `asked` is how many
 * entries the call had.
 */
export function toFailure(error: unknown, asked?: number): FailureMessage {
  if (error instanceof CatalogError) return ofCatalog(error)
  const failure = { code: 'internal_error', details: {} } as const
  const stack = error instanceof Error ? error.stack : String(error)
  if (error instanceof InterruptedRead && error.reason === 'deadline') return toFailure(tooSlow([]))
  if (error instanceof InterruptedRead) return { ...failure, sentence: error.message, interruption: error.reason }
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

/** The error a failure stands for; the stack of an internal error is the thread's own. */
export function reviveFailure(failure: FailureMessage): CatalogError | WorkspaceFileError | InterruptedRead {
  const { code, sentence, details, interruption, fileError, stack } = failure
  if (interruption) return new InterruptedRead(interruption)
  const error = fileError
    ? new WorkspaceFileError(fileError, sentence)
    : new CatalogError(code, sentence, details)
  if (stack) error.stack = stack
  return error
}

/** The thread is gone, so whether a call took effect is unknown: the one answer for that is internal_error. */
export function gone(cause: Error | undefined): CatalogError {
  const error = new CatalogError('internal_error', message('workspace.was_closed'))
  if (cause?.stack) error.stack = cause.stack
  return error
}

/** What is asked of a workspace that is being closed, which has done nothing of it. */
export function closing(): CatalogError {
  return unavailable(message('workspace.closing'))
}

/** A write that comes while a backup takes the place of the workspace. */
export function beingReplaced(): CatalogError {
  return unavailable(message('workspace.being_restored'))
}

interface Pending {
  readonly resolve: (value: never) => void
  readonly reject: (error: Error) => void
}

/** One side of a conversation with a thread: sends calls and matches the replies to them. */
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

  call<Value>(operation: string, input: unknown, limits?: ReadLimits): Promise<Value> {
    const id = ++this.#lastId
    return new Promise<Value>((resolve, reject) => {
      this.#pending.set(id, { resolve, reject })
      try {
        this.#send({ kind: 'call', id, operation, input, ...(limits && { limits }) })
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
