import type { EntityType } from '#shared/entities.ts'
import { createContext, useContext } from 'react'
import { createAtom } from '@tanstack/react-store'

export type RowScope = 'selection' | 'view' | 'all'

export interface ColumnPosition {
  readonly id: string
  readonly side: 'before' | 'behind'
}

export interface AwaitedColumn {
  readonly workspaceId: string
  readonly type: EntityType
  readonly id: string
  readonly position?: ColumnPosition | undefined
}

export const awaitedColumn = createAtom<{ readonly present: AwaitedColumn | undefined }>({
  present: undefined,
})

/**
 * The data of each dialog of the window by its name. A dialog declares its own where its component is, such
 * as `declare module '../state/dialogs.ts' { interface DialogData { print: NoData } }`, and has a row in
 * the table of `shell/open-dialogs.tsx`.
 */
export interface DialogData {}

export interface NoData {}

export type DialogName = keyof DialogData

/** The dialogs that open without any data. */
export type PlainDialog = {
  [Name in DialogName]: NoData extends DialogData[Name] ? Name : never
}[DialogName]

export type DialogRequest = { [Name in DialogName]: { readonly kind: Name } & DialogData[Name] }[DialogName]

export interface DialogProps<Name extends DialogName> {
  /** Undefined while the dialog is closed. */
  readonly request: DialogData[Name] | undefined
  readonly onClose: () => void
}

export type OpenDialog = (request: DialogRequest) => void

export const DialogContext = createContext<OpenDialog>(() => undefined)

export function useOpenDialog(): OpenDialog {
  return useContext(DialogContext)
}
