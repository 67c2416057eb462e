import type { EntityType } from '#shared/entities.ts'
import type { Job } from '#shared/jobs.ts'
import { createContext, useContext } from 'react'
import type { ColumnPlace } from './awaited-column.ts'

/** Which rows an export takes: those selected, those the grid lists, or every one of the type. */
export type ExportScope = 'selection' | 'view' | 'all'

/** A dialog that any part of the window may ask for. */
export type DialogRequest =
  | { readonly kind: 'import'; readonly file?: File }
  | { readonly kind: 'export'; readonly scope?: ExportScope; readonly channel?: string }
  | { readonly kind: 'print' }
  | { readonly kind: 'add-attribute'; readonly type?: EntityType; readonly place?: ColumnPlace }
  | { readonly kind: 'edit-attribute'; readonly type: EntityType; readonly key: string }
  | { readonly kind: 'delete-attribute'; readonly type: EntityType; readonly key: string }
  | { readonly kind: 'job-report'; readonly job: Job }
  | { readonly kind: 'new-workspace' }
  | { readonly kind: 'palette' }
  | { readonly kind: 'shortcuts' }
  | { readonly kind: 'consent'; readonly code: string }

export type OpenDialog = (request: DialogRequest) => void

export const DialogContext = createContext<OpenDialog>(() => undefined)

export function useOpenDialog(): OpenDialog {
  return useContext(DialogContext)
}
