import { queryOptions } from '@tanstack/react-query'
import type { Backup } from '#shared/backups.ts'
import type { Restored } from '#shared/schemas/backups.ts'
import { callApp } from './client.ts'
import { holdingReload } from './page-reload.ts'

const refetchMs = 20_000

export const backupsKey = (workspaceId: string) => ['backups', workspaceId] as const

/** The backups of a workspace, newest first, and where they lie. */
export function backupsQuery(workspaceId: string) {
  return queryOptions({
    queryKey: backupsKey(workspaceId),
    queryFn: ({ signal }) => callApp('GET /workspaces/{id}/backups', { path: { id: workspaceId }, signal }),
    // The schedule and imports make backups too, of which no event tells.
    refetchInterval: refetchMs,
  })
}

/** Copies a workspace as it is now; takes seconds where it is large. */
export async function createBackup(workspaceId: string): Promise<Backup> {
  return (await callApp('POST /workspaces/{id}/backups', { path: { id: workspaceId } })).data
}

/** Puts a backup in the place of its workspace. The page has to be loaded anew when this resolves. */
export async function restoreBackup(workspaceId: string, { id }: Backup): Promise<Restored> {
  const path = { id: workspaceId, backupId: id }
  const restore = () => callApp('POST /workspaces/{id}/backups/{backupId}/restore', { path })
  return (await holdingReload(restore)).data
}

/** Removes a backup for good. */
export async function removeBackup(workspaceId: string, { id }: Backup): Promise<void> {
  await callApp('DELETE /workspaces/{id}/backups/{backupId}', { path: { id: workspaceId, backupId: id } })
}
