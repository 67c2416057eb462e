import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import type { DuplicateGroup, DuplicateStatus, DuplicateWay, MergeResult } from '#shared/duplicates.ts'
import type { EntityResource, EntityType } from '#shared/entities.ts'
import { isTerminal, type Job } from '#shared/jobs.ts'
import type { Api } from './client.ts'
import { fetchByIds, nextCursor } from './entities-queries.ts'
import { jobQuery } from './jobs-queries.ts'
import { tMessage, t } from '../ui/text.ts'

export interface DuplicateFilter {
  readonly type: EntityType
  readonly status: DuplicateStatus
  readonly min_score?: number
}

const pageSize = 50

export function duplicatesQuery(api: Api, filter: DuplicateFilter) {
  return infiniteQueryOptions({
    queryKey: ['duplicates', api.workspaceId, filter] as const,
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...filter, limit: pageSize, ...(pageParam !== '' && { cursor: pageParam }) }
      return api.call('GET /duplicates', { query, signal })
    },
    initialPageParam: '',
    getNextPageParam: nextCursor,
  })
}

export function renewDuplicates(queryClient: QueryClient, api: Api): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['duplicates', api.workspaceId] })
}

export function comparedQuery(api: Api, type: EntityType, ids: readonly string[]) {
  return queryOptions({
    queryKey: ['compared', api.workspaceId, type, ids] as const,
    queryFn: async ({ signal }): Promise<readonly EntityResource[]> => {
      const found = new Map((await fetchByIds(api, type, ids, signal)).map((one) => [one.id, one]))
      return ids.flatMap((id) => found.get(id) ?? [])
    },
    enabled: ids.length > 1,
    staleTime: 0,
  })
}

interface DuplicateSearch {
  readonly type: EntityType
  readonly by: readonly DuplicateWay[]
  readonly ids?: readonly string[]
  readonly filter?: string
}

export async function findDuplicates(api: Api, { by, ids, ...body }: DuplicateSearch): Promise<Job> {
  return (
    await api.call('POST /duplicates', {
      body: { ...body, by: [...by], ...(ids && { ids: [...ids] }) },
    })
  ).data
}

export async function decideGroup(
  api: Api,
  id: string,
  status: 'open' | 'dismissed',
): Promise<DuplicateGroup> {
  return (await api.call('PATCH /duplicates/{id}', { path: { id }, body: { status } })).data
}

export interface MergeRequest {
  readonly type: EntityType
  readonly keep: string
  readonly merge: readonly string[]
  readonly values: Readonly<Record<string, string>>
}

export function moveQuery(api: Api, wish: Omit<MergeRequest, 'values'>) {
  return queryOptions({
    queryKey: ['would-move', api.workspaceId, wish] as const,
    queryFn: async ({ signal }) => {
      const body = { ...wish, merge: [...wish.merge], dry_run: true }
      const { data } = await api.call('POST /entities/merge', { body, signal })
      return 'moved' in data ? data.moved : undefined
    },
    staleTime: 0,
  })
}

export async function mergeEntities(
  queryClient: QueryClient,
  api: Api,
  wish: MergeRequest,
): Promise<MergeResult> {
  const body = { ...wish, merge: [...wish.merge], values: { ...wish.values } }
  const { data } = await api.call('POST /entities/merge', { body })
  if ('moved' in data) return data
  for (;;) {
    const job = await queryClient.fetchQuery({ ...jobQuery(api, data.id), staleTime: 0 })
    if (isTerminal(job.status)) return resultOf(job)
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

const pollMs = 400

function resultOf({ result }: Job): MergeResult {
  if (result !== null && 'merged' in result) return result
  throw new Error(
    result !== null && 'error' in result
      ? tMessage(result.error.message, result.error)
      : t('The merge was cancelled.'),
  )
}

/** Undoes a merge; returns how many of its changes could not be undone. */
export async function undoMerge(api: Api, editId: string): Promise<number> {
  const answer = await api.call('POST /edits/{edit_id}/undo', { path: { edit_id: editId } })
  return 'summary' in answer ? answer.summary.refused + answer.summary.changed_meanwhile : 0
}
