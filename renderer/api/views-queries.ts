import { queryOptions } from '@tanstack/react-query'
import type { EntityType } from '#shared/entities.ts'
import type { GridView, NewView, ViewPatch } from '#shared/views.ts'
import { callWorkspace } from './client.ts'

export const viewsKey = (workspaceId: string) => ['views', workspaceId] as const

/** The saved views of a type. */
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

/** Copies a view under the next free name. */
export async function duplicateView(workspaceId: string, id: string): Promise<GridView> {
  return (await callWorkspace(workspaceId, 'POST /views/{id}/duplicate', { path: { id }, body: {} })).data
}

export async function deleteView(workspaceId: string, id: string): Promise<void> {
  await callWorkspace(workspaceId, 'DELETE /views/{id}', { path: { id } })
}
