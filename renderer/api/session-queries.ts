import { queryOptions } from '@tanstack/react-query'
import type { SessionInfo, Workspace } from '#shared/app-surface.ts'
import { callApp } from './client.ts'
import { joinPresence } from './team-messages.ts'

export const sessionKey = ['session'] as const

/** What the server says of itself and which workspaces it knows. A 401 means that this browser has no session. */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: async ({ signal }): Promise<SessionInfo> => {
    const { data } = await callApp('GET /session', { signal })
    // Before any stream is opened: it brings what a team has beside changes.
    if (data.person !== null) joinPresence()
    return data
  },
  staleTime: Infinity,
})

/** Creates a workspace in the data folder, with the sample catalog if wanted. */
export async function createWorkspace(input: { name: string; sample: boolean }): Promise<Workspace> {
  return (await callApp('POST /workspaces', { body: input })).data
}
