import { createAtom } from '@tanstack/react-store'
import type { EntityType } from '#shared/entities.ts'
import type { Job } from '#shared/jobs.ts'

export interface SelectedRows {
  readonly count: number
  /** Their entities in the order of the grid; missing ones are fetched. */
  readonly ids: () => Promise<readonly string[]>
}

export interface OpenGrid {
  readonly type: EntityType
  readonly currentId: () => string | undefined
  readonly selectedRows: () => SelectedRows
  readonly idleCommands: () => ReadonlySet<string>
  readonly rememberImport: (job: Job) => void
}

export const openGrid = createAtom<OpenGrid | undefined>(undefined)
