import type { EntityResource, EntityType } from '#shared/entities.ts'
import type { EventRecord } from '#shared/events.ts'
import { maxInValues } from '#shared/filters.ts'
import type { RowSource } from './row-source.ts'

export interface LivePorts {
  readonly type: EntityType
  readonly source: () => RowSource | undefined
  /** Reads entities of the grid's type by id; those that are gone are missing from the answer. */
  readonly fetchByIds: (ids: readonly string[]) => Promise<readonly EntityResource[]>
  /** True while rows are being created here: their events may be echoes. */
  readonly isCreating: () => boolean
  /** Rows came or went, and the list is too long to be put in order unasked. */
  readonly onCameOrWent: (rows: number) => void
}

/** What events have told of since the last time. */
interface Gathered {
  readonly ids: readonly string[]
  /** Rows that came or went. */
  readonly moved: number
  readonly isReorder: boolean
  readonly isRedefined: boolean
}

// Up to here a new order costs the server a few milliseconds.
const mostOrderedUnasked = 20_000

const gatherMs = 120
const retryMs = 1_000

/**
 * Brings changes made elsewhere into the loaded rows: changed entities are read again and put in their places, and rows
 * that came or went make the source load its view again. Events are gathered for a moment, so that an import of thousands is one request.
 */
export class LiveChanges {
  readonly #ports: LivePorts
  readonly #touched = new Set<string>()
  readonly #created = new Set<string>()
  #gone = 0
  #isReorder = false
  #isRedefined = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(ports: LivePorts) {
    this.#ports = ports
  }

  handle({ event, entity }: EventRecord): void {
    // What a definition computes may be another value in every row.
    if (event.startsWith('attribute.')) {
      this.#isRedefined = true
      return this.#schedule(gatherMs)
    }
    if (!event.startsWith('entity.') || entity === null) return
    if (entity.type === this.#ports.type) this.#touch(entity.id, event)
    else this.#touchReferrers(entity.id)
    if (this.#touched.size + this.#created.size + this.#gone > 0 || this.#isReorder) this.#schedule(gatherMs)
  }

  /** Loads everything in view again, after a gap in the stream. */
  catchUp(): void {
    this.#isReorder = true
    this.#schedule(0)
  }

  dispose(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #touch(entityId: string, event: EventRecord['event']): void {
    const isLoaded = this.#ports.source()?.positionOf(entityId) !== undefined
    if (isLoaded) this.#touched.add(entityId)
    // Rows that come or go shift positions; one that was created here is in its place by the time of the flush.
    if (event === 'entity.created') this.#created.add(entityId)
    else if (event !== 'entity.updated') this.#gone += 1
    this.#touchFamily(entityId)
  }

  // Variants show what their parent holds, and a parent may show what its variants hold.
  #touchFamily(entityId: string): void {
    for (const row of this.#ports.source()?.loadedRows() ?? []) {
      if (row.parent_id === entityId) this.#touched.add(row.id)
      if (row.id === entityId && row.parent_id !== null) this.#touchIfLoaded(row.parent_id)
    }
  }

  #touchIfLoaded(entityId: string): void {
    if (this.#ports.source()?.positionOf(entityId) !== undefined) this.#touched.add(entityId)
  }

  #touchReferrers(entityId: string): void {
    for (const row of this.#ports.source()?.loadedRows() ?? []) {
      if (Object.values(row.attributes).some((value) => refersTo(value, entityId))) this.#touched.add(row.id)
    }
  }

  #schedule(delayMs: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      void this.#flush()
    }, delayMs)
  }

  async #flush(): Promise<void> {
    if (this.#ports.isCreating()) return this.#schedule(gatherMs)
    const gathered = this.#takeGathered()
    const { ids, moved, isRedefined } = gathered
    const source = this.#ports.source()
    if (this.#isNewOrder(gathered)) return source?.refresh()
    if (moved > 0) this.#ports.onCameOrWent(moved)
    if (isRedefined) return source?.reread()
    if (ids.length > 0) await this.#read(ids)
  }

  /** Tells whether the rows are to be put in order again; so many changes are read quicker that way, too. */
  #isNewOrder({ ids, moved, isReorder }: Gathered): boolean {
    return isReorder || ids.length > maxInValues || (moved > 0 && this.#isOrderedUnasked())
  }

  #takeGathered(): Gathered {
    const isNew = (id: string): boolean => this.#ports.source()?.positionOf(id) === undefined
    const gathered = {
      ids: [...this.#touched],
      moved: [...this.#created].filter(isNew).length + this.#gone,
      isReorder: this.#isReorder,
      isRedefined: this.#isRedefined,
    }
    this.#touched.clear()
    this.#created.clear()
    this.#gone = 0
    this.#isReorder = false
    this.#isRedefined = false
    return gathered
  }

  #isOrderedUnasked(): boolean {
    return (this.#ports.source()?.rowCount ?? 0) <= mostOrderedUnasked
  }

  async #read(ids: readonly string[]): Promise<void> {
    try {
      this.#ports.source()?.replace(await this.#ports.fetchByIds(ids))
    } catch {
      // The rows keep what they show; the same ids are asked for again once the server answers.
      for (const id of ids) this.#touched.add(id)
      this.#schedule(retryMs)
    }
  }
}

function refersTo(value: unknown, entityId: string): boolean {
  if (Array.isArray(value)) return value.some((member) => refersTo(member, entityId))
  return typeof value === 'object' && value !== null && (value as { id?: unknown }).id === entityId
}
