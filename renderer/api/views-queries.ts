import { queryOptions } from '@tanstack/react-query'
import type { EntityType } from '#shared/entities.ts'
import type { GridView, NewView, ViewPatch } from '#shared/views.ts'
import { callApp } from './app-client.ts'

export const viewsKey = (workspaceId: string) => ['views', workspaceId] as const

/** The saved views of a type. */
export function viewsQuery(workspaceId: string, type: EntityType) {
  return queryOptions({
    queryKey: [...viewsKey(workspaceId), type] as const,
    queryFn: async ({ signal }) => {
      const options = { query: { type }, signal }
      return (await callApp<{ data: GridView[] }>('GET', '/views', options, workspaceId)).data
    },
    staleTime: Infinity,
  })
}

export async function createView(workspaceId: string, view: NewView): Promise<GridView> {
  return (await callApp<{ data: GridView }>('POST', '/views', { body: view }, workspaceId)).data
}

export async function updateView(workspaceId: string, id: string, patch: ViewPatch): Promise<GridView> {
  return (await callApp<{ data: GridView }>('PATCH', `/views/${id}`, { body: patch }, workspaceId)).data
}

/** Copies a view under the next free name. */
export async function duplicateView(workspaceId: string, id: string): Promise<GridView> {
  return (await callApp<{ data: GridView }>('POST', `/views/${id}/duplicate`, { body: {} }, workspaceId)).data
}

export async function deleteView(workspaceId: string, id: string): Promise<void> {
  await callApp('DELETE', `/views/${id}`, {}, workspaceId)
}
