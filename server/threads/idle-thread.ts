import { Thread, type ThreadEntry } from './thread.ts'
import type { ProbeResult, ProbeRequest } from '../providers/probe.ts'
import type { EmbeddedValues, EmbedRequest } from '../jobs/embeddings/embed-values.ts'
import type { ValueTry, TryRequest } from '../jobs/generation/try-value.ts'
import { workerEntry } from './worker-entry.ts'
import type { JobEnd } from '../catalog/job-queue/running-job.ts'
import { withinTime } from '#shared/interrupted.ts'
import type { JobStart } from '../jobs/job-context.ts'
import type { RegistryOperations } from '../registry/registry-operations.ts'
import type { UnpackedWorkspace } from '../jobs/packages/unpack-workspace.ts'
import type { Progress, ThreadStart } from './channel.ts'

const idleMs = 20_000

const jobGraceMs = 1500
const interruptedMs = 200

// A job that took longer has made garbage, and the next one is as likely to take long.
const shortJobMs = 5000

/** A thread for jobs; `interrupted` is not 0 once it has to end. */
export interface JobHost {
  readonly thread: Thread
  readonly interrupted: Int32Array
}

/**
 * The threads of a workspace for checks and copies, which live for one operation each, and for jobs: the
 * thread of a short job waits a while for the next one, whose work may take less than loading the code.
 */
export class SingleUseThreads {
  readonly #all = new Set<Thread>()
  readonly #jobs = new Map<Thread, () => Promise<void>>()
  #waiting: JobHost | undefined
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  /** How many jobs run. */
  get jobs(): number {
    return this.#jobs.size
  }

  /** The threads that a new writer has to know: those of running jobs and the waiting one. */
  jobThreads(): readonly Thread[] {
    return [...this.#jobs.keys(), ...(this.#waiting ? [this.#waiting.thread] : [])]
  }

  get size(): number {
    return this.#all.size
  }

  async callOnce<Value>(thread: Thread, operation: string, input: unknown): Promise<Value> {
    this.#all.add(thread)
    try {
      return await thread.call<Value>(operation, input)
    } finally {
      await thread.close()
      this.#all.delete(thread)
    }
  }

  /** Runs a job on the waiting thread, or on one that `begin` starts. */
  runJob(begin: (onCrash: () => void) => JobHost, handler: string, job: JobStart): JobThread {
    const host = this.#takeWaiting() ?? begin(() => this.#drop(host))
    const { thread, interrupted } = host
    const finished = this.#finish(host, handler, job).finally(() => this.#jobs.delete(thread))
    const terminate = async () => {
      Atomics.store(interrupted, 0, 1)
      // This interrupts the running statement; a thread that is being ended receives no further message.
      await withinTime(
        finished.catch(() => undefined),
        interruptedMs,
      )
      await thread.terminate()
    }
    this.#jobs.set(thread, terminate)
    const isRunning = () => this.#jobs.get(thread) === terminate
    const cancel = () => {
      if (isRunning()) thread.send({ kind: 'cancel' })
    }
    return { finished, cancel, terminate: async () => (isRunning() ? terminate() : undefined) }
  }

  async #finish(host: JobHost, handler: string, job: JobStart): Promise<JobEnd> {
    const { thread, interrupted } = host
    const startedAt = performance.now()
    this.#all.add(thread)
    let mayWait = false
    try {
      const end = await thread.call<JobEnd>(handler, job)
      mayWait = performance.now() - startedAt < shortJobMs && Atomics.load(interrupted, 0) === 0
      return end
    } finally {
      if (mayWait && !this.#isClosed && !this.#waiting) this.#keep(host)
      else await thread.close()
      this.#all.delete(thread)
    }
  }

  #takeWaiting(): JobHost | undefined {
    clearTimeout(this.#timer)
    const host = this.#waiting
    this.#waiting = undefined
    return host
  }

  #keep(host: JobHost): void {
    this.#waiting = host
    this.#timer = setTimeout(() => void this.rest(), idleMs).unref()
  }

  #drop(host: JobHost): void {
    if (this.#waiting === host) this.#takeWaiting()
  }

  /** Ends the waiting thread. */
  async rest(): Promise<void> {
    await this.#takeWaiting()?.thread.close()
  }

