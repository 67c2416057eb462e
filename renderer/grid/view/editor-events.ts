import type { ClipboardEvent, FocusEvent, KeyboardEvent } from 'react'
import { copySelected, cutSelected, copyWithHeaders } from '../actions/clipboard.ts'
import { beginEdit, cancelEdit, discardRefused, insertToday, toggle } from '../actions/editing.ts'
import { pasteInto } from '../actions/paste.ts'
import {
  isManySelected,
  axesOf,
  currentSelection,
  select,
  selectAll,
  selectInPlace,
  walkSelected,
} from '../actions/navigation.ts'
import type { CellEditor, PanelHandle } from '../cells/cell-type.ts'
import {
  type AfterCommit,
  selectCell,
  moveBy,
  moveInReadingOrder,
  moveToEdge,
  widen,
  type Direction,
  type Selection,
} from '../model/selection.ts'
import { cellTypeOf } from '../cells/registry.ts'
import type { GridSession } from '../data/grid-session.ts'
import type { CommandId } from '#shared/commands.ts'
import { askOrigin, commentOnCell, noteOnCell } from '../actions/note-on-cell.ts'
import { fillFrom, fillToEnd } from '../actions/fill.ts'
import { redo, undo } from '../actions/history.ts'
import { openBelow } from '../actions/arranged-rows.ts'
import { shiftRowsByRank } from '../actions/rank-rows.ts'
import { clearSelected, remark } from '../actions/ranges.ts'
import { goToNextLeft } from '../actions/next-left.ts'
import { goToMissing } from '../actions/next-missing.ts'
import { goToError } from '../actions/refusals.ts'
import {
  duplicateRow,
  addRow,
  addVariant,
  openVariants,
  discardDraft,
  insertRow,
  openLink,
  trashSelected,
} from '../actions/rows.ts'
import { closeDetails, openDetails } from '../data/detail-state.ts'
import { rightOfCommand } from '../../state/command-rights.ts'
import { present, whyNot } from '../../state/rights.tsx'
import { toChord, type Chord } from '../../ui/kbd.tsx'

type Field = HTMLInputElement

export function takeInput(session: GridSession, field: Field, isComposing: boolean): void {
  const text = field.value
  if (session.editor.get()) {
    return session.editor.set((editor) => editor && { ...editor, text, isTyped: true })
  }
  const kind = editorKind(session)
  // During a composition, only an editor in this same input can open without disturbing it.
  if (isComposing && kind !== 'inline') return
  if (kind !== 'toggle' && text !== '') beginEdit(session, text)
  if (kind !== 'inline' || !session.editor.get()) field.value = ''
}

export function takeComposed(session: GridSession, field: Field): void {
  if (!session.editor.get()) takeInput(session, field, false)
}

function editorKind(session: GridSession): CellEditor['kind'] {
  const cursor = session.selection.get()?.cursor
  const column = cursor && session.columnOf(cursor.columnId)
  return column ? cellTypeOf(column).editor.kind : 'none'
}

/** Returns false to leave the key to the browser. */
type Command = (session: GridSession) => boolean

const arrows: readonly (readonly [string, Direction, number, number])[] = [
  ['ArrowUp', 'up', -1, 0],
  ['ArrowDown', 'down', 1, 0],
  ['ArrowLeft', 'left', 0, -1],
  ['ArrowRight', 'right', 0, 1],
]

const arrowCommands = arrows.flatMap(([key, direction, rows, columns]): [string, Command][] => [
  [key, moving((selection, session) => moveBy(selection, axesOf(session), { rows, columns }))],
  [
    `Shift+${key}`,
    moving((selection, session) => moveBy(selection, axesOf(session), { rows, columns, extend: true })),
  ],
  [`Ctrl+${key}`, moving((selection, session) => moveToEdge(selection, axesOf(session), direction))],
  [
    `Ctrl+Shift+${key}`,
    moving((selection, session) => moveToEdge(selection, axesOf(session), direction, true)),
  ],
])

