import type { EntityResource, EntityType } from '#shared/entities.ts'
import type { EventRecord } from '#shared/events.ts'
import { maxInValues } from '#shared/filters.ts'
import type { RowSource } from './row-source.ts'

export interface LivePorts {
  readonly type: EntityType
  readonly source: () => RowSource | undefined
  readonly fetchByIds: (ids: readonly string[]) => Promise<readonly EntityResource[]>
  /** True while a write is pending here: events may be its echoes. */
  readonly isWriting: () => boolean
  readonly onCameOrWent: (rows: number) => void
  readonly onExists: (entityId: string, isThere: boolean) => void
}

interface Change {
  readonly id: string
  readonly editId: string | undefined
}

const maxOwnEdits = 50

interface GatheredChanges {
  readonly ids: readonly string[]
  readonly moved: number
  readonly isReorder: boolean
  readonly isRedefined: boolean
}

// Up to this size, reordering costs the server a few milliseconds.
const maxOrderedUnasked = 20_000

const gatherMs = 120
const retryMs = 1_000

/**
 * Applies changes made elsewhere to loaded rows: changed entities are fetched, and new or deleted ones
 * reload the view. Events are collected briefly, so an import of thousands is one request.
 */
export class LiveChanges {
  readonly #ports: LivePorts
  #changes: Change[] = []
  readonly #others = new Set<string>()
  #ownEdits: readonly string[] = []
  readonly #created = new Set<string>()
  #gone = 0
  #isReorder = false
  #isRedefined = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(ports: LivePorts) {
    this.#ports = ports
  }

  handle({ event, entity, edit_id: editId }: EventRecord): void {
    if (event.startsWith('attribute.')) {
      this.#isRedefined = true
      return this.#schedule(gatherMs)
    }
    if (!event.startsWith('entity.') || entity === null) return
    if (entity.type === this.#ports.type) this.#note({ id: entity.id, editId }, event)
    else this.#others.add(entity.id)
    this.#schedule(gatherMs)
  }

  wasOwn(editIds: readonly string[]): void {
    this.#ownEdits = [...this.#ownEdits, ...editIds].slice(-maxOwnEdits)
  }

  catchUp(): void {
    this.#isReorder = true
    this.#schedule(0)
  }

  dispose(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #note(change: Change, event: EventRecord['event']): void {
    this.#changes.push(change)
    // Added or removed rows shift positions; a row created here is already in place at the flush.
    if (event === 'entity.created') this.#created.add(change.id)
    else if (event !== 'entity.updated') {
      this.#gone += 1
      this.#ports.onExists(change.id, event === 'entity.restored')
    }
  }

  /**
   * The loaded rows that may be stale: changed ones, variants and parents of changed ones, and those that
   * refer to changed entities of other types.
   */
  #outdated(): Set<string> {
    const source = this.#ports.source()
    const changed = new Set(this.#changes.map(({ id }) => id))
    const touched = this.#changes.filter(({ editId }) => !this.#ownEdits.includes(editId ?? ''))
    const ids = new Set(touched.map(({ id }) => id))
    for (const { id, parent_id: parentId, attributes } of source?.loadedRows() ?? []) {
      if (parentId !== null && changed.has(parentId)) ids.add(id)
      if (parentId !== null && changed.has(id)) ids.add(parentId)
      if (this.#others.size > 0 && Object.values(attributes).some((value) => refersTo(value, this.#others)))
        ids.add(id)
    }
    return new Set([...ids].filter((id) => source?.positionOf(id) !== undefined))
  }

  #schedule(delayMs: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      void this.#flush()
    }, delayMs)
  }

  async #flush(): Promise<void> {
    if (this.#ports.isWriting()) return this.#schedule(gatherMs)
    const gathered = this.#takeGathered()
    const { ids, moved, isRedefined } = gathered
    const source = this.#ports.source()
    if (this.#isNewOrder(gathered)) return source?.refresh()
    if (moved > 0) this.#ports.onCameOrWent(moved)
    if (isRedefined) return source?.reread()
    if (ids.length > 0) await this.#read(ids)
  }

  /** Whether to reorder the rows, which is also the faster way to read many changes. */
  #isNewOrder({ ids, moved, isReorder }: GatheredChanges): boolean {
    return isReorder || ids.length > maxInValues || (moved > 0 && this.#isOrderedUnasked())
  }

  #takeGathered(): GatheredChanges {
    const isNew = (id: string): boolean => this.#ports.source()?.positionOf(id) === undefined
    const gathered = {
      ids: [...this.#outdated()],
      moved: [...this.#created].filter(isNew).length + this.#gone,
      isReorder: this.#isReorder,
      isRedefined: this.#isRedefined,
    }
    this.#changes = []
    this.#others.clear()
    this.#created.clear()
    this.#gone = 0
    this.#isReorder = false
    this.#isRedefined = false
    return gathered
  }

  #isOrderedUnasked(): boolean {
    return (this.#ports.source()?.rowCount ?? 0) <= maxOrderedUnasked
  }

  async #read(ids: readonly string[]): Promise<void> {
    try {
      this.#ports.source()?.replace(await this.#ports.fetchByIds(ids))
    } catch {
      // The rows keep their values; the same ids are fetched again once the server answers.
      for (const id of ids) this.#changes.push({ id, editId: undefined })
      this.#schedule(retryMs)
    }
  }
}

function refersTo(value: unknown, ids: ReadonlySet<string>): boolean {
  if (Array.isArray(value)) return value.some((member) => refersTo(member, ids))
  return typeof value === 'object' && value !== null && 'id' in value && ids.has(String(value.id))
}
