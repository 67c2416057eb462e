import { createAtom } from '@tanstack/react-store'
import type { EntityResource } from '#shared/entities.ts'
import { ApiError } from '../../api/api-error.ts'
import type { IndexRange } from '../model/geometry.ts'
import type { GridQuery } from '../../query/grid-query.ts'
import { type RowPage, PageCache, pageSize } from './page-cache.ts'

/** Reads windows of the rows; after `renew` the next one belongs to a new order. */
export interface RowReader {
  read(offset: number, limit: number, signal: AbortSignal): Promise<RowPage>
  renew(): void
}

export interface RowWatch {
  readonly query?: GridQuery
  readonly onReplaced: (before: EntityResource, after: EntityResource) => void
  readonly onNewOrder: () => void
}

const nobody: RowWatch = { onReplaced: () => undefined, onNewOrder: () => undefined }

export interface SourceState {
  readonly version: number
  readonly total: number | undefined
  readonly error: ApiError | undefined
}

const maxAttempts = 3
const retryPauseMs = 400

export interface CreatedRow {
  readonly entity: EntityResource
  readonly isInPlace: boolean
  readonly key?: number | undefined
}

interface Request {
  readonly controller: AbortController
  readonly done: Promise<void>
}

/**
 * The rows of one query by position, loaded in pages around the view. Positions belong to an order that stays
 * until the next refresh; rows created here since are at the end.
 */
export class RowSource {
  readonly state = createAtom<SourceState>({ version: 0, total: undefined, error: undefined })
  readonly #reader: RowReader
  readonly #watch: RowWatch
  readonly #cache = new PageCache()
  readonly #inFlight = new Map<number, Request>()
  /** Pages of a requested range: loaded even out of view. */
  readonly #pinned = new Set<number>()
  readonly #stale = new Set<number>()
  #order: string | undefined
  #held: readonly CreatedRow[] = []
  #wanted: IndexRange = { first: 0, last: 0 }
  #isDown = true

  constructor(reader: RowReader, watch = nobody) {
    this.#reader = reader
    this.#watch = watch
  }

  /** The query as the person has set it, without what grouping adds. */
  get query(): GridQuery | undefined {
    return this.#watch.query
  }

  get order(): string | undefined {
    return this.#order
  }

  get rowCount(): number {
    return (this.state.get().total ?? 0) + this.#held.length
  }

  /** Rows created here since the order was made; a new array with every change. */
  get held(): readonly CreatedRow[] {
    return this.#held
  }

  get heldCount(): number {
    return this.#held.filter(({ isInPlace }) => !isInPlace).length
  }

  /** Whether the row existed when the order was made and has been deleted. */
  isGone(position: number): boolean {
    return this.#cache.isHole(position)
  }

  rowAt(position: number): EntityResource | undefined {
    const total = this.state.get().total ?? 0
    return position < total ? this.#cache.rowAt(position) : this.#held[position - total]?.entity
  }

  positionOf(entityId: string): number | undefined {
    const held = this.#held.findIndex(({ entity }) => entity.id === entityId)
    if (held !== -1) return (this.state.get().total ?? 0) + held
    return this.#cache.positionOf(entityId)
  }

