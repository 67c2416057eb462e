import type { CellToWrite } from './edit-command.ts'
import type { EntityCell } from './edit-overlay.ts'
import type { CellWrite } from './cell-write.ts'

export interface Failure {
  readonly write: CellWrite
  readonly reason: string
  readonly columnName: string
  readonly rowNumber: number
}

export interface NewRow {
  readonly writes: ReadonlyMap<string, CellWrite>
  readonly failures: ReadonlyMap<string, Failure>
}

export interface PasteDraft {
  readonly label: string
  readonly cells: readonly CellToWrite[]
  readonly failures: readonly (Failure & EntityCell)[]
  readonly readOnly: number
  readonly newRows: readonly NewRow[]
  readonly outsideColumns: number
  /** Rows after the last one that cannot be added here. */
  readonly outsideRows: number
}

const maxUnasked = 500

/** Whether to show the plan first, because it is large or incomplete. */
export function needsPreview(draft: PasteDraft): boolean {
  const { cells, failures, readOnly, newRows, outsideColumns, outsideRows } = draft
  // A single cell shows its own failure, but not a left out neighbour.
  const isPartial = cells.length > 1 && cells.some(({ write }) => write.leftOut !== undefined)
  const hasFailures = failures.length > 0 && cells.length + failures.length + readOnly > 1
  return (
    cells.length > maxUnasked || hasFailures || isPartial || newRows.length + outsideColumns + outsideRows > 0
  )
}
