import { queryOptions } from '@tanstack/react-query'
import type { NewWatchedFolder, WatchedFolderPatch } from '#shared/schemas/watched-folders.ts'
import { callWorkspace } from './client.ts'

// No event tells that files have come or folders have gone.
const refetchMs = 3000

export const watchedFoldersKey = (workspaceId: string) => ['watched-folders', workspaceId] as const

/** The watched folders of a workspace, oldest first. */
export function watchedFoldersQuery(workspaceId: string) {
  return queryOptions({
    queryKey: watchedFoldersKey(workspaceId),
    queryFn: async ({ signal }) =>
      (await callWorkspace(workspaceId, 'GET /watched-folders', { signal })).data,
    refetchInterval: refetchMs,
  })
}

/** The newest imports from a watched folder. */
export function watchedFolderJobsQuery(workspaceId: string, id: string) {
  return queryOptions({
    queryKey: [...watchedFoldersKey(workspaceId), id, 'jobs'] as const,
    queryFn: async ({ signal }) => {
      const input = { path: { id }, signal }
      return (await callWorkspace(workspaceId, 'GET /watched-folders/{id}/jobs', input)).data
    },
    refetchInterval: refetchMs,
  })
}

/** Watches a folder; faults of both fields come together. */
export async function watchFolder(workspaceId: string, body: NewWatchedFolder): Promise<void> {
  await callWorkspace(workspaceId, 'POST /watched-folders', { body })
}

export async function changeWatchedFolder(
  workspaceId: string,
  { id, ...body }: WatchedFolderPatch & { readonly id: string },
): Promise<void> {
  await callWorkspace(workspaceId, 'PATCH /watched-folders/{id}', { path: { id }, body })
}

/** Watches a folder no longer; its files stay. */
export async function unwatchFolder(workspaceId: string, id: string): Promise<void> {
  await callWorkspace(workspaceId, 'DELETE /watched-folders/{id}', { path: { id } })
}
