import { queryOptions } from '@tanstack/react-query'
import type { Consent, Grant } from '#shared/app-surface.ts'
import { callApp } from './app-client.ts'
import { answerOf, type Api } from './client.ts'

export const consentsKey = ['consents'] as const
export const agentsKey = (workspaceId: string) => ['agents', workspaceId] as const

/** How long an agent waits at most before the owner is asked. */
const lookEveryMs = 3000
const refreshEveryMs = 5000
const latestEvents = 200

/** The agents that wait for consent, looked for while the window is in the background too: there the agent's page is in front. */
export const consentsQuery = queryOptions({
  queryKey: consentsKey,
  queryFn: async ({ signal }) => (await callApp<{ data: Consent[] }>('GET', '/consents', { signal })).data,
  refetchInterval: lookEveryMs,
  refetchIntervalInBackground: true,
})

/** What agents were granted in a workspace, with their last use. */
export function grantsQuery(workspaceId: string) {
  return queryOptions({
    queryKey: [...agentsKey(workspaceId), 'grants'] as const,
    queryFn: async ({ signal }) => {
      const path = `/workspaces/${workspaceId}/grants`
      return (await callApp<{ data: Grant[] }>('GET', path, { signal })).data
    },
    refetchInterval: refreshEveryMs,
  })
}

/** What agents did last, newest first. */
export function agentEventsQuery(api: Api) {
  return queryOptions({
    queryKey: [...agentsKey(api.workspaceId), 'events'] as const,
    queryFn: async ({ signal }) => {
      const params = { query: { via: 'mcp' as const, limit: latestEvents } }
      return (await answerOf(api.client.GET('/events', { params, signal }))).data
    },
    refetchInterval: refreshEveryMs,
  })
}

export interface ConsentApproval {
  readonly workspace_id: string
  readonly scopes: readonly string[]
}

export async function approveConsent(code: string, approval: ConsentApproval): Promise<void> {
  await callApp('POST', `/consents/${code}/approve`, { body: approval })
}

export async function denyConsent(code: string): Promise<void> {
  await callApp('POST', `/consents/${code}/deny`, { body: {} })
}

export async function revokeGrant(workspaceId: string, grantId: string): Promise<void> {
  await callApp('DELETE', `/workspaces/${workspaceId}/grants/${grantId}`)
}
