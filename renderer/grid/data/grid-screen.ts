import type { AttributeValue } from '#shared/entities.ts'
import type { AfterCommit, CellPosition } from '../model/selection.ts'

/** The open editor: its entity and cell, and the text in its input. */
export interface EditorState {
  readonly entityId: string
  readonly cell: CellPosition
  readonly text: string
  readonly isTyped: boolean
  /**
   * The stored value when the editor opened: an edit replaces this and nothing newer; undefined for anything.
   */
  readonly base: AttributeValue | null | undefined
  /** The row has been deleted elsewhere since. */
  readonly isGone?: boolean
}

export interface CellNote {
  readonly cell: CellPosition
  readonly text: string
}

export interface GridScreen {
  readonly reveal: (cell: CellPosition) => void
  readonly revealStart: () => void
  readonly pageRows: () => number
  readonly focusInput: () => void
  readonly hasFocus: () => boolean
  readonly focusHeader: (columnId: string) => void
  readonly leave: () => void
  readonly openRowMenu: () => void
  readonly finishEditing: (after: AfterCommit) => void
  readonly finishEverywhere: () => void
}

export const noScreen: GridScreen = {
  reveal: () => undefined,
  revealStart: () => undefined,
  pageRows: () => 10,
  focusInput: () => undefined,
  hasFocus: () => false,
  focusHeader: () => undefined,
  leave: () => undefined,
  openRowMenu: () => undefined,
  finishEditing: () => undefined,
  finishEverywhere: () => undefined,
}
