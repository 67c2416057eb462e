import { isHead } from '../actions/arranged-rows.ts'
import { addVariant } from '../actions/rows.ts'
import { trashSelected } from '../actions/trash.ts'
import { isDraftId } from '../data/draft-rows.ts'
import type { GridSession } from '../data/grid-session.ts'
import { duplicateRow } from '../actions/duplicate-row.ts'
import { selectedRows } from '../actions/bulk-target.ts'

/** Something the status bar offers to do with the selected rows; the export opens a dialog instead of running. */
export interface RowAction {
  readonly text: string
  readonly title: string
  readonly run?: (session: GridSession) => void
}

const duplicate: RowAction = {
  text: 'Duplicate row',
  title: 'Add a row with the same values (Ctrl+Shift+D)',
  run: (session) => void duplicateRow(session),
}
const variant: RowAction = {
  text: 'Add variant',
  title: 'Add a variant of this product (Ctrl+Shift+Enter)',
  run: addVariant,
}
const toFile: RowAction = { text: 'Export', title: 'Export the selected rows to a file' }
const trash: RowAction = {
  text: 'Move to trash',
  title: 'Move the selected rows to the trash (Ctrl+Delete)',
  run: (session) => void trashSelected(session),
}

/** What can be done here: nothing without a saved row, and nothing of one row on the head of a group. */
export function rowActions(session: GridSession): RowAction[] {
  const cursor = session.selection.get()?.cursor
  if (!cursor || !hasSavedRow(session)) return []
  const isRow = !isHead(session, cursor.row) && !isDraft(session, cursor.row)
  return [
    ...(isRow && session.type !== 'source' ? [duplicate] : []),
    ...(isRow && session.type === 'product' ? [variant] : []),
    toFile,
    trash,
  ]
}

function hasSavedRow(session: GridSession): boolean {
  const { count } = selectedRows(session)
  const row = session.selection.get()?.cursor.row ?? 0
  return session.rowCount > 0 && (count > 1 || (count === 1 && !isDraft(session, row)))
}

function isDraft(session: GridSession, row: number): boolean {
  return isDraftId(session.rowAt(row)?.id ?? '')
}