  /**
   * Ends all threads. A job only reads on its own thread, so one that does not react is terminated after a
   * while.
   */
  async close(): Promise<void> {
    this.#isClosed = true
    const grace = setTimeout(() => this.#jobs.forEach((terminate) => void terminate()), jobGraceMs)
    await Promise.all([this.rest(), ...[...this.#all].map((thread) => thread.close())])
    clearTimeout(grace)
  }
}

/**
 * A thread that waits a while for another call after its answer: loading the code takes ten times as long as
 * a call. A call during work starts a second thread.
 */
export class IdleThread {
  readonly #start: (onCrash: () => void) => Thread
  readonly #living = new Set<Thread>()
  #idle: Thread | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(start: (onCrash: () => void) => Thread) {
    this.#start = start
  }

  async call<Value>(operation: string, input: unknown, signal?: AbortSignal): Promise<Value> {
    const thread = this.#take()
    const cancel = () => thread.send({ kind: 'cancel' })
    signal?.addEventListener('abort', cancel, { once: true })
    try {
      return await thread.call(operation, input)
    } finally {
      signal?.removeEventListener('abort', cancel)
      this.#keep(thread)
    }
  }

  get isAtWork(): boolean {
    return this.#living.size > (this.#idle ? 1 : 0)
  }

  /** Ends the waiting thread, where its memory is needed more than its next answer. */
  rest(): void {
    clearTimeout(this.#timer)
    if (this.#idle) this.#end(this.#idle)
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    this.#idle = undefined
    const closing = [...this.#living].map((thread) => thread.close())
    this.#living.clear()
    await Promise.all(closing)
  }

  #take(): Thread {
    clearTimeout(this.#timer)
    const idle = this.#idle
    this.#idle = undefined
    if (idle) return idle
    const thread = this.#start(() => this.#drop(thread))
    this.#living.add(thread)
    return thread
  }

  #keep(thread: Thread): void {
    if (!this.#living.has(thread)) return
    if (this.#idle) return this.#end(thread)
    this.#idle = thread
    this.#timer = setTimeout(() => this.#end(thread), idleMs).unref()
  }

  #end(thread: Thread): void {
    void thread.close().then(() => this.#drop(thread))
    if (this.#idle === thread) this.#idle = undefined
  }

  #drop(thread: Thread): void {
    this.#living.delete(thread)
    if (this.#idle === thread) this.#idle = undefined
  }
}

/**
 * The thread that calls models for the main one. It starts with the first call, because its code is large,
 * and ends soon after the last.
 */
export interface ModelThread {
  probe(request: ProbeRequest): Promise<ProbeResult>
  tryValue(request: TryRequest, signal: AbortSignal): Promise<ValueTry>
  embed(request: EmbedRequest, signal: AbortSignal): Promise<EmbeddedValues>
  close(): Promise<void>
}

export function openModelThread(entry: ThreadEntry = workerEntry): ModelThread {
  const thread = new IdleThread((onCrash) => new Thread({ role: 'models', file: '' }, entry, { onCrash }))
  return {
    probe: (request) => thread.call('probe', request),
    tryValue: (request, signal) => thread.call('tryValue', request, signal),
    embed: (request, signal) => thread.call('embed', request, signal),
    close: () => thread.close(),
  }
}

export interface JobThread {
  /** The handler's result; rejects with its error, or internal_error after a crash. */
  readonly finished: Promise<JobEnd>
  cancel(): void
  terminate(): Promise<void>
}

type Name = keyof RegistryOperations
type Input<N extends Name> = Parameters<RegistryOperations[N]>[1]
type Output<N extends Name> = ReturnType<RegistryOperations[N]>

/** The thread with the data folder's vitrine.db. While it lives no other process can use the data folder. */
export interface RegistryThread {
  call<N extends Name>(name: N, input: Input<N>): Promise<Output<N>>
  close(): Promise<void>
}

export type RegistryThreadOptions = Pick<ThreadStart, 'isReplicated' | 'isCopyWanted' | 'cluster' | 'claim'>

/**
 * Opens (or makes) a data folder. Rejects with WorkspaceFileError, of kind in_use when another Vitrine has
 * it.
 */
export async function openRegistryThread(
  dataFolder: string,
  entry: ThreadEntry = workerEntry,
  options: RegistryThreadOptions = {},
): Promise<RegistryThread> {
  let thread: Thread
  const start = (): Thread =>
    new Thread({ role: 'registry', file: dataFolder, ...options }, entry, {
      onCrash: (wasReady) => {
        if (wasReady) thread = start()
      },
    })
  thread = start()
  await thread.ready
  return {
    call: (name, input) => thread.call(name, input),
    close: () => thread.close(),
  }
}

export interface LongWork {
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
}

export function unpackWorkspace(file: string, target: string, work: LongWork): Promise<UnpackedWorkspace> {
  return onThread(target, 'unpackWorkspace', { file, target }, work)
}

export function copyWorkspace(file: string, target: string, work: LongWork): Promise<void> {
  return onThread(file, 'exportCopy', { target }, work)
}

/**
 * Prepares a backup to replace its workspace: checked, with its jobs ended, and on disk. Throws
 * WorkspaceFileError for a damaged one.
 */
export function prepareRestore(backup: string, target: string, isNewest = false): Promise<void> {
  return onThread(backup, 'prepareRestore', { backup, target, isNewest })
}

/** Copies known rows of a foreign file into a new one. Throws WorkspaceFileError. */
export function rescueWorkspace(file: string, target: string): Promise<void> {
  return onThread(target, 'rescue', { file, target })
}

async function onThread<Result>(
  file: string,
  operation: string,
  input: unknown,
  { signal, onProgress }: Partial<LongWork> = {},
): Promise<Result> {
  signal?.throwIfAborted()
  const thread = new Thread({ role: 'maintenance', file }, workerEntry, { onProgress })
  const cancel = () => void thread.terminate()
  signal?.addEventListener('abort', cancel)
  try {
    return await thread.call<Result>(operation, input)
  } finally {
    signal?.removeEventListener('abort', cancel)
    await thread.close()
  }
}
