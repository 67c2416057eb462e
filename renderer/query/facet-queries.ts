import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { EntityType } from '#shared/entities.ts'
import { keyOfFacet } from '#shared/facets.ts'
import { ApiError } from '../api/api-error.ts'
import { type Api, callWorkspace } from '../api/client.ts'
import { toFacetParams } from './facet-choices.ts'
import type { GridQuery } from './grid-query.ts'

export const facetsKey = (workspaceId: string) => ['facets', workspaceId] as const

interface AskedFacets {
  readonly query: GridQuery
  /** All chosen facets act as choices; only some may be requested. */
  readonly names: readonly string[]
  readonly asked?: readonly string[]
  readonly limit: number
  readonly text?: string
}

/** The facets of a list; the former ones stay until the next answer. */
export function facetsQuery(
  { workspaceId }: Api,
  type: EntityType,
  { query, names, asked = names, limit, text = '' }: AskedFacets,
) {
  const [only = ''] = asked
  const search: [string, string][] = text === '' ? [] : [[`search[${only}]`, text]]
  const params = [...toFacetParams(query, names.map(keyOfFacet)), ...search]
  return queryOptions({
    queryKey: [...facetsKey(workspaceId), type, asked, limit, params] as const,
    queryFn: async ({ signal }) => {
      const input = { query: { type, facets: [...asked], limit }, params, signal }
      return (await callWorkspace(workspaceId, 'GET /grid/facets', input)).data
    },
    enabled: asked.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    retry: goesOn,
    retryDelay: 1000,
  })
}

// Each try may take as long as the server allows a list, so this is some minutes in all.
const maxTries = 20

/** A first count in a large catalog may exceed one answer: the server caches its part. */
export function goesOn(failures: number, error: Error): boolean {
  return isStillCounted(error) && failures < maxTries
}

/** Whether another request advances a facet's count. */
export function isStillCounted(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 400 && error.isRetriable
}
