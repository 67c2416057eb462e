import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { EntityResource } from '#shared/entities.ts'
import { callWorkspace, type Api } from './client.ts'
import { nextCursor } from './entities-queries.ts'
import type { NewRecipe, Recipe, RecipePatch } from '#shared/schemas/renditions.ts'

export const picturesKey = (workspaceId: string) => ['pictures', workspaceId] as const

const pageSize = 200

/** The pictures that cells hold, each once with the cells that hold it. */
export function cellPicturesQuery({ workspaceId }: Api) {
  return infiniteQueryOptions({
    queryKey: [...picturesKey(workspaceId), 'cells'] as const,
    initialPageParam: '',
    queryFn: ({ pageParam: cursor, signal }) => {
      const query = { limit: pageSize, ...(cursor !== '' && { cursor }) }
      return callWorkspace(workspaceId, 'GET /pictures', { query, signal })
    },
    getNextPageParam: nextCursor,
  })
}

/** How many pictures cells hold, each counted once. */
export function cellPictureCountQuery({ workspaceId }: Api) {
  return queryOptions({
    queryKey: [...picturesKey(workspaceId), 'count'] as const,
    queryFn: async ({ signal }) =>
      (await callWorkspace(workspaceId, 'GET /pictures', { query: { limit: 1 }, signal })).pagination.total,
    staleTime: 10_000,
  })
}

export function imageUsesQuery({ workspaceId }: Api, id: string) {
  return queryOptions({
    queryKey: [...picturesKey(workspaceId), 'uses', id] as const,
    queryFn: async ({ signal }) => {
      const { data } = await callWorkspace(workspaceId, 'GET /pictures/uses', {
        query: { ids: [id] },
        signal,
      })
      return data[id] ?? { total: 0, first: [] }
    },
  })
}

/** The facts that the workspace knows of a stored file; null for an address elsewhere. */
export function fileDetailsQuery(api: Api, value: string) {
  const hash = hashOfValue(value)
  return queryOptions({
    queryKey: ['file-details', api.workspaceId, value] as const,
    queryFn: async ({ signal }) =>
      hash === undefined
        ? null
        : (await api.call('GET /files/{hash}/details', { path: { hash }, signal })).data,
    staleTime: Infinity,
  })
}

/** The hash in the value of a picture that the workspace stores. */
export function hashOfValue(value: string | undefined): string | undefined {
  return value === undefined ? undefined : /^files\/([0-9a-f]{64})\./.exec(value)?.[1]
}

/** The files that an image had before the present one, newest first. */
export function imageVersionsQuery(api: Api, { id, updated_at: changed }: EntityResource) {
  return queryOptions({
    queryKey: [...picturesKey(api.workspaceId), 'versions', id, changed] as const,
    queryFn: async ({ signal }) =>
      (await api.call('GET /images/{id}/versions', { path: { id }, signal })).data,
  })
}

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
