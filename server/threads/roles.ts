import { type MessagePort, parentPort } from 'node:worker_threads'
import type { EventKind } from '#shared/events.ts'
import type { ReadGuard } from '#shared/interrupted.ts'
import type { CatalogReader, ReadOperation } from '../catalog/connections/reader.ts'
import type { CatalogWriter, WriteOperation } from '../catalog/connections/writer.ts'
import type { UnpackWorkspace } from '../jobs/packages/unpack-workspace.ts'
import type { PreviewImport } from '../jobs/preview-import.ts'
import { cancelledEnd, type JobEnd } from '../catalog/job-queue/running-job.ts'
import { collectGarbage } from './collect-garbage.ts'
import { inspectFile, rescueFile, parseApartBy } from './inspect-file.ts'
import {
  RpcClient,
  gone,
  type ReplyMessage,
  type ThreadMessage,
  type ThreadRole,
  type ThreadStart,
} from './channel.ts'
import type { JobContext, JobHandler, JobSettings, JobStart } from '../jobs/job-context.ts'
import type { TryRequest } from '../jobs/generation/try-value.ts'
import type { EmbedRequest } from '../jobs/embeddings/embed-values.ts'
import type { ProbeRequest } from '../providers/probe.ts'
import type { Finding } from '#shared/app-surface.ts'
import type { Role } from '#shared/team.ts'
import type { RegistryOperation } from '../registry/registry-operations.ts'
import type { ClusterDatabase, LinkStart, MoveOrder } from '../catalog/connections/cluster-seam.ts'

export interface ThreadWork {
  readonly operations: () => Promise<OperationTables>
  readonly jobHandlers: () => Promise<Readonly<Record<string, JobHandler>>>
  readonly parsers?: () => Promise<object>
  readonly clusters?: () => Promise<ClusterThreads>
}

export interface ClusterThreads {
  openWriter(start: ThreadStart, report: ((news: unknown) => void) | undefined): Promise<CatalogWriter>
  openCopy(start: ThreadStart, work: ThreadWork): Promise<OpenRole>
  openRegistry(start: ThreadStart): Promise<RegistryConnection>
  /**
   * Returns the writer of the workspace in its new location. Throws conflict, and leaves the workspace
   * where it was.
   */
  moveWriter(
    writer: CatalogWriter,
    order: MoveOrder,
    start: ThreadStart,
    report: ((news: unknown) => void) | undefined,
  ): Promise<CatalogWriter>
  compareNodes(file: string, cluster: ClusterDatabase): Promise<Finding[]>
  serveLink(link: LinkStart, onClosed: () => void): Promise<void>
  load(role: ThreadRole): Promise<unknown>
}

export interface RegistryConnection {
  readonly run: (operation: RegistryOperation, input: unknown) => unknown
  readonly close: () => void
}

/** Returns the module for clusters. Throws where the program was built without it. */
export async function clustersOf({ clusters }: ThreadWork): Promise<ClusterThreads> {
  if (!clusters) throw new Error('These threads open no databases of clusters.')
  return clusters()
}

export interface OperationTables {
  readonly readOperations: object
  readonly writeOperations: object
}

/** How an operation is called: until when it may read, and in which role. */
interface CallDetails {
  readonly guard?: ReadGuard | undefined
  readonly role?: Role | undefined
}

type Operations = ReadonlyMap<string, (input: unknown, details?: CallDetails) => unknown>

export const callWith = (operation: (input: unknown) => unknown, input: unknown) => operation(input)

export function bind<Operation>(
  table: object,
  run: (operation: Operation, input: unknown, call: CalledBy) => unknown,
): Operations {
  const entries: [string, Operation][] = Object.entries(table)
  return new Map(
    entries.map(([name, operation]) => [
      name,
      (input, details) => run(operation, input, { ...details, name }),
    ]),
  )
}

type CalledBy = CallDetails & { readonly name: string }

export interface OpenRole {
  readonly operations: Operations
  readonly uncleanEnd?: boolean
  readonly connect?: (port: MessagePort) => void
  readonly cancel?: () => void
  readonly close: () => void
}

type Post = (message: ThreadMessage, transfer?: MessagePort[]) => void

