import { queryOptions } from '@tanstack/react-query'
import type { LogExport } from '#shared/schemas/diagnostics.ts'
import { callApp } from './client.ts'

/** The state of the program as it is when the page is opened. */
export const diagnosticsQuery = queryOptions({
  queryKey: ['diagnostics'],
  queryFn: async ({ signal }) => (await callApp('GET /diagnostics', { signal })).data,
  gcTime: 0,
})

/** The whole log, without credentials. */
export async function readLog(): Promise<LogExport> {
  return (await callApp('GET /diagnostics/log')).data
}

/** Looks for damage in the whole file of a workspace; takes seconds where it is large. */
export async function checkWorkspace(id: string) {
  return (await callApp('POST /workspaces/{id}/check', { path: { id } })).data
}
export type WorkspaceCheck = Awaited<ReturnType<typeof checkWorkspace>>
