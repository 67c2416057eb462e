import type { Job } from '#shared/jobs.ts'
import { answerOf, type Api } from './client.ts'
import type { paths } from './public-api.generated.ts'

/** What `POST /exports` takes. */
export type ExportBody = paths['/exports']['post']['requestBody']['content']['application/json']

/** Starts an export; the answer is the job that writes the file. */
export async function startExport(api: Api, body: ExportBody): Promise<Job> {
  return (await answerOf(api.client.POST('/exports', { body }))).data
}

/** The bytes of a file that an export offers below the API root. */
export async function fetchExportedFile(api: Api, path: string): Promise<Blob> {
  const response = await api.open(path, { headers: { accept: '*/*' } })
  return response.blob()
}
