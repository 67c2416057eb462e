import { createAtom } from '@tanstack/react-store'
import { type EntityResource, type EntityType, pluralOf } from '#shared/entities.ts'
import type { EditOverlay } from './edit-overlay.ts'
import type { WaitingRow } from './waiting-store.ts'
import { clearingWrite, type CellWrite, type Writes } from './cell-write.ts'
import type { Api } from '../../api/client.ts'
import { createEntity } from '../../api/entities-queries.ts'

export interface Draft {
  readonly entity: EntityResource
  readonly isSaving: boolean
  /** Its position among the rows of the list; undefined after the last one. */
  readonly key?: number | undefined
}

interface NewRow {
  readonly attributes: Record<string, unknown>
  readonly parentId: string | null
  readonly sentAt?: number | undefined
}

// The maximal number of rows created between a lost answer and the next try.
const maxCreated = 100

/**
 * Creates a row; without an answer it tries again until one comes. If only the answer was lost, the row is
 * found among those created since.
 */
export async function createOnce(
  api: Api,
  type: EntityType,
  row: NewRow,
  { queue, onSend }: Sending,
): Promise<EntityResource> {
  let { sentAt } = row
  const entity = await queue.withRetries(async () => {
    const created = sentAt === undefined ? undefined : await findCreated(api, type, row, sentAt)
    if (created) return created
    sentAt ??= Date.now()
    onSend(sentAt)
    return createEntity(api, type, row.attributes, row.parentId)
  })
  answered.add(entity.id)
  return entity
}

interface Sending {
  readonly queue: { withRetries<T>(send: () => Promise<T>): Promise<T> }
  readonly onSend: (sentAt: number) => void
}

/** Rows with answers; they do not count as the lost one, even with the same values. */
const answered = new Set<string>()

async function findCreated(
  api: Api,
  type: EntityType,
  { attributes, parentId }: NewRow,
  since: number,
): Promise<EntityResource | undefined> {
  const params = [['filter[created_at][gte]', new Date(since).toISOString()]] as const
  const { data } = await api.call(`GET /${pluralOf[type]}`, { query: { limit: maxCreated }, params })
  const sent = Object.entries(attributes).filter(([, value]) => typeof value !== 'object')
  if (sent.length === 0) return undefined
  return data.find(
    ({ id, parent_id, attributes: held }) =>
      !answered.has(id) && parent_id === parentId && sent.every(([key, value]) => held[key] === value),
  )
}

export interface DraftPorts {
  readonly overlay: EditOverlay
  readonly create: (row: NewRow, onSend: (sentAt: number) => void) => Promise<EntityResource>
  /** Called while the draft exists, so that the entity can replace it. */
  readonly onCreated: (entity: EntityResource, draft: Draft) => void
  readonly onLateWrites: (entityId: string, writes: Writes) => void
  readonly onWaiting?: () => void
  readonly explain: (error: unknown, keys: readonly string[]) => ReadonlyMap<string, string>
}

const idPrefix = 'draft:'

export function isDraftId(entityId: string): boolean {
  return entityId.startsWith(idPrefix)
}

/**
 * New rows at the end or where they were inserted. A row is created once `requiredKey` holds a value (without
 * one any value); until then nothing leaves the page.
 */
export class DraftRows {
  readonly list = createAtom<readonly Draft[]>([])
  readonly #ports: DraftPorts
  readonly #type: EntityType
  #writes = new Map<string, ReadonlyMap<string, CellWrite>>()
  readonly #sentAt = new Map<string, number>()
  #count = 0

  constructor(type: EntityType, ports: DraftPorts) {
    this.#type = type
    this.#ports = ports
  }

  add(parentId: string | null = null, key?: number): string {
    this.#count += 1
    const entity: EntityResource = {
      id: `${idPrefix}${this.#count}`,
      type: this.#type,
      label: null,
      parent_id: parentId,
      created_at: null,
      updated_at: null,
      attributes: {},
    }
    this.list.set((list) => [...list, { entity, isSaving: false, key }])
    return entity.id
  }

  /** Adds a blank row of that parent at a position, or moves an untouched one there. Returns its id. */
  blankAt(parentId: string | null, key: number | undefined): string {
    const blank = this.list
      .get()
      .find(({ entity }) => entity.parent_id === parentId && this.isBlank(entity.id))?.entity
    if (!blank) return this.add(parentId, key)
    this.#update(blank.id, { key })
    return blank.id
  }

