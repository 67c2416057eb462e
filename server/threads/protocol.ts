/**
 * What crosses the thread boundary: named operations with plain data one way, ready answers the other way.
 * Types only, so that the main thread loads none of the catalog.
 */
import type { MessagePort } from 'node:worker_threads'
import type { ErrorCode } from '#shared/errors.ts'
import type { CatalogErrorDetails } from '../catalog/errors.ts'
import type { Interruption } from '#shared/interrupted.ts'
import type { StepNews } from '../cluster/batch-feed.ts'
import type { DatabaseCluster } from '../cluster/cluster-file.ts'
import type { HeldLease, LeaseWish } from '../cluster/lease.ts'
import type { LinkStart } from '../cluster/link.ts'
import type { QueueEnd } from './message-queue.ts'
import type { EventRecord } from '#shared/events.ts'
import type { FoundResults, IndexRequests } from '../catalog/connections/reader.ts'
import type { WorkspaceFileErrorKind } from '#shared/workspace-file-error.ts'
import type { Sentence } from '#shared/messages/message.ts'

/** What a thread is, and the file or folder it works on; passed as its workerData. */
export interface ThreadStart {
  readonly role: ThreadRole
  /** The workspace file; for the registry role the data folder; empty for the parser, the models and the link role, which open none. */
  readonly file: string
  /** Where the copy made before a migration goes (writer only). */
  readonly backupFolder?: string
  /** Litestream replicates the file and moves its log into it. */
  readonly isReplicated?: boolean | undefined
  /** The cluster of rqlite that the database lives in (writer, registry and maintenance only). */
  readonly cluster?: DatabaseCluster | undefined
  /** Who is to write to the cluster, and the lease where it is taken already (writer and registry only). */
  readonly lease?: { readonly wish: LeaseWish; readonly held?: HeldLease | undefined } | undefined
  /** Other servers may follow what is written to the cluster (writer only). */
  readonly isFollowed?: boolean | undefined
  /** The file comes from elsewhere (writer only). */
  readonly isForeign?: boolean | undefined
  /** Another server writes to the cluster, and the copy follows it. */
  readonly follows?: boolean | undefined
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

/** How long a call may read. */
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

export interface FailureMessage {
  readonly code: ErrorCode
  readonly sentence: Sentence
  readonly details: CatalogErrorDetails
  /** Set when a read was ended before it was done; revived as Interrupted. */
  readonly interruption?: Interruption | undefined
  /** Set when the cause is the state of a workspace file; revived as a WorkspaceFileError. */
  readonly fileError?: WorkspaceFileErrorKind | undefined
  /** Set on internal errors, for the log only. */
  readonly stack?: string | undefined
}

/** The answer to one call, or why there is none. */
export type ReplyMessage =
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly failure: FailureMessage }

/** What one parser is asked. */
export interface ParserRequest {
  /** Its name among the parsers (jobs/parsers.ts). */
  readonly parser: string
  readonly input: object
  /** What its process may take in all. */
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

/** How far a call is. */
export interface Progress {
  readonly current: number
  readonly total: number
}

/**
 * What a thread sends: replies, how far it is, the events of a committed write, the steps of its cluster, the indexes that queries requested, what reads found that
 * is to be kept, what is to be parsed apart, how its start went.
 */
export type ThreadMessage =
  | ReplyMessage
  | ParseMessage
  | { readonly kind: 'index-requests'; readonly requests: IndexRequests }
  | { readonly kind: 'results'; readonly results: FoundResults }
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'committed'; readonly events: readonly EventRecord[] }
  | { readonly kind: 'steps'; readonly news: StepNews }
  | { readonly kind: 'ready'; readonly operations: readonly string[]; readonly uncleanEnd: boolean }
  | { readonly kind: 'refused'; readonly failure: FailureMessage }
