import type { ImportResult } from '#shared/jobs.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { nextIdentity } from '../../store/tables/identities.ts'
import { findJob, insertJob, saveJobProgress } from '../../store/tables/jobs.ts'
import { countWanted, handOverWanted } from '../../store/tables/pictures.ts'
import { assertAtCheckpoint } from '../edits/edit-state.ts'
import type { FetchPictures } from '../imports/fetch-pictures.ts'
import type { ImportRequest, ImportState } from '../imports/import-state.ts'

export interface EnqueuePictures {
  readonly jobId: string
  readonly request: ImportRequest
  readonly state: ImportState
}

/**
 * Queues the job that fetches what the rows of an import name, together with the checkpoint of the import that says so; none
 * where nothing has to be fetched.
 */
export function enqueuePictures(
  tx: WritableDb,
  { jobId, request, state }: EnqueuePictures,
): NonNullable<ImportResult['pictures']> {
  if (state.pictures) return state.pictures
  assertAtCheckpoint(tx, jobId, state)
  const { wanted, known } = countWanted(tx, jobId)
  const uuid = wanted > 0 ? nextIdentity(tx).uuid : null
  const { type, context } = request
  if (uuid !== null) {
    const isAnew = request.pictures === 'refetch'
    const input: FetchPictures = {
      import: jobId,
      wanted,
      known,
      context,
      ...(isAnew && { refetch: true }),
    }
    const file = findJob(tx, jobId)?.metadata['file']
    const metadata = { workflow: 'fetch_pictures', via: context.via, import: jobId, file, type }
    // Not refused where many jobs wait: the import that it belongs to has run.
    insertJob(tx, { uuid, name: 'fetch_pictures', input, metadata })
    handOverWanted(tx, jobId, uuid)
  }
  const pictures = { wanted, already_there: known, job_id: uuid }
  saveJobProgress(tx, jobId, {
    current: state.total,
    total: state.total,
    checkpoint: { ...state, pictures },
  })
  return pictures
}
