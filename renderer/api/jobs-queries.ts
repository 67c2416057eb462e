import { queryOptions } from '@tanstack/react-query'
import { isTerminal } from '#shared/jobs.ts'
import { callApp } from './app-client.ts'
import { answerOf, type Api } from './client.ts'

const pollMs = 400

/** One job, polled until it has ended. */
export function jobQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ['job', api.workspaceId, id] as const,
    queryFn: async ({ signal }) => {
      const call = api.client.GET('/jobs/{id}', { params: { path: { id } }, signal })
      return (await answerOf(call)).data
    },
    refetchInterval: ({ state }) => (state.data && isTerminal(state.data.status) ? false : pollMs),
    refetchIntervalInBackground: true,
  })
}

/** Asks a job to stop; it ends as cancelled soon after. */
export async function cancelJob(workspaceId: string, id: string): Promise<void> {
  await callApp('POST', `/jobs/${id}/cancel`, {}, workspaceId)
}

/** Queues a failed job again; it goes on from where it failed. */
export async function retryJob(workspaceId: string, id: string): Promise<void> {
  await callApp('POST', `/jobs/${id}/retry`, {}, workspaceId)
}

/** The rows that an import refused, as a CSV file that can be corrected and imported; empty where there are none. */
export async function fetchErrorFile(api: Api, id: string): Promise<Blob> {
  return (await api.open(`/jobs/${id}/errors`, { headers: { accept: 'text/csv' } })).blob()
}

export const jobsKey = (workspaceId: string) => ['jobs', workspaceId] as const

const recentJobs = 20
const restingMs = 5_000

/** The newest jobs; asked for often while one runs. */
export function jobsQuery(api: Api) {
  return queryOptions({
    queryKey: jobsKey(api.workspaceId),
    queryFn: async ({ signal }) => {
      const params = { query: { limit: recentJobs } }
      return (await answerOf(api.client.GET('/jobs', { params, signal }))).data
    },
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => !isTerminal(status)) === true ? pollMs : restingMs,
  })
}
