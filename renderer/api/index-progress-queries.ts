import { queryOptions } from '@tanstack/react-query'
import { callWorkspace, type Api } from './client.ts'

const everyMs = 1000

/** The indexes that are being made for what lists were asked; asked again as long as there are some. */
export function indexProgressQuery({ workspaceId }: Api, asked: string) {
  return queryOptions({
    queryKey: ['index-progress', workspaceId, asked] as const,
    queryFn: async ({ signal }) => (await callWorkspace(workspaceId, 'GET /grid/indexes', { signal })).data,
    refetchInterval: ({ state }) => ((state.data?.length ?? 0) > 0 ? everyMs : false),
    staleTime: Infinity,
    retry: false,
  })
}
