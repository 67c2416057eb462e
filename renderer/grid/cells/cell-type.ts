import type { ComponentType, ReactNode, RefObject } from 'react'
import type { AttributeValue } from '#shared/entities.ts'
import type { CellContext, CellWrite } from '../data/cell-write.ts'
import type { GridColumn } from '../../query/columns.ts'
import type { AfterCommit } from '../model/selection.ts'

/** What an open editor panel offers to the input in the cell, which keeps the focus. */
export interface PanelHandle {
  readonly takeKey: (event: React.KeyboardEvent) => boolean
  /** What to save when the editor is left: null for no change, undefined to save the typed text. */
  readonly write: () => CellWrite | null | undefined
}

/** The list under the input, for `aria-controls` and `aria-activedescendant`. */
export interface ControlledList {
  readonly listId: string
  readonly optionId: string | undefined
}

export interface PanelProps {
  readonly column: GridColumn
  readonly context: CellContext
  readonly value: AttributeValue | null
  readonly text: string
  /** False until something was typed: then the text is the value and no search. */
  readonly isTyped: boolean
  readonly handle: RefObject<PanelHandle | null>
  readonly setText: (text: string) => void
  readonly formatList: (list: ControlledList) => void
  readonly commit: (write: CellWrite | null, after: AfterCommit) => void
  readonly cancel: () => void
}

/** How a cell is edited: not at all, by a switch, in the cell (with a panel under it), or in a popover that takes the focus. */
export type CellEditor =
  | { readonly kind: 'none' }
  | { readonly kind: 'toggle' }
  | {
      readonly kind: 'inline'
      readonly Panel?: ComponentType<PanelProps>
      readonly isSearch?: boolean
      readonly hasList?: boolean
      readonly inputMode?: 'decimal' | 'numeric' | 'url'
    }
  | { readonly kind: 'popover'; readonly Panel: ComponentType<PanelProps> }

/** Everything the grid knows about one data type. Values are never null here: unset cells are drawn empty. */
export interface CellType {
  readonly align?: 'start' | 'end' | 'center'
  /** What the cell shows; plain text unless given. */
  readonly render?: (value: AttributeValue, column: GridColumn, context: CellContext) => ReactNode
  readonly format: (value: AttributeValue, column: GridColumn, context: CellContext) => string
  /** The text that editing in place starts with; the formatted one unless given. */
  readonly edit?: (value: AttributeValue, context: CellContext) => string
  /**
   * Typed or pasted text as a write. What cannot be read is sent as it is: the server knows the rules and its reason is
   * shown. Undefined where the text must be looked up first.
   */
  readonly parse: (text: string, column: GridColumn, context: CellContext) => CellWrite | undefined
  /** Finds what the text stands for: a write, or why there is none. */
  readonly resolve?: (text: string, column: GridColumn, context: CellContext) => Promise<CellWrite | string>
  readonly editor: CellEditor
}
