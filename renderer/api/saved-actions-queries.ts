import { queryOptions } from '@tanstack/react-query'
import type { EntityType } from '#shared/entities.ts'
import type { NewSavedAction, SavedAction, SavedActionPatch } from '#shared/saved-actions.ts'
import { callWorkspace, createApi } from './client.ts'

export const savedActionsKey = (workspaceId: string) => ['saved-actions', workspaceId] as const

/** The saved actions of a type. */
export function savedActionsQuery(workspaceId: string, type: EntityType) {
  return queryOptions({
    queryKey: [...savedActionsKey(workspaceId), type] as const,
    queryFn: async ({ signal }) => {
      const api = createApi(workspaceId)
      return (await api.call('GET /saved-actions', { query: { type }, signal })).data
    },
    staleTime: Infinity,
  })
}

export async function createSavedAction(workspaceId: string, action: NewSavedAction): Promise<SavedAction> {
  return (await callWorkspace(workspaceId, 'POST /saved-actions', { body: action })).data
}

export async function updateSavedAction(
  workspaceId: string,
  id: string,
  patch: SavedActionPatch,
): Promise<SavedAction> {
  const input = { path: { id }, body: patch }
  return (await callWorkspace(workspaceId, 'PATCH /saved-actions/{id}', input)).data
}

export async function deleteSavedAction(workspaceId: string, id: string): Promise<void> {
  await callWorkspace(workspaceId, 'DELETE /saved-actions/{id}', { path: { id } })
}
