/**
 * The threads of one open workspace: one writer, two readers, and one for each job or check. `call` sends an
 * operation to the writer or a reader (read-lanes.ts). A job has a thread for itself by
 * `startJobThread(handler, job)`, which the next job may find warm; it reads there, and writes over a port to the writer. A crashed thread
 * rejects its calls with internal_error and is replaced. Threads are closed by message: jobs first, then
 * readers, then the writer, which leaves no side files.
 */
import {
  sharedCounter,
  type ThreadRole,
  type ThreadStart,
  beingReplaced,
  closing,
  NotHere,
} from './channel.ts'
import { MessageChannel } from 'node:worker_threads'
import { displaced } from '#shared/workspace-file-error.ts'
import type { IndexProgress } from '#shared/schemas/grid.ts'
import type { FieldError } from '#shared/errors.ts'
import type { Role } from '#shared/team.ts'
import type { ImportPreview } from '#shared/imports.ts'
import type { PreviewImport } from '../jobs/preview-import.ts'
import type { FoundResults } from '../catalog/connections/reader.ts'
import type {
  ClusterDatabase,
  MoveOrder,
  WriteClaim,
  WriteFeed,
} from '../catalog/connections/cluster-seam.ts'
import type { FenceMemory } from '../catalog/connections/write-fence.ts'
import type { Finding } from '#shared/app-surface.ts'
import type { Answer } from '../catalog/answer.ts'
import { notFound } from '../catalog/errors.ts'
import { type CommittedListener, CommitListeners, AnswerCache } from './answer-cache.ts'
import type { JobStart } from '../jobs/job-context.ts'
import type { OperationInput, OperationName, OperationOutput } from '../catalog/operations.ts'
import { IndexBuilder } from './index-maker.ts'
import { IdleThread, type JobHost, type JobThread, SingleUseThreads } from './idle-thread.ts'
import { type ReadClient, ReadLanes } from './read-lanes.ts'
import { Thread, type ThreadEvents, WorkerSlot, type ThreadEntry } from './thread.ts'
import { workerEntry } from './worker-entry.ts'

/** The caller of an operation: in which role, and for reads in turn with which other clients. */
export type CallingClient = Partial<ReadClient>

export interface WorkspaceThreads {
  call<N extends OperationName>(
    name: N,
    input: OperationInput<N>,
    client?: CallingClient,
  ): Promise<OperationOutput<N>>
  /** Returns the threads as callers of a role use them: owners may read everything, and others what is open to them. */
  calledIn(role: Role | undefined): CalledThreads
  /** Called with the events of every commit, before the write's own caller has its answer. */
  onCommitted(listener: CommittedListener): () => void
  /** Does the same as onCommitted for events of jobs only: for these an import does not send its writes. */
  onJobEvents(listener: CommittedListener): () => void
  onWritten(listener: () => void): void
  onClosing(listener: () => void): () => void
  /** Starts a handler on a thread that has no other job, which renews the lease of the job while it answers. */
  startJobThread(handler: string, job: JobStart): JobThread
  indexesInWork(): readonly IndexProgress[]
  load(): { readonly reads: number; readonly writes: number; readonly jobs: number }
  hold(): () => void
  /**
   * Since when the workspace is unused, in ms of `performance.now()`; undefined while it is used or must stay
   * open.
   */
  unusedSince(): number | undefined
  readonly isResting: boolean
  /** Ends the threads of an unused workspace. The next call starts them again. */
  rest(): Promise<void>
  check(): Promise<Finding[]>
  /** Copies the workspace into a new file, even if its own was deleted. Writes go on meanwhile. */
  backup(target: string): Promise<void>
  isInPlace(): Promise<boolean>
  /** Previews a file to import, on a thread that waits a while for the next one. */
  previewImport(input: PreviewImport): Promise<ImportPreview>
  findOpenQuestions(input: PreviewImport): Promise<readonly FieldError[]>
  readonly feed: WriteFeed | undefined
  /** Only where another server writes: an operation of `server/cluster`, which keeps the copy current. */
  callCopy(operation: string, input: object): Promise<unknown>
  /** Moves the workspace elsewhere; reads go on, and writes wait. Rejects where it stays. */
  moveTo(order: MoveOrder): Promise<void>
  /**
   * Refuses writes from now on, as 503, and ends the jobs. When this resolves every acknowledged write is in
   * the file, and copies can be made until the threads close.
   */
  endWrites(): Promise<void>
  close(): Promise<void>
}