const commands: ReadonlyMap<string, Command> = new Map<string, Command>([
  ...arrowCommands,
  ['ArrowLeft', onHead(false, 'left')],
  ['ArrowRight', onHead(true, 'right')],
  ['ArrowUp', (session) => leaveUpwards(session) || arrowUp(session)],
  ['Home', toEdge('left')],
  ['End', toEdge('right')],
  ['Shift+Home', toEdge('left', true)],
  ['Shift+End', toEdge('right', true)],
  ['Ctrl+Home', toCorner('up', 'left')],
  ['Ctrl+End', toCorner('down', 'right')],
  ['Ctrl+Shift+Home', toCorner('up', 'left', true)],
  ['Ctrl+Shift+End', toCorner('down', 'right', true)],
  ['PageUp', byPage(-1)],
  ['PageDown', byPage(1)],
  ['Shift+PageUp', byPage(-1, true)],
  ['Shift+PageDown', byPage(1, true)],
  ['Tab', inReadingOrder(1)],
  ['Shift+Tab', inReadingOrder(-1)],
  ['Ctrl+A', always(selectAll)],
  ['Ctrl+Space', always((session) => widenTo(session, 'columns'))],
  ['Shift+Space', always((session) => widenTo(session, 'rows'))],
  ['Ctrl+Z', always((session) => void undo(session))],
  ['Ctrl+Shift+Z', always((session) => void redo(session))],
  ['Ctrl+Y', always((session) => void redo(session))],
  ['Ctrl+D', always((session) => void fillFrom(session, 'top'))],
  ['Ctrl+R', always((session) => void fillFrom(session, 'left'))],
  ['Alt+Shift+ArrowDown', always((session) => void fillToEnd(session, false))],
  ['Alt+PageUp', always((session) => void shiftRowsByRank(session, -1))],
  ['Alt+PageDown', always((session) => void shiftRowsByRank(session, 1))],
  ['Ctrl+;', always(insertToday)],
  ['Ctrl+.', always(insertToday)],
  ['Ctrl+Shift+C', always((session) => void copyWithHeaders(session))],
  ['Ctrl+G', always((session) => session.isGoingTo.set(true))],
  ['Enter', always(enter)],
  ['Alt+Shift+ArrowRight', always((session) => openBelow(session, true))],
  ['Alt+Shift+ArrowLeft', always((session) => openBelow(session, false))],
  ['F2', always((session) => beginEdit(session))],
  ['Shift+F2', allowed('add-note', noteOnCell)],
  ['Ctrl+Alt+M', allowed('add-comment', commentOnCell)],
  ['F4', always(askOrigin)],
  ['Alt+ArrowDown', always((session) => beginEdit(session))],
  ['Delete', always((session) => void clearSelected(session))],
  ['Backspace', always((session) => void clearSelected(session))],
  ['Space', always(toggleOrExpand)],
  ['Escape', always(escape)],
  ['F8', always((session) => goToError(session, 1))],
  ['Shift+F8', always((session) => goToError(session, -1))],
  ['F9', always((session) => void goToMissing(session))],
  ['Shift+F9', always((session) => void goToNextLeft(session))],
  ['F6', always((session) => session.screen.leave())],
  ['Alt+Enter', always(openLink)],
  ['Ctrl+Enter', allowed('insert-row', (session) => insertRow(session, 'below'))],
  ['Ctrl+Shift+Enter', allowed('add-variant', addVariant)],
  ['Ctrl+Alt+Enter', allowed('variants', openVariants)],
  ['Shift+Enter', (session) => walkSelected(session, 'columns', -1) || insertAbove(session)],
  ['Ctrl+Shift++', allowed('add-row', addRow)],
  ['Ctrl+Shift+*', allowed('add-row', addRow)],
  ['Ctrl+Shift+=', allowed('add-row', addRow)],
  ['Ctrl+Shift+D', allowed('duplicate-row', (session) => void duplicateRow(session))],
  ['Ctrl+Delete', allowed('trash-rows', (session) => void trashSelected(session))],
  ['Shift+F10', always((session) => session.screen.openRowMenu())],
  ['ContextMenu', always((session) => session.screen.openRowMenu())],
  ['Ctrl+-', (session) => discardDraft(session, false)],
])

export const gridChords: ReadonlySet<string> = new Set(commands.keys())

function runKey(session: GridSession, event: Chord): boolean {
  return commands.get(toChord(event))?.(session) ?? false
}

function always(run: (session: GridSession) => void): Command {
  return (session) => {
    run(session)
    return true
  }
}

function allowed(id: CommandId, run: (session: GridSession) => void): Command {
  return always((session) => {
    const right = rightOfCommand[id]
    if (right === null || present.get().may(right)) run(session)
    else remark(session, whyNot(right))
  })
}

function insertAbove(session: GridSession): boolean {
  return allowed('insert-row-above', (present) => insertRow(present, 'above'))(session)
}

function moving(move: (selection: Selection, session: GridSession) => Selection | undefined): Command {
  return (session) => {
    const selection = currentSelection(session)
    if (selection) go(session, selection, move(selection, session) ?? selection)
    return true
  }
}

// A move to the first column by key also reveals the columns before it.
function go(session: GridSession, from: Selection, to: Selection): void {
  select(session, to)
  const isFirst = to.cursor.columnId === axesOf(session).columnIds[0]
  if (isFirst && to.cursor.columnId !== from.cursor.columnId) session.screen.revealStart()
}

function arrowUp(session: GridSession): boolean {
  return moving((selection) => moveBy(selection, axesOf(session), { rows: -1 }))(session)
}

// On the head of a group the keys open and close it, as in every tree; it has no adjacent cell.
function onHead(requested: boolean, direction: 'left' | 'right'): Command {
  const move = moving((selection, session) =>
    moveBy(selection, axesOf(session), { columns: direction === 'left' ? -1 : 1 }),
  )
  return (session) => {
    const cursor = session.selection.get()?.cursor
    if (!cursor || !session.headAt(cursor.row)) return move(session)
    openBelow(session, requested)
    return true
  }
}

