import { queryOptions } from '@tanstack/react-query'
import type { Diagnostics, LogExport } from '#shared/schemas/diagnostics.ts'
import { callApp } from './app-client.ts'

/** The state of the program as it is when the page is opened. */
export const diagnosticsQuery = queryOptions({
  queryKey: ['diagnostics'],
  queryFn: async ({ signal }) => {
    const { data } = await callApp<{ data: Diagnostics }>('GET', '/diagnostics', { signal })
    return data
  },
  gcTime: 0,
})

/** The whole log, without credentials. */
export async function readLog(): Promise<LogExport> {
  const { data } = await callApp<{ data: LogExport }>('GET', '/diagnostics/log')
  return data
}

interface Check {
  readonly ok: boolean
  readonly findings: readonly { readonly message: string }[]
}

/** Looks for damage in the whole file of a workspace; takes seconds where it is large. */
export async function checkWorkspace(id: string): Promise<Check> {
  const { data } = await callApp<{ data: Check }>('POST', `/workspaces/${id}/check`, { body: {} })
  return data
}
