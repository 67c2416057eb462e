import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { WorkspaceSettings } from '#shared/schemas/owner-settings.ts'
import { showError } from '../ui/toast.tsx'
import { callAppIn, type Api } from './client.ts'
import { t } from '../ui/text.ts'

/** A stretch of days as `2026-01-05`, both included; without one of them it is open there. */
export interface DayRange {
  readonly since?: string
  readonly until?: string
}

/** What models have cost in a workspace, by day, provider and model. */
export function spendQuery(api: Api, range: DayRange) {
  return queryOptions({
    queryKey: ['spend', api.workspaceId, range] as const,
    queryFn: async ({ signal }) => {
      return (await api.call('GET /generations/spend', { query: { ...range }, signal })).data
    },
  })
}

const settingsKey = (workspaceId: string) => ['spending-settings', workspaceId] as const

/** What the owner decides of a workspace: about spending, and what keys may do. */
export function workspaceSettingsQuery(workspaceId: string) {
  return queryOptions({
    queryKey: settingsKey(workspaceId),
    queryFn: async ({ signal }) => (await callAppIn(workspaceId, 'GET /settings', { signal })).data,
  })
}

/** Changes what is given; what is refused is told and stays as it was. */
export function useChangeWorkspaceSettings(workspaceId: string): (patch: Partial<WorkspaceSettings>) => void {
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (body: Partial<WorkspaceSettings>) => callAppIn(workspaceId, 'PATCH /settings', { body }),
    onSuccess: ({ data }) => queryClient.setQueryData(settingsKey(workspaceId), data),
    onError: (error) => showError(t('The setting could not be changed'), { description: error.message }),
  })
  return mutate
}
