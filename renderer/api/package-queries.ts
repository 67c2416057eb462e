import { queryOptions } from '@tanstack/react-query'
import type { PackageOpening } from '#shared/app-surface.ts'
import type { Job } from '#shared/jobs.ts'
import { callApp } from './client.ts'

interface NewPackage {
  /** The whole path of the new file. */
  readonly file: string
  readonly schema_only: boolean
}

/** Starts saving a workspace as a package; the answer is the job of the workspace that writes it. */
export async function savePackage(workspaceId: string, body: NewPackage): Promise<Job> {
  return (await callApp('POST /workspaces/{id}/package', { path: { id: workspaceId }, body })).data
}

const pollMs = 400

export const packageOpeningsKey = ['package-openings'] as const

/** The packages that are being opened and the last that ended, oldest first; asked for often while one is. */
export const packageOpeningsQuery = queryOptions({
  queryKey: packageOpeningsKey,
  queryFn: async ({ signal }) => (await callApp('GET /package-openings', { signal })).data,
  refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'running') ? pollMs : false),
  refetchIntervalInBackground: true,
})

/** Begins to make a workspace of a package of this computer. */
export async function openPackage(file: string): Promise<PackageOpening> {
  return (await callApp('POST /workspaces/open-package', { body: { file } })).data
}

/** Stops opening a package; nothing is left of it. */
export async function cancelOpening(id: string): Promise<void> {
  await callApp('POST /package-openings/{id}/cancel', { path: { id } })
}
