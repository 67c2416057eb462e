import type { EntityType } from '#shared/entities.ts'
import type { NewGeneration, OverwriteMode } from '#shared/generations.ts'
import type { Job } from '#shared/jobs.ts'
import type { Worklist } from '#shared/views.ts'
import { createContext, useContext } from 'react'
import type { Right } from './rights.ts'
import { createAtom } from '@tanstack/react-store'

export type RowScope = 'selection' | 'view' | 'all'

export interface GenerateRequest {
  readonly kind: 'generate'
  readonly type?: EntityType
  readonly attributes?: readonly string[]
  readonly scope?: RowScope
  readonly only?: { readonly id: string; readonly label: string | null }
  readonly overwrite?: OverwriteMode
  readonly again?: NewGeneration
}

export interface WorklistRequest {
  readonly kind: 'worklist'
  readonly scope?: RowScope
  readonly worklist?: Worklist
}

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

export type DialogRequest =
  | { readonly kind: 'import'; readonly file?: File }
  | { readonly kind: 'export'; readonly scope?: RowScope; readonly channel?: string }
  | GenerateRequest
  | WorklistRequest
  | { readonly kind: 'print' }
  | { readonly kind: 'merge'; readonly type: EntityType; readonly ids: readonly string[] }
  | { readonly kind: 'saved-action'; readonly type: EntityType; readonly id: string }
  | { readonly kind: 'add-attribute'; readonly type?: EntityType; readonly position?: ColumnPosition }
  | { readonly kind: 'edit-attribute'; readonly type: EntityType; readonly key: string }
  | { readonly kind: 'delete-attribute'; readonly type: EntityType; readonly key: string }
  | { readonly kind: 'job-report'; readonly job: Job }
  | { readonly kind: 'new-workspace' }
  | { readonly kind: 'palette' }
  | { readonly kind: 'shortcuts' }
  | { readonly kind: 'consent'; readonly code: string }

export type OpenDialog = (request: DialogRequest) => void

export const rightOfDialog: Readonly<Record<DialogRequest['kind'], Right | null>> = {
  import: 'imports',
  export: null,
  generate: 'generation',
  worklist: 'worklists',
  print: null,
  merge: 'merging',
  'saved-action': 'rows',
  'add-attribute': 'attributes',
  'edit-attribute': 'attributes',
  'delete-attribute': 'attributes',
  'job-report': null,
  'new-workspace': 'workspaces',
  palette: null,
  shortcuts: null,
  consent: null,
}

export const DialogContext = createContext<OpenDialog>(() => undefined)

export function useOpenDialog(): OpenDialog {
  return useContext(DialogContext)
}
