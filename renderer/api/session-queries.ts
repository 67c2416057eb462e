import { queryOptions } from '@tanstack/react-query'
import type { Workspace } from '#shared/app-surface.ts'
import { callApp } from './app-client.ts'

export interface SessionInfo {
  readonly version: string
  readonly origin: string
  readonly workspaces: readonly Workspace[]
}

export const sessionKey = ['session'] as const

/** What the server says of itself and which workspaces it knows. A 401 means that this browser has no session. */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: async ({ signal }) => {
    const { data } = await callApp<{ data: SessionInfo }>('GET', '/session', { signal })
    return data
  },
  staleTime: Infinity,
})

/** Creates a workspace in the data folder, with the sample catalog if wanted. */
export async function createWorkspace(input: { name: string; sample: boolean }): Promise<Workspace> {
  const { data } = await callApp<{ data: Workspace }>('POST', '/workspaces', { body: input })
  return data
}
