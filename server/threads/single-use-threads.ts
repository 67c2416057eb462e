import { withinTime } from '#shared/within-time.ts'
import type { JobEnd } from '../catalog/job-queue/job-end.ts'
import type { JobStart } from '../jobs/job-context.ts'
import type { JobThread } from './job-thread.ts'
import type { Thread } from './thread.ts'

const jobGraceMs = 1500
const interruptedMs = 200

/** The threads of a workspace that live for one operation each: jobs, checks and copies. */
export class SingleUseThreads {
  readonly #all = new Set<Thread>()
  /** The threads of running jobs, each with how it is ended where it stands. */
  readonly #jobs = new Map<Thread, () => Promise<void>>()

  /** The threads of running jobs. */
  jobs(): readonly Thread[] {
    return [...this.#jobs.keys()]
  }

  get size(): number {
    return this.#all.size
  }

  /** Runs one operation on a thread that lives for it alone. */
  async callOnce<Value>(thread: Thread, operation: string, input: unknown): Promise<Value> {
    this.#all.add(thread)
    try {
      return await thread.call<Value>(operation, input)
    } finally {
      await thread.close()
      this.#all.delete(thread)
    }
  }

  /** Runs a job on its thread, whose statements ask `interrupted` whether to go on. */
  runJob(thread: Thread, handler: string, job: JobStart, interrupted: Int32Array): JobThread {
    const finished = this.callOnce<JobEnd>(thread, handler, job).finally(() => this.#jobs.delete(thread))
    const terminate = async () => {
      Atomics.store(interrupted, 0, 1)
      // The statement in work ends by that, but not on a thread that is being ended: SQLite then hears of nothing any more.
      await withinTime(
        finished.catch(() => undefined),
        interruptedMs,
      )
      await thread.terminate()
    }
    this.#jobs.set(thread, terminate)
    return { finished, cancel: () => thread.tell({ kind: 'cancel' }), terminate }
  }

  /** Ends all of them. A job only ever reads on its own thread, so one that does not listen is cut off after a while. */
  async close(): Promise<void> {
    const grace = setTimeout(() => this.#jobs.forEach((terminate) => void terminate()), jobGraceMs)
    await Promise.all([...this.#all].map((thread) => thread.close()))
    clearTimeout(grace)
  }
}