function leaveUpwards(session: GridSession): boolean {
  const cursor = session.selection.get()?.cursor
  if (cursor?.row !== 0) return false
  session.screen.focusHeader(cursor.columnId)
  return true
}

function toEdge(direction: Direction, extend = false): Command {
  return moving((selection, session) => moveToEdge(selection, axesOf(session), direction, extend))
}

function toCorner(vertical: Direction, horizontal: Direction, extend = false): Command {
  return moving((selection, session) => {
    const axes = axesOf(session)
    return moveToEdge(moveToEdge(selection, axes, vertical, extend), axes, horizontal, extend)
  })
}

function byPage(sign: 1 | -1, extend = false): Command {
  return moving((selection, session) =>
    moveBy(selection, axesOf(session), { rows: sign * session.screen.pageRows(), extend }),
  )
}

// At the first and the last cell the Tab key leaves the grid, as elsewhere on the page.
function inReadingOrder(step: 1 | -1): Command {
  return (session) => {
    if (walkSelected(session, 'rows', step)) return true
    const selection = currentSelection(session)
    const next = selection && moveInReadingOrder(selection, axesOf(session), step)
    if (!next) return false
    go(session, selection, next)
    return true
  }
}

function enter(session: GridSession): void {
  if (walkSelected(session, 'columns', 1) || openBelow(session, 'toggle')) return
  beginEdit(session)
}

function widenTo(session: GridSession, span: 'rows' | 'columns'): void {
  const selection = currentSelection(session)
  if (selection) selectInPlace(session, widen(selection, span))
}

function toggleOrExpand(session: GridSession): void {
  if (openBelow(session, 'toggle')) return
  const cursor = session.selection.get()?.cursor
  const column = cursor && session.columnOf(cursor.columnId)
  if (column?.traits.family === 'boolean' && column.readOnlyReason === undefined) toggle(session)
  else openDetails(session)
}

function escape(session: GridSession): void {
  if (discardRefused(session) || discardDraft(session, true) || closeDetails(session)) return
  const selection = session.selection.get()
  if (selection) select(session, selectCell(selection.cursor))
}

/** Handles a key in the input. During a composition the keys belong to the input method. */
export function takeKey(session: GridSession, panel: PanelHandle | null, event: KeyboardEvent): void {
  if (event.nativeEvent.isComposing || event.keyCode === 229) return
  const isUsed = session.editor.get() ? takeEditingKey(session, panel, event) : runKey(session, event)
  if (!isUsed) return
  event.preventDefault()
  event.stopPropagation()
}

function takeEditingKey(session: GridSession, panel: PanelHandle | null, event: KeyboardEvent): boolean {
  if (takeEverywhere(session, event) || panel?.takeKey(event)) return true
  if (event.key === 'Escape') {
    cancelEdit(session)
    return true
  }
  const after = afterKey(event, panel !== null)
  if (after && event.key.startsWith('Arrow'))
    session.selection.set((present) => present && selectCell(present.cursor))
  if (after) session.screen.finishEditing(after)
  return after !== undefined
}

/** Ctrl+Enter with several selected cells writes the text into all of them. Returns whether it applied. */
export function takeEverywhere(session: GridSession, event: KeyboardEvent): boolean {
  const isIt = event.key === 'Enter' && (event.ctrlKey || event.metaKey) && isManySelected(session)
  if (!isIt) return false
  event.preventDefault()
  event.stopPropagation()
  session.screen.finishEverywhere()
  return true
}

function afterKey({ key, shiftKey }: KeyboardEvent, hasPanel: boolean): AfterCommit | undefined {
  if (key === 'Enter') return shiftKey ? 'up' : 'down'
  if (key === 'Tab') return shiftKey ? 'left' : 'right'
  if (hasPanel) return undefined
  // A single-line editor does not need these keys: they move on, as in a spreadsheet.
  if (key === 'ArrowUp') return 'up'
  return key === 'ArrowDown' ? 'down' : undefined
}

/** Saves the text when the focus leaves. The editor's own panel or another window does not count. */
export function finishOnBlur(session: GridSession, { relatedTarget }: FocusEvent): void {
  const isOwnPanel = relatedTarget instanceof Element && relatedTarget.closest('.grid-popover') !== null
  if (!isOwnPanel && document.hasFocus() && !isPopoverEditor(session)) session.screen.finishEditing('leave')
}

function isPopoverEditor(session: GridSession): boolean {
  const editor = session.editor.get()
  const column = editor && session.columnOf(editor.cell.columnId)
  return column !== undefined && cellTypeOf(column).editor.kind === 'popover'
}

/** Copies, cuts and pastes cells while none is edited; in an editor these events belong to the text. */
export function clipboardHandlers(session: GridSession) {
  const handle =
    (act: (session: GridSession, data: DataTransfer) => unknown) =>
    (event: ClipboardEvent): void => {
      if (session.editor.get()) return
      event.preventDefault()
      act(session, event.clipboardData)
    }
  return { onCopy: handle(copySelected), onCut: handle(cutSelected), onPaste: handle(pasteInto) }
}
