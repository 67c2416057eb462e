import { createAtom } from '@tanstack/react-store'
import type { AttributeValue } from '#shared/entities.ts'
import type { CellWrite, Writes } from './cell-write.ts'

export interface Conflict {
  readonly current: AttributeValue | null
}

/** An unconfirmed edit. A refused one keeps the typed text and its reason. */
export type CellEdit =
  | { readonly status: 'pending'; readonly write: CellWrite }
  | {
      readonly status: 'refused'
      readonly write: CellWrite
      readonly reason: string
      readonly conflict?: Conflict | undefined
    }

export type EntityEdits = ReadonlyMap<string, CellEdit>

export interface EditCounts {
  readonly pending: number
  readonly refused: number
  readonly version: number
}

/** A cell by its entity, independent of the order of the rows. */
export interface EntityCell {
  readonly entityId: string
  readonly key: string
}

/** A refused edit, distinguished from later ones of the cell by its write. */
export interface RefusedCell extends EntityCell {
  readonly write: CellWrite
}

/**
 * Unconfirmed edits by entity and attribute key, laid over the loaded rows when cells are painted. They
 * are never written into the rows, since a page that loads later would overwrite them.
 */
export class EditOverlay {
  /** Changes with every edit; once for a whole `batch`. */
  readonly counts = createAtom<EditCounts>({ pending: 0, refused: 0, version: 0 })
  readonly #edits = new Map<string, EntityEdits>()
  #pending = 0
  #refused = 0
  #depth = 0

  of(entityId: string): EntityEdits | undefined {
    return this.#edits.get(entityId)
  }

  get(entityId: string, key: string): CellEdit | undefined {
    return this.#edits.get(entityId)?.get(key)
  }

  batch(change: () => void): void {
    this.#depth += 1
    try {
      change()
    } finally {
      this.#depth -= 1
      this.#notify()
    }
  }

  markPending(entityId: string, writes: Writes): void {
    this.#change(entityId, (edits) => {
      for (const [key, write] of writes) edits.set(key, { status: 'pending', write })
    })
  }

  refuse(cell: EntityCell, write: CellWrite, reason: string, conflict?: Conflict): void {
    this.#change(cell.entityId, (edits) =>
      edits.set(cell.key, { status: 'refused', write, reason, ...(conflict && { conflict }) }),
    )
  }

  clear(entityId: string, keys: Iterable<string>): void {
    this.#change(entityId, (edits) => {
      for (const key of keys) edits.delete(key)
    })
  }

  clearEntity(entityId: string): void {
    this.clear(entityId, [...(this.of(entityId)?.keys() ?? [])])
  }

  isRefused({ entityId, key, write }: RefusedCell): boolean {
    const edit = this.get(entityId, key)
    return edit?.status === 'refused' && edit.write === write
  }

  refusals(): EntityCell[] {
    return [...this.#edits].flatMap(([entityId, edits]) =>
      [...edits].filter(([, { status }]) => status === 'refused').map(([key]) => ({ entityId, key })),
    )
  }

  #change(entityId: string, change: (edits: Map<string, CellEdit>) => void): void {
    const before = this.#edits.get(entityId)
    const edits = new Map(before)
    change(edits)
    if (edits.size === 0) this.#edits.delete(entityId)
    else this.#edits.set(entityId, edits)
    this.#count(before, -1)
    this.#count(edits, 1)
    this.#notify()
  }

  #count(edits: EntityEdits | undefined, sign: 1 | -1): void {
    for (const { status } of edits?.values() ?? []) {
      if (status === 'refused') this.#refused += sign
      else this.#pending += sign
    }
  }

  #notify(): void {
    if (this.#depth > 0) return
    this.counts.set(({ version }) => ({
      pending: this.#pending,
      refused: this.#refused,
      version: version + 1,
    }))
  }
}
