import { queryOptions, useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { NewProvider, Provider, ProviderPatch, ProviderTest } from '#shared/providers.ts'
import { callApp, callAppIn, type Api } from './client.ts'
import type { WorkspaceSettings } from '#shared/schemas/app-surface.ts'
import { showError } from '../ui/toast.tsx'
import { t } from '../ui/text.ts'

export const providersKey = ['providers'] as const

/** A range of days as `2026-01-05`, both included; a missing end is open. */
export interface DayRange {
  readonly since?: string
  readonly until?: string
}

export function spendQuery(api: Api, range: DayRange) {
  return queryOptions({
    queryKey: ['spend', api.workspaceId, range] as const,
    queryFn: async ({ signal }) => {
      return (await api.call('GET /generations/spend', { query: { ...range }, signal })).data
    },
  })
}

const settingsKey = (workspaceId: string) => ['spending-settings', workspaceId] as const

export function workspaceSettingsQuery(workspaceId: string) {
  return queryOptions({
    queryKey: settingsKey(workspaceId),
    queryFn: async ({ signal }) => (await callAppIn(workspaceId, 'GET /settings', { signal })).data,
  })
}

export function useChangeWorkspaceSettings(workspaceId: string): (patch: Partial<WorkspaceSettings>) => void {
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (body: Partial<WorkspaceSettings>) => callAppIn(workspaceId, 'PATCH /settings', { body }),
    onSuccess: ({ data }) => queryClient.setQueryData(settingsKey(workspaceId), data),
    onError: (error) => showError(t('The setting could not be changed'), { description: error.message }),
  })
  return mutate
}

export const providersQuery = queryOptions({
  queryKey: providersKey,
  queryFn: async ({ signal }) => (await callApp('GET /providers', { signal })).data,
})

interface KnownProviders {
  readonly providers: readonly Provider[] | undefined
  readonly defaultProvider: Provider | undefined
  readonly hasNone: boolean
}

export function useProviders(): KnownProviders {
  const { data: providers } = useQuery(providersQuery)
  return {
    providers,
    defaultProvider: providers?.find(({ is_default: isDefault }) => isDefault),
    hasNone: providers?.length === 0,
  }
}

export async function createProvider(body: NewProvider): Promise<Provider> {
  return (await callApp('POST /providers', { body })).data
}

export async function changeProvider(id: string, body: ProviderPatch): Promise<Provider> {
  return (await callApp('PATCH /providers/{id}', { path: { id }, body })).data
}

export async function deleteProvider(id: string): Promise<Provider> {
  return (await callApp('DELETE /providers/{id}', { path: { id } })).data
}

/** Tests the models of a provider; its cost is spent in the workspace. */
export async function testProvider(workspaceId: string, id: string): Promise<ProviderTest> {
  return (await callAppIn(workspaceId, 'POST /providers/{id}/test', { path: { id } })).data
}
