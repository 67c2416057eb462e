import type { NewExport } from '#shared/exports.ts'
import type { Job } from '#shared/jobs.ts'
import type { Api } from './client.ts'

/** Starts an export; the answer is the job that writes the file. */
export async function startExport(api: Api, body: NewExport): Promise<Job> {
  return (await api.call('POST /exports', { body })).data
}

/** The bytes of a file that an export offers below the API root. */
export async function fetchExportedFile(api: Api, path: string): Promise<Blob> {
  const response = await api.open(path, { headers: { accept: '*/*' } })
  return response.blob()
}
