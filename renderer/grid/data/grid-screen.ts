import type { AttributeValue } from '#shared/entities.ts'
import type { AfterCommit, CellPosition } from '../model/selection.ts'

export interface EditorState {
  readonly entityId: string
  readonly cell: CellPosition
  readonly text: string
  readonly isTyped: boolean
  /** The stored value when the editor opened: an edit replaces only this value; undefined for any value. */
  readonly base: AttributeValue | null | undefined
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
