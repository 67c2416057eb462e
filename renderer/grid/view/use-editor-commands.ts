import { useLayoutEffect, type RefObject } from 'react'
import { commitEdit, commitEverywhere } from '../actions/editing.ts'
import type { PanelHandle } from '../cells/cell-type.ts'
import type { GridSession } from '../data/grid-session.ts'
import type { GridView } from '../data/grid-view.ts'

/** Lets the rest of the grid focus the input and close the open editor. */
export function useEditorCommands(
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

/** What saves the open editor: its panel says what, else the typed text counts, if any was typed. */
export function editorCommands(
  session: GridSession,
  panel: () => PanelHandle | null,
): Pick<GridView, 'finishEditing' | 'finishEverywhere'> {
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
