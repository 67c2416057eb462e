import type { MessagePort } from 'node:worker_threads'
import type { ToNorm } from '../store/check/check.ts'
import type { Database, ReadableDb, WritableDb } from '../store/database/database.ts'
import type { PreviewImport } from '../jobs/preview-import.ts'
import { RpcClient } from './rpc-client.ts'
import { gone } from './failures.ts'
import type { JobContext, JobHandler, JobSettings, JobStart } from './job-thread.ts'
import type { ReplyMessage, ThreadMessage, ThreadRole, ThreadStart } from './protocol.ts'

/** What threads can do; loaded by the roles that need it only. */
export interface ThreadWork {
  readonly operations: () => Promise<OperationTables>
  readonly jobHandlers: () => Promise<Readonly<Record<string, JobHandler>>>
  readonly parsers?: () => Promise<object>
}

export interface OperationTables {
  readonly readOperations: object
  readonly writeOperations: object
}

/** A role with its file open. */
export interface OpenRole {
  readonly operations: ReadonlyMap<string, (input: unknown) => unknown>
  readonly uncleanEnd?: boolean
  /** Job only: takes the port that leads to the writer. */
  readonly connect?: (port: MessagePort) => void
  readonly cancel?: () => void
  readonly close: () => void
}

type Read = (db: ReadableDb, input: unknown) => unknown
type Write = (tx: WritableDb, input: unknown) => unknown
type Operations = OpenRole['operations']
type Post = (message: ThreadMessage) => void

/** Opens the file of a thread in its role. Modules are loaded by role: a reader has no use for migrations. */
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
}

async function openWriter(start: ThreadStart, work: ThreadWork, post: Post): Promise<OpenRole> {
  const [{ openWorkspaceFile }, { writeOperations }] = await Promise.all([
    import('../store/file/workspace-file.ts'),
    work.operations(),
  ])
  const workspace = await openWorkspaceFile(start.file, { backupFolder: start.backupFolder })
  const { database } = workspace
  const isHeard = () => !start.listeners || Atomics.load(start.listeners, 0) > 0
  const run = (operation: Write, input: unknown) => {
    const value = database.write((tx) => operation(tx, input))
    if (start.commits) Atomics.add(start.commits, 0, 1)
    const events = database.takeCommitted()
    if (events.length > 0 && isHeard()) post({ kind: 'committed', events })
    return value
  }
  return {
    operations: bind(writeOperations, run),
    uncleanEnd: workspace.uncleanEnd,
    close: () => workspace.close(),
  }
}

async function openReader(start: ThreadStart, work: ThreadWork, post: Post): Promise<OpenRole> {
  const [{ readOperations }, { takeIndexRequests }] = await Promise.all([
    work.operations(),
    import('../store/tables/indexes.ts'),
  ])
  const connection = await lazyReader(start.file)
  const run = (operation: Read, input: unknown) => {
    const value = connection.get().read((db) => operation(db, input))
    const requests = takeIndexRequests()
    if (requests) post({ kind: 'index-requests', requests })
    return value
  }
  return { operations: bind(readOperations, run), close: connection.close }
}

const beatsPerLease = 4
const strictSettings: JobSettings = { allowsPrivateAddresses: false }

async function openJob(start: ThreadStart, work: ThreadWork): Promise<OpenRole> {
  const [{ readOperations }, handlers] = await Promise.all([work.operations(), work.jobHandlers()])
  const connection = await lazyReader(start.file)
  const reads = bind(readOperations, (operation: Read, input) => {
    return connection.get().read((db) => operation(db, input))
  })
  const writer = new WriterConnection()
  const abort = new AbortController()

  const context = ({ jobId, settings = strictSettings }: JobStart): JobContext => ({
    jobId,
    settings,
    call: (async (name: string, input: unknown) =>
      reads.has(name) ? reads.get(name)?.(input) : writer.call(name, input)) as JobContext['call'],
    read: (fn) => connection.get().read(fn),
    signal: abort.signal,
  })
  const run = async (handler: JobHandler, input: unknown) => {
    const start = input as JobStart
    const { jobId, leaseMs } = start
    // A beat that is lost with its writer is made good by the next one.
    const beat = () => void writer.call('beatJob', { id: jobId, leaseMs }).catch(() => undefined)
    const heart = setInterval(beat, leaseMs / beatsPerLease)
    try {
      return await handler(context(start))
    } finally {
      clearInterval(heart)
    }
  }
  return {
    operations: bind(handlers, run),
    connect: (port) => writer.connect(port),
    cancel: () => abort.abort(),
    close: () => {
      writer.close()
      connection.close()
    },
  }
}

