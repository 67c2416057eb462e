import { queryOptions } from '@tanstack/react-query'
import type { WorkspaceDownload } from '#shared/schemas/workspace-downloads.ts'
import { callApp } from './client.ts'

const pollMs = 400

/** Begins a copy of a workspace that somebody takes along. */
export async function startWorkspaceDownload(workspaceId: string): Promise<WorkspaceDownload> {
  return (await callApp('POST /workspaces/{id}/copies', { path: { id: workspaceId } })).data
}

/** How far a copy is; asked for often while it is made. */
export function workspaceDownloadQuery(workspaceId: string, copyId: string) {
  return queryOptions({
    queryKey: ['home-copy', workspaceId, copyId] as const,
    queryFn: async ({ signal }) => {
      const path = { id: workspaceId, copyId }
      return (await callApp('GET /workspaces/{id}/copies/{copyId}', { path, signal })).data
    },
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? pollMs : false),
    refetchIntervalInBackground: true,
  })
}

/** Stops a copy; nothing is left of it. */
export async function stopWorkspaceDownload(workspaceId: string, copyId: string): Promise<void> {
  await callApp('DELETE /workspaces/{id}/copies/{copyId}', { path: { id: workspaceId, copyId } })
}

/** Has the browser save a whole copy, piece by piece as it comes: it may be larger than the memory. The desktop app asks where to. */
export function saveWorkspaceDownload(workspaceId: string, { id, file_name }: WorkspaceDownload): void {
  const href = `/app/v1/workspaces/${workspaceId}/copies/${id}/file`
  Object.assign(document.createElement('a'), { href, download: file_name }).click()
}
