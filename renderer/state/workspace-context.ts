import { createContext, useContext } from 'react'
import type { SessionInfo, ListedWorkspace } from '#shared/app-surface.ts'
import type { StreamState } from '../api/event-stream.ts'
import type { Api } from '../api/client.ts'
import { createAtom } from '@tanstack/react-store'
import type { EntityType } from '#shared/entities.ts'
import type { Job } from '#shared/jobs.ts'

export interface OpenWorkspace {
  readonly workspace: ListedWorkspace
  readonly session: SessionInfo
  readonly api: Api
  readonly streamState: StreamState
}

export const WorkspaceContext = createContext<OpenWorkspace | undefined>(undefined)

export function useWorkspace(): OpenWorkspace {
  const open = useContext(WorkspaceContext)
  if (open === undefined) throw new Error('This component needs an open workspace around it.')
  return open
}

interface SelectedRows {
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
