import { queryOptions } from '@tanstack/react-query'
import { isTerminal, type Job } from '#shared/jobs.ts'
import { createAppApi, type Api } from './client.ts'

const pollMs = 400

/** One job, polled until it has ended. */
export function jobQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ['job', api.workspaceId, id] as const,
    queryFn: async ({ signal }) => {
      const { data } = await api.get<{ data: Job }>(`/jobs/${id}`, { signal })
      return data
    },
    refetchInterval: ({ state }) => (state.data && isTerminal(state.data.status) ? false : pollMs),
    refetchIntervalInBackground: true,
  })
}

/** Asks a job to stop; it ends as cancelled soon after. */
export async function cancelJob(workspaceId: string, id: string): Promise<void> {
  await createAppApi(workspaceId).post(`/jobs/${id}/cancel`)
}
