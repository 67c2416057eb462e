import type { EntityType, ReferenceStub } from '#shared/entities.ts'
import { createAtom } from '@tanstack/react-store'
import type { EntityCell, RefusedCell } from './edit-overlay.ts'
import { t } from '../../ui/text.ts'
import { typeTexts } from '../../state/entity-types.ts'

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
