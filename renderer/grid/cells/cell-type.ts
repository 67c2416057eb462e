import type { ComponentType, ReactNode, RefObject } from 'react'
import type { AttributeValue } from '#shared/entities.ts'
import type { CellContext, CellWrite } from '../data/cell-write.ts'
import type { GridColumn } from '../../query/columns.ts'
import type { AfterCommit } from '../model/selection.ts'

/** The link of an open editor panel to the input in the cell, which keeps the focus. */
export interface PanelHandle {
  readonly takeKey: (event: React.KeyboardEvent) => boolean
  /** The write when the editor is left: null for no change, undefined for the typed text. */
  readonly write: () => CellWrite | null | undefined
}

export interface ControlledList {
  readonly listId: string
  readonly optionId: string | undefined
}

export interface PanelProps {
  readonly column: GridColumn
  readonly context: CellContext
  readonly value: AttributeValue | null
  readonly text: string
  /** False until something is typed: until then the text is the value and not a search. */
  readonly isTyped: boolean
  readonly handle: RefObject<PanelHandle | null>
  readonly setText: (text: string) => void
  readonly formatList: (list: ControlledList) => void
  readonly commit: (write: CellWrite | null, after: AfterCommit) => void
  readonly cancel: () => void
}

/**
 * The editor of a cell: none, a switch, the cell itself (with a panel under it), or a popover that takes the
 * focus.
 */
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
  readonly render?: (value: AttributeValue, column: GridColumn, context: CellContext) => ReactNode
  readonly format: (value: AttributeValue, column: GridColumn, context: CellContext) => string
  /** The initial text of in-place editing; the formatted one by default. */
  readonly edit?: (value: AttributeValue, context: CellContext) => string
  readonly parse: (text: string, column: GridColumn, context: CellContext) => CellWrite | undefined
  /** Looks up a text; returns a write, or the reason why there is none. */
  readonly resolve?: (text: string, column: GridColumn, context: CellContext) => Promise<CellWrite | string>
  readonly editor: CellEditor
}
