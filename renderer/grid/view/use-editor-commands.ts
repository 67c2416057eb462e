import { useLayoutEffect, type RefObject } from 'react'
import { commitEdit } from '../actions/editing.ts'
import type { PanelHandle } from '../cells/cell-type.ts'
import type { GridSession } from '../data/grid-session.ts'

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
      finishEditing: (after) => {
        const editor = session.editor.get()
        if (!editor) return
        // Without a panel the typed text counts, if any was typed.
        const write = panel.current ? panel.current.write() : editor.isTyped ? undefined : null
        commitEdit(session, write, after)
      },
    })
  }, [session, input, panel])
}
