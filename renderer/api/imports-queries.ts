import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { EntityType } from '#shared/entities.ts'
import type {
  ImportPreview,
  ImportProfile,
  ImportSettings,
  ImportUpload,
  NewImportProfile,
} from '#shared/imports.ts'
import type { Job } from '#shared/jobs.ts'
import { callApp } from './app-client.ts'
import { answerOf, type Api } from './client.ts'

type Data<T> = Promise<{ data: T }>

/** Sends a file once; it waits for a day to be looked at and imported. */
export function uploadQuery({ workspaceId }: Api, file: File) {
  return queryOptions({
    queryKey: ['import-upload', workspaceId, file.name, file.size, file.lastModified] as const,
    queryFn: async ({ signal }) => {
      const form = new FormData()
      form.set('file', file, file.name)
      const call: Data<ImportUpload> = callApp('POST', '/import-uploads', { body: form, signal }, workspaceId)
      return (await call).data
    },
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
}

/** Removes what was sent; the server does so itself after a day. */
export async function removeUpload(workspaceId: string, id: string): Promise<void> {
  await callApp('DELETE', `/import-uploads/${id}`, {}, workspaceId)
}

export interface ImportRequest extends ImportSettings {
  readonly type: EntityType
  /** The folder whose pictures cells of image columns name. */
  readonly images_folder?: string
}

/** What the first rows of a file tell, and what these settings would make of its columns. */
export function previewQuery({ workspaceId }: Api, uploadId: string, request: ImportRequest) {
  return queryOptions({
    queryKey: ['import-preview', workspaceId, uploadId, request] as const,
    queryFn: async ({ signal }) => {
      const path = `/import-uploads/${uploadId}/preview`
      const call: Data<ImportPreview> = callApp('POST', path, { body: request, signal }, workspaceId)
      return (await call).data
    },
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
  })
}

/** Starts the import of what was sent: the job. A dry run counts and lists what would happen and changes nothing. */
export async function startImport(
  { workspaceId }: Api,
  uploadId: string,
  request: ImportRequest,
  isDryRun: boolean,
): Promise<Job> {
  const body = { ...request, dry_run: isDryRun }
  const call: Data<Job> = callApp('POST', `/import-uploads/${uploadId}/import`, { body }, workspaceId)
  return (await call).data
}

/** Takes a whole import back: the job that does so. */
export async function undoImport(workspaceId: string, jobId: string): Promise<Job> {
  const call: Data<Job> = callApp('POST', `/jobs/${jobId}/undo`, {}, workspaceId)
  return (await call).data
}

/** A value that an import would write. */
export interface Difference {
  readonly row: number
  readonly status: 'created' | 'updated'
  readonly label: string | null
  readonly attribute: string
  readonly old?: unknown
  readonly new?: unknown
}

export const differencesAPage = 50

/** A page of what a dry run would change. */
export function differencesQuery(api: Api, id: string, offset: number) {
  return queryOptions({
    queryKey: ['import-differences', api.workspaceId, id, offset] as const,
    queryFn: async ({ signal }) => {
      const params = { path: { id }, query: { limit: differencesAPage, offset } }
      const { data, pagination } = await answerOf(
        api.client.GET('/jobs/{id}/differences', { params, signal }),
      )
      return { differences: data, total: pagination.total ?? data.length }
    },
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 60_000,
  })
}

const profilesKey = (workspaceId: string) => ['import-profiles', workspaceId] as const

/** The saved settings of imports, oldest first. */
export function profilesQuery({ workspaceId }: Api) {
  return queryOptions({
    queryKey: profilesKey(workspaceId),
    queryFn: async ({ signal }) => {
      const call: Data<ImportProfile[]> = callApp('GET', '/import-profiles', { signal }, workspaceId)
      return (await call).data
    },
  })
}

/** Saves settings under a name; those of the same name are replaced. */
export async function saveProfile(
  workspaceId: string,
  profile: NewImportProfile,
  known: ImportProfile | undefined,
): Promise<ImportProfile> {
  const { name, settings } = profile
  const call: Data<ImportProfile> =
    known === undefined
      ? callApp('POST', '/import-profiles', { body: profile }, workspaceId)
      : callApp('PATCH', `/import-profiles/${known.id}`, { body: { name, settings } }, workspaceId)
  return (await call).data
}

export async function deleteProfile(workspaceId: string, id: string): Promise<void> {
  await callApp('DELETE', `/import-profiles/${id}`, {}, workspaceId)
}
