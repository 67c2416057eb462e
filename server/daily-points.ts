import { CatalogError } from './catalog/errors.ts'
import { type DailyPoints, hasPoints } from './catalog/quality/daily-points.ts'
import type { WorkspaceThreads } from './threads/pool.ts'
import { toUtcDay } from '#shared/iso-times.ts'

export interface DailyPointParts {
  readonly threads: Pick<WorkspaceThreads, 'call' | 'onWritten' | 'load'>
  readonly onError: (error: unknown) => void
  readonly pauseMs?: number | undefined
  readonly startMs?: number | undefined
}

// A point costs a count of every rule, so many changes within some minutes make one point.
const defaultPauseMs = 5 * 60 * 1000
// A person who opens a workspace wants its rows first.
const defaultStartMs = 10_000
// A read of a large catalog counts until its time limit; its counts are kept, and the next read continues.
const maxReads = 8
// A job and a count of every rule would need much memory at once. Some jobs go on for days, and the day shall
// still have its point.
const maxWaits = 12

/**
 * Stores a daily point of the score and of the completeness for each channel: one when the workspace opens,
 * and today's again some minutes after a change.
 */
export class DailyPointRecorder {
  readonly #parts: DailyPointParts
  #timer: NodeJS.Timeout | undefined
  #isClosed = false
  #waits = 0
  #isRecording = false

  constructor(parts: DailyPointParts) {
    this.#parts = parts
  }

  start(): void {
    this.#parts.threads.onWritten(() => {
      if (!this.#isRecording) this.#recordIn(this.#parts.pauseMs ?? defaultPauseMs)
    })
    this.#recordIn(this.#parts.startMs ?? defaultStartMs)
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  #recordIn(pauseMs: number): void {
    if (this.#isClosed || this.#timer) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      if (this.#isForJob()) return this.#recordIn(this.#parts.pauseMs ?? defaultPauseMs)
      this.#record().catch((error: unknown) => {
        if (!this.#isClosed) this.#parts.onError(error)
      })
    }, pauseMs)
    this.#timer.unref()
  }

  #isForJob(): boolean {
    this.#waits = this.#parts.threads.load().jobs > 0 ? this.#waits + 1 : 0
    return this.#waits > 0 && this.#waits <= maxWaits
  }

  async #record(): Promise<void> {
    const points = await this.#readPoints()
    if (points === undefined || !hasPoints(points) || this.#isClosed) return
    this.#isRecording = true
    try {
      await this.#parts.threads.call('recordDailyPoints', { day: toUtcDay(Date.now()), points })
    } finally {
      this.#isRecording = false
    }
  }

  async #readPoints(): Promise<DailyPoints | undefined> {
    for (let reads = 1; !this.#isClosed; reads += 1) {
      try {
        return await this.#parts.threads.call('readDailyPoints', undefined)
      } catch (error) {
        if (!(error instanceof CatalogError) || reads === maxReads) throw error
      }
    }
    return undefined
  }
}
