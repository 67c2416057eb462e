import { queryOptions } from '@tanstack/react-query'
import type { EntityType } from '#shared/entities.ts'
import type { GridView, NewView, ViewPatch, NewWorklist, Worklist, WorklistPatch } from '#shared/views.ts'
import { callWorkspace, createApi } from './client.ts'
import type { NewSavedAction, SavedAction, SavedActionPatch } from '#shared/bulk-operations.ts'

export const viewsKey = (workspaceId: string) => ['views', workspaceId] as const

export function viewsQuery(workspaceId: string, type: EntityType) {
  return queryOptions({
    queryKey: [...viewsKey(workspaceId), type] as const,
    queryFn: async ({ signal }) => {
      return (await callWorkspace(workspaceId, 'GET /views', { query: { type }, signal })).data
    },
    staleTime: Infinity,
  })
}

export async function createView(workspaceId: string, view: NewView): Promise<GridView> {
  return (await callWorkspace(workspaceId, 'POST /views', { body: view })).data
}

export async function updateView(workspaceId: string, id: string, patch: ViewPatch): Promise<GridView> {
  return (await callWorkspace(workspaceId, 'PATCH /views/{id}', { path: { id }, body: patch })).data
}

export async function duplicateView(workspaceId: string, id: string): Promise<GridView> {
  return (await callWorkspace(workspaceId, 'POST /views/{id}/duplicate', { path: { id }, body: {} })).data
}

export async function deleteView(workspaceId: string, id: string): Promise<void> {
  await callWorkspace(workspaceId, 'DELETE /views/{id}', { path: { id } })
}

export const worklistsKey = (workspaceId: string) => ['worklists', workspaceId] as const

export function worklistsQuery(workspaceId: string) {
  return queryOptions({
    queryKey: worklistsKey(workspaceId),
    queryFn: ({ signal }) => callWorkspace(workspaceId, 'GET /worklists', { signal }),
    select: ({ data }) => data,
    staleTime: 10_000,
    // The server caches counts, for longer than the next change takes where the catalog is large.
    refetchInterval: ({ state: { data } }) => Math.min(data?.renewed_in_ms ?? Infinity, 60_000),
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

export const savedActionsKey = (workspaceId: string) => ['saved-actions', workspaceId] as const

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