/** Opens the file of a thread in its role. Modules are loaded by role: a reader needs no migrations. */
export function openRole(start: ThreadStart, work: ThreadWork, post: Post): Promise<OpenRole> {
  return roles[start.role](start, work, post)
}

const roles: Record<ThreadRole, (start: ThreadStart, work: ThreadWork, post: Post) => Promise<OpenRole>> = {
  writer: openWriter,
  reader: openReader,
  job: openJob,
  maintenance: openMaintenance,
  registry: openRegistry,
  parser: openParser,
  models: openModels,
  link: openLink,
}

async function openWriter(start: ThreadStart, work: ThreadWork, post: Post): Promise<OpenRole> {
  if (start.isCopy) return (await clustersOf(work)).openCopy(start, work)
  const [opened, { writeOperations }, { inputOfCaller }] = await Promise.all([
    openWriterOf(start, work, post),
    work.operations(),
    import('../catalog/connections/restricted-calls.ts'),
  ])
  let writer = opened
  const hasListeners = () => !start.listeners || Atomics.load(start.listeners, 0) > 0
  const isTaken = (kind: EventKind) => kind.startsWith('job.') || hasListeners()
  const isAwaited = () => start.asked !== undefined && Atomics.load(start.asked, 0) > 0
  const run = (operation: WriteOperation, input: unknown, call: CalledBy) => {
    const value = writer.write((tx) => operation(tx, inputOfCaller(tx, call, input)), isAwaited)
    if (start.commits) Atomics.add(start.commits, 0, 1)
    const events = writer.takeCommitted(isTaken)
    if (events.length > 0) post({ kind: 'committed', events })
    const requests = writer.takeIndexRequests()
    if (requests) post({ kind: 'index-requests', requests })
    return value
  }
  const moveTo = async (order: MoveOrder) => {
    writer = await (await clustersOf(work)).moveWriter(writer, order, start, reportOf(start, post))
  }
  return {
    operations: new Map([...bind(writeOperations, run), ...bind({ ...ofFile(writer), moveTo }, callWith)]),
    uncleanEnd: writer.uncleanEnd,
    close: () => writer.close(),
  }
}

async function openWriterOf(start: ThreadStart, work: ThreadWork, post: Post): Promise<CatalogWriter> {
  const { file, backupFolder, isReplicated, isForeign, fence } = start
  if (!start.cluster) {
    const { openWriter } = await import('../catalog/connections/writer.ts')
    const inspect = isForeign ? () => inspectFile(file, post) : undefined
    return openWriter(file, { backupFolder, isReplicated, inspect, fence })
  }
  return (await clustersOf(work)).openWriter(start, reportOf(start, post))
}

function reportOf({ isReported }: ThreadStart, post: Post): ((news: unknown) => void) | undefined {
  return isReported ? (news) => post({ kind: 'cluster-news', news }) : undefined
}

async function openLink({ link }: ThreadStart, work: ThreadWork): Promise<OpenRole> {
  if (!link) throw new Error('A link leads to a cluster.')
  await (await clustersOf(work)).serveLink(link, () => parentPort?.close())
  return { operations: new Map(), close: () => undefined }
}

function ofFile({ isInPlace, saveCopy }: CatalogWriter) {
  return { isInPlace, saveCopy: ({ target }: { target: string }) => saveCopy(target) }
}

async function openReader(start: ThreadStart, work: ThreadWork, post: Post): Promise<OpenRole> {
  const [{ readOperations }, reader, { viewOfCaller }] = await Promise.all([
    work.operations(),
    openReaderOf(start),
    import('../catalog/connections/restricted-calls.ts'),
  ])
  const run = (operation: ReadOperation, input: unknown, { name, role, guard }: CalledBy) => {
    try {
      return reader.read((db) => operation(viewOfCaller(db, name, role), input), guard)
    } finally {
      postRequests(reader, post)
      const results = reader.takeResults()
      if (results) post({ kind: 'results', results })
    }
  }
  return { operations: bind(readOperations, run), close: reader.close }
}

function postRequests(reader: CatalogReader, post: Post): void {
  const requests = reader.takeIndexRequests()
  if (requests) post({ kind: 'index-requests', requests })
}

const beatsPerLease = 4
const strictSettings: JobSettings = { allowsPrivateAddresses: false }

