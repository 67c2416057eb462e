import { maxEditValues } from '#shared/bulk-operations.ts'
import type { AttributeValue, EntityType, ReferenceStub } from '#shared/entities.ts'
import type { EntityCell, RefusedCell } from './edit-overlay.ts'
import type { CellWrite, Writes } from './cell-write.ts'
import type { EntityEdit } from './edit-requests.ts'
import { createAtom } from '@tanstack/react-store'
import { t } from '../../ui/text.ts'
import { typeTexts } from '../../state/entity-types.ts'

export interface CellChange {
  readonly write: CellWrite
  /**
   * The value at the start of editing; the write happens only while it is unchanged. Without it the value
   * is always written.
   */
  readonly expected?: AttributeValue | null | undefined
  /** Set while an earlier change of the cell is pending: the expectation follows from its outcome. */
  readonly follows?: boolean
}

export type Changes = ReadonlyMap<string, ReadonlyMap<string, CellChange>>

export interface EditCommand {
  readonly label: string
  readonly changes: Changes
  /** Refused before anything was sent. */
  readonly refused?: readonly RefusedCell[]
}

export interface CellToWrite extends CellChange, EntityCell {}

export interface FailedWrite extends RefusedCell {
  readonly reason: string
}

export function toChanges(cells: readonly CellToWrite[]): Changes {
  const changes = new Map<string, Map<string, CellChange>>()
  for (const { entityId, key, write, expected } of cells) {
    const entity = changes.get(entityId) ?? new Map<string, CellChange>()
    entity.set(key, expected === undefined ? { write } : { write, expected })
    changes.set(entityId, entity)
  }
  return changes
}

export function toWrites(cells: ReadonlyMap<string, CellChange>): Writes {
  return new Map([...cells].map(([key, { write }]) => [key, write]))
}

/** Splits changes at the limit of values in one request. */
export function toPortions(changes: Changes, most = maxEditValues): Changes[] {
  const portions: Map<string, ReadonlyMap<string, CellChange>>[] = []
  let room = 0
  for (const [entityId, cells] of changes) {
    if (cells.size > room || portions.length === 0) {
      portions.push(new Map())
      room = most
    }
    portions.at(-1)?.set(entityId, cells)
    room -= cells.size
  }
  return portions
}

export function toEdits(changes: Changes): EntityEdit[] {
  return [...changes].map(([id, cells]) => {
    const expected = [...cells].filter(([, change]) => change.expected !== undefined)
    return {
      id,
      attributes: Object.fromEntries([...cells].map(([key, { write }]) => [key, write.wire])),
      ...(expected.length > 0 && {
        if: Object.fromEntries(expected.map(([key, change]) => [key, change.expected ?? null])),
      }),
    }
  })
}

/**
 * A confirmed step with the server's ids, or a refused one with its unsaved text. Entities are of the
 * grid's type unless named.
 */
export type Step =
  | { readonly kind: 'refused'; readonly cells: readonly RefusedCell[] }
  | { readonly kind: 'import'; readonly jobId: string }
  | { readonly kind: 'edit'; readonly editId: string }
  | { readonly kind: 'created' | 'trashed'; readonly ids: readonly string[]; readonly type?: EntityType }

export interface LogEntry {
  readonly label: string
  readonly steps: readonly Step[]
  readonly cell?: EntityCell | undefined
}

export interface LogState {
  readonly undo: string | undefined
  readonly redo: string | undefined
}

const maxEntries = 200

/**
 * Confirmed steps of one grid by the server's ids, so that sorting, filtering and paging do not affect
 * them.
 */
export class CommandLog {
  readonly state = createAtom<LogState>({ undo: undefined, redo: undefined })
  #done: LogEntry[] = []
  #undone: LogEntry[] = []

  add(entry: LogEntry): void {
    if (entry.steps.length === 0) return
    this.#undone = []
    this.#push(entry)
  }

  /** Extends the last entry, if it is this one, by rows of the same paste. */
  extend(label: string, steps: readonly Step[]): void {
    const last = this.#done.at(-1)
    if (last?.label !== label) return this.add({ label, steps })
    this.#done = [...this.#done.slice(0, -1), { ...last, steps: [...last.steps, ...steps] }]
  }

  get lastDone(): LogEntry | undefined {
    return this.#done.at(-1)
  }

  get lastUndone(): LogEntry | undefined {
    return this.#undone.at(-1)
  }

  undone(entry: LogEntry | undefined): void {
    this.#done.pop()
    if (entry) this.#undone.push(entry)
    this.#notify()
  }

  redone(entry: LogEntry | undefined): void {
    this.#undone.pop()
    if (entry) this.#push(entry)
    else this.#notify()
  }

  #push(entry: LogEntry): void {
    this.#done = [...this.#done, entry].slice(-maxEntries)
    this.#notify()
  }

  #notify(): void {
    this.state.set({ undo: this.#done.at(-1)?.label, redo: this.#undone.at(-1)?.label })
  }
}

export function creationOf({ id, type, label }: ReferenceStub): LogEntry {
  return {
    label: t('creation of {label}', { label: label ?? typeTexts()[type].singular }),
    steps: [{ kind: 'created', ids: [id], type }],
  }
}
