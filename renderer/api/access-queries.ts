import { queryOptions } from '@tanstack/react-query'
import type { CreatedApiKey, NewApiKey, ConsentApproval } from '#shared/app-surface.ts'
import type { NewServiceAccountKey, ServiceAccountChange } from '#shared/schemas/team.ts'
import { callApp, type Api } from './client.ts'

export const keysKey = (workspaceId: string) => ['keys', workspaceId] as const

export function keysQuery(workspaceId: string) {
  return queryOptions({
    queryKey: keysKey(workspaceId),
    queryFn: async ({ signal }) => {
      return (await callApp('GET /workspaces/{id}/keys', { path: { id: workspaceId }, signal })).data
    },
  })
}

export async function createKey(workspaceId: string, key: NewApiKey): Promise<CreatedApiKey> {
  return (await callApp('POST /workspaces/{id}/keys', { path: { id: workspaceId }, body: key })).data
}

export async function revokeKey(workspaceId: string, keyId: string): Promise<void> {
  await callApp('DELETE /workspaces/{id}/keys/{keyId}', { path: { id: workspaceId, keyId } })
}

export const serviceAccountsKey = ['service-accounts'] as const

export const serviceAccountsQuery = queryOptions({
  queryKey: serviceAccountsKey,
  queryFn: async ({ signal }) => (await callApp('GET /service-accounts', { signal })).data,
})

export async function createServiceAccount(name: string): Promise<void> {
  await callApp('POST /service-accounts', { body: { name } })
}

export async function changeServiceAccount(id: string, body: ServiceAccountChange): Promise<void> {
  await callApp('PATCH /service-accounts/{id}', { path: { id }, body })
}

export async function deleteServiceAccount(id: string): Promise<void> {
  await callApp('DELETE /service-accounts/{id}', { path: { id } })
}

export async function createServiceAccountKey(
  id: string,
  body: NewServiceAccountKey,
): Promise<CreatedApiKey> {
  return (await callApp('POST /service-accounts/{id}/keys', { path: { id }, body })).data
}

export async function revokeServiceAccountKey(id: string, keyId: string): Promise<void> {
  await callApp('DELETE /service-accounts/{id}/keys/{keyId}', { path: { id, keyId } })
}

export const consentsKey = ['consents'] as const
export const agentsKey = (workspaceId: string) => ['agents', workspaceId] as const

/** The longest delay until the owner is asked about a waiting agent. */
const lookEveryMs = 3000
const refreshEveryMs = 5000
const latestEvents = 200

/** Agents that wait for consent, polled in the background too: the agent's page is in front then. */
export const consentsQuery = queryOptions({
  queryKey: consentsKey,
  queryFn: async ({ signal }) => (await callApp('GET /consents', { signal })).data,
  refetchInterval: lookEveryMs,
  refetchIntervalInBackground: true,
})

export function grantsQuery(workspaceId: string) {
  return queryOptions({
    queryKey: [...agentsKey(workspaceId), 'grants'] as const,
    queryFn: async ({ signal }) => {
      return (await callApp('GET /workspaces/{id}/grants', { path: { id: workspaceId }, signal })).data
    },
    refetchInterval: refreshEveryMs,
  })
}

export function agentEventsQuery(api: Api) {
  return queryOptions({
    queryKey: [...agentsKey(api.workspaceId), 'events'] as const,
    queryFn: async ({ signal }) => {
      return (await api.call('GET /events', { query: { via: 'mcp', limit: latestEvents }, signal })).data
    },
    refetchInterval: refreshEveryMs,
  })
}

export async function approveConsent(code: string, approval: ConsentApproval): Promise<void> {
  await callApp('POST /consents/{code}/approve', { path: { code }, body: approval })
}

export async function denyConsent(code: string): Promise<void> {
  await callApp('POST /consents/{code}/deny', { path: { code }, body: {} })
}

export async function revokeGrant(workspaceId: string, grantId: string): Promise<void> {
  await callApp('DELETE /workspaces/{id}/grants/{grantId}', { path: { id: workspaceId, grantId } })
}
