import { entityTypes } from '#shared/entities.ts'
import type { Job } from '#shared/jobs.ts'
import { parseAnswer } from '../catalog/answer.ts'
import type { WorkspaceThreads } from '../threads/pool.ts'

/** A job with all that it tells, for the program itself. Rejects with not_found for an unknown id. */
export async function readJob(threads: WorkspaceThreads, id: string): Promise<Job> {
  return parseAnswer<{ data: Job }>(await threads.call('getJob', { id, readable: entityTypes })).data
}