  *loadedRows(): IterableIterator<EntityResource> {
    yield* this.#cache.rows()
    for (const { entity } of this.#held) yield entity
  }

  /** Sets the visible rows. Loads missing pages and one ahead; cancels those far away. */
  want(range: IndexRange): void {
    if (range.first !== this.#wanted.first) this.#isDown = range.first > this.#wanted.first
    this.#wanted = range
    const pages = this.#pagesInView()
    for (const page of this.#inFlight.keys()) {
      if (!pages.includes(page) && !this.#pinned.has(page)) this.#giveUp(page)
    }
    for (const page of pages) this.#ensure(page)
  }

  /** Loads every missing row of a range. Returns whether all are loaded. */
  async load({ first, last }: IndexRange): Promise<boolean> {
    const total = this.state.get().total ?? 0
    const end = Math.floor(Math.min(last, total - 1) / pageSize)
    for (let page = Math.floor(first / pageSize); page <= end; page += 1) {
      this.#pinned.add(page)
      this.#ensure(page)
      // Only a few at once, since the visible rows must not wait for thousands.
      if (this.#inFlight.size >= 4) await this.#inFlight.get(page)?.done
    }
    await Promise.all([...this.#pinned].flatMap((page) => this.#inFlight.get(page)?.done ?? []))
    const isThere = [...this.#pinned].every((page) => this.#cache.has(page))
    this.#pinned.clear()
    return isThere
  }

  /** Reloads the view, showing old rows until then, and drops the rest. Held rows move to their positions. */
  refresh(): void {
    const pages = new Set(this.#pagesInView())
    this.#cache.keepOnly(pages)
    for (const page of pages) if (this.#cache.has(page)) this.#stale.add(page)
    this.dispose()
    this.#reader.renew()
    this.want(this.#wanted)
  }

  reread(): void {
    for (const page of this.#pagesInView()) if (this.#cache.has(page)) this.#stale.add(page)
    this.dispose()
    this.want(this.#wanted)
  }

  replace(entities: readonly EntityResource[]): void {
    const pairs = entities.flatMap((after) => {
      const before = this.#cache.replace(after) ?? this.#replaceHeld(after)
      return before ? [{ before, after }] : []
    })
    if (pairs.length === 0) return
    this.#bump({})
    for (const { before, after } of pairs) this.#watch.onReplaced(before, after)
  }

  /**
   * Shows an entity created here, at the end unless a position is given; `isInPlace` where the order agrees.
   */
  append(entity: EntityResource, isInPlace: boolean, key?: number): void {
    if (this.positionOf(entity.id) !== undefined) return this.replace([entity])
    this.#held = [...this.#held, { entity, isInPlace, key }]
    this.#bump({})
  }

  dispose(): void {
    for (const page of this.#inFlight.keys()) this.#giveUp(page)
  }

  #giveUp(page: number): void {
    this.#inFlight.get(page)?.controller.abort()
    this.#inFlight.delete(page)
  }

  #replaceHeld(after: EntityResource): EntityResource | undefined {
    const index = this.#held.findIndex(({ entity }) => entity.id === after.id)
    const present = this.#held[index]
    if (!present) return undefined
    this.#held = this.#held.with(index, { ...present, entity: after })
    return present.entity
  }

  #pagesInView(): number[] {
    const first = Math.floor(this.#wanted.first / pageSize)
    const last = Math.floor(Math.max(this.#wanted.first, this.#wanted.last) / pageSize)
    const middle = (this.#wanted.first + this.#wanted.last) / 2 / pageSize - 0.5
    const inView = Array.from({ length: last - first + 1 }, (_, index) => first + index)
    const ahead = this.#isDown ? last + 1 : first - 1
    return [...inView.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle)), ahead].filter((page) =>
      this.#isPage(page),
    )
  }

  #isPage(page: number): boolean {
    const { total } = this.state.get()
    if (total === undefined) return page === 0
    return page >= 0 && page * pageSize < Math.max(1, total)
  }

  #ensure(page: number): void {
    if (this.#inFlight.has(page)) return
    if (this.#cache.has(page) && !this.#stale.has(page)) return this.#cache.touch(page)
    const controller = new AbortController()
    this.#inFlight.set(page, { controller, done: this.#fetch(page, controller) })
  }

  async #fetch(page: number, controller: AbortController): Promise<void> {
    const { signal } = controller
    try {
      const loaded = await this.#loadWithRetries(page, signal)
      if (!signal.aborted) this.#take(page, loaded)
    } catch (error) {
      if (!signal.aborted) this.#bump({ error: toApiError(error) })
    } finally {
      if (this.#inFlight.get(page)?.controller === controller) this.#inFlight.delete(page)
    }
  }

  async #loadWithRetries(page: number, signal: AbortSignal): Promise<RowPage> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#reader.read(page * pageSize, pageSize, signal)
      } catch (error) {
        const mayRetry = error instanceof ApiError && error.isRetriable && attempt < maxAttempts
        if (!mayRetry || signal.aborted) throw error
        await new Promise((resolve) => setTimeout(resolve, retryPauseMs * attempt))
      }
    }
  }

  #take(page: number, { rows, total, order }: RowPage): void {
    const before = this.state.get().total
    if (this.#order !== order) this.#changeOrder(order)
    this.#cache.set(page, rows)
    this.#stale.delete(page)
    this.#bump({ total, error: undefined })
    if (before !== total) this.want(this.#wanted)
  }

  /** Positions stand for other rows from here on, so the view is reloaded and the rest dropped. */
  #changeOrder(order: string): void {
    const isFirst = this.#order === undefined
    this.#order = order
    this.#held = []
    this.#watch.onNewOrder()
    if (isFirst) return
    const pages = this.#pagesInView()
    this.#cache.keepOnly(new Set(pages))
    for (const page of pages) if (this.#cache.has(page)) this.#stale.add(page)
    for (const page of pages) this.#ensure(page)
  }

  #bump(change: Partial<Omit<SourceState, 'version'>>): void {
    this.state.set((state) => ({ ...state, ...change, version: state.version + 1 }))
  }
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  return new ApiError({ status: 0, code: 'unreachable', message: String(error) })
}
