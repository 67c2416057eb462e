import type { EntityType } from '#shared/entities.ts'
import type { IndexProgress } from '#shared/schemas/grid.ts'
import type { SearchProgress } from '../catalog/query/slow-list.ts'
import type { IndexRequests } from '../catalog/connections/reader.ts'
import { type IndexWork, makeIndex } from '../jobs/make-index.ts'

/** `copyLog` checkpoints the WAL on another thread, so that the first slice of a build need not. */
export interface IndexBuilderTasks extends IndexWork {
  copyLog(): Promise<void>
}

type Progress = { -readonly [K in keyof IndexProgress]: IndexProgress[K] }

interface QueuedBuild {
  readonly progress: Progress
  readonly make: (progress: Progress) => Promise<void>
}

// The delay before a failed index is built again, for example after a full disk.
const retryAfterMs = 5 * 60_000

/** Builds indexes and removes data of deleted attributes in slices, so that the writer stays responsive. */
export class IndexBuilder {
  readonly #work: IndexBuilderTasks
  readonly #waiting = new Map<string, QueuedBuild>()
  readonly #retryAt = new Map<string, number>()
  #isRunning = false

  constructor(work: IndexBuilderTasks) {
    this.#work = work
  }

  request({ indexes, searchTypes, hasLeftovers }: IndexRequests): void {
    if (hasLeftovers) this.#add('leftovers', () => this.#removeLeftovers())
    for (const name of indexes) this.#add(name, (progress) => makeIndex(this.#work, name, progress))
    for (const type of searchTypes)
      this.#add(`search ${type}`, (progress) => this.#advanceSearch(type, progress))
    if (!this.#isRunning) void this.#run()
  }

  listProgress(): IndexProgress[] {
    return [...this.#waiting.values()].flatMap(({ progress }) =>
      progress.title === '' ? [] : [{ ...progress }],
    )
  }

  #add(key: string, make: QueuedBuild['make']): void {
    if (!this.#waiting.has(key) && Date.now() >= (this.#retryAt.get(key) ?? 0))
      this.#waiting.set(key, { progress: { title: '', done: 0, total: 0 }, make })
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    for (const [key, { progress, make }] of this.#waiting) {
      // After a failure, queries run without the index and request it again.
      await make(progress).catch(() => this.#retryAt.set(key, Date.now() + retryAfterMs))
      this.#waiting.delete(key)
    }
    this.#isRunning = false
  }

  /** Checkpoints the WAL first, because rewriting documents writes megabytes at once. */
  async #removeLeftovers(): Promise<void> {
    await this.#work.copyLog()
    while (await this.#work.call('removeLeftovers', {}));
  }

  /** Reports progress only for a full build; incremental updates take no noticeable time. */
  async #advanceSearch(type: EntityType, progress: Progress): Promise<void> {
    for (let isBuilding = false; ;) {
      const { isMore, done, total }: SearchProgress = await this.#work.call('advanceSearch', {
        type,
        isBuilding,
      })
      if (!isMore) return
      if (total > 0 && !isBuilding) await this.#work.copyLog()
      isBuilding ||= total > 0
      Object.assign(progress, { title: total === 0 ? '' : 'Search', done, total })
    }
  }
}
