import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { EventRecord } from '#shared/events.ts'
import type { OperationInput, OperationName, OperationOutput } from '../catalog/operations.ts'
import type { JobEnd } from '../catalog/job-queue/queue.ts'
import type { JobStart } from '../jobs/job-context.ts'
import { gone, reviveFailure, toFailure } from '../threads/failures.ts'
import type { CommittedListener, JobThread, WorkspaceThreads } from '../threads/pool.ts'
import type { CallMessage, ThreadMessage, ThreadRole } from '../threads/protocol.ts'
import { openRole, type OpenRole } from '../threads/roles.ts'
import { threadWork } from '../threads/thread-work.ts'

/**
 * The roles of a workspace's threads, all on the thread of the test: its writer, its reader and its jobs are the program's
 * own, and what goes between them is copied as it is between threads, but none has to be started. For tests of what
 * operations and jobs do; how threads work beside each other and what comes of their end takes real ones.
 */
export async function openInProcess(file: string): Promise<WorkspaceThreads> {
  const threads = new InProcessThreads(file)
  await threads.open()
  return threads
}

class InProcessThreads implements WorkspaceThreads {
  readonly #file: string
  readonly #listeners = new Set<CommittedListener>()
  readonly #closingListeners = new Set<() => void>()
  readonly #jobs = new Set<JobThread>()
  #writer!: OpenRole
  #reader!: OpenRole
  #closed: Promise<void> | undefined

  constructor(file: string) {
    this.#file = file
  }

  async open(): Promise<void> {
    this.#writer = await this.#openRole('writer')
    this.#reader = await this.#openRole('reader')
  }

  async call<N extends OperationName>(name: N, input: OperationInput<N>): Promise<OperationOutput<N>> {
    if (this.#closed) throw gone(undefined)
    const role = this.#writer.operations.has(name) ? this.#writer : this.#reader
    return ask(role, name, input)
  }

  onCommitted(listener: CommittedListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  onClosing(listener: () => void): () => void {
    this.#closingListeners.add(listener)
    return () => this.#closingListeners.delete(listener)
  }

  startJobThread(handler: string, start: JobStart): JobThread {
    const opening = this.#openRole('job')
    const cancel = () => void opening.then((role) => role.cancel?.())
    const finished = opening.then((role) => this.#runJob(role, handler, start))
    const terminate = async () => {
      cancel()
      await finished.catch(() => undefined)
    }
    const job = { finished: finished.finally(() => this.#jobs.delete(job)), cancel, terminate }
    this.#jobs.add(job)
    return job
  }

  check: WorkspaceThreads['check'] = () => this.#maintain('check', {})

  backup: WorkspaceThreads['backup'] = async (target) => void (await this.#maintain('backup', { target }))

  previewImport: WorkspaceThreads['previewImport'] = (input) => this.#maintain('previewImport', input)

  close(): Promise<void> {
    return (this.#closed ??= this.#closeAll())
  }

  async #closeAll(): Promise<void> {
    for (const listener of this.#closingListeners) listener()
    await Promise.all([...this.#jobs].map((job) => job.terminate()))
    this.#reader.close()
    this.#writer.close()
  }

  #openRole(role: ThreadRole): Promise<OpenRole> {
    return openRole({ role, file: this.#file }, threadWork, (message: ThreadMessage) => {
      if (message.kind === 'committed') this.#tellOf(message.events)
    })
  }

  #tellOf(events: readonly EventRecord[]): void {
    for (const listener of this.#listeners) listener(structuredClone(events))
  }

  async #runJob(role: OpenRole, handler: string, start: JobStart): Promise<JobEnd> {
    const { port1, port2 } = new MessageChannel()
    port1.on('message', (call: CallMessage) => void answer(port1, this.#writer, call))
    role.connect?.(port2)
    try {
      return await ask<JobEnd>(role, handler, start)
    } finally {
      role.close()
      port1.close()
    }
  }

  async #maintain<Value>(operation: string, input: unknown): Promise<Value> {
    const role = await this.#openRole('maintenance')
    try {
      return await ask<Value>(role, operation, input)
    } finally {
      role.close()
    }
  }
}

/** Copies what goes in and what comes out, as a thread would, and lets others have their turn. */
async function ask<Value>(role: OpenRole, operation: string, input: unknown): Promise<Value> {
  const copied = structuredClone(input)
  await new Promise((resolve) => setImmediate(resolve))
  try {
    return structuredClone((await role.operations.get(operation)?.(copied)) as Value)
  } catch (error) {
    throw reviveFailure(toFailure(error))
  }
}

async function answer(
  port: MessagePort,
  role: OpenRole,
  { id, operation, input }: CallMessage,
): Promise<void> {
  try {
    port.postMessage({ kind: 'answer', id, value: await ask(role, operation, input) })
  } catch (error) {
    port.postMessage({ kind: 'failure', id, failure: toFailure(error) })
  }
}
