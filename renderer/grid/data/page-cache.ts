import type { EntityResource } from '#shared/entities.ts'

export const pageSize = 200
const maxPages = 60

/** Loaded pages of rows, the least recently used dropped first, with the position of every loaded entity. */
export class PageCache {
  readonly #pages = new Map<number, EntityResource[]>()
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

  set(page: number, rows: readonly EntityResource[]): void {
    this.delete(page)
    this.#pages.set(page, [...rows])
    rows.forEach(({ id }, index) => this.#positions.set(id, page * pageSize + index))
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= maxPages) break
      this.delete(oldest)
    }
  }

  /** Marks the page as recently used. */
  touch(page: number): void {
    const rows = this.#pages.get(page)
    if (!rows) return
    this.#pages.delete(page)
    this.#pages.set(page, rows)
  }

  delete(page: number): void {
    for (const { id } of this.#pages.get(page) ?? []) {
      if (Math.floor((this.#positions.get(id) ?? -1) / pageSize) === page) this.#positions.delete(id)
    }
    this.#pages.delete(page)
  }

  keepOnly(pages: ReadonlySet<number>): void {
    for (const page of this.#pages.keys()) if (!pages.has(page)) this.delete(page)
  }

  /**
   * Puts a newer state of a loaded entity in its place. An older one (an answer that was overtaken) is ignored.
   * Returns whether the row changed.
   */
  replace(entity: EntityResource): boolean {
    const position = this.#positions.get(entity.id)
    if (position === undefined) return false
    const rows = this.#pages.get(Math.floor(position / pageSize))
    const present = rows?.[position % pageSize]
    if (!rows || !present || isOlder(entity, present)) return false
    rows[position % pageSize] = entity
    return true
  }

  /** Puts a new entity at a position, where its page is loaded and ends just there; starts a page at its first position. */
  append(position: number, entity: EntityResource): void {
    const page = Math.floor(position / pageSize)
    const rows = this.#pages.get(page)
    if (position % pageSize === 0 && !rows) return this.set(page, [entity])
    if (rows?.length !== position % pageSize) return
    rows.push(entity)
    this.#positions.set(entity.id, position)
  }

  *rows(): IterableIterator<EntityResource> {
    for (const rows of this.#pages.values()) yield* rows
  }
}

function isOlder(entity: EntityResource, present: EntityResource): boolean {
  return (entity.updated_at ?? '') < (present.updated_at ?? '')
}
