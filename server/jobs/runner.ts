import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CatalogError, tellFault } from '../catalog/errors.ts'
import type { JobThread } from '../threads/job-thread.ts'
import type { WorkspaceThreads } from '../threads/pool.ts'
import type { JobEnd } from './queue.ts'

export interface JobRunnerOptions {
  /** Files in this folder whose names start with the id of a job are removed when the job ends. */
  readonly uploadsDir: string
  /** Hears of failures that are ours, for the log. */
  readonly onInternalError?: (error: unknown) => void
}

/**
 * Runs the jobs of one open workspace, one after the other, each on a thread of its own. A job that a restart cut off goes
 * on from its checkpoint.
 */
export class JobRunner {
  readonly #threads: WorkspaceThreads
  readonly #options: JobRunnerOptions
  #working: Promise<void> | undefined
  #current: { readonly id: string; readonly thread: JobThread } | undefined
  #isClosed = false
  #isWoken = false

  constructor(threads: WorkspaceThreads, options: JobRunnerOptions) {
    this.#threads = threads
    this.#options = options
  }

  /** Takes up what an earlier run of the program left; call it once, when the workspace has opened. */
  async start(): Promise<void> {
    await this.#threads.call('requeueJobs', {})
    this.wake()
  }

  /** Looks for waiting jobs; call it whenever one has been queued. */
  wake(): void {
    this.#isWoken = true
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined
      if (this.#isWoken && !this.#isClosed) this.wake()
    })
  }

  /** Resolves when no job waits or runs. */
  async idle(): Promise<void> {
    while (this.#working) await this.#working
  }

  /** Tells the thread of a job, if it runs just now, that its cancellation has been asked for. */
  stop(jobId: string): void {
    if (this.#current?.id === jobId) this.#current.thread.cancel()
  }

  /** Takes no further job. A running one is cut off when the threads close, and goes on at the next start. */
  close(): void {
    this.#isClosed = true
  }

  async #work(): Promise<void> {
    this.#isWoken = false
    try {
      for (;;) {
        const job = this.#isClosed ? null : await this.#threads.call('claimJob', {})
        if (!job) return
        await this.#run(job.id, job.name)
      }
    } catch (error) {
      // The workspace is closing, or its file fails: the job keeps its checkpoint for the next start.
      if (!this.#isClosed) this.#options.onInternalError?.(error)
    }
  }

  async #run(id: string, name: string): Promise<void> {
    const end = await this.#finish(id, name)
    if (!end) return
    await this.#threads.call('finishJob', { id, ...end })
    await this.#removeFiles(id)
  }

  async #finish(id: string, name: string): Promise<JobEnd | undefined> {
    try {
      const thread = this.#threads.startJobThread(name, id)
      this.#current = { id, thread }
      return (await thread.finished) as JobEnd
    } catch (error) {
      if (this.#isClosed) return undefined
      return { status: 'failed', result: { error: this.#describe(error) } }
    } finally {
      this.#current = undefined
    }
  }

  #describe(error: unknown): { code: string; message: string; field_errors?: unknown } {
    if (!(error instanceof CatalogError) || error.code === 'internal_error')
      this.#options.onInternalError?.(error)
    if (!(error instanceof CatalogError)) {
      return { code: 'internal_error', message: error instanceof Error ? error.message : String(error) }
    }
    const { code, fieldErrors } = error
    const sentences = fieldErrors.map(tellFault)
    const message = sentences.length > 0 ? [...new Set(sentences)].slice(0, 5).join(' ') : error.message
    return { code, message, ...(fieldErrors.length > 0 && { field_errors: fieldErrors }) }
  }

  async #removeFiles(id: string): Promise<void> {
    const { uploadsDir } = this.#options
    const names = await readdir(uploadsDir).catch(() => [])
    for (const name of names) if (name.startsWith(id)) await rm(join(uploadsDir, name), { force: true })
  }
}