/** After a cancellation any error of the job counts as its consequence. */
function endOfCancelled({ signal, isCancelRequested }: JobContext, error: unknown): JobEnd {
  if (signal.aborted && isCancelRequested()) return cancelledEnd
  throw error
}

function isInterrupted({ interrupted }: ThreadStart): boolean {
  return interrupted !== undefined && Atomics.load(interrupted, 0) !== 0
}

function placeOf({ dataDir, chosen = {}, settings = strictSettings }: JobStart) {
  return { dataDir, chosen, settings }
}

async function openJob(start: ThreadStart, work: ThreadWork, post: Post): Promise<OpenRole> {
  const [{ readOperations }, handlers, reader, { runningJob }, restricted] = await Promise.all([
    work.operations(),
    work.jobHandlers(),
    openReaderOf(start),
    import('../catalog/job-queue/running-job.ts'),
    import('../catalog/connections/restricted-calls.ts'),
  ])
  const guard: ReadGuard = () => (isInterrupted(start) ? 'abandoned' : undefined)
  const reads = bind(readOperations, (operation: ReadOperation, input, { name, role }) => {
    const value = reader.read((db) => operation(restricted.viewOfCaller(db, name, role), input), guard)
    postRequests(reader, post)
    return value
  })
  const writer = new WriterConnection()
  let abort = new AbortController()

  const context = (start: JobStart, handler: string): JobContext => {
    const job = runningJob(start.jobId, reader.read)
    const role = restricted.roleOfJob(handler, job.readStored().input)
    return {
      ...job,
      ...placeOf(start),
      ...accessIn(role, { reads, writer, read: (fn) => reader.read(fn, guard) }, restricted.readAs),
      parseApart: parseApartBy(post),
      collectGarbage,
      signal: abort.signal,
    }
  }
  const run = async (handler: JobHandler, input: unknown, { name }: CalledBy) => {
    abort = new AbortController()
    const job = context(input as JobStart, name)
    job.read((db) => restricted.requireMayRun(db, name))
    return runBeating(handler, job, { writer, start: input as JobStart })
  }
  return {
    operations: bind(handlers, run),
    connect: (port) => writer.connect(port),
    cancel: () => abort.abort(),
    close: () => {
      writer.close()
      reader.close()
    },
  }
}

interface JobConnections {
  readonly reads: Operations
  readonly writer: WriterConnection
  readonly read: JobContext['read']
}

/** The connections of a job, in the role in which it was asked for. */
function accessIn(
  role: Role | undefined,
  { reads, writer, read }: JobConnections,
  readAs: (read: JobContext['read'], role: Role | undefined) => JobContext['read'],
): Pick<JobContext, 'call' | 'read'> {
  const call = async (name: string, input: unknown) =>
    reads.has(name) ? reads.get(name)?.(input, { role }) : writer.call(name, input, role)
  return { call: call as JobContext['call'], read: readAs(read, role) }
}

interface Heart {
  readonly writer: WriterConnection
  readonly start: JobStart
}

/** Runs a job, and renews its lease meanwhile. */
async function runBeating(handler: JobHandler, job: JobContext, { writer, start }: Heart): Promise<unknown> {
  const { jobId, leaseMs } = start
  // The next beat makes up for a lost one.
  const beat = () => void writer.call('beatJob', { id: jobId, leaseMs }).catch(() => undefined)
  const heart = setInterval(beat, leaseMs / beatsPerLease)
  try {
    return await handler(job)
  } catch (error) {
    return endOfCancelled(job, error)
  } finally {
    clearInterval(heart)
  }
}

