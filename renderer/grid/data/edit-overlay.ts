import { createAtom } from '@tanstack/react-store'
import type { AttributeValue } from '#shared/entities.ts'

/** What the user set a cell to: the value to show, what to send for it, and the text as typed. */
export interface CellWrite {
  readonly shown: AttributeValue | null
  readonly wire: unknown
  readonly text: string
}

/** An edit that the server has not confirmed. A refused one keeps the typed text and says why. */
export type CellEdit =
  | { readonly status: 'pending'; readonly write: CellWrite }
  | { readonly status: 'refused'; readonly write: CellWrite; readonly reason: string }

export type EntityEdits = ReadonlyMap<string, CellEdit>

export interface EditCounts {
  readonly pending: number
  readonly refused: number
}

/**
 * Unconfirmed edits by entity and attribute key, read over the loaded rows when cells are painted. They are never written
 * into the rows: a page that arrives late would wipe them out.
 */
export class EditOverlay {
  /** Changes with every edit. */
  readonly counts = createAtom<EditCounts>({ pending: 0, refused: 0 })
  readonly #edits = new Map<string, EntityEdits>()

  /** The edits of one entity; the same object until one of them changes. */
  of(entityId: string): EntityEdits | undefined {
    return this.#edits.get(entityId)
  }

  get(entityId: string, key: string): CellEdit | undefined {
    return this.#edits.get(entityId)?.get(key)
  }

  pend(entityId: string, writes: ReadonlyMap<string, CellWrite>): void {
    this.#change(entityId, (edits) => {
      for (const [key, write] of writes) edits.set(key, { status: 'pending', write })
    })
  }

  refuse(entityId: string, key: string, write: CellWrite, reason: string): void {
    this.#change(entityId, (edits) => edits.set(key, { status: 'refused', write, reason }))
  }

  clear(entityId: string, keys: Iterable<string>): void {
    this.#change(entityId, (edits) => {
      for (const key of keys) edits.delete(key)
    })
  }

  clearEntity(entityId: string): void {
    this.clear(entityId, [...(this.of(entityId)?.keys() ?? [])])
  }

  /** Every refused cell, oldest entity first. */
  refusals(): { entityId: string; key: string }[] {
    return [...this.#edits].flatMap(([entityId, edits]) =>
      [...edits].filter(([, { status }]) => status === 'refused').map(([key]) => ({ entityId, key })),
    )
  }

  #change(entityId: string, change: (edits: Map<string, CellEdit>) => void): void {
    const edits = new Map(this.#edits.get(entityId))
    change(edits)
    if (edits.size === 0) this.#edits.delete(entityId)
    else this.#edits.set(entityId, edits)
    this.counts.set(this.#count())
  }

  #count(): EditCounts {
    const all = [...this.#edits.values()].flatMap((edits) => [...edits.values()])
    const refused = all.filter(({ status }) => status === 'refused').length
    return { pending: all.length - refused, refused }
  }
}
