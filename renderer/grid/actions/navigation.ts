import type { GridSession } from '../data/grid-session.ts'
import {
  type Axes,
  type CellPosition,
  type Selection,
  type Span,
  addRange,
  blockOf,
  blocksOf,
  cellCount,
  extendTo,
  selectCell,
  walkInRange,
  toggleRow,
} from '../model/selection.ts'
import { describeOrigin } from '../data/row-lookup.ts'
import { describeHead, findOrigin, shownText } from './cell-state.ts'
import { t } from '../../ui/text.ts'

export function axesOf(session: GridSession): Axes {
  return {
    rowCount: session.rowCount,
    columnIds: session.geometry.get().placed.map(({ column }) => column.id),
  }
}

export function select(session: GridSession, selection: Selection | undefined): void {
  selectInPlace(session, selection)
  if (selection) session.screen.reveal(movingCell(selection))
}

function movingCell({ cursor, anchor, focus, span }: Selection): CellPosition {
  if (span === 'all' || anchor) return cursor
  if (span === 'cells') return focus
  return span === 'rows' ? { ...cursor, row: focus.row } : { ...cursor, columnId: focus.columnId }
}

/** Sets the selection without scrolling: the second press of a double click must hit the same cell. */
export function selectInPlace(session: GridSession, selection: Selection | undefined): void {
  session.selection.set(() => selection)
  session.note.set(() => undefined)
  if (selection) announceCursor(session, selection)
}

/** Returns the current selection, or the first cell; undefined in an empty grid. */
export function currentSelection(session: GridSession): Selection | undefined {
  const present = session.selection.get()
  if (present) return present
  const columnId = session.geometry.get().placed[0]?.column.id
  return columnId === undefined || session.rowCount === 0 ? undefined : selectCell({ row: 0, columnId })
}

export function selectRow(session: GridSession, row: number, how: HowToSelect = {}): void {
  const columnId = axesOf(session).columnIds[0]
  if (columnId !== undefined) selectSpan(session, { row, columnId }, 'rows', how)
}

/** Checks or unchecks a row; `extend` checks all rows from the cursor's to it. */
export function checkRow(session: GridSession, row: number, extend: boolean): void {
  if (extend) selectRow(session, row, { extend })
  else selectInPlace(session, toggleRow(session.selection.get(), axesOf(session), row))
}

export function selectColumn(session: GridSession, columnId: string, how: HowToSelect = {}): void {
  const row = session.selection.get()?.cursor.row ?? 0
  if (session.rowCount > 0) selectSpan(session, { row, columnId }, 'columns', how)
}

export function selectAll(session: GridSession): void {
  const selection = currentSelection(session)
  if (selection) selectInPlace(session, { ...selectCell(selection.cursor), span: 'all' })
}

/** Goes to the next or previous cell of a selected range. Returns whether there is one. */
export function walkSelected(session: GridSession, along: 'rows' | 'columns', step: 1 | -1): boolean {
  const selection = session.selection.get()
  const walked = selection && walkInRange(selection, axesOf(session), { along, step })
  if (walked) select(session, walked)
  return walked !== undefined
}

export function isManySelected(session: GridSession): boolean {
  const selection = session.selection.get()
  const blocks = selection ? blocksOf(selection, axesOf(session)) : []
  return blocks.some((block) => cellCount(block) > 1) || blocks.length > 1
}

export interface HowToSelect {
  readonly extend?: boolean
  readonly add?: boolean
}

function selectSpan(
  session: GridSession,
  cell: CellPosition,
  span: 'rows' | 'columns',
  { extend = false, add = false }: HowToSelect,
): void {
  const present = session.selection.get()
  if (present && extend) return selectInPlace(session, { ...extendTo(present, cell), span })
  const next = present && add ? addRange(present, cell) : selectCell(cell)
  selectInPlace(session, { ...next, span })
}

function announceCursor(session: GridSession, selection: Selection): void {
  const axes = axesOf(session)
  const count = blocksOf(selection, axes).reduce((sum, block) => sum + cellCount(block), 0)
  if (count === 1 || selection.anchor) return session.announce(describeCell(session, selection.cursor))
  const block = blockOf(selection, axes)
  const format = (value: number): string => session.context.formats.formatNumber(value)
  const texts: Readonly<Record<Span, string>> = {
    cells: t('{count} cells selected.', { count: format(count) }),
    rows:
      block.top === block.bottom
        ? t('Row {top} selected.', { top: format(block.top + 1) })
        : t('{count} cells in whole rows selected.', { count: format(count) }),
    columns: t('{count} cells in whole columns selected.', { count: format(count) }),
    all: t('All cells selected.'),
  }
  session.announce(texts[selection.span])
}

/** Describes a cell: "Price, 12.5, row 3 of 200". */
function describeCell(session: GridSession, cell: CellPosition): string {
  const column = session.columnOf(cell.columnId)
  const head = session.headAt(cell.row)
  const place = t('row {row} of {rowCount}', { row: cell.row + 1, rowCount: session.rowCount })
  if (head) return `${describeHead(session, head)}, ${place}`
  const entity = session.rowAt(cell.row)
  if (!column) return ''
  const edit = entity && session.overlay.get(entity.id, column.id)
  const value = entity ? shownText(session, entity, column) : t('loading')
  const remark = edit?.status === 'refused' ? `, ${t('not saved: {reason}', { reason: edit.reason })}` : ''
  const origin = entity && findOrigin(session, entity, column)
  const source = origin ? `, ${describeOrigin(origin)}` : ''
  return `${column.name}, ${value || t('empty')}${source}, ${place}${remark}`
}
