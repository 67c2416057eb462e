import type { ClipboardEvent, FocusEvent, KeyboardEvent } from 'react'
import { copySelected, cutSelected } from '../actions/clipboard.ts'
import { beginEdit, cancelEdit } from '../actions/editing.ts'
import { pasteInto } from '../actions/paste.ts'
import { isManySelected } from '../actions/navigation.ts'
import type { CellEditor, PanelHandle } from '../cells/cell-type.ts'
import { type AfterCommit, selectCell } from '../model/selection.ts'
import { cellTypeOf } from '../cells/registry.ts'
import type { GridSession } from '../data/grid-session.ts'
import { runKey } from './keyboard.ts'

type Field = HTMLInputElement

/** Text arrived in the input: it opens the editor of the cell, or belongs to the open one. */
export function takeInput(session: GridSession, field: Field, isComposing: boolean): void {
  const text = field.value
  if (session.editor.get()) {
    return session.editor.set((editor) => editor && { ...editor, text, isTyped: true })
  }
  const kind = editorKind(session)
  // An input method is still at work: only an editor in this very input may open without disturbing it.
  if (isComposing && kind !== 'inline') return
  if (kind !== 'toggle' && text !== '') beginEdit(session, text)
  if (kind !== 'inline' || !session.editor.get()) field.value = ''
}

/** An input method has finished a character or word. */
export function takeComposed(session: GridSession, field: Field): void {
  if (!session.editor.get()) takeInput(session, field, false)
}

function editorKind(session: GridSession): CellEditor['kind'] {
  const cursor = session.selection.get()?.cursor
  const column = cursor && session.columnOf(cursor.columnId)
  return column ? cellTypeOf(column).editor.kind : 'none'
}

/** A key in the input. While an input method is at work the keys are its own. */
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
  // The arrows leave a range; Enter and Tab walk inside it.
  if (after && event.key.startsWith('Arrow'))
    session.selection.set((present) => present && selectCell(present.cursor))
  if (after) session.screen.finishEditing(after)
  return after !== undefined
}

/** Ctrl+Enter while several cells are selected: what is typed goes into all of them. Returns whether it was that. */
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
  // One line has no use for these: they go on, as in a spreadsheet.
  if (key === 'ArrowUp') return 'up'
  return key === 'ArrowDown' ? 'down' : undefined
}

/** The focus went elsewhere: what was typed is saved. Going into the editor's own panel or to another window is no leaving. */
export function finishOnBlur(session: GridSession, { relatedTarget }: FocusEvent): void {
  const isOwnPanel = relatedTarget instanceof Element && relatedTarget.closest('.grid-popover') !== null
  if (!isOwnPanel && document.hasFocus() && !isPopoverEditor(session)) session.screen.finishEditing('leave')
}

function isPopoverEditor(session: GridSession): boolean {
  const editor = session.editor.get()
  const column = editor && session.columnOf(editor.cell.columnId)
  return column !== undefined && cellTypeOf(column).editor.kind === 'popover'
}

/** Copy, cut and paste of cells while none is edited; in an editor they are the text's. */
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