async function openMaintenance(start: ThreadStart, work: ThreadWork, post: Post): Promise<OpenRole> {
  const [{ openUpkeep }, { readAs }] = await Promise.all([
    import('../catalog/connections/upkeep.ts'),
    import('../catalog/connections/restricted-calls.ts'),
  ])
  const { file, isReplicated = false, cluster } = start
  const upkeep = openUpkeep(file, { isReplicated })
  const { quickCheck } = upkeep
  const check = async () => {
    const findings = upkeep.check()
    if (!cluster) return findings
    const clusters = await clustersOf(work)
    return [...(await clusters.compareNodes(file, cluster)), ...findings]
  }
  const parseApart = parseApartBy(post)
  const abort = new AbortController()
  const operations = {
    check,
    quickCheck,
    async prepareRestore(input: Parameters<typeof upkeep.prepareRestore>[0]) {
      await inspectFile(input.backup, post)
      upkeep.prepareRestore(input)
    },
    rescue: (paths: Parameters<typeof rescueFile>[0]) => rescueFile(paths, post),
    backup: ({ target }: { target: string }) => upkeep.backup(target),
    exportCopy: ({ target }: { target: string }) =>
      upkeep.exportCopy(target, (current, total) => post({ kind: 'progress', progress: { current, total } })),
    copyLog: upkeep.copyLog,
    rowsToIndex: upkeep.rowsToIndex,
    async previewImport(input: PreviewImport) {
      const { previewImport } = await import('../jobs/preview-import.ts')
      return previewImport(readAs(upkeep.read, input.role), { parseApart, signal: abort.signal }, input)
    },
    async unpackWorkspace(input: UnpackWorkspace) {
      const { unpackWorkspace } = await import('../jobs/packages/unpack-workspace.ts')
      return unpackWorkspace(input, (progress) => post({ kind: 'progress', progress }))
    },
    async findOpenQuestions(input: PreviewImport) {
      const { findOpenQuestions } = await import('../jobs/preview-import.ts')
      return findOpenQuestions(readAs(upkeep.read, input.role), { parseApart, signal: abort.signal }, input)
    },
  }
  return { operations: bind(operations, callWith), cancel: () => abort.abort(), close: upkeep.close }
}

async function openParser(_start: ThreadStart, work: ThreadWork): Promise<OpenRole> {
  const parsers = (await work.parsers?.()) ?? {}
  return { operations: bind(parsers, callWith), close: () => undefined }
}

async function openModels(): Promise<OpenRole> {
  const { probe } = await import('../providers/probe.ts')
  let abort = new AbortController()
  const operations = {
    probe: (request: ProbeRequest) => probe(request, abort.signal),
    async tryValue(request: TryRequest) {
      const { tryValue } = await import('../jobs/generation/try-value.ts')
      return tryValue(request, abort.signal)
    },
    async embed(request: EmbedRequest) {
      const { embedValues } = await import('../jobs/embeddings/embed-values.ts')
      return embedValues(request, abort.signal)
    },
  }
  const cancel = () => {
    abort.abort()
    // The next call is not the cancelled one.
    abort = new AbortController()
  }
  return { operations: bind(operations, callWith), cancel, close: () => undefined }
}

async function openRegistry(start: ThreadStart, work: ThreadWork): Promise<OpenRole> {
  const [{ openRegistry }, { registryOperations, registryRunner }] = await Promise.all([
    import('../registry/registry.ts'),
    import('../registry/registry-operations.ts'),
  ])
  const { file, isReplicated, isCopyWanted, cluster, claim } = start
  if (cluster && claim?.held) {
    const { run, close } = await (await clustersOf(work)).openRegistry(start)
    return { operations: bind(registryOperations, run), close }
  }
  const registry = await openRegistry(file, { isReplicated, isCopyWanted })
  const run = registryRunner(registry)
  return { operations: bind(registryOperations, run), close: () => registry.close() }
}

async function openReaderOf({ file }: ThreadStart): Promise<CatalogReader> {
  const { openReader } = await import('../catalog/connections/reader.ts')
  return openReader(file)
}

/**
 * A job's connection to the writer. After a crash of the writer its calls fail, and the pool connects the new
 * one.
 */
class WriterConnection {
  #port: MessagePort | undefined
  #calls: RpcClient | undefined

  connect(port: MessagePort): void {
    const calls = new RpcClient((message) => port.postMessage(message))
    port.on('message', (reply: ReplyMessage) => calls.settle(reply))
    port.on('close', () => {
      calls.rejectAll(gone(undefined))
      if (this.#calls === calls) this.#calls = undefined
    })
    this.#port = port
    this.#calls = calls
  }

  async call(operation: string, input: unknown, role?: Role): Promise<unknown> {
    if (!this.#calls) throw gone(undefined)
    return this.#calls.call(operation, input, { role })
  }

  close(): void {
    this.#port?.close()
  }
}
