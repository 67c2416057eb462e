/**
 * The threads of one open workspace: one writer, two readers, and a thread for each running job or check.
 *
 * `call` sends a named operation to the writer or to one of the readers (read-lanes.ts); the threads list their
 * operations when they are ready, so the main thread loads none of the catalog.
 *
 * A job runs on its own thread. The runner starts it with `startJobThread(handler, job)`, where `handler` is a name in
 * `server/jobs/job-handlers.ts` (`jobHandlers: Record<string, JobHandler>`). The handler's context reads on the thread's
 * own connection and calls write operations over a port that leads straight to the writer. The job row (status,
 * progress, result) is the business of the runner and the handler, not of the pool.
 *
 * A thread that crashes rejects its pending calls with internal_error and is replaced. Threads are closed by message, so
 * that no statement is cut off: jobs first, then readers, and the writer last, which leaves a file without side files.
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
import type { ImportPreview } from '#shared/imports.ts'
import type { PreviewImport } from '../jobs/preview-import.ts'
import type { FoundResults } from '../catalog/connections/reader.ts'
import type { ClusterDatabase, MoveOrder, WriteClaim, WriteFeed } from './cluster-seam.ts'
import type { Finding } from '#shared/app-surface.ts'
import type { Answer } from '../catalog/answer.ts'
import { notFound } from '../catalog/errors.ts'
import { type CommittedListener, CommitListeners, AnswerCache } from './answer-cache.ts'
import type { JobStart } from '../jobs/job-context.ts'
import type { OperationInput, OperationName, OperationOutput } from '../catalog/operations.ts'
import { IndexMaker } from './index-maker.ts'
import { IdleThread, type JobThread, SingleUseThreads } from './idle-thread.ts'
import { type ReadClient, ReadLanes } from './read-lanes.ts'
import { Thread, type ThreadEvents, WorkerSlot, type ThreadEntry } from './thread.ts'
import { workerEntry } from './worker-entry.ts'

export interface WorkspaceThreads {
  call<N extends OperationName>(
    name: N,
    input: OperationInput<N>,
    client?: ReadClient,
  ): Promise<OperationOutput<N>>
  /** The listener hears the events of every committed write, before the write's own caller has its answer. */
  onCommitted(listener: CommittedListener): () => void
  /** As onCommitted, of jobs alone: what an import writes is not sent for that. */
  onJobEvents(listener: CommittedListener): void
  /** The listener hears of each write that was not a job's, and nothing of what it was. */
  onWritten(listener: () => void): void
  /** The listener hears that the workspace closes, once. */
  onClosing(listener: () => void): () => void
  /** Starts a handler on a thread of its own, which renews the lease of the job for as long as it answers. */
  startJobThread(handler: string, job: JobStart): JobThread
  /** The indexes that are being made because queries requested them, the one in work first. */
  indexesInWork(): readonly IndexProgress[]
  load(): { readonly reads: number; readonly writes: number; readonly jobs: number }
  /** Keeps the threads at hand until the function is called that is given back, whether or not they are called. */
  hold(): () => void
  /** Since when nothing has used the workspace, in ms of `performance.now()`; undefined while something does, and where its threads must stay. */
  unusedSince(): number | undefined
  readonly isResting: boolean
  /** Ends the threads of a workspace that nothing uses. The next call starts them again and is answered a little later. */
  rest(): Promise<void>
  /** Looks for damage in the whole file, on a thread of its own; an empty list means sound. */
  check(): Promise<Finding[]>
  /** Copies the workspace, as it is now, into a new file, also where its own has gone. Writes go on meanwhile. */
  backup(target: string): Promise<void>
  /** Whether the name of the workspace's file still leads to what is open. */
  isInPlace(): Promise<boolean>
  /** Looks at a file that is to be imported, on a thread that waits a while for the next one. */
  previewImport(input: PreviewImport): Promise<ImportPreview>
  findOpenQuestions(input: PreviewImport): Promise<readonly FieldError[]>
  /** Where other servers answer reads too. */
  readonly feed: WriteFeed | undefined
  /** Only where another server writes: an operation of `server/cluster`, which keeps the copy current. */
  callCopy(operation: string, input: object): Promise<unknown>
  /** Takes the workspace to another place; reads go on, and writes wait until it is there. Rejects where it stays. */
  moveTo(order: MoveOrder): Promise<void>
  /**
   * Refuses writes from now on, as 503, and ends the jobs. Whatever was acknowledged is in the file when this resolves, and copies
   * can be made until the threads close.
   */
  endWrites(): Promise<void>
  close(): Promise<void>
}

