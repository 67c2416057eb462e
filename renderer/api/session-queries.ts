import { queryOptions } from '@tanstack/react-query'
import type { Workspace } from '#shared/app-surface.ts'
import { appApi } from './client.ts'

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
    const { data } = await appApi.get<{ data: SessionInfo }>('/session', { signal })
    return data
  },
  staleTime: Infinity,
})

/** Creates a workspace in the data folder, with the sample catalog if wanted. */
export async function createWorkspace(input: { name: string; sample: boolean }): Promise<Workspace> {
  const { data } = await appApi.post<{ data: Workspace }>('/workspaces', { body: input })
  return data
}
