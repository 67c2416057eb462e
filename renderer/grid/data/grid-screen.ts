import type { AttributeValue } from '#shared/entities.ts'
import type { AfterCommit, CellPosition } from '../model/selection.ts'

/** The open editor: the entity and cell it belongs to, and the text in its input. */
export interface EditorState {
  readonly entityId: string
  readonly cell: CellPosition
  readonly text: string
  readonly isTyped: boolean
  /** The stored value when the editor was opened: what is typed replaces this and nothing newer; undefined for anything. */
  readonly base: AttributeValue | null | undefined
  /** The row has been deleted elsewhere since. */
  readonly isGone?: boolean
}

/** A remark beside a cell; it goes when the cursor moves. */
export interface CellNote {
  readonly cell: CellPosition
  readonly text: string
}

/** What the state asks of the parts on the screen; each part offers its own. */
export interface GridScreen {
  /** Scrolls a cell into view. */
  readonly reveal: (cell: CellPosition) => void
  /** Scrolls to the first columns. */
  readonly revealStart: () => void
  /** How many rows a page key moves by. */
  readonly pageRows: () => number
  /** Takes the keyboard focus back to the grid's input. */
  readonly focusInput: () => void
  /** Whether the grid's input has the keyboard focus. */
  readonly hasFocus: () => boolean
  /** Moves the keyboard focus to the header of a column. */
  readonly focusHeader: (columnId: string) => void
  /** Moves the keyboard focus out of the grid. */
  readonly leave: () => void
  /** Opens the menu of the rows at the cursor. */
  readonly openRowMenu: () => void
  /** Saves what the open editor holds, if there is one. */
  readonly finishEditing: (after: AfterCommit) => void
  /** Saves what the open editor holds in every selected cell. */
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
