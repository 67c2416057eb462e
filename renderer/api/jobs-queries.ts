import type { NewAssetExport, NewExport } from '#shared/exports.ts'
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { isTerminal, type JobStatus, type Job } from '#shared/jobs.ts'
import { callWorkspace, type Api } from './client.ts'
import { nextCursor } from './entities-queries.ts'

const pollMs = 400

export function jobQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ['job', api.workspaceId, id] as const,
    queryFn: async ({ signal }) => (await api.call('GET /jobs/{id}', { path: { id }, signal })).data,
    refetchInterval: ({ state }) => (state.data && isTerminal(state.data.status) ? false : pollMs),
    refetchIntervalInBackground: true,
  })
}

/** Whether the end of a job is known already: its event may come before the answer that started it. */
export function isKnownToHaveEnded(queryClient: QueryClient, api: Api, id: string): boolean {
  const known = queryClient.getQueryData(jobQuery(api, id).queryKey)
  return known !== undefined && isTerminal(known.status)
}

export async function cancelJob(api: Api, id: string): Promise<void> {
  await api.call('POST /jobs/{id}/cancel', { path: { id } })
}

/** Queues a failed job again; it continues where it failed. */
export async function retryJob(workspaceId: string, id: string): Promise<void> {
  await callWorkspace(workspaceId, 'POST /jobs/{id}/retry', { path: { id } })
}

/** The refused rows of an import as a CSV file that can be corrected and imported; empty without any. */
export async function fetchErrorFile(api: Api, id: string): Promise<Blob> {
  return (await api.open(`/jobs/${id}/errors`, { headers: { accept: 'text/csv' } })).blob()
}

export const jobsKey = (workspaceId: string) => ['jobs', workspaceId] as const

const recentJobs = 20
const restingMs = 5_000

export function jobsQuery(api: Api) {
  return queryOptions({
    queryKey: jobsKey(api.workspaceId),
    queryFn: async ({ signal }) =>
      (await api.call('GET /jobs', { query: { limit: recentJobs, dry_run: false }, signal })).data,
    refetchInterval: ({ state }) =>
      // Jobs that wait for a person change seldom.
      state.data?.some(({ status, metadata }) => !isTerminal(status) && metadata['paused'] === undefined) ===
      true
        ? pollMs
        : restingMs,
  })
}

export interface JobsFilter {
  readonly status?: JobStatus
  readonly name?: string
}

const pageSize = 50

/** All stored jobs but dry runs, which are shown where they were begun, page by page, the newest first; refetched often while one runs. */
export function jobPagesQuery(api: Api, asked: JobsFilter) {
  return infiniteQueryOptions({
    queryKey: [...jobsKey(api.workspaceId), 'pages', asked] as const,
    initialPageParam: '',
    queryFn: ({ pageParam: cursor, signal }) =>
      api.call('GET /jobs', {
        query: { ...asked, dry_run: false, limit: pageSize, ...(cursor !== '' && { cursor }) },
        signal,
      }),
    getNextPageParam: nextCursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ data }) => data.some(({ status }) => !isTerminal(status))) === true
        ? pollMs
        : restingMs,
  })
}

export async function startExport(api: Api, body: NewExport): Promise<Job> {
  return (await api.call('POST /exports', { body })).data
}

/** Starts to write pictures to an archive. */
export async function exportPictures(api: Api, body: NewAssetExport): Promise<Job> {
  return (await api.call('POST /asset-exports', { body })).data
}

export async function fetchExportedFile(api: Api, path: string): Promise<Blob> {
  const response = await api.open(path, { headers: { accept: '*/*' } })
  return response.blob()
}

const everyMs = 1000

/** The progress of indexes for lists, refetched while any is being made. */
export function indexProgressQuery({ workspaceId }: Api, asked: string) {
  return queryOptions({
    queryKey: ['index-progress', workspaceId, asked] as const,
    queryFn: async ({ signal }) => (await callWorkspace(workspaceId, 'GET /grid/indexes', { signal })).data,
    refetchInterval: ({ state }) => ((state.data?.length ?? 0) > 0 ? everyMs : false),
    staleTime: Infinity,
    retry: false,
  })
}
