import type { EntityType } from '#shared/entities.ts'
import type { IndexProgress } from '#shared/schemas/grid.ts'
import type { IndexRequests } from '../catalog/connections/reader.ts'
import type { OperationInput, OperationName, OperationOutput } from '../catalog/operations.ts'

/** What making an index takes: calls of the writer, and the rows to take up, which another thread reads and sorts. */
export interface IndexWork {
  call<N extends OperationName>(name: N, input: OperationInput<N>): Promise<OperationOutput<N>>
  readRows(name: IndexName): Promise<Float64Array>
}

type IndexName = IndexRequests['indexes'][number]
type Progress = { -readonly [K in keyof IndexProgress]: IndexProgress[K] }

interface Waiting {
  readonly progress: Progress
  readonly make: (progress: Progress) => Promise<void>
}

// More than fit into the time that the writer takes for a slice.
const maxRowsPerCall = 20_000

/** Makes the indexes that queries request, one after the other and in slices, between which the writer serves what has come. */
export class IndexMaker {
  readonly #work: IndexWork
  readonly #waiting = new Map<string, Waiting>()
  #isRunning = false

  constructor(work: IndexWork) {
    this.#work = work
  }

  /** Those that are being made or wait already are passed over. */
  request({ indexes, searchTypes }: IndexRequests): void {
    for (const name of indexes) this.#add(name, (progress) => this.#makeIndex(name, progress))
    for (const type of searchTypes)
      this.#add(`search ${type}`, (progress) => this.#advanceSearch(type, progress))
    if (!this.#isRunning) void this.#run()
  }

  /** What is being made or waits, as far as it is known to take longer than a moment. */
  inWork(): IndexProgress[] {
    return [...this.#waiting.values()].flatMap(({ progress }) =>
      progress.title === '' ? [] : [{ ...progress }],
    )
  }

  #add(key: string, make: Waiting['make']): void {
    if (!this.#waiting.has(key)) this.#waiting.set(key, { progress: { title: '', done: 0, total: 0 }, make })
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    for (const [key, { progress, make }] of this.#waiting) {
      // The workspace is being closed, or the disk is full: the next query that misses the index requests it again.
      await make(progress).catch(() => undefined)
      this.#waiting.delete(key)
    }
    this.#isRunning = false
  }

  async #makeIndex(name: IndexName, progress: Progress): Promise<void> {
    const title = await this.#work.call('beginToIndex', { name })
    if (title === undefined) return
    progress.title = title
    const rows = await this.#work.readRows(name)
    progress.total = rows.length
    while (progress.done < rows.length) {
      const next = rows.slice(progress.done, progress.done + maxRowsPerCall)
      progress.done += await this.#work.call('indexRows', { name, rows: next })
    }
    await this.#work.call('finishIndexing', { name })
  }

  /** An index that is there already only follows what has changed, which takes no time worth telling. */
  async #advanceSearch(type: EntityType, progress: Progress): Promise<void> {
    for (;;) {
      const { isMore, done, total } = await this.#work.call('advanceSearch', { type })
      if (!isMore) return
      Object.assign(progress, { title: total === 0 ? '' : 'Search', done, total })
    }
  }
}
