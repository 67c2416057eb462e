import { createAtom } from '@tanstack/react-store'
import type { EntityType } from '#shared/entities.ts'
import type { Job } from '#shared/jobs.ts'

export interface SelectedRows {
  readonly count: number
  /** Their entities in the order of the grid; those that it does not hold are asked for. */
  readonly ids: () => Promise<readonly string[]>
}

export interface OpenGrid {
  readonly type: EntityType
  /** The entity that the cursor is on, or the first one. */
  readonly currentId: () => string | undefined
  readonly selectedRows: () => SelectedRows
  /** The commands that have nothing to do in it at the moment. */
  readonly idleCommands: () => ReadonlySet<string>
  readonly rememberImport: (job: Job) => void
}

/** The grid that is on the screen; `grid/` puts it here. */
export const openGrid = createAtom<OpenGrid | undefined>(undefined)
