import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { SimilarityMethod, MergeClusters, MergeClustersResult } from '#shared/similar-values.ts'
import type { EntityType } from '#shared/entities.ts'
import type { Job } from '#shared/jobs.ts'
import type { Api } from './client.ts'
import { nextCursor } from './entities-queries.ts'

export const similarValuesKey = (workspaceId: string) => ['clusters', workspaceId] as const

export interface SimilarValuesQuery {
  readonly type: EntityType
  readonly attribute: string
  readonly method: SimilarityMethod
}

const groupsAPage = 50

export function similarValuesQuery(api: Api, asked: SimilarValuesQuery) {
  return infiniteQueryOptions({
    queryKey: [...similarValuesKey(api.workspaceId), 'found', asked] as const,
    initialPageParam: '',
    queryFn: ({ pageParam: cursor, signal }) =>
      api.call('GET /quality/clusters', {
        query: { ...asked, limit: groupsAPage, ...(cursor !== '' && { cursor }) },
        signal,
      }),
    getNextPageParam: nextCursor,
    retry: false,
  })
}

type Merge = Pick<MergeClusters, 'groups' | 'attribute'> & { readonly type: EntityType }

export function mergePreviewQuery(api: Api, merge: Merge) {
  return queryOptions({
    queryKey: [...similarValuesKey(api.workspaceId), 'preview', merge] as const,
    queryFn: async ({ signal }) => {
      const { data } = await api.call('POST /quality/clusters/merge', {
        body: { ...merge, groups: [...merge.groups], dry_run: true },
        signal,
      })
      return data as MergeClustersResult
    },
    retry: false,
    gcTime: 0,
  })
}

export async function mergeSimilarValues(api: Api, merge: Merge): Promise<MergeClustersResult | Job> {
  return (await api.call('POST /quality/clusters/merge', { body: { ...merge, groups: [...merge.groups] } }))
    .data
}

export async function undoMerge(api: Api, editId: string): Promise<Job | undefined> {
  const answer = await api.call('POST /edits/{edit_id}/undo', { path: { edit_id: editId } })
  return 'edit_id' in answer ? undefined : answer.data
}