  get waiting(): readonly WaitingRow[] {
    return this.list.get().flatMap(({ entity: { id, parent_id: parentId }, isSaving }) => {
      const writes = [...(this.#writes.get(id) ?? [])]
      return writes.length === 0
        ? []
        : [{ parentId, writes, isReady: isSaving, sentAt: this.#sentAt.get(id) }]
    })
  }

  /** Resumes rows that were waiting when the page was left; those being sent are sent again. */
  resume(rows: readonly WaitingRow[]): void {
    for (const { parentId, writes, isReady, sentAt } of rows) {
      const draftId = this.add(parentId)
      if (sentAt !== undefined) this.#sentAt.set(draftId, sentAt)
      // The required attribute has not been loaded yet.
      this.#enter(draftId, new Map(writes), () => isReady)
    }
  }

  isBlank(draftId: string): boolean {
    return (this.#writes.get(draftId)?.size ?? 0) === 0
  }

  discard(draftId: string): void {
    this.#writes.delete(draftId)
    this.#sentAt.delete(draftId)
    this.#ports.overlay.clearEntity(draftId)
    this.list.set((list) => list.filter(({ entity }) => entity.id !== draftId))
    this.#ports.onWaiting?.()
  }

  commit(draftId: string, writes: Writes, requiredKey: string | undefined): void {
    this.#enter(draftId, writes, (merged) =>
      requiredKey === undefined ? merged.size > 0 : merged.has(requiredKey),
    )
  }

  #enter(draftId: string, writes: Writes, isComplete: (merged: Writes) => boolean): void {
    const draft = this.list.get().find(({ entity }) => entity.id === draftId)
    if (!draft) return
    const merged = new Map([...(this.#writes.get(draftId) ?? []), ...writes])
    for (const [key, { wire }] of merged) if (wire === null) merged.delete(key)
    this.#writes.set(draftId, merged)
    this.#ports.overlay.clear(draftId, writes.keys())
    this.#update(draftId, { entity: { ...draft.entity, attributes: shownValues(merged) } })
    this.#ports.onWaiting?.()
    if (isComplete(merged) && !draft.isSaving) void this.#create(draft.entity, merged)
  }

  async #create({ id: draftId, parent_id: parentId }: EntityResource, writes: Writes): Promise<void> {
    this.#update(draftId, { isSaving: true })
    this.#ports.onWaiting?.()
    const onSend = (sentAt: number): void => {
      this.#sentAt.set(draftId, sentAt)
      this.#ports.onWaiting?.()
    }
    try {
      const attributes = Object.fromEntries([...writes].map(([key, { wire }]) => [key, wire]))
      const entity = await this.#ports.create(
        { attributes, parentId, sentAt: this.#sentAt.get(draftId) },
        onSend,
      )
      const late = this.#changedSince(draftId, writes)
      const draft = this.list.get().find((one) => one.entity.id === draftId)
      if (draft) this.#ports.onCreated(entity, draft)
      this.discard(draftId)
      if (late.size > 0) this.#ports.onLateWrites(entity.id, late)
    } catch (error) {
      this.#refuse(draftId, writes, error)
    }
  }

  #refuse(draftId: string, writes: Writes, error: unknown): void {
    this.#update(draftId, { isSaving: false })
    this.#sentAt.delete(draftId)
    this.#ports.onWaiting?.()
    for (const [key, reason] of this.#ports.explain(error, [...writes.keys()])) {
      this.#ports.overlay.refuse({ entityId: draftId, key }, writes.get(key) ?? clearingWrite, reason)
    }
  }

  #changedSince(draftId: string, sent: Writes): Writes {
    const now = this.#writes.get(draftId) ?? new Map<string, CellWrite>()
    return new Map([...now].filter(([key, write]) => sent.get(key) !== write))
  }

  #update(draftId: string, change: Partial<Draft>): void {
    this.list.set((list) =>
      list.map((draft) => (draft.entity.id === draftId ? { ...draft, ...change } : draft)),
    )
  }
}

function shownValues(writes: Writes): EntityResource['attributes'] {
  return Object.fromEntries(
    [...writes].flatMap(([key, { shown }]) => (shown === null ? [] : [[key, shown] as const])),
  )
}
