import { createContext, useContext } from 'react'
import type { SessionInfo, ListedWorkspace } from '#shared/app-surface.ts'
import type { StreamState } from '../api/event-stream.ts'
import type { Api } from '../api/client.ts'

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
