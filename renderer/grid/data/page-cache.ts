import type { EntityResource } from '#shared/entities.ts'

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
