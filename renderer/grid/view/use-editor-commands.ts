import { useLayoutEffect, type RefObject } from 'react'
import { commitEdit, commitEverywhere } from '../actions/editing.ts'
import type { PanelHandle } from '../cells/cell-type.ts'
import type { GridSession } from '../data/grid-session.ts'

/** Lets the rest of the grid focus the input and close the open editor. */
export function useEditorCommands(
  session: GridSession,
  input: RefObject<HTMLInputElement | null>,
  panel: RefObject<PanelHandle | null>,
): void {
  useLayoutEffect(() => {
    // Without a panel the typed text counts, if any was typed.
    const held = () =>
      panel.current ? panel.current.write() : session.editor.get()?.isTyped ? undefined : null
    session.offer({
      focusInput: () => input.current?.focus({ preventScroll: true }),
      hasFocus: () => input.current !== null && input.current === document.activeElement,
      finishEditing: (after) => {
        if (session.editor.get()) commitEdit(session, held(), after)
      },
      finishEverywhere: () => {
        if (session.editor.get()) commitEverywhere(session, held())
      },
    })
  }, [session, input, panel])
}
