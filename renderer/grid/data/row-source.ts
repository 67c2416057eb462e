import { createAtom } from '@tanstack/react-store'
import type { EntityResource } from '#shared/entities.ts'
import { ApiError } from '../../api/client.ts'
import type { IndexRange } from '../model/geometry.ts'
import { PageCache, pageSize } from './page-cache.ts'

export interface RowPage {
  readonly rows: readonly EntityResource[]
  readonly total: number
}

export type LoadPage = (offset: number, limit: number, signal: AbortSignal) => Promise<RowPage>

export interface SourceState {
  /** Grows with every change of a loaded row. */
  readonly version: number
  /** Rows that match on the server; undefined until the first page is there. */
  readonly total: number | undefined
  /** Why rows in view could not be loaded; gone with the next success. */
  readonly error: ApiError | undefined
}

const maxAttempts = 3
const retryPauseMs = 400

/**
 * The rows of one query by absolute position, loaded in pages around what is in view. Rows that were created here but
 * belong somewhere else in the order are held behind the last row until the next refresh.
 */
export class RowSource {
  readonly state = createAtom<SourceState>({ version: 0, total: undefined, error: undefined })
  readonly #load: LoadPage
  readonly #cache = new PageCache()
  readonly #inFlight = new Map<number, AbortController>()
  readonly #stale = new Set<number>()
  #held: EntityResource[] = []
  #wanted: IndexRange = { first: 0, last: 0 }
  #isDown = true

  constructor(load: LoadPage) {
    this.#load = load
  }

  /** How many rows there are, held ones included. */
  get rowCount(): number {
    return (this.state.get().total ?? 0) + this.#held.length
  }

  get heldCount(): number {
    return this.#held.length
  }

  rowAt(position: number): EntityResource | undefined {
    const total = this.state.get().total ?? 0
    return position < total ? this.#cache.rowAt(position) : this.#held[position - total]
  }

  /** The position of a loaded entity. */
  positionOf(entityId: string): number | undefined {
    const held = this.#held.findIndex(({ id }) => id === entityId)
    if (held !== -1) return (this.state.get().total ?? 0) + held
    return this.#cache.positionOf(entityId)
  }

  /** Every loaded row. */
  *loadedRows(): IterableIterator<EntityResource> {
    yield* this.#cache.rows()
    yield* this.#held
  }

  /** Names the rows in view. Loads what is missing among them and one page ahead; gives up what is out of reach. */
  want(range: IndexRange): void {
    if (range.first !== this.#wanted.first) this.#isDown = range.first > this.#wanted.first
    this.#wanted = range
    const pages = this.#pagesInReach()
    for (const [page, controller] of this.#inFlight) if (!pages.includes(page)) controller.abort()
    for (const page of pages) this.#ensure(page)
  }

  /** Loads again what is in view, showing the old rows until then, and forgets the rest. Held rows take their place. */
  refresh(): void {
    const pages = new Set(this.#pagesInReach())
    this.#cache.keepOnly(pages)
    for (const page of pages) if (this.#cache.has(page)) this.#stale.add(page)
    for (const controller of this.#inFlight.values()) controller.abort()
    this.#inFlight.clear()
    this.want(this.#wanted)
  }

  /** Puts newer states of loaded entities in their places. */
  replace(entities: readonly EntityResource[]): void {
    const changed = entities.filter((entity) => this.#cache.replace(entity) || this.#replaceHeld(entity))
    if (changed.length > 0) this.#bump({})
  }

  /** Shows an entity that was created here: as the last row, or held behind it where the order wants it elsewhere. */
  append(entity: EntityResource, isLast: boolean): void {
    const total = this.state.get().total ?? 0
    if (this.positionOf(entity.id) !== undefined) return this.replace([entity])
    if (!isLast) this.#held = [...this.#held, entity]
    else this.#cache.append(total, entity)
    this.#bump({ total: isLast ? total + 1 : total })
  }

  dispose(): void {
    for (const controller of this.#inFlight.values()) controller.abort()
  }

  #replaceHeld(entity: EntityResource): boolean {
    const index = this.#held.findIndex(({ id }) => id === entity.id)
    if (index === -1) return false
    this.#held = this.#held.with(index, entity)
    return true
  }

  /** The pages in view, the middle one first, and the next one in the direction of travel. */
  #pagesInReach(): number[] {
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
    this.#inFlight.set(page, controller)
    void this.#fetch(page, controller)
  }

  async #fetch(page: number, controller: AbortController): Promise<void> {
    const { signal } = controller
    try {
      const loaded = await this.#loadWithRetries(page, signal)
      if (!signal.aborted) this.#take(page, loaded)
    } catch (error) {
      if (!signal.aborted) this.#bump({ error: toApiError(error) })
    } finally {
      if (this.#inFlight.get(page) === controller) this.#inFlight.delete(page)
    }
  }

  async #loadWithRetries(page: number, signal: AbortSignal): Promise<RowPage> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#load(page * pageSize, pageSize, signal)
      } catch (error) {
        const mayRetry = error instanceof ApiError && error.isRetriable && attempt < maxAttempts
        if (!mayRetry || signal.aborted) throw error
        await new Promise((resolve) => setTimeout(resolve, retryPauseMs * attempt))
      }
    }
  }

  #take(page: number, { rows, total }: RowPage): void {
    const before = this.state.get().total
    this.#cache.set(page, rows)
    this.#held = this.#held.filter(({ id }) => this.#cache.positionOf(id) === undefined)
    if (this.#stale.delete(page)) this.#held = []
    // Rows came or went: what lies outside the view has shifted.
    if (before !== undefined && before !== total) this.#cache.keepOnly(new Set(this.#pagesInReach()))
    this.#bump({ total, error: undefined })
    if (before === undefined) this.want(this.#wanted)
  }

  #bump(change: Partial<Omit<SourceState, 'version'>>): void {
    this.state.set((state) => ({ ...state, ...change, version: state.version + 1 }))
  }
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  return new ApiError({ status: 0, code: 'unreachable', message: String(error) })
}
