import { createAtom } from '@tanstack/react-store'
import type { EntityResource } from '#shared/entities.ts'
import { ApiError } from '../../api/api-error.ts'
import type { IndexRange } from '../model/geometry.ts'
import type { GridQuery } from '../../query/grid-query.ts'
import { PageCache, pageSize } from './page-cache.ts'
import type { RowPage } from './snapshot-reader.ts'

/** Reads windows of the rows; `renew` makes the next one belong to a new order. */
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
  /** Rows of the order that is shown, without held ones; undefined until the first page is there. */
  readonly total: number | undefined
  /** Why rows in view could not be loaded; gone with the next success. */
  readonly error: ApiError | undefined
}

const maxAttempts = 3
const retryPauseMs = 400

/** A row that was created here since the order was made. */
export interface CreatedRow {
  readonly entity: EntityResource
  readonly isInPlace: boolean
  /** What its place among the rows of the list goes by; undefined behind the last one. */
  readonly key?: number | undefined
}

interface Request {
  readonly controller: AbortController
  readonly done: Promise<void>
}

/**
 * The rows of one query by absolute position, loaded in pages around what is in view. Positions belong to an order that stays
 * until the next refresh; rows that were created here since then are held behind the last row.
 */
export class RowSource {
  readonly state = createAtom<SourceState>({ version: 0, total: undefined, error: undefined })
  readonly #reader: RowReader
  readonly #watch: RowWatch
  readonly #cache = new PageCache()
  readonly #inFlight = new Map<number, Request>()
  /** Pages that a whole range was asked for with: they are loaded even out of view. */
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

  get query(): GridQuery | undefined {
    return this.#watch.query
  }

  /** Names the order that positions belong to; undefined until the first page is there. */
  get order(): string | undefined {
    return this.#order
  }

  get rowCount(): number {
    return (this.state.get().total ?? 0) + this.#held.length
  }

  /** Rows that were created here since the order was made; another list with every change of them. */
  get held(): readonly CreatedRow[] {
    return this.#held
  }

  get heldCount(): number {
    return this.#held.filter(({ isInPlace }) => !isInPlace).length
  }

  /** Tells whether the row was there when the order was made and is gone by now. */
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

  /** Names the rows in view. Loads what is missing among them and one page ahead; gives up what is out of reach. */
  want(range: IndexRange): void {
    if (range.first !== this.#wanted.first) this.#isDown = range.first > this.#wanted.first
    this.#wanted = range
    const pages = this.#pagesInView()
    for (const page of this.#inFlight.keys()) {
      if (!pages.includes(page) && !this.#pinned.has(page)) this.#giveUp(page)
    }
    for (const page of pages) this.#ensure(page)
  }

  /** Loads every row of a range that is not there yet. Returns whether all are there. */
  async load({ first, last }: IndexRange): Promise<boolean> {
    const total = this.state.get().total ?? 0
    const end = Math.floor(Math.min(last, total - 1) / pageSize)
    for (let page = Math.floor(first / pageSize); page <= end; page += 1) {
      this.#pinned.add(page)
      this.#ensure(page)
      // Few at once: the rows in view must not wait behind thousands.
      if (this.#inFlight.size >= 4) await this.#inFlight.get(page)?.done
    }
    await Promise.all([...this.#pinned].flatMap((page) => this.#inFlight.get(page)?.done ?? []))
    const isThere = [...this.#pinned].every((page) => this.#cache.has(page))
    this.#pinned.clear()
    return isThere
  }

  /** Loads again what is in view, showing the old rows until then, and forgets the rest. Held rows take their place. */
  refresh(): void {
    const pages = new Set(this.#pagesInView())
    this.#cache.keepOnly(pages)
    for (const page of pages) if (this.#cache.has(page)) this.#stale.add(page)
    this.dispose()
    this.#reader.renew()
    this.want(this.#wanted)
  }

  /** Reads again what is in view, showing the old rows until then: the order is the same, the rows have moved in it. */
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

  /** Shows an entity that was created here, behind the last row unless a place is given; `isInPlace` unless the order wants it elsewhere. */
  append(entity: EntityResource, isInPlace: boolean, key?: number): void {
    if (this.positionOf(entity.id) !== undefined) return this.replace([entity])
    this.#held = [...this.#held, { entity, isInPlace, key }]
    this.#bump({})
  }

  dispose(): void {
    for (const page of this.#inFlight.keys()) this.#giveUp(page)
  }

  // It is forgotten at once: who wants the page again before the answer has come must ask anew.
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

  /** The pages in view, the middle one first, and the next one in the direction of travel. */
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

  /** Positions mean other rows from here on: what is in view is read again, the rest forgotten. */
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