const clusterRoles: ReadonlySet<ThreadRole> = new Set(['writer', 'maintenance'])
const maxFound = 400
const defaultReadDeadlineMs = 10_000
// Reads that are often repeated and depend on nothing but the file.
const repeatedReads: ReadonlySet<string> = new Set<OperationName>(['getEntity', 'listEntities'])
// Whoever only watches the server keeps no workspace in use.
const watchingReads: ReadonlySet<string> = new Set<OperationName>(['countJobs'])

/** Opens a workspace file with its threads; rejects with WorkspaceFileError when the file cannot be opened. */
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
  /** The dialog of an import asks for a preview after every choice. */
  readonly #previews: IdleThread
  readonly #listeners = new CommitListeners()
  readonly #commits = sharedCounter()
  readonly #answers = new AnswerCache(this.#commits)
  readonly #closingListeners = new Set<() => void>()
  readonly #found = new Map<string, FoundResults[number]>()
  #reads: ReadonlySet<string> = new Set()
  #writes: ReadonlySet<string> = new Set()
  readonly #indexes = new IndexMaker({
    call: (name, input) => this.call(name, input),
    readRows: (name) => this.#maintain('rowsToIndex', { name }),
    copyLog: () => this.#maintain('copyLog', {}),
  })
  #closed: Promise<void> | undefined
  #writesEnded: Promise<void> | undefined
  /** Resolves when the threads that are being ended for want of use have let go of the file. */
  #resting: Promise<void> | undefined
  #waking: Promise<void> | undefined
  #isResting = false
  #holds = 0
  #usedAt = performance.now()
  /** Where a writer finds the workspace that starts after another has failed. */
  #cluster: ClusterDatabase | undefined
  /** The file comes from elsewhere and has not been looked through. */
  #isForeign: boolean | undefined

  constructor(file: string, options: WorkspaceThreadsOptions) {
    this.#file = file
    this.#options = options
    this.#cluster = options.cluster
    this.#isForeign = options.isForeign
    this.feed = options.feed
    this.#writer = new WorkerSlot((onCrash) => this.#startWriter(onCrash))
    this.#firstReader = this.#newReader()
    const lanes = { quick: this.#firstReader, long: this.#newReader() }
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
      // A writer that starts again finds what this one has looked through.
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
    client?: ReadClient,
  ): Promise<OperationOutput<N>> {
    const opening = this.#use(watchingReads.has(name))
    if (opening) await opening
    if (name === 'createAttribute') await this.#freeKey(input as OperationInput<'createAttribute'>)
    if (this.#writes.has(name)) return this.#write(name, input)
    if (!this.#reads.has(name)) throw this.#options.isCopy ? new NotHere() : notFound(`The operation ${name}`)
    const ask = () => this.#readers.call<OperationOutput<N>>(name, input, client)
    if (!repeatedReads.has(name)) return ask()
    const question = `${name} ${JSON.stringify(input)}`
    return this.#answers.getOrAsk(question, ask as () => Promise<Answer>) as OperationOutput<N>
  }

  /** What a deleted attribute has left under the key of one that is to be made is removed in slices; the writer itself would do it in one. */
  async #freeKey({ body }: OperationInput<'createAttribute'>): Promise<void> {
    if (!this.#writes.has('removeLeftovers')) return
    while (await this.#write('removeLeftovers', { before: body }));
  }

  async #write<N extends OperationName>(name: N, input: OperationInput<N>): Promise<OperationOutput<N>> {
    if (this.#writesEnded) throw beingReplaced()
    const written = await this.#writer.thread.call<OperationOutput<N>>(name, input)
    await this.feed?.held()
    this.#listeners.notifyWritten()
    return written
  }

  onCommitted(listener: CommittedListener): () => void {
    return this.#listeners.add(listener)
  }

  onJobEvents(listener: CommittedListener): void {
    this.#listeners.addToJobs(listener)
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
    const interrupted = sharedCounter()
    const thread = this.#start('job', this.#requestingIndexes(), interrupted)
    this.#connectToWriter(thread)
    return this.#singleUse.runJob(thread, handler, job, interrupted)
  }

  indexesInWork(): readonly IndexProgress[] {
    return this.#indexes.inWork()
  }

  callCopy(operation: string, input: object): Promise<unknown> {
    return this.#writer.thread.call(operation, input)
  }

  load(): ReturnType<WorkspaceThreads['load']> {
    return { reads: this.#readers.waiting, writes: this.#writer.waiting, jobs: this.#singleUse.jobs().length }
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
    const calls = reads + writes + this.#singleUse.size + this.#indexes.inWork().length
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
    // Set at once: what comes from now on waits and starts them anew.
    this.#isResting = true
    this.#resting = this.#endThreads().finally(() => (this.#resting = undefined))
    await this.#resting
  }

  async #endThreads(): Promise<void> {
    await this.#previews.close()
    await this.#readers.rest()
    await this.#storeFound()
    this.#found.clear()
    await this.#writer.rest()
  }

  /**
   * Called before each use. Gives a promise where the threads have ended or are being ended: two writers cannot hold the file, and
   * no reader reads it while no writer does.
   */
  #use(isWatching = false): Promise<void> | undefined {
    if (this.#resting) return this.#resting.then(() => this.#use(isWatching))
    if (this.#closed) throw closing()
    if (!isWatching) this.#usedAt = performance.now()
    if (this.#isResting) this.#waking ??= this.#wake().finally(() => (this.#waking = undefined))
    return this.#waking
  }

  async #wake(): Promise<void> {
    // No lock kept others from it meanwhile.
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
    // By its name a file that is gone is not found; the writer still has it.
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
    this.feed?.end()
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
    // The writer answers in turn: when it answers this, it has answered every write before.
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

  /** At the end, as a write before would end what readers know until the next one. */
  async #storeFound(): Promise<void> {
    if (this.#found.size === 0) return
    const results = [...this.#found.values()]
    // Where the disk is full it is looked for anew after the next start.
    await this.#writer.thread.call('storeResults', { results }).catch(() => undefined)
  }

  #newReader(): WorkerSlot {
    return new WorkerSlot((onCrash) => this.#startReader(onCrash))
  }

  #start(role: ThreadRole, events: ThreadEvents = {}, interrupted?: Int32Array): Thread {
    const { backupFolder, isReplicated, claim, isCopy, entry = workerEntry } = this.#options
    const cluster = this.#cluster
    const start: ThreadStart = {
      role,
      file: this.#file,
      isCopy,
      ...(backupFolder && { backupFolder }),
      ...(isReplicated && { isReplicated }),
      ...(interrupted && { interrupted }),
      ...(cluster && clusterRoles.has(role) && { cluster, ...(claim && { claim }) }),
      ...(role === 'writer' && { isForeign: this.#isForeign, ...this.#ofWriter() }),
    }
    return new Thread(start, entry, events)
  }

  #ofWriter(): Partial<ThreadStart> {
    return {
      ...(this.feed && { isReported: true }),
      listeners: this.#listeners.count,
      commits: this.#commits,
      asked: sharedCounter(),
    }
  }

  #startWriter(onCrash: (wasReady: boolean) => void): Thread {
    return this.#start('writer', {
      onCommitted: (events) => {
        const notify = () => this.#listeners.notify(events)
        // Who reads again because of an event finds it at every server.
        void (this.feed?.held()?.then(notify) ?? notify())
      },
      onClusterNews: (news) => this.feed?.take(news),
      ...this.#requestingIndexes(),
      onCrash: (wasReady) => {
        onCrash(wasReady)
        for (const job of this.#singleUse.jobs()) this.#connectToWriter(job)
      },
    })
  }

  #startReader(onCrash: (wasReady: boolean) => void): Thread {
    const onResults: ThreadEvents['onResults'] = (results) => {
      for (const result of results) {
        this.#found.delete(result.key)
        this.#found.set(result.key, result)
      }
      for (const key of [...this.#found.keys()].slice(0, -maxFound)) this.#found.delete(key)
    }
    return this.#start('reader', { ...this.#requestingIndexes(), onResults, onCrash })
  }

  #requestingIndexes(): Pick<ThreadEvents, 'onIndexRequests'> {
    return { onIndexRequests: (requests) => this.#indexes.request(requests) }
  }

  /** Gives a job thread a port of its own to the writer; its calls need not pass through the main thread. */
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
  /** Where the copy made before a migration goes; without it beside the file. */
  readonly backupFolder?: string
  /** Hears what the check after an unclean end found; an empty list means sound. */
  readonly onCheckedAfterUncleanEnd?: (damage: readonly string[]) => void
  readonly readDeadlineMs?: number | undefined
  readonly isReplicated?: boolean | undefined
  /** The cluster of rqlite that the workspace lives in; without one its file is all there is. */
  readonly cluster?: ClusterDatabase | undefined
  readonly claim?: WriteClaim | undefined
  /** Passes what is written on to other servers. */
  readonly feed?: WriteFeed | undefined
  /** Another server writes, and the file is a copy of what it does. */
  readonly isCopy?: boolean | undefined
  /** Whether the file is still the one that was opened; asked before threads that had ended for want of use are started again. */
  readonly isStillOwn?: () => boolean
  /** Called when threads that had ended for want of use are started again. */
  readonly onWoken?: () => void
  /** The file comes from elsewhere: it is looked at more closely before it is written to. */
  readonly isForeign?: boolean | undefined
  /** What the threads run, where it is not the program's own (tests). */
  readonly entry?: ThreadEntry
}
