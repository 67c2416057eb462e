import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { OwnerSettingsPatch } from '#shared/schemas/owner-settings.ts'
import { showError } from '../ui/toast.tsx'
import { callApp } from './client.ts'
import { t } from '../ui/text.ts'

const settingsKey = ['owner-settings'] as const

/** What the owner decided for the whole program. */
export const ownerSettingsQuery = queryOptions({
  queryKey: settingsKey,
  queryFn: async ({ signal }) => (await callApp('GET /settings', { signal })).data,
})

/** Changes what is given; what is refused is told and stays as it was. */
export function useChangeOwnerSettings(): (patch: OwnerSettingsPatch) => void {
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (body: OwnerSettingsPatch) => callApp('PATCH /settings', { body }),
    onSuccess: ({ data }) => queryClient.setQueryData(settingsKey, data),
    onError: (error) => showError(t('The setting could not be changed'), { description: error.message }),
  })
  return mutate
}
