import type { Actor } from '#shared/events.ts'
import { isTerminal, type JobStatus } from '#shared/jobs.ts'
import { parseUuid } from '#shared/entities.ts'
import { dataAnswer, type Answer } from '../catalog/answer.ts'
import { notFound } from '../catalog/errors.ts'
import type { WriteContext } from '../catalog/events/record-event.ts'
import type { WritableDb } from '../store/database.ts'
import { appendEvent } from '../store/events.ts'
import {
  type ClaimedJob,
  claimNextJob,
  endJob,
  findJob,
  getJobInput,
  insertJob,
  type NewJob,
  requestJobCancel,
  requeueRunningJobs,
  saveJobProgress,
} from '../store/jobs.ts'

const leaseMs = 60_000
const maxInterruptions = 5

/** Queues a job: 202 with the job. The runner has to be woken by whoever called. */
export function enqueueJob(tx: WritableDb, job: NewJob): Answer {
  insertJob(tx, job)
  return dataAnswer(202, JSON.stringify(findJob(tx, job.uuid)), `/jobs/${job.uuid}`)
}

/** Takes the oldest waiting job, or null. */
export function claimJob(tx: WritableDb, _input: object): ClaimedJob | null {
  return claimNextJob(tx, leaseMs) ?? null
}

/**
 * Called once when a workspace opens: a job found running was cut off. It goes back into the queue and continues from its
 * checkpoint; one that keeps being cut off is marked failed.
 */
export function requeueJobs(tx: WritableDb, _input: object): null {
  for (const id of requeueRunningJobs(tx, maxInterruptions)) {
    const message = 'The job was cut off too often and has been given up. Start it anew.'
    finishJob(tx, { id, status: 'failed', result: { error: { code: 'internal_error', message } } })
  }
  return null
}

/** How a job ended. `cancelled` may carry what had been done until then. */
export interface JobEnd {
  readonly status: 'completed' | 'failed' | 'cancelled'
  readonly result: unknown
}

/** Ends a job and records its event; does nothing when it has ended already. */
export function finishJob(tx: WritableDb, { id, status, result }: JobEnd & { readonly id: string }): null {
  if (endJob(tx, id, status, result)) recordJobEvent(tx, id, status)
  return null
}

/** Notes how far a job without a checkpoint has come; tells whether it shall stop. */
export function reportJobProgress(
  tx: WritableDb,
  { id, current, total }: { readonly id: string; readonly current: number; readonly total: number },
): { isCancelled: boolean } {
  return saveJobProgress(tx, id, { current, total, checkpoint: null, leaseMs })
}

/** Cancels a job: at once while it waits, else at its next batch. Asking again, or too late, changes nothing. */
export function cancelJob(tx: WritableDb, { id }: { id: string }): Answer {
  const uuid = parseUuid(id)
  const job = uuid && findJob(tx, uuid)
  if (!job) throw notFound(`The job ${id}`)
  if (job.status === 'queued' && endJob(tx, job.id, 'cancelled', null))
    recordJobEvent(tx, job.id, 'cancelled')
  else if (!isTerminal(job.status)) requestJobCancel(tx, job.id)
  return dataAnswer(200, JSON.stringify(findJob(tx, job.id)))
}

const system: Actor = { type: 'system', id: null, name: null }

function recordJobEvent(tx: WritableDb, id: string, status: JobStatus): void {
  const { context } = (getJobInput(tx, id) ?? {}) as { context?: Partial<WriteContext> }
  appendEvent(tx, {
    event: status === 'completed' ? 'job.completed' : status === 'failed' ? 'job.failed' : 'job.cancelled',
    entityId: null,
    subject: {},
    changes: [],
    context: {
      actor: context?.actor ?? system,
      via: context?.via ?? 'import',
      request_id: context?.request_id ?? null,
      job_id: id,
    },
  })
}
