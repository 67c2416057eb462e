import type { WorkspaceThreads } from '../threads/pool.ts'

type Pool = Pick<WorkspaceThreads, 'isResting' | 'unusedSince' | 'rest'>

export interface IdleThreadsOptions {
  /** The threads of all open workspaces. */
  readonly pools: () => Iterable<Pool>
  readonly onError: (error: unknown) => void
  /** The memory of the process in bytes. */
  readonly rss?: () => number
}

const unusedMs = 10 * 60 * 1000
// A script that goes through many workspaces comes back to the last ones first.
const keptUnderPressure = 3
const memoryBytes = 400 * 1024 * 1024
// Between two requests of one client nothing uses a workspace for a moment.
const pauseMs = 200
const lookEveryMs = { calm: 30_000, underPressure: 250 }

/**
 * Ends the threads of workspaces that nothing uses: after ten minutes, and at once but for the three that were used last where the
 * process takes more than 400 MB. A workspace has two or three threads with 20 to 40 MB each, whatever is in it.
 */
export class IdleThreads {
  readonly #options: IdleThreadsOptions
  readonly #rss: () => number
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: IdleThreadsOptions) {
    this.#options = options
    this.#rss = options.rss ?? (() => process.memoryUsage.rss())
  }

  /** Looks which threads can end, now and from time to time; call it when a workspace has been opened or woken. */
  look(now = performance.now()): void {
    if (this.#isClosed) return
    const unused = [...this.#options.pools()]
      .filter(({ isResting }) => !isResting)
      .flatMap((pool) => {
        const since = pool.unusedSince()
        return since === undefined ? [] : [{ pool, unusedMs: now - since }]
      })
      .sort((a, b) => a.unusedMs - b.unusedMs)
    const isUnderPressure = unused.length > keptUnderPressure && this.#rss() > memoryBytes
    const enough = (rank: number) => (isUnderPressure && rank >= keptUnderPressure ? pauseMs : unusedMs)
    for (const [rank, { pool, unusedMs: ms }] of unused.entries())
      if (ms >= enough(rank)) pool.rest().catch(this.#options.onError)
    this.#lookIn(isUnderPressure ? lookEveryMs.underPressure : lookEveryMs.calm)
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  #lookIn(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.look(), ms).unref()
  }
}
