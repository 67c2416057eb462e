import type { CellOrigin } from '../data/row-lookup.ts'
import type { AttributeValue } from '#shared/entities.ts'
import { remark } from './ranges.ts'
import { type AfterCommit, type CellPosition, type Way, afterEntry } from '../model/selection.ts'
import { cellTypeOf } from '../cells/registry.ts'
import { type CellWrite, scalarWrite } from '../data/cell-write.ts'
import type { GridSession } from '../data/grid-session.ts'
import type { GridColumn } from '../../query/columns.ts'
import { toDay } from '#shared/iso-times.ts'
import { explainOverride, findOrigin, type Cell, cellAt, clipCell, storedValue } from './cell-state.ts'
import { fillSelected } from './fill.ts'
import { axesOf, select } from './navigation.ts'
import { openRemarks } from './note-on-cell.ts'
import { t } from '../../ui/text.ts'

export function beginEdit(session: GridSession, typed?: string): void {
  const cell = session.selection.get()?.cursor
  const at = cell && cellAt(session, cell)
  if (!cell || !at) return
  const { editor } = cellTypeOf(at.column)
  if (editor.kind === 'none' || at.column.readOnlyReason !== undefined) {
    return beginReading(session, cell, at.column, typed)
  }
  if (editor.kind === 'toggle') return toggle(session)
  session.note.set(() => undefined)
  session.screen.reveal(cell)
  const start = typed === undefined ? startOf(session, at) : { text: typed, isTyped: true }
  session.editor.set({ entityId: at.entity.id, cell, base: baseOf(at), ...start })
  const origin = findOrigin(session, at.entity, at.column)
  if (origin) session.announce(explainOverride(origin))
}

// An earlier pending edit may have been saved before this one is.
function baseOf(cell: Cell): AttributeValue | null | undefined {
  return cell.edit?.status === 'pending' ? undefined : storedValue(cell)
}

function startOf(session: GridSession, { column, edit, value }: Cell): { text: string; isTyped: boolean } {
  if (edit?.status === 'refused') return { text: edit.write.text, isTyped: true }
  const { editor } = cellTypeOf(column)
  const isSearch = editor.kind === 'inline' && editor.isSearch === true
  return { text: isSearch ? '' : editText(session, column, value), isTyped: false }
}

function editText(session: GridSession, column: GridColumn, value: AttributeValue | null): string {
  if (value === null) return ''
  const type = cellTypeOf(column)
  return type.edit ? type.edit(value, session.context) : type.format(value, column, session.context)
}

/** Remarks of a row can be read in full; every other read-only cell gives its reason. */
function beginReading(session: GridSession, cell: CellPosition, column: GridColumn, typed?: string): void {
  if (column.kind === 'remark' && typed === undefined) openRemarks(session)
  else remarkReadOnly(session, cell, column)
}

function remarkReadOnly(session: GridSession, cell: CellPosition, column: GridColumn): void {
  const text = column.readOnlyReason ?? t('This cell cannot be edited.')
  session.note.set({ cell, text })
  session.announce(text)
}

export function cancelEdit(session: GridSession): void {
  session.editor.set(() => undefined)
  session.screen.focusInput()
}

/**
 * Closes the editor and saves the write, the typed text without one, nothing for null. Then moves the cursor.
 */
export function commitEdit(
  session: GridSession,
  write: CellWrite | null | undefined,
  after: AfterCommit,
): void {
  const editor = session.editor.get()
  if (!editor) return
  session.editor.set(() => undefined)
  const column = session.columnOf(editor.cell.columnId)
  if (column && write !== null) saveCell(session, { ...editor, column }, write ?? editor.text)
  if (after === 'leave') return
  session.screen.focusInput()
  moveAfter(session, after)
}

/** A cell to save, with the value at the start of editing; an undefined value is written in any case. */
interface EditedCell {
  readonly entityId: string
  readonly column: GridColumn
  readonly base: AttributeValue | null | undefined
}

/** Saves a write, or text that the column's type parses; a reference is looked up by label. */
export function saveCell(session: GridSession, cell: EditedCell, write: CellWrite | string): void {
  const { column } = cell
  const parsed = typeof write === 'string' ? cellTypeOf(column).parse(write, column, session.context) : write
  if (parsed) return saveWrite(session, cell, parsed)
  if (typeof write === 'string') void lookUp(session, cell, write)
}

