import { useSelector } from '@tanstack/react-store'
import { type ComponentProps, type RefObject, useLayoutEffect, useRef } from 'react'
import { commitEdit, commitEverywhere } from '../actions/editing.ts'
import { currentSelection, select } from '../actions/navigation.ts'
import type { CellEditor, ControlledList, PanelHandle } from '../cells/cell-type.ts'
import { cellTypeOf } from '../cells/registry.ts'
import { activeCellId, useGrid } from '../data/grid-context.ts'
import type { GridSession } from '../data/grid-session.ts'
import type { EditorState, GridScreen } from '../data/grid-screen.ts'
import { clipboardHandlers, finishOnBlur, takeComposed, takeInput, takeKey } from './editor-events.ts'
import type { GridColumn } from '../../query/columns.ts'
import { t } from '../../ui/text.ts'

function useEditorCommands(
  session: GridSession,
  input: RefObject<HTMLInputElement | null>,
  panel: RefObject<PanelHandle | null>,
): void {
  useLayoutEffect(() => {
    session.offer({
      focusInput: () => input.current?.focus({ preventScroll: true }),
      hasFocus: () => input.current !== null && input.current === document.activeElement,
      ...editorCommands(session, () => panel.current),
    })
  }, [session, input, panel])
}

/** Saves the open editor: the write of its panel, else the typed text. */
export function editorCommands(
  session: GridSession,
  panel: () => PanelHandle | null,
): Pick<GridScreen, 'finishEditing' | 'finishEverywhere'> {
  const held = () => {
    const open = panel()
    if (open) return open.write()
    return session.editor.get()?.isTyped ? undefined : null
  }
  return {
    finishEditing: (after) => {
      if (session.editor.get()) commitEdit(session, held(), after)
    },
    finishEverywhere: () => {
      if (session.editor.get()) commitEverywhere(session, held())
    },
  }
}

interface CellInputProps {
  readonly column: GridColumn | undefined
  readonly editor: EditorState | undefined
  readonly panel: RefObject<PanelHandle | null>
  readonly list: ControlledList | undefined
}

/**
 * The only input of the grid. It takes keys and the clipboard while a cell is selected, and becomes the
 * editor of the cell. It is never remounted, so that an input method keeps its first character.
 */
export function CellInput({ column, editor, panel, list }: CellInputProps) {
  const { session } = useGrid()
  const input = useRef<HTMLInputElement>(null)
  const inline = editor && inlineEditorOf(column)
  const text = (inline && editor?.text) ?? ''
  useEditorCommands(session, input, panel)

  useLayoutEffect(() => {
    const field = input.current
    if (!field || field.value === text) return
    field.value = text
    field.setSelectionRange(text.length, text.length)
  }, [text])

  return (
    <input
      ref={input}
      type="text"
      autoComplete="off"
      spellCheck={false}
      className="grid-input"
      data-open={inline !== undefined || undefined}
      data-align={column && cellTypeOf(column).align}
      inputMode={inline?.inputMode}
      placeholder={inline?.isSearch ? t('Search…') : undefined}
      aria-label={inputName(column, editor !== undefined)}
      {...useInputRole(inline, editor !== undefined, list)}
      onFocus={() => session.selection.get() ?? select(session, currentSelection(session))}
      onBlur={(event) => finishOnBlur(session, event)}
      onInput={(event) => takeInput(session, event.currentTarget, event.nativeEvent.isComposing)}
      onCompositionEnd={(event) => takeComposed(session, event.currentTarget)}
      onKeyDown={(event) => takeKey(session, panel.current, event)}
      onContextMenu={(event) => {
        if (session.editor.get()) return
        event.preventDefault()
        session.screen.openRowMenu()
      }}
      {...clipboardHandlers(session)}
    />
  )
}

function inputName(column: GridColumn | undefined, isEditing: boolean): string {
  if (!column) return t('Cells')
  return isEditing ? t('Edit {name}', { name: column.name }) : t('Cell {name}', { name: column.name })
}

type InlineEditor = Extract<CellEditor, { kind: 'inline' }>

function inlineEditorOf(column: GridColumn | undefined): InlineEditor | undefined {
  const editor = column && cellTypeOf(column).editor
  return editor?.kind === 'inline' ? editor : undefined
}

function useInputRole(
  inline: InlineEditor | undefined,
  isEditing: boolean,
  list: ControlledList | undefined,
): ComponentProps<'input'> {
  const { session, gridId } = useGrid()
  const hasCursor = useSelector(session.selection, (selection) => selection !== undefined)
  if (inline?.isSearch || inline?.hasList) {
    return {
      role: 'combobox',
      'aria-expanded': true,
      'aria-controls': list?.listId,
      'aria-activedescendant': list?.optionId,
    }
  }
  const active = hasCursor && !isEditing ? activeCellId(gridId) : undefined
  return { 'aria-controls': gridId, 'aria-activedescendant': active }
}
