import { maxEditValues } from '#shared/edits.ts'
import type { AttributeValue } from '#shared/entities.ts'
import type { EntityCell, RefusedCell } from './edit-overlay.ts'
import type { CellWrite, Writes } from './cell-write.ts'
import type { EntityEdit } from './edit-requests.ts'

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
