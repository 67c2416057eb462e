import { queryOptions } from '@tanstack/react-query'
import { callApp } from './client.ts'

/** How far the replica has come; null where none is kept. Read again and again, since an alarm comes without a word. */
export function replicationQuery(refetchMs: number) {
  return queryOptions({
    queryKey: ['replication'],
    queryFn: async ({ signal }) => (await callApp('GET /replication', { signal })).data,
    refetchInterval: refetchMs,
  })
}
