import { queryOptions } from '@tanstack/react-query'
import type { CreatedApiKey, NewApiKey } from '#shared/app-surface.ts'
import { callApp } from './client.ts'

export const keysKey = (workspaceId: string) => ['keys', workspaceId] as const

/** The API keys of a workspace with their last use. */
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
