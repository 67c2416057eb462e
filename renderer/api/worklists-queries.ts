import { queryOptions } from '@tanstack/react-query'
import type { NewWorklist, Worklist, WorklistPatch } from '#shared/worklists.ts'
import { callWorkspace } from './client.ts'

export const worklistsKey = (workspaceId: string) => ['worklists', workspaceId] as const

/** The worklists of a workspace, with how much of each is left. */
export function worklistsQuery(workspaceId: string) {
  return queryOptions({
    queryKey: worklistsKey(workspaceId),
    queryFn: async ({ signal }) => (await callWorkspace(workspaceId, 'GET /worklists', { signal })).data,
    staleTime: 10_000,
    // In large catalogs a count is kept for longer than it takes until the next change is heard.
    refetchInterval: 60_000,
  })
}

export async function createWorklist(workspaceId: string, body: NewWorklist): Promise<Worklist> {
  return (await callWorkspace(workspaceId, 'POST /worklists', { body })).data
}

export async function updateWorklist(
  workspaceId: string,
  id: string,
  body: WorklistPatch,
): Promise<Worklist> {
  return (await callWorkspace(workspaceId, 'PATCH /worklists/{id}', { path: { id }, body })).data
}

export async function deleteWorklist(workspaceId: string, id: string): Promise<void> {
  await callWorkspace(workspaceId, 'DELETE /worklists/{id}', { path: { id } })
}
