import { findEntityType } from '#shared/entities.ts'
import type { QueryClient } from '@tanstack/react-query'
import { attributeConfigsQuery, attributesQuery } from '../api/attributes-queries.ts'
import { channelsQuery } from '../api/channels-queries.ts'
import { createApi } from '../api/client.ts'
import { sessionQuery } from '../api/people-queries.ts'
import { viewsQuery } from '../api/views-queries.ts'
import { parseLocation } from '../query/location.ts'

/**
 * Fetches everything for the first rows at once, before anything is drawn. A browser has six connections:
 * if components fetched in turn, the rows would wait behind the counts of the sidebar. A component retries
 * a failure.
 */
export function askAhead(queryClient: QueryClient): void {
  void queryClient.prefetchQuery(sessionQuery)
  const { workspaceId, view } = parseLocation(window.location.search)
  const type = findEntityType(view)
  if (workspaceId === undefined || type === undefined) return
  const api = createApi(workspaceId)
  void queryClient.prefetchQuery(attributesQuery(api, type))
  if (type === 'product') void queryClient.prefetchQuery(channelsQuery(api))
  void queryClient.prefetchQuery(attributeConfigsQuery(workspaceId, type))
  void queryClient.prefetchQuery(viewsQuery(workspaceId, type))
}
