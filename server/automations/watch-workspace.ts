import type { AutomationLook } from '../catalog/automations/looks.ts'
import type { WorkspaceThreads } from '../threads/pool.ts'
import type { Clock } from '../workspaces/clock.ts'

export interface WatchParts {
  readonly threads: Pick<WorkspaceThreads, 'call' | 'onWritten' | 'onJobEvents'>
  readonly clock: Clock
  /** Called where a run was queued. */
  readonly wake: () => void
  readonly onError: (error: unknown) => void
}

/** Changes are gathered until this long nothing more has come, and at most so long. */
const quietMs = 2000
const longestMs = 60_000
/** Values that change without an event, such as `TODAY()`, are found so often. */
const thoroughMs = 10 * 60_000
const maxLooks = 20

/**
 * Looks for what the automations of a workspace have to do: after changes, at the times of schedules, and now
 * and then. What it finds is stored with the queued run in one transaction, so that a kill neither loses nor
 * repeats one.
 */
export class WorkspaceWatch {
  readonly #parts: WatchParts
  #firstChange: number | undefined
  #stopGathering: (() => void) | undefined
  #stopWaiting: (() => void) | undefined
  #looking: Promise<void> = Promise.resolve()
  #thoroughAt = 0
  #isClosed = false

  constructor(parts: WatchParts) {
    this.#parts = parts
  }

  /** Starts with what was missed while no server ran. */
  start(): void {
    const noteChange = () => this.#noteChange()
    this.#parts.threads.onWritten(noteChange)
    this.#parts.threads.onJobEvents(noteChange)
    this.#thoroughAt = this.#parts.clock.now() + thoroughMs
    this.#enqueue(async () => {
      await this.#startScheduled(true)
      await this.#look(false)
    })
  }

  close(): void {
    this.#isClosed = true
    this.#stopGathering?.()
    this.#stopWaiting?.()
  }

  /** Resolves when no look is under way; for tests. */
  idle(): Promise<void> {
    return this.#looking
  }

  #noteChange(): void {
    if (this.#isClosed) return
    const { clock } = this.#parts
    const now = clock.now()
    this.#firstChange ??= now
    this.#stopGathering?.()
    this.#stopGathering = clock.at(Math.min(now + quietMs, this.#firstChange + longestMs), () => {
      this.#firstChange = undefined
      this.#enqueue(() => this.#look(false))
    })
  }

  #enqueue(step: () => Promise<void>): void {
    this.#looking = this.#looking.then(step).catch((error: unknown) => {
      if (!this.#isClosed) this.#parts.onError(error)
    })
  }

  async #look(isThorough: boolean): Promise<void> {
    const { threads, wake } = this.#parts
    for (let count = 0; count < maxLooks && !this.#isClosed; count += 1) {
      const looks: AutomationLook[] = await threads.call('lookForAutomations', { isThorough })
      if (looks.length === 0) break
      const { isQueued } = await threads.call('noteAutomationLooks', { looks })
      if (isQueued) wake()
    }
    await this.#waitForNext()
  }

  /** Waits for the next time of a schedule, and for the next thorough look where a filter needs one. */
  async #waitForNext(): Promise<void> {
    if (this.#isClosed) return
    const { threads, clock } = this.#parts
    const { next, hasFilters } = await threads.call('nextAutomationTime', {})
    const times = [...(next === null ? [] : [next]), ...(hasFilters ? [this.#thoroughAt] : [])]
    this.#stopWaiting?.()
    this.#stopWaiting = undefined
    if (times.length === 0 || this.#isClosed) return
    this.#stopWaiting = clock.at(Math.max(Math.min(...times), clock.now() + 1), () =>
      this.#enqueue(async () => {
        await this.#startScheduled(false)
        this.#thoroughAt = clock.now() + thoroughMs
        await this.#look(true)
      }),
    )
  }

  async #startScheduled(isAtStart: boolean): Promise<void> {
    const { threads, clock, wake } = this.#parts
    const { isQueued } = await threads.call('startScheduledRuns', { now: clock.now(), isAtStart })
    if (isQueued) wake()
  }
}
