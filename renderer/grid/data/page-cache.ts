import type { EntityResource } from '#shared/entities.ts'
import { ApiError } from '../../api/api-error.ts'

export const pageSize = 200
const maxPages = 60

/** Loaded pages of rows, the least recently used dropped first, with the position of every loaded entity. */
export class PageCache {
  readonly #pages = new Map<number, (EntityResource | undefined)[]>()
  readonly #positions = new Map<string, number>()

  rowAt(position: number): EntityResource | undefined {
    return this.#pages.get(Math.floor(position / pageSize))?.[position % pageSize]
  }

  positionOf(entityId: string): number | undefined {
    return this.#positions.get(entityId)
  }

  has(page: number): boolean {
    return this.#pages.has(page)
  }

  /** Adds a page. A newer state of a loaded row stays, since the page was read before that write. */
  set(page: number, read: readonly (EntityResource | undefined)[]): void {
    const rows = read.map((row) => row && this.#newest(row))
    this.delete(page)
    this.#pages.set(page, rows)
    rows.forEach((row, index) => row && this.#positions.set(row.id, page * pageSize + index))
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= maxPages) break
      this.delete(oldest)
    }
  }

  touch(page: number): void {
    const rows = this.#pages.get(page)
    if (!rows) return
    this.#pages.delete(page)
    this.#pages.set(page, rows)
  }

  delete(page: number): void {
    for (const row of this.#pages.get(page) ?? []) {
      const id = row?.id ?? ''
      if (Math.floor((this.#positions.get(id) ?? -1) / pageSize) === page) this.#positions.delete(id)
    }
    this.#pages.delete(page)
  }

  keepOnly(pages: ReadonlySet<number>): void {
    for (const page of this.#pages.keys()) if (!pages.has(page)) this.delete(page)
  }

  isHole(position: number): boolean {
    const rows = this.#pages.get(Math.floor(position / pageSize))
    return rows !== undefined && position % pageSize < rows.length && rows[position % pageSize] === undefined
  }

  /**
   * Replaces a loaded entity by a newer state and ignores an older one. Returns the former row, undefined
   * without a change.
   */
  replace(entity: EntityResource): EntityResource | undefined {
    const position = this.#positions.get(entity.id)
    if (position === undefined) return undefined
    const rows = this.#pages.get(Math.floor(position / pageSize))
    const present = rows?.[position % pageSize]
    if (!rows || !present || isOlder(entity, present)) return undefined
    rows[position % pageSize] = entity
    return present
  }

  *rows(): IterableIterator<EntityResource> {
    for (const rows of this.#pages.values()) for (const row of rows) if (row) yield row
  }

  #newest(row: EntityResource): EntityResource {
    const present = this.rowAt(this.#positions.get(row.id) ?? -1)
    return present?.id === row.id && isOlder(row, present) ? present : row
  }
}

function isOlder(entity: EntityResource, present: EntityResource): boolean {
  return (entity.updated_at ?? '') < (present.updated_at ?? '')
}

export interface RowPage {
  readonly rows: readonly (EntityResource | undefined)[]
  readonly total: number
  readonly order: string
}

export interface Window {
  readonly offset: number
  readonly limit: number
  readonly snapshot: string
}

export interface WindowAnswer {
  readonly rows: readonly EntityResource[]
  readonly total: number
  readonly snapshot: string
  readonly gone: readonly number[]
}

export type ReadWindow = (window: Window, signal?: AbortSignal) => Promise<WindowAnswer>

/**
 * Reads rows by position from a snapshot of the server: positions stay, values are current. The first
 * window freezes the order; an expired order is frozen again silently.
 */
export class SnapshotReader {
  readonly #read: ReadWindow
  #snapshot: string | undefined
  #opening: Promise<string> | undefined

  constructor(read: ReadWindow) {
    this.#read = read
  }

  renew(): void {
    this.#snapshot = undefined
    this.#opening = undefined
  }

  async read(offset: number, limit: number, signal: AbortSignal): Promise<RowPage> {
    // Only one caller freezes the order, and the first one must start at once.
    const snapshot = this.#snapshot ?? (this.#opening && (await this.#opening.catch(() => undefined)))
    if (snapshot === undefined) return this.#open({ offset, limit })
    try {
      return toPage(await this.#read({ offset, limit, snapshot }, signal), offset)
    } catch (error) {
      if (!isExpired(error)) throw error
      if (this.#snapshot === snapshot) this.renew()
      return this.read(offset, limit, signal)
    }
  }

  // Others wait for the new order, so cancelling this window must not cancel it.
  async #open(window: Omit<Window, 'snapshot'>): Promise<RowPage> {
    const answer = this.#read({ ...window, snapshot: 'new' })
    const opening = answer.then(({ snapshot }) => snapshot)
    this.#opening = opening
    opening.catch(() => undefined)
    const settled = await answer.catch((error: unknown) => {
      if (this.#opening === opening) this.#opening = undefined
      throw error
    })
    if (this.#opening === opening) this.#snapshot = settled.snapshot
    return toPage(settled, window.offset)
  }
}

function isExpired(error: unknown): boolean {
  return error instanceof ApiError && error.fieldErrors.some(({ field }) => field === 'snapshot')
}

function toPage({ rows, total, snapshot, gone }: WindowAnswer, offset: number): RowPage {
  if (gone.length === 0) return { rows, total, order: snapshot }
  const withHoles: (EntityResource | undefined)[] = [...rows]
  for (const position of [...gone].sort((a, b) => a - b)) withHoles.splice(position - offset, 0, undefined)
  return { rows: withHoles, total, order: snapshot }
}
