import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { LogExport, OwnerSettingsPatch } from '#shared/schemas/app-surface.ts'
import { callApp } from './client.ts'
import { showError } from '../ui/toast.tsx'
import { t } from '../ui/text.ts'

const settingsKey = ['owner-settings'] as const

export const ownerSettingsQuery = queryOptions({
  queryKey: settingsKey,
  queryFn: async ({ signal }) => (await callApp('GET /settings', { signal })).data,
})

export function useChangeOwnerSettings(): (patch: OwnerSettingsPatch) => void {
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (body: OwnerSettingsPatch) => callApp('PATCH /settings', { body }),
    onSuccess: ({ data }) => queryClient.setQueryData(settingsKey, data),
    onError: (error) => showError(t('The setting could not be changed'), { description: error.message }),
  })
  return mutate
}

export const diagnosticsQuery = queryOptions({
  queryKey: ['diagnostics'],
  queryFn: async ({ signal }) => (await callApp('GET /diagnostics', { signal })).data,
  gcTime: 0,
})

export async function readLog(): Promise<LogExport> {
  return (await callApp('GET /diagnostics/log')).data
}

export async function checkWorkspace(id: string) {
  return (await callApp('POST /workspaces/{id}/check', { path: { id } })).data
}
export type WorkspaceCheck = Awaited<ReturnType<typeof checkWorkspace>>

/** The progress of the replica; null where none is kept. Polled, since no event announces an alarm. */
export function replicationQuery(refetchMs: number) {
  return queryOptions({
    queryKey: ['replication'],
    queryFn: async ({ signal }) => (await callApp('GET /replication', { signal })).data,
    refetchInterval: refetchMs,
  })
}