async function lookUp(session: GridSession, cell: EditedCell, text: string): Promise<void> {
  const { entityId, column } = cell
  const { resolve } = cellTypeOf(column)
  if (!resolve) return
  const pending: CellWrite = { shown: text, wire: text, text }
  session.overlay.markPending(entityId, new Map([[column.id, pending]]))
  const found = await resolve(text, column, session.context).catch(() =>
    t('This could not be looked up. Check that Vitrine is running and try again.'),
  )
  if (session.overlay.get(entityId, column.id)?.write !== pending) return
  if (typeof found === 'string') {
    const failure = { entityId, key: column.id, write: pending, reason: found }
    return void session.write(t('edit of {name}', { name: column.name }), [], [failure])
  }
  session.overlay.clear(entityId, [column.id])
  saveWrite(session, cell, found)
  if (found.leftOut) remark(session, found.leftOut.join(' '))
}

function saveWrite(session: GridSession, { entityId, column, base }: EditedCell, write: CellWrite): void {
  const row = session.rowOf(entityId)
  const at = row === undefined ? undefined : cellAt(session, { row, columnId: column.id })
  const isSame = at && at.edit === undefined && JSON.stringify(at.value) === JSON.stringify(write.shown)
  if (isSame) return
  void session.write(t('edit of {name}', { name: column.name }), [
    { entityId, key: column.id, write, expected: base },
  ])
}

function moveAfter(session: GridSession, after: Exclude<AfterCommit, 'leave'>): void {
  const selection = session.selection.get()
  if (!selection || after === 'stay') return
  select(session, afterEntry(selection, axesOf(session), ways[after]))
}

const ways: Readonly<Record<Exclude<AfterCommit, 'leave' | 'stay'>, Way>> = {
  down: { along: 'columns', step: 1 },
  up: { along: 'columns', step: -1 },
  right: { along: 'rows', step: 1 },
  left: { along: 'rows', step: -1 },
}

/**
 * Closes the editor and saves into every selected cell as one step: the write, the typed text without one,
 * the value of the edited cell for null.
 */
export function commitEverywhere(session: GridSession, write: CellWrite | null | undefined): void {
  const editor = session.editor.get()
  if (!editor) return
  const clip =
    write === null
      ? clipCell(session, editor.cell)
      : { text: write?.text ?? editor.text, ...(write && { raw: write.shown }) }
  cancelEdit(session)
  void fillSelected(session, clip)
}

export function toggle(session: GridSession): void {
  const cell = session.selection.get()?.cursor
  const at = cell && cellAt(session, cell)
  if (!at || cellTypeOf(at.column).editor.kind !== 'toggle') return
  const base = storedValue(at)
  const origin = findOrigin(session, at.entity, at.column)
  saveCell(session, { entityId: at.entity.id, column: at.column, base }, scalarWrite(at.value !== true))
  if (!origin) return session.announce(`${at.column.name}, ${at.value === true ? t('No') : t('Yes')}`)
  const text = describeOwnValue(origin)
  session.note.set({ cell, text })
  session.announce(text)
}

/** Inserts today's date into the cursor's cell, as text if it is no date. */
export function insertToday(session: GridSession): void {
  const cell = session.selection.get()?.cursor
  const at = cell && cellAt(session, cell)
  if (!cell || !at) return
  if (at.column.readOnlyReason !== undefined) return remarkReadOnly(session, cell, at.column)
  const base = storedValue(at)
  saveCell(session, { entityId: at.entity.id, column: at.column, base }, toDay())
}

export function settleConflict(session: GridSession, keep: 'mine' | 'theirs'): void {
  const cell = session.selection.get()?.cursor
  const at = cell && cellAt(session, cell)
  if (at?.edit?.status !== 'refused' || !at.edit.conflict) return
  const { write } = at.edit
  const base = storedValue(at)
  if (keep === 'mine') saveWrite(session, { entityId: at.entity.id, column: at.column, base }, write)
  else discardRefused(session)
  session.screen.focusInput()
}

export function discardRefused(session: GridSession): boolean {
  const cell = session.selection.get()?.cursor
  const at = cell && cellAt(session, cell)
  if (at?.edit?.status !== 'refused') return false
  session.overlay.clear(at.entity.id, [at.column.id])
  session.announce(t('The rejected change was discarded.'))
  return true
}

function describeOwnValue({ kind, from }: CellOrigin): string {
  if (kind === 'rolled_up')
    return t('This is a value of its own now. Delete goes back to what was gathered from the variants.')
  return from === null
    ? t('This is a value of its own now. Delete goes back to what was inherited from the parent.')
    : t('This is a value of its own now. Delete goes back to what was inherited from {from}.', { from })
}
