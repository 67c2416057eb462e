import type { GridSession } from '../data/grid-session.ts'
import {
  blockOf,
  cellCount,
  selectCell,
  type Axes,
  type CellPosition,
  type Selection,
} from '../model/selection.ts'
import { formatCell } from '../cells/registry.ts'
import { shownValue } from './cell-state.ts'

export function axesOf(session: GridSession): Axes {
  return {
    rowCount: session.rowCount,
    columnIds: session.geometry.get().placed.map(({ column }) => column.id),
  }
}

/** Sets the selection, brings the cursor into view and tells where it is. */
export function select(session: GridSession, selection: Selection | undefined): void {
  selectInPlace(session, selection)
  if (selection) session.view.reveal(selection.cursor)
}

/** Sets the selection without scrolling: the second press of a double click must meet the same cell as the first. */
export function selectInPlace(session: GridSession, selection: Selection | undefined): void {
  session.selection.set(() => selection)
  session.note.set(() => undefined)
  if (selection) announceCursor(session, selection)
}

/** The present selection, or the first cell; undefined in an empty grid. */
export function currentSelection(session: GridSession): Selection | undefined {
  const present = session.selection.get()
  if (present) return present
  const columnId = session.geometry.get().placed[0]?.column.id
  return columnId === undefined || session.rowCount === 0 ? undefined : selectCell({ row: 0, columnId })
}

/** Selects a row from its first to its last column; the cursor stays in the first. */
export function selectRow(session: GridSession, row: number): void {
  const { columnIds } = axesOf(session)
  const [first, last] = [columnIds[0], columnIds.at(-1)]
  if (first === undefined || last === undefined) return
  session.selection.set({ anchor: { row, columnId: last }, cursor: { row, columnId: first } })
  session.announce(`Row ${row + 1} selected.`)
}

function announceCursor(session: GridSession, selection: Selection): void {
  const { cursor } = selection
  const count = cellCount(blockOf(selection, axesOf(session)))
  if (count > 1) return session.announce(`${count} cells selected.`)
  session.announce(describeCell(session, cursor))
}

/** What stands in a cell and where: "Price, 12.5, row 3 of 200". */
function describeCell(session: GridSession, cell: CellPosition): string {
  const column = session.columnOf(cell.columnId)
  const entity = session.rowAt(cell.row)
  if (!column) return ''
  const edit = entity && session.overlay.get(entity.id, column.id)
  const value = entity ? formatCell(shownValue(session, entity, column), column, session.context) : 'loading'
  const remark = edit?.status === 'refused' ? `, not saved: ${edit.reason}` : ''
  return `${column.name}, ${value || 'empty'}, row ${cell.row + 1} of ${session.rowCount}${remark}`
}
