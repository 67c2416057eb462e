import { queryOptions } from '@tanstack/react-query'
import type { ListedWorkspace } from '#shared/app-surface.ts'
import { callApp } from './client.ts'

const everyMs = 3000

/** Whether the file of a workspace is where it was: asked again and again while the page is seen, for nobody tells when it goes. */
export function workspaceFileQuery({ id, file }: ListedWorkspace) {
  return queryOptions({
    queryKey: ['workspace-file', id] as const,
    queryFn: async ({ signal }) =>
      (await callApp('GET /workspaces/{id}/file', { path: { id }, signal })).data,
    // It was there a moment ago, when the workspace was opened; what is on the page first does not wait for this.
    initialData: { file: file ?? '', in_place: true, suggested_copy: null, set_aside: null },
    staleTime: everyMs,
    refetchInterval: everyMs,
    refetchOnWindowFocus: true,
    retry: false,
  })
}

/** Copies what was saved in a workspace into a new file, wherever its own has gone. */
export async function saveCopy(workspaceId: string, file: string): Promise<string> {
  const path = { id: workspaceId }
  return (await callApp('POST /workspaces/{id}/backup', { path, body: { file } })).data.file
}

/** Notes that what was switched off in a workspace from elsewhere has been read. */
export async function noteSetAsideRead(workspaceId: string): Promise<void> {
  await callApp('POST /workspaces/{id}/set-aside/read', { path: { id: workspaceId } })
}

/** Lists a workspace file of this computer from now on. */
export async function openFile(file: string): Promise<ListedWorkspace> {
  return (await callApp('POST /workspaces/open', { body: { file } })).data
}