/** The threads as a request uses them: each of its calls is made in the role of its caller. */
export type CalledThreads = Pick<
  WorkspaceThreads,
  | 'call'
  | 'calledIn'
  | 'onCommitted'
  | 'onJobEvents'
  | 'onClosing'
  | 'indexesInWork'
  | 'previewImport'
  | 'findOpenQuestions'
>

function calledIn(role: Role, threads: WorkspaceThreads): CalledThreads {
  return {
    call: (name, input, client) => threads.call(name, input, { ...client, role }),
    calledIn: (other) => threads.calledIn(other),
    onCommitted: (listener) => threads.onCommitted(listener),
    onJobEvents: (listener) => threads.onJobEvents(listener),
    onClosing: (listener) => threads.onClosing(listener),
    indexesInWork: () => threads.indexesInWork(),
    previewImport: (input) => threads.previewImport({ ...input, role }),
    findOpenQuestions: (input) => threads.findOpenQuestions({ ...input, role }),
  }
}

type StartDetails = Pick<ThreadStart, 'interrupted' | 'isForLongReads'>

const clusterRoles: ReadonlySet<ThreadRole> = new Set(['writer', 'maintenance'])
const maxFound = 400
const defaultReadDeadlineMs = 10_000
// Reads that are often repeated and depend on nothing but the file.
const repeatedReads: ReadonlySet<string> = new Set<OperationName>(['getEntity', 'listEntities'])
// A caller that only watches the server does not count as use of the workspace.
const watchingReads: ReadonlySet<string> = new Set<OperationName>(['countJobs'])

/** Opens a workspace file with its threads; rejects with WorkspaceFileError. */
export async function openWorkspaceThreads(
  file: string,
  options: WorkspaceThreadsOptions = {},
): Promise<WorkspaceThreads> {
  const pool = new ThreadPool(file, options)
  await pool.open()
  return pool
}

