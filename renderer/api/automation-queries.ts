import { queryOptions } from '@tanstack/react-query'
import type { Job } from '#shared/jobs.ts'
import type {
  Automation,
  AutomationPatch,
  AutomationPreview,
  NewAutomation,
  Notice,
} from '#shared/schemas/automations.ts'
import { type Api, callWorkspace } from './client.ts'

export const automationsKey = (workspaceId: string) => ['automations', workspaceId] as const
export const noticesKey = (workspaceId: string) => ['notices', workspaceId] as const

/** They run without the page, so what became of them is looked at again. */
const refreshEveryMs = 5000

export function automationsQuery(api: Api) {
  return queryOptions({
    queryKey: automationsKey(api.workspaceId),
    queryFn: async ({ signal }): Promise<readonly Automation[]> =>
      (await api.call('GET /automations', { signal })).data,
    refetchInterval: refreshEveryMs,
  })
}

export function automationPreviewQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: [...automationsKey(api.workspaceId), id, 'preview'] as const,
    queryFn: async ({ signal }): Promise<AutomationPreview> =>
      (await api.call('POST /automations/{id}/preview', { path: { id }, signal })).data,
    gcTime: 0,
    retry: false,
  })
}

export async function createAutomation(api: Api, body: NewAutomation): Promise<Automation> {
  return (await api.call('POST /automations', { body })).data
}

export async function changeAutomation(api: Api, id: string, body: AutomationPatch): Promise<Automation> {
  return (await api.call('PATCH /automations/{id}', { path: { id }, body })).data
}

/** Starts a run over all that match now, whether the automation is on or off. */
export async function runAutomation(api: Api, id: string): Promise<Job> {
  return (await api.call('POST /automations/{id}/run', { path: { id }, body: { once: true } })).data
}

export async function deleteAutomation({ workspaceId }: Api, id: string): Promise<void> {
  await callWorkspace(workspaceId, 'DELETE /automations/{id}', { path: { id } })
}

export function noticesQuery({ workspaceId }: Api) {
  return queryOptions({
    queryKey: noticesKey(workspaceId),
    queryFn: async ({ signal }): Promise<readonly Notice[]> =>
      (await callWorkspace(workspaceId, 'GET /notices', { signal })).data,
    refetchInterval: refreshEveryMs,
  })
}

export async function dismissNotice({ workspaceId }: Api, id: string): Promise<void> {
  await callWorkspace(workspaceId, 'DELETE /notices/{id}', { path: { id } })
}
