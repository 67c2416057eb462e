import { maxEditValues } from '#shared/edits.ts'
import type { AttributeValue } from '#shared/entities.ts'
import type { EntityCell, RefusedCell } from './edit-overlay.ts'
import type { CellWrite, Writes } from './cell-write.ts'
import type { EntityEdit } from './edit-requests.ts'

export interface CellChange {
  readonly write: CellWrite
  /** What the user saw when they began: written only while the cell still reads so. Left out, it is written in any case. */
  readonly expected?: AttributeValue | null | undefined
  /** Set while an earlier change of the same cell is on its way: what is expected follows from its outcome. */
  readonly follows?: boolean
}

export type Changes = ReadonlyMap<string, ReadonlyMap<string, CellChange>>

/** What the user did in one go, and takes back in one go. */
export interface EditCommand {
  /** Names it in the menu: "Undo paste of 12 cells". */
  readonly label: string
  readonly changes: Changes
  /** What was refused here already, before anything was sent. */
  readonly refused?: readonly RefusedCell[]
}

/** One changed cell, before it is put with the others of its entity. */
export interface CellToWrite extends CellChange, EntityCell {}

/** A write that cannot be sent, and why. */
export interface FailedWrite extends RefusedCell {
  readonly reason: string
}

/** Puts changed cells together by entity; the last one of a cell wins. */
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

/** Splits changes where one request would carry too many values. */
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

/** The changes as the API takes them, one edit for each entity in their order. */
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