class ThreadPool implements WorkspaceThreads {
  readonly feed: WriteFeed | undefined
  readonly #file: string
  readonly #options: WorkspaceThreadsOptions
  readonly #writer: WorkerSlot
  readonly #firstReader: WorkerSlot
  readonly #readers: ReadLanes
  readonly #singleUse = new SingleUseThreads()
  readonly #previews: IdleThread
  readonly #listeners = new CommitListeners()
  readonly #commits = sharedCounter()
  readonly #answers = new AnswerCache(this.#commits)
  readonly #closingListeners = new Set<() => void>()
  readonly #calledIn = new Map<Role, CalledThreads>()
  readonly #found = new Map<string, FoundResults[number]>()
  #reads: ReadonlySet<string> = new Set()
  #writes: ReadonlySet<string> = new Set()
  readonly #indexes = new IndexBuilder({
    call: (name, input) => this.call(name, input),
    readRows: (name) => this.#maintain('rowsToIndex', { name }),
    copyLog: () => this.#maintain('copyLog', {}),
  })
  #closed: Promise<void> | undefined
  #writesEnded: Promise<void> | undefined
  #resting: Promise<void> | undefined
  #waking: Promise<void> | undefined
  #isResting = false
  #holds = 0
  #usedAt = performance.now()
  /** The cluster in which a writer that starts after a crash finds the workspace. */
  #cluster: ClusterDatabase | undefined
  #isForeign: boolean | undefined

  constructor(file: string, options: WorkspaceThreadsOptions) {
    this.#file = file
    this.#options = options
    this.#cluster = options.cluster
    this.#isForeign = options.isForeign
    this.feed = options.feed
    this.#writer = new WorkerSlot((onCrash) => this.#startWriter(onCrash))
    this.#firstReader = this.#newReader({})
    const lanes = { quick: this.#firstReader, long: this.#newReader({ isForLongReads: true }) }
    this.#readers = new ReadLanes(lanes, options.readDeadlineMs ?? defaultReadDeadlineMs)
    this.#previews = new IdleThread((onCrash) => this.#start('maintenance', { onCrash }))
  }

  /** Readers load their code while the writer checks the file; they open it with their first call. */
  async open(): Promise<void> {
    const [writer, reader] = [this.#writer.thread.ready, this.#firstReader.thread.ready]
    try {
      const { operations, uncleanEnd } = await writer
      this.#writes = new Set(operations)
      this.#reads = new Set((await reader).operations)
      // This writer has inspected the file, so the next need not.
      this.#isForeign = undefined
      if (uncleanEnd) void this.#checkAfterUncleanEnd()
    } catch (error) {
      await this.close()
      throw error
    }
  }

  async call<N extends OperationName>(
    name: N,
    input: OperationInput<N>,
    client: CallingClient = {},
  ): Promise<OperationOutput<N>> {
    const { role } = client
    const opening = this.#use(watchingReads.has(name))
    if (opening) await opening
    if (name === 'createAttribute') await this.#freeKey(input as OperationInput<'createAttribute'>)
    if (this.#writes.has(name)) return this.#write(name, input, role)
    if (!this.#reads.has(name)) throw this.#options.isCopy ? new NotHere() : notFound(`The operation ${name}`)
    const ask = () => this.#readers.call<OperationOutput<N>>(name, input, client)
    if (!repeatedReads.has(name)) return ask()
    const question = `${role ?? ''} ${name} ${JSON.stringify(input)}`
    return this.#answers.getOrAsk(question, ask as () => Promise<Answer>) as OperationOutput<N>
  }

  calledIn(role: Role | undefined): CalledThreads {
    if (role === undefined || role === 'owner') return this
    const called = this.#calledIn.get(role) ?? calledIn(role, this)
    this.#calledIn.set(role, called)
    return called
  }

  /**
   * Leftovers of a deleted attribute under a key are removed in slices before it is defined; the writer would
   * do it in one.
   */
  async #freeKey({ body }: OperationInput<'createAttribute'>): Promise<void> {
    if (!this.#writes.has('removeLeftovers')) return
    while (await this.#write('removeLeftovers', { before: body }));
  }

  async #write<N extends OperationName>(
    name: N,
    input: OperationInput<N>,
    role?: Role,
  ): Promise<OperationOutput<N>> {
    if (this.#writesEnded) throw beingReplaced()
    const written = await this.#writer.thread.call<OperationOutput<N>>(name, input, role)
    await this.feed?.held()
    this.#listeners.notifyWritten()
    return written
  }

  onCommitted(listener: CommittedListener): () => void {
    return this.#listeners.add(listener)
  }

  onJobEvents(listener: CommittedListener): () => void {
    return this.#listeners.addToJobs(listener)
  }

  onWritten(listener: () => void): void {
    this.#listeners.addToWrites(listener)
  }

  onClosing(listener: () => void): () => void {
    this.#closingListeners.add(listener)
    return () => this.#closingListeners.delete(listener)
  }

  startJobThread(handler: string, job: JobStart): JobThread {
    if (this.#closed || this.#writesEnded) throw closing()
    this.#usedAt = performance.now()
    this.#previews.rest()
    return this.#singleUse.runJob((onCrash) => this.#startJobHost(onCrash), handler, job)
  }

  #startJobHost(onCrash: () => void): JobHost {
    const interrupted = sharedCounter()
    const thread = this.#start('job', { ...this.#requestingIndexes(), onCrash }, { interrupted })
    this.#connectToWriter(thread)
    return { thread, interrupted }
  }

  indexesInWork(): readonly IndexProgress[] {
    return this.#indexes.listProgress()
  }

  callCopy(operation: string, input: object): Promise<unknown> {
    return this.#writer.thread.call(operation, input)
  }

  load(): ReturnType<WorkspaceThreads['load']> {
    return { reads: this.#readers.waiting, writes: this.#writer.waiting, jobs: this.#singleUse.jobs }
  }

  hold(): () => void {
    this.#holds += 1
    return () => {
      this.#holds -= 1
      this.#usedAt = performance.now()
    }
  }

  get isResting(): boolean {
    return this.#isResting
  }

  unusedSince(): number | undefined {
    const { reads, writes } = this.load()
    const calls = reads + writes + this.#singleUse.size + this.#indexes.listProgress().length
    const isInUse = calls > 0 || this.#previews.isAtWork || this.#holds > 0 || this.#listeners.hasListeners
    return isInUse || this.#mustStay() ? undefined : this.#usedAt
  }

  #mustStay(): boolean {
    const { isCopy, claim } = this.#options
    const ending = [this.#closed, this.#writesEnded, this.#resting, this.#waking]
    const reasons = [...ending, isCopy, claim, this.feed, this.#cluster]
    return reasons.some((reason) => reason !== undefined && reason !== false)
  }

  async rest(): Promise<void> {
    if (this.#isResting || this.unusedSince() === undefined) return
    // Set at once: calls from now on wait and start the threads again.
    this.#isResting = true
    this.#resting = this.#endThreads().finally(() => (this.#resting = undefined))
    await this.#resting
  }

  async #endThreads(): Promise<void> {
    await Promise.all([this.#previews.close(), this.#singleUse.rest()])
    await this.#readers.rest()
    await this.#storeFound()
    this.#found.clear()
    await this.#writer.rest()
  }

  /**
   * Called before each use. Returns a promise where the threads have ended: two writers cannot hold the file,
   * and no reader reads it without a writer.
   */
  #use(isWatching = false): Promise<void> | undefined {
    if (this.#resting) return this.#resting.then(() => this.#use(isWatching))
    if (this.#closed) throw closing()
    if (!isWatching) this.#usedAt = performance.now()
    if (this.#isResting) this.#waking ??= this.#wake().finally(() => (this.#waking = undefined))
    return this.#waking
  }

  async #wake(): Promise<void> {
    if (this.#options.isStillOwn?.() === false) throw displaced(this.#file)
    const writer = this.#writer.thread.ready
    void this.#firstReader.thread
    await writer
    this.#isResting = false
    this.#options.onWoken?.()
  }

  check(): Promise<Finding[]> {
    return this.#maintain('check', {})
  }

  async backup(target: string): Promise<void> {
    // A file that was deleted is not found by name; the writer still has it open.
    if (await this.isInPlace()) await this.#maintain('backup', { target })
    else await this.#writer.thread.call('saveCopy', { target })
  }

  async isInPlace(): Promise<boolean> {
    await this.#use()
    return this.#writer.thread.call('isInPlace', {})
  }

  async previewImport(input: PreviewImport): Promise<ImportPreview> {
    await this.#use()
    return this.#previews.call('previewImport', input)
  }

  async findOpenQuestions(input: PreviewImport): Promise<readonly FieldError[]> {
    await this.#use()
    return this.#previews.call('findOpenQuestions', input)
  }

  async moveTo(order: MoveOrder): Promise<void> {
    if (this.#closed || this.#writesEnded) throw closing()
    await this.#use()
    await this.#writer.thread.call('moveTo', order)
    this.#cluster = order.cluster
    // In another cluster it goes on: the writer has reported where it begins.
    if (!order.cluster) this.feed?.end()
  }

  close(): Promise<void> {
    return (this.#closed ??= this.#closeAll())
  }

  endWrites(): Promise<void> {
    return (this.#writesEnded ??= this.#endWrites())
  }

  async #endWrites(): Promise<void> {
    await this.#use()
    this.#notifyClosing()
    await Promise.all([this.#previews.close(), this.#singleUse.close()])
    // The writer answers in order: this answer comes after those to all earlier writes.
    await this.#writer.thread.call('isInPlace', {})
  }

  #notifyClosing(): void {
    for (const listener of this.#closingListeners) listener()
    this.#closingListeners.clear()
    this.feed?.end()
  }

  async #closeAll(): Promise<void> {
    await this.#resting
    await this.#waking?.catch(() => undefined)
    this.#notifyClosing()
    await Promise.all([this.#previews.close(), this.#singleUse.close()])
    await this.#readers.close()
    await this.#storeFound()
    await this.#writer.close()
  }

  /** At the end, because a write before would empty the caches of readers. */
  async #storeFound(): Promise<void> {
    if (this.#found.size === 0) return
    const results = [...this.#found.values()]
    // Where the disk is full the result is computed again after the next start.
    await this.#writer.thread.call('storeResults', { results }).catch(() => undefined)
  }

  #newReader(special: StartDetails): WorkerSlot {
    return new WorkerSlot((onCrash) => this.#startReader(onCrash, special))
  }

  #start(role: ThreadRole, events: ThreadEvents = {}, special: StartDetails = {}): Thread {
    const { backupFolder, isReplicated, claim, isCopy, entry = workerEntry } = this.#options
    const cluster = this.#cluster
    const start: ThreadStart = {
      role,
      file: this.#file,
      isCopy,
      ...(backupFolder && { backupFolder }),
      ...(isReplicated && { isReplicated }),
      ...special,
      ...(cluster && clusterRoles.has(role) && { cluster, ...(claim && { claim }) }),
      ...(role === 'writer' && { isForeign: this.#isForeign, ...this.#ofWriter() }),
    }
    return new Thread(start, entry, events)
  }

  #ofWriter(): Partial<ThreadStart> {
    return {
      ...(this.feed && { isReported: true }),
      fence: this.#options.fence,
      listeners: this.#listeners.count,
      commits: this.#commits,
      asked: sharedCounter(),
    }
  }

  #startWriter(onCrash: (wasReady: boolean) => void): Thread {
    return this.#start('writer', {
      onCommitted: (events) => {
        const notify = () => this.#listeners.notify(events)
        // A client that reads because of an event finds it at every server.
        void (this.feed?.held()?.then(notify) ?? notify())
      },
      onClusterNews: (news) => this.feed?.take(news),
      ...this.#requestingIndexes(),
      onCrash: (wasReady) => {
        onCrash(wasReady)
        for (const job of this.#singleUse.jobThreads()) this.#connectToWriter(job)
      },
    })
  }

  #startReader(onCrash: (wasReady: boolean) => void, special: StartDetails): Thread {
    const onResults: ThreadEvents['onResults'] = (results) => {
      for (const result of results) {
        this.#found.delete(result.key)
        this.#found.set(result.key, result)
      }
      for (const key of [...this.#found.keys()].slice(0, -maxFound)) this.#found.delete(key)
    }
    return this.#start('reader', { ...this.#requestingIndexes(), onResults, onCrash }, special)
  }

  #requestingIndexes(): Pick<ThreadEvents, 'onIndexRequests'> {
    return { onIndexRequests: (requests) => this.#indexes.request(requests) }
  }

  #connectToWriter(job: Thread): void {
    const { port1, port2 } = new MessageChannel()
    this.#writer.thread.send({ kind: 'connect', port: port1 }, [port1])
    job.send({ kind: 'connect', port: port2 }, [port2])
  }

  async #maintain<Value>(operation: string, input: unknown): Promise<Value> {
    await this.#use()
    return this.#singleUse.callOnce(this.#start('maintenance'), operation, input)
  }

  async #checkAfterUncleanEnd(): Promise<void> {
    const damage = await this.#maintain<string[]>('quickCheck', {}).catch(() => undefined)
    if (damage) this.#options.onCheckedAfterUncleanEnd?.(damage)
  }
}

interface WorkspaceThreadsOptions {
  readonly backupFolder?: string
  readonly onCheckedAfterUncleanEnd?: (damage: readonly string[]) => void
  readonly readDeadlineMs?: number | undefined
  readonly isReplicated?: boolean | undefined
  /** The cluster of rqlite that the workspace lives in; without one the workspace is only its file. */
  readonly cluster?: ClusterDatabase | undefined
  readonly claim?: WriteClaim | undefined
  readonly feed?: WriteFeed | undefined
  readonly isCopy?: boolean | undefined
  /** Until when anything may be written, where another server could take over. */
  readonly fence?: FenceMemory | undefined
  /** Whether the file is still the opened one; checked before resting threads are started again. */
  readonly isStillOwn?: () => boolean
  readonly onWoken?: () => void
  readonly isForeign?: boolean | undefined
  readonly entry?: ThreadEntry
}
