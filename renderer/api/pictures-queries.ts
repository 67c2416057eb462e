import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { EntityResource } from '#shared/entities.ts'
import { callWorkspace, type Api } from './client.ts'
import { nextCursor } from './entities-queries.ts'

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

/** What the workspace knows of a stored file; null for an address elsewhere. */
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
