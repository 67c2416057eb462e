/**
 * Unsent edits in the browser's storage, for a reload of the page. Only one tab has them, so that no edit
 * is sent twice.
 */
import type { AttributeValue, EntityResource } from '#shared/entities.ts'
import { isObject } from '#shared/exact-json.ts'
import type { CellWrite } from './cell-write.ts'
import type { CellChange, Changes, EditCommand } from './edit-command.ts'
import type { CommandQueue } from './command-queue.ts'
import type { DraftRows } from './draft-rows.ts'

export interface WaitingRow {
  readonly parentId: string | null
  readonly writes: readonly (readonly [key: string, write: CellWrite])[]
  readonly isReady: boolean
  readonly sentAt?: number | undefined
}

export interface Waiting {
  readonly commands: readonly EditCommand[]
  readonly rows: readonly WaitingRow[]
}

/** The known value of a cell: after a reload an edit is sent only while this is unchanged. */
export type StoredValue = (entityId: string, key: string) => AttributeValue | null | undefined

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>

// Storing more takes longer than a key press may, and the page warns before it is left.
const maxCells = 5000

const prefix = 'vitrine.waiting.'

export function forgetWaiting(storage: globalThis.Storage | undefined): void {
  const names = Array.from({ length: storage?.length ?? 0 }, (_, position) => storage?.key(position) ?? '')
  for (const name of names) if (name.startsWith(prefix)) storage?.removeItem(name)
}

export class WaitingStore {
  readonly #storage: Storage | undefined
  readonly #name: string

  constructor(name: string, storage: Storage | undefined) {
    this.#name = prefix + name
    this.#storage = storage
  }

  read(): Waiting | undefined {
    try {
      const stored: unknown = JSON.parse(this.#storage?.getItem(this.#name) ?? 'null')
      return isObject(stored) ? fromJson(stored as unknown as StoredWaiting) : undefined
    } catch {
      return undefined
    }
  }

  /** Stores unsent edits as far as there is room, the oldest first. */
  write({ commands, rows }: Waiting, valueOf: StoredValue): void {
    if (this.#storage === undefined) return
    try {
      const bounded = withinBound(commands)
      if (bounded.length + rows.length === 0) return this.#storage.removeItem(this.#name)
      const stored: StoredWaiting = { commands: bounded.map((command) => toJson(command, valueOf)), rows }
      this.#storage.setItem(this.#name, JSON.stringify(stored))
    } catch {
      this.#storage.removeItem(this.#name)
    }
  }
}

export function tabStorage(): globalThis.Storage | undefined {
  try {
    return typeof window === 'undefined' ? undefined : window.sessionStorage
  } catch {
    return undefined
  }
}

function withinBound(commands: readonly EditCommand[]): readonly EditCommand[] {
  let cells = 0
  const end = commands.findIndex(({ changes }) => {
    for (const entity of changes.values()) cells += entity.size
    return cells > maxCells
  })
  return end === -1 ? commands : commands.slice(0, end)
}

interface StoredCell {
  readonly entityId: string
  readonly key: string
  readonly write: CellWrite
  readonly expected?: AttributeValue | null | undefined
  readonly follows?: boolean
}

interface StoredWaiting {
  readonly commands: readonly { readonly label: string; readonly cells: readonly StoredCell[] }[]
  readonly rows: readonly WaitingRow[]
}

function toJson({ label, changes }: EditCommand, valueOf: StoredValue): StoredWaiting['commands'][number] {
  const cells = [...changes].flatMap(([entityId, entity]) =>
    [...entity].map(([key, change]): StoredCell => {
      const { write, follows } = change
      const expected = change.expected ?? (follows === true ? undefined : valueOf(entityId, key))
      return {
        entityId,
        key,
        write,
        ...(expected !== undefined && { expected }),
        ...(follows && { follows }),
      }
    }),
  )
  return { label, cells }
}

function fromJson({ commands, rows }: StoredWaiting): Waiting {
  return { commands: commands.map(({ label, cells }) => ({ label, changes: toChanges(cells) })), rows }
}

function toChange({ write, expected, follows }: StoredCell): CellChange {
  return { write, ...(expected !== undefined && { expected }), ...(follows && { follows }) }
}

function toChanges(cells: readonly StoredCell[]): Changes {
  const groups = Map.groupBy(cells, ({ entityId }) => entityId)
  return new Map(
    [...groups].map(([entityId, group]) => [
      entityId,
      new Map(group.map((cell) => [cell.key, toChange(cell)])),
    ]),
  )
}

interface WaitingGrid {
  readonly queue: CommandQueue
  readonly drafts: DraftRows
  readonly rowOf: (entityId: string) => number | undefined
  readonly rowAt: (row: number) => EntityResource | undefined
}

export function keepWaiting(grid: WaitingGrid, store: WaitingStore): void {
  const { queue, drafts } = grid
  store.write({ commands: queue.waiting, rows: drafts.waiting }, (entityId, key) => {
    const row = grid.rowOf(entityId)
    const entity = row === undefined ? undefined : grid.rowAt(row)
    return entity && (entity.attributes[key] ?? null)
  })
}

export function resumeWaiting({ queue, drafts }: WaitingGrid, store: WaitingStore): void {
  const waiting = store.read()
  if (!waiting) return
  queue.resume(waiting.commands)
  drafts.resume(waiting.rows)
}
