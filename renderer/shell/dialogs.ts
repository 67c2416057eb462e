import { createContext, useContext } from 'react'

/** A dialog that any part of the window may ask for. */
export type DialogRequest =
  | { readonly kind: 'import'; readonly file?: File }
  | { readonly kind: 'add-attribute' }
  | { readonly kind: 'new-workspace' }

export type OpenDialog = (request: DialogRequest) => void

export const DialogContext = createContext<OpenDialog>(() => undefined)

export function useOpenDialog(): OpenDialog {
  return useContext(DialogContext)
}
