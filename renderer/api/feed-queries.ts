import { queryOptions } from '@tanstack/react-query'
import type {
  Connection,
  ConnectionPatch,
  ConnectionTest,
  NewConnection,
} from '#shared/schemas/connections.ts'
import type { ExportProfile, Feed, FeedPatch, NewExportProfile, NewFeed } from '#shared/schemas/feeds.ts'
import type { Job } from '#shared/jobs.ts'
import { type Api, callWorkspace } from './client.ts'

export const feedsKey = (workspaceId: string) => ['feeds', workspaceId] as const
export const connectionsKey = (workspaceId: string) => ['connections', workspaceId] as const

/** Runs go on without the page, so what became of them is looked at again. */
const refreshEveryMs = 5000

export function feedsQuery({ workspaceId }: Api) {
  return queryOptions({
    queryKey: feedsKey(workspaceId),
    queryFn: async ({ signal }): Promise<readonly Feed[]> =>
      (await callWorkspace(workspaceId, 'GET /feeds', { signal })).data,
    refetchInterval: refreshEveryMs,
  })
}

export function connectionsQuery({ workspaceId }: Api) {
  return queryOptions({
    queryKey: connectionsKey(workspaceId),
    queryFn: async ({ signal }): Promise<readonly Connection[]> =>
      (await callWorkspace(workspaceId, 'GET /connections', { signal })).data,
    refetchInterval: refreshEveryMs,
  })
}

export function exportProfilesQuery({ workspaceId }: Api) {
  return queryOptions({
    queryKey: [...feedsKey(workspaceId), 'export-profiles'] as const,
    queryFn: async ({ signal }): Promise<readonly ExportProfile[]> =>
      (await callWorkspace(workspaceId, 'GET /export-profiles', { signal })).data,
  })
}

export async function createFeed({ workspaceId }: Api, body: NewFeed): Promise<Feed> {
  return (await callWorkspace(workspaceId, 'POST /feeds', { body })).data
}

export async function changeFeed({ workspaceId }: Api, id: string, body: FeedPatch): Promise<Feed> {
  return (await callWorkspace(workspaceId, 'PATCH /feeds/{id}', { path: { id }, body })).data
}

export async function deleteFeed({ workspaceId }: Api, id: string): Promise<void> {
  await callWorkspace(workspaceId, 'DELETE /feeds/{id}', { path: { id } })
}

export async function runFeed({ workspaceId }: Api, id: string): Promise<Job> {
  return (await callWorkspace(workspaceId, 'POST /feeds/{id}/run', { path: { id }, body: {} })).data
}

export async function saveExportProfile(
  { workspaceId }: Api,
  body: NewExportProfile,
): Promise<ExportProfile> {
  return (await callWorkspace(workspaceId, 'POST /export-profiles', { body })).data
}

export async function createConnection({ workspaceId }: Api, body: NewConnection): Promise<Connection> {
  return (await callWorkspace(workspaceId, 'POST /connections', { body })).data
}

export async function changeConnection(
  { workspaceId }: Api,
  id: string,
  body: ConnectionPatch,
): Promise<Connection> {
  return (await callWorkspace(workspaceId, 'PATCH /connections/{id}', { path: { id }, body })).data
}

export async function deleteConnection({ workspaceId }: Api, id: string): Promise<void> {
  await callWorkspace(workspaceId, 'DELETE /connections/{id}', { path: { id } })
}

export async function testConnection({ workspaceId }: Api, id: string): Promise<ConnectionTest> {
  return (await callWorkspace(workspaceId, 'POST /connections/{id}/test', { path: { id } })).data
}

/** Drops a job that waits for a person; nothing of its file is written. */
export async function dropJob({ workspaceId }: Api, id: string): Promise<void> {
  await callWorkspace(workspaceId, 'POST /jobs/{id}/cancel', { path: { id } })
}
