import { queryOptions } from '@tanstack/react-query'
import type { NewRecipe, Recipe, RecipePatch } from '#shared/schemas/renditions.ts'
import { callWorkspace } from './client.ts'

export const recipesKey = (workspaceId: string) => ['recipes', workspaceId] as const

/** The named forms of renditions. */
export function recipesQuery(workspaceId: string) {
  return queryOptions({
    queryKey: recipesKey(workspaceId),
    queryFn: async ({ signal }) => (await callWorkspace(workspaceId, 'GET /renditions', { signal })).data,
    staleTime: 30_000,
  })
}

export async function createRecipe(workspaceId: string, body: NewRecipe): Promise<Recipe> {
  return (await callWorkspace(workspaceId, 'POST /renditions', { body })).data
}

export async function updateRecipe(workspaceId: string, id: string, body: RecipePatch): Promise<Recipe> {
  return (await callWorkspace(workspaceId, 'PATCH /renditions/{id}', { path: { id }, body })).data
}

export async function deleteRecipe(workspaceId: string, id: string): Promise<Recipe> {
  return (await callWorkspace(workspaceId, 'DELETE /renditions/{id}', { path: { id } })).data
}
