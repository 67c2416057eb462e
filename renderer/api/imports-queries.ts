import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { EntityType } from '#shared/entities.ts'
import type { CellCorrection, ImportProfile, ImportSettings, NewImportProfile } from '#shared/imports.ts'
import type { Difference, Job } from '#shared/jobs.ts'
import type { NamedFile } from './assets-queries.ts'
import { callWorkspace, type Api } from './client.ts'
import type { NewWatchedFolder } from '#shared/schemas/watched-folders.ts'

/** Uploads a file once; the server holds it for a day. */
export function uploadQuery({ workspaceId }: Api, file: File) {
  return queryOptions({
    queryKey: ['import-upload', workspaceId, file.name, file.size, file.lastModified] as const,
    queryFn: async ({ signal }) => {
      const form = new FormData()
      form.set('file', file, file.name)
      return (await callWorkspace(workspaceId, 'POST /import-uploads', { body: form, signal })).data
    },
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
}

export async function removeUpload(workspaceId: string, id: string): Promise<void> {
  await callWorkspace(workspaceId, 'DELETE /import-uploads/{id}', { path: { id } })
}

// A request of this many files shows progress and can be sent again where the connection breaks.
const picturesARequest = 50

interface PictureFiles {
  readonly files: readonly NamedFile[]
  readonly onProgress: (sent: number) => void
}

/** Sends pictures for an uploaded file; resolves to how many there are for it by now. */
export async function sendPictures(
  workspaceId: string,
  id: string,
  { files, onProgress }: PictureFiles,
): Promise<number> {
  let pictures = 0
  for (let start = 0; start < files.length; start += picturesARequest) {
    onProgress(start)
    const form = new FormData()
    for (const { file, name } of files.slice(start, start + picturesARequest))
      form.append('files', file, name)
    const input = { path: { id }, body: form }
    pictures = (await callWorkspace(workspaceId, 'POST /import-uploads/{id}/pictures', input)).data.pictures
  }
  return pictures
}

export interface ImportRequest extends ImportSettings {
  readonly type: EntityType
  readonly corrections?: CellCorrection[]
  readonly images_folder?: string
}

interface PreviewedFile {
  readonly uploadId: string
  /** How many pictures were sent for it: with others the preview is another. */
  readonly sentPictures: number
}

export function previewQuery(
  { workspaceId }: Api,
  { uploadId, sentPictures }: PreviewedFile,
  request: ImportRequest,
) {
  return queryOptions({
    queryKey: ['import-preview', workspaceId, uploadId, sentPictures, request] as const,
    queryFn: async ({ signal }) => {
      const input = { path: { id: uploadId }, body: request, signal }
      return (await callWorkspace(workspaceId, 'POST /import-uploads/{id}/preview', input)).data
    },
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
  })
}

/** Starts the import of an upload. A dry run counts and lists changes and makes none. */
export async function startImport(
  { workspaceId }: Api,
  uploadId: string,
  request: ImportRequest,
  isDryRun: boolean,
): Promise<Job> {
  const body = { ...request, dry_run: isDryRun }
  const input = { path: { id: uploadId }, body }
  return (await callWorkspace(workspaceId, 'POST /import-uploads/{id}/import', input)).data
}

/** Undoes a whole import; returns the job that does so. */
export async function undoImport(api: Api, jobId: string): Promise<Job> {
  const answer = await api.call('POST /jobs/{id}/undo', { path: { id: jobId } })
  if ('edit_id' in answer) throw new Error('An import is taken back by a job.')
  return answer.data
}

export const differencesAPage = 200

interface DifferencesPage {
  readonly offset: number
  readonly status?: Difference['status'] | undefined
}

export function differencesQuery(api: Api, id: string, { offset, status }: DifferencesPage) {
  return queryOptions({
    queryKey: ['import-differences', api.workspaceId, id, status, offset] as const,
    queryFn: async ({ signal }) => {
      const query = { limit: differencesAPage, offset, ...(status && { status }) }
      const answer = await api.call('GET /jobs/{id}/differences', { path: { id }, query, signal })
      return { differences: answer.data, total: answer.pagination.total }
    },
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 60_000,
  })
}

const profilesKey = (workspaceId: string) => ['import-profiles', workspaceId] as const

export function profilesQuery({ workspaceId }: Api) {
  return queryOptions({
    queryKey: profilesKey(workspaceId),
    queryFn: async ({ signal }) => {
      return (await callWorkspace(workspaceId, 'GET /import-profiles', { signal })).data
    },
  })
}

/** Saves settings under a name and replaces those with the same name. */
export async function saveProfile(
  workspaceId: string,
  profile: NewImportProfile,
  known: ImportProfile | undefined,
): Promise<ImportProfile> {
  const { name, settings } = profile
  if (known === undefined)
    return (await callWorkspace(workspaceId, 'POST /import-profiles', { body: profile })).data
  const input = { path: { id: known.id }, body: { name, ...(settings && { settings }) } }
  return (await callWorkspace(workspaceId, 'PATCH /import-profiles/{id}', input)).data
}

export async function deleteProfile(workspaceId: string, id: string): Promise<void> {
  await callWorkspace(workspaceId, 'DELETE /import-profiles/{id}', { path: { id } })
}

// Folders change without events.
const refetchMs = 3000

export const watchedFoldersKey = (workspaceId: string) => ['watched-folders', workspaceId] as const

export function watchedFoldersQuery(workspaceId: string) {
  return queryOptions({
    queryKey: watchedFoldersKey(workspaceId),
    queryFn: async ({ signal }) =>
      (await callWorkspace(workspaceId, 'GET /watched-folders', { signal })).data,
    refetchInterval: refetchMs,
  })
}

export function watchedFolderJobsQuery(workspaceId: string, id: string) {
  return queryOptions({
    queryKey: [...watchedFoldersKey(workspaceId), id, 'jobs'] as const,
    queryFn: async ({ signal }) => {
      const input = { path: { id }, signal }
      return (await callWorkspace(workspaceId, 'GET /watched-folders/{id}/jobs', input)).data
    },
    refetchInterval: refetchMs,
  })
}

export async function watchFolder(workspaceId: string, body: NewWatchedFolder): Promise<void> {
  await callWorkspace(workspaceId, 'POST /watched-folders', { body })
}

export async function unwatchFolder(workspaceId: string, id: string): Promise<void> {
  await callWorkspace(workspaceId, 'DELETE /watched-folders/{id}', { path: { id } })
}
