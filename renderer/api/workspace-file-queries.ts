import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ListedWorkspace, PackageOpening } from '#shared/app-surface.ts'
import { callApp } from './client.ts'
import type { Job } from '#shared/jobs.ts'
import type { WorkspaceDownload } from '#shared/schemas/team.ts'
import type { Backup } from '#shared/backups.ts'
import type { RestoreBackupResult } from '#shared/schemas/backups.ts'
import { holdingReload } from './session.ts'
import type { LogExport, OwnerSettingsPatch } from '#shared/schemas/app-surface.ts'
import { showError } from '../ui/toast.tsx'
import { t } from '../ui/text.ts'

const everyMs = 3000

/**
 * Whether the file of a workspace still exists, polled while the page is visible, as there is no event for
 * it.
 */
export function workspaceFileQuery({ id, file }: ListedWorkspace) {
  return queryOptions({
    queryKey: ['workspace-file', id] as const,
    queryFn: async ({ signal }) =>
      (await callApp('GET /workspaces/{id}/file', { path: { id }, signal })).data,
    // The file existed when the workspace was just opened, so the first view does not wait for this.
    initialData: { file: file ?? '', in_place: true, suggested_copy: null, set_aside: null },
    staleTime: everyMs,
    refetchInterval: everyMs,
    refetchOnWindowFocus: true,
    retry: false,
  })
}

export async function saveCopy(workspaceId: string, file: string): Promise<string> {
  const path = { id: workspaceId }
  return (await callApp('POST /workspaces/{id}/backup', { path, body: { file } })).data.file
}

export async function noteSetAsideRead(workspaceId: string): Promise<void> {
  await callApp('POST /workspaces/{id}/set-aside/read', { path: { id: workspaceId } })
}

export async function openFile(file: string): Promise<ListedWorkspace> {
  return (await callApp('POST /workspaces/open', { body: { file } })).data
}

interface NewPackage {
  readonly file: string
  readonly schema_only: boolean
}

/** Starts saving a workspace as a package; returns the job that writes it. */
export async function savePackage(workspaceId: string, body: NewPackage): Promise<Job> {
  return (await callApp('POST /workspaces/{id}/package', { path: { id: workspaceId }, body })).data
}

const pollMs = 400

export const packageOpeningsKey = ['package-openings'] as const

const refetchMs = 20_000

export const backupsKey = (workspaceId: string) => ['backups', workspaceId] as const

export function backupsQuery(workspaceId: string) {
  return queryOptions({
    queryKey: backupsKey(workspaceId),
    queryFn: ({ signal }) => callApp('GET /workspaces/{id}/backups', { path: { id: workspaceId }, signal }),
    // The schedule and imports make backups too, without events.
    refetchInterval: refetchMs,
  })
}

export async function createBackup(workspaceId: string): Promise<Backup> {
  return (await callApp('POST /workspaces/{id}/backups', { path: { id: workspaceId } })).data
}

/** Replaces a workspace by its backup. Reload the page when this resolves. */
export async function restoreBackup(workspaceId: string, { id }: Backup): Promise<RestoreBackupResult> {
  const path = { id: workspaceId, backupId: id }
  const restore = () => callApp('POST /workspaces/{id}/backups/{backupId}/restore', { path })
  return (await holdingReload(restore)).data
}

export async function removeBackup(workspaceId: string, { id }: Backup): Promise<void> {
  await callApp('DELETE /workspaces/{id}/backups/{backupId}', { path: { id: workspaceId, backupId: id } })
}

export const packageOpeningsQuery = queryOptions({
  queryKey: packageOpeningsKey,
  queryFn: async ({ signal }) => (await callApp('GET /package-openings', { signal })).data,
  refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'running') ? pollMs : false),
  refetchIntervalInBackground: true,
})

export async function openPackage(file: string): Promise<PackageOpening> {
  return (await callApp('POST /workspaces/open-package', { body: { file } })).data
}

/** Stops opening a package; nothing is left of it. */
export async function cancelOpening(id: string): Promise<void> {
  await callApp('POST /package-openings/{id}/cancel', { path: { id } })
}

export async function startWorkspaceDownload(workspaceId: string): Promise<WorkspaceDownload> {
  return (await callApp('POST /workspaces/{id}/copies', { path: { id: workspaceId } })).data
}

export function workspaceDownloadQuery(workspaceId: string, copyId: string) {
  return queryOptions({
    queryKey: ['home-copy', workspaceId, copyId] as const,
    queryFn: async ({ signal }) => {
      const path = { id: workspaceId, copyId }
      return (await callApp('GET /workspaces/{id}/copies/{copyId}', { path, signal })).data
    },
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? pollMs : false),
    refetchIntervalInBackground: true,
  })
}

export async function stopWorkspaceDownload(workspaceId: string, copyId: string): Promise<void> {
  await callApp('DELETE /workspaces/{id}/copies/{copyId}', { path: { id: workspaceId, copyId } })
}

/**
 * Lets the browser save a copy as a stream, since it may be larger than the memory. The desktop app asks
 * for the location.
 */
export function saveWorkspaceDownload(workspaceId: string, { id, file_name }: WorkspaceDownload): void {
  const href = `/app/v1/workspaces/${workspaceId}/copies/${id}/file`
  Object.assign(document.createElement('a'), { href, download: file_name }).click()
}

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
