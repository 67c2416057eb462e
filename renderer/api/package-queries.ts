import type { Workspace } from '#shared/app-surface.ts'
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

/** Makes a workspace of a package of this computer. */
export async function openPackage(file: string): Promise<Workspace> {
  return (await callApp('POST /workspaces/open-package', { body: { file } })).data
}