async function openMaintenance(start: ThreadStart): Promise<OpenRole> {
  const [{ checkWorkspace, quickCheck }, { backUpDatabase }, { scalarRulesOf }, { prepareRestore }] =
    await Promise.all([
      import('../store/check/check.ts'),
      import('../store/file/backup.ts'),
      import('../catalog/attributes/data-types/data-types.ts'),
      import('../store/file/backup.ts'),
    ])
  const toNorm: ToNorm = ({ dataType }, value) => scalarRulesOf(dataType).toNorm(value)
  const connection = await lazyReader(start.file)
  return {
    operations: new Map<string, (input: unknown) => unknown>([
      ['check', () => checkWorkspace(connection.get(), toNorm)],
      ['quickCheck', () => quickCheck(connection.get())],
      ['prepareRestore', (input) => prepareRestore(input as Parameters<typeof prepareRestore>[0])],
      ['backup', (input) => backUpDatabase(connection.get(), (input as { target: string }).target)],
      [
        'previewImport',
        async (input) => {
          const { previewImport } = await import('../jobs/preview-import.ts')
          return previewImport((fn) => connection.get().read(fn), input as PreviewImport)
        },
      ],
    ]),
    close: connection.close,
  }
}

/** Parses untrusted bytes; it has no workspace file open. */
async function openParser(_start: ThreadStart, work: ThreadWork): Promise<OpenRole> {
  const parsers = (await work.parsers?.()) ?? {}
  const run = (parse: (input: unknown) => unknown, input: unknown) => parse(input)
  return { operations: bind(parsers, run), close: () => undefined }
}

async function openRegistry(start: ThreadStart): Promise<OpenRole> {
  const [{ openRegistry }, { registryOperations, registryRunner }] = await Promise.all([
    import('../store/registry/registry.ts'),
    import('../store/registry/registry-operations.ts'),
  ])
  const registry = await openRegistry(start.file)
  const run = registryRunner(registry)
  return { operations: bind(registryOperations, run), close: () => registry.close() }
}

/** A table of operations with its connection bound. */
function bind<Operation>(table: object, run: (operation: Operation, input: unknown) => unknown): Operations {
  const entries = Object.entries(table) as [string, Operation][]
  return new Map(entries.map(([name, operation]) => [name, (input: unknown) => run(operation, input)]))
}

/** A read-only connection that opens with its first use: by then the writer has checked and migrated the file. */
async function lazyReader(file: string): Promise<{ get: () => Database; close: () => void }> {
  const { openDatabase } = await import('../store/database/database.ts')
  let database: Database | undefined
  return {
    get: () => (database ??= openDatabase(file, { readonly: true })),
    close: () => database?.close(),
  }
}

/** A job's connection to the writer. When the writer crashes its calls fail; the pool then connects the new one. */
class WriterConnection {
  #port: MessagePort | undefined
  #caller: RpcClient | undefined

  connect(port: MessagePort): void {
    const caller = new RpcClient((message) => port.postMessage(message))
    port.on('message', (reply: ReplyMessage) => caller.settle(reply))
    port.on('close', () => {
      caller.rejectAll(gone(undefined))
      if (this.#caller === caller) this.#caller = undefined
    })
    this.#port = port
    this.#caller = caller
  }

  async call(operation: string, input: unknown): Promise<unknown> {
    if (!this.#caller) throw gone(undefined)
    return this.#caller.call(operation, input)
  }

  close(): void {
    this.#port?.close()
  }
}
