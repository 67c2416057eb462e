import { queryOptions } from '@tanstack/react-query'
import type { Job } from '#shared/jobs.ts'
import type { NewWatchedFolder, WatchedFolder, WatchedFolderPatch } from '#shared/schemas/watched-folders.ts'
import { callApp } from './app-client.ts'

type Data<T> = Promise<{ data: T }>

// Files come and folders go without a word of the server.
const refetchMs = 3000

export const watchedFoldersKey = (workspaceId: string) => ['watched-folders', workspaceId] as const

/** The watched folders of a workspace, oldest first. */
export function watchedFoldersQuery(workspaceId: string) {
  return queryOptions({
    queryKey: watchedFoldersKey(workspaceId),
    queryFn: async ({ signal }) => {
      const call: Data<WatchedFolder[]> = callApp('GET', '/watched-folders', { signal }, workspaceId)
      return (await call).data
    },
    refetchInterval: refetchMs,
  })
}

/** The newest imports from a watched folder. */
export function watchedFolderJobsQuery(workspaceId: string, id: string) {
  return queryOptions({
    queryKey: [...watchedFoldersKey(workspaceId), id, 'jobs'] as const,
    queryFn: async ({ signal }) => {
      const call: Data<Job[]> = callApp('GET', `/watched-folders/${id}/jobs`, { signal }, workspaceId)
      return (await call).data
    },
    refetchInterval: refetchMs,
  })
}

/** Watches a folder; faults of both fields come together. */
export async function watchFolder(workspaceId: string, body: NewWatchedFolder): Promise<void> {
  await callApp('POST', '/watched-folders', { body }, workspaceId)
}

export async function changeWatchedFolder(
  workspaceId: string,
  { id, ...body }: WatchedFolderPatch & { readonly id: string },
): Promise<void> {
  await callApp('PATCH', `/watched-folders/${id}`, { body }, workspaceId)
}

/** Watches a folder no longer; its files stay. */
export async function unwatchFolder(workspaceId: string, id: string): Promise<void> {
  await callApp('DELETE', `/watched-folders/${id}`, {}, workspaceId)
}
