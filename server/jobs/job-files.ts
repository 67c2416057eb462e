/** Where the files of a job lie: below the data folder, by the id of the job. A row of a workspace file never names a path. */
import { lstat, realpath } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import { parseUuid } from '#shared/entities.ts'
import { message } from '#shared/messages/message.ts'
import { conflict } from '../catalog/errors.ts'

/** The data folder that a job runs in, and the id of the job. */
export interface JobPlace {
  readonly dataDir: string
  readonly jobId: string
}

/** Where the file lies that was sent for a job. */
export function uploadedFile(place: JobPlace): string {
  return join(place.dataDir, 'uploads', idOf(place))
}

/** Where a dry run may copy the workspace to; a copy that a crash has left is removed with old uploads. */
export function rehearsalFile(place: JobPlace): string {
  return `${uploadedFile(place)}.upload.rehearsal`
}

/** The folder of the files that exports write, until they expire. */
export function exportsFolder({ dataDir }: Pick<JobPlace, 'dataDir'>): string {
  return join(dataDir, 'exports')
}

/** The folder of what jobs leave behind for whoever wants it. */
export function resultsFolder({ dataDir }: Pick<JobPlace, 'dataDir'>): string {
  return join(dataDir, 'results')
}

/** An id that comes from a file of somebody else may hold anything. */
function idOf({ jobId }: JobPlace): string {
  const id = parseUuid(jobId)
  if (id === undefined) throw conflict(message('job.id_not_valid'))
  return id
}

/** Whether a path leads to a regular file that lies in its folder itself: a link could lead out of it. False where there is none. */
export async function liesInFolder(path: string): Promise<boolean> {
  try {
    const found = await lstat(path)
    const [file, folder] = await Promise.all([realpath(path), realpath(dirname(path))])
    return found.isFile() && file === `${folder}${folder.endsWith(sep) ? '' : sep}${basename(path)}`
  } catch {
    return false
  }
}
