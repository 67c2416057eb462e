import type { CellToWrite } from './edit-command.ts'
import type { EntityCell } from './edit-overlay.ts'
import type { CellWrite } from './cell-write.ts'

/** A cell of the clipboard that a column cannot take, and why. */
export interface Failure {
  readonly write: CellWrite
  readonly reason: string
  readonly columnName: string
  /** The row's number, from 1. */
  readonly rowNumber: number
}

/** A row of the clipboard that would become a new entity. */
export interface NewRow {
  readonly writes: ReadonlyMap<string, CellWrite>
  readonly failures: ReadonlyMap<string, Failure>
}

/** What a paste is going to do: known before anything is written. */
export interface PasteDraft {
  readonly label: string
  readonly cells: readonly CellToWrite[]
  readonly failures: readonly (Failure & EntityCell)[]
  /** Cells that cannot be edited and are left as they are. */
  readonly readOnly: number
  readonly newRows: readonly NewRow[]
  /** Columns of the clipboard that have no column here. */
  readonly outsideColumns: number
  /** Rows behind the last one that cannot be added here. */
  readonly outsideRows: number
}

const maxUnasked = 500

/** Tells whether the user should see the draft first: it is large, or not all of it can be done. */
export function needsPreview(draft: PasteDraft): boolean {
  const { cells, failures, readOnly, newRows, outsideColumns, outsideRows } = draft
  // A single cell shows its own failure, but not what was left out around it.
  const hasFailures = failures.length > 0 && cells.length + failures.length + readOnly > 1
  return cells.length > maxUnasked || hasFailures || newRows.length + outsideColumns + outsideRows > 0
}
