import type { Actor } from '#shared/events.ts'
import { isTerminal, type JobStatus } from '#shared/jobs.ts'
import { parseUuid } from '#shared/entities.ts'
import { message, referenceOf, textOf } from '#shared/messages/message.ts'
import { dataAnswer, type Answer } from '../answer.ts'
import { type CatalogError, conflict, jobNotFound, rateLimited } from '../errors.ts'
import { gatherTaken, noteAutomationEnd, turnOffForeign } from './automation-ends.ts'
import { cancelledEnd, type JobEnd } from './running-job.ts'
import type { WriteContext } from '../events/record-event.ts'
import { viewFor } from '../../store/computed/hidden-attributes.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { readDefinitionsVersion } from '../../store/tables/attributes.ts'
import { appendEvent } from '../../store/tables/events.ts'
import { clearRowFaults } from '../../store/tables/imports.ts'
import { clearWanted } from '../../store/tables/pictures.ts'
import {
  hasWaitingJobs,
  hasWaitingJobsOf,
  endJob,
  findJob,
  getJobInput,
  insertJob,
  noteInJob,
  type NewJob,
  extendLease,
  noteLostJobs,
  requestJobCancel,
  requeueJob,
  reviveJob,
  saveJobProgress,
  nextPausedJob,
  pauseJob,
  endForeignJobs,
  switchOffGeneration,
} from '../../store/tables/jobs.ts'
import { isObject } from '#shared/exact-json.ts'
import { noteFeedEnd } from '../feeds/run-feed.ts'
import { askedBy, type ClaimedJob, claimNextJob, unfinishedJobsOf } from '../../store/tables/claimed-jobs.ts'
import type { SetAside } from '#shared/schemas/app-surface.ts'

// A job that is interrupted so often at the same point fails.
const maxInterruptions = 5
const maxRunning = 3

const maxWaiting = 1000
// Ten people at their limit still leave room for others.
const maxWaitingOfPerson = 100

/**
 * Queues a job: 202 with the job. The caller has to wake the runner. 429 where 1,000 wait already, or 100
 * of a person.
 */
export function enqueueJob(tx: WritableDb, job: NewJob): Answer {
  const { person, role } = askedBy(job.input)
  refuseMore(tx, person)
  const isRestricted = viewFor(tx, role).hidden !== undefined
  insertJob(tx, isRestricted ? withDefinitions(tx, job) : job)
  return dataAnswer(202, JSON.stringify(findJob(tx, job.uuid)), `/jobs/${job.uuid}`)
}

/** The files of a job in a restricted role are for those who may read as much, by the definitions of then. */
function withDefinitions(db: ReadableDb, job: NewJob): NewJob {
  return { ...job, input: { ...job.input, definitions: readDefinitionsVersion(db) } }
}

function refuseMore(tx: WritableDb, person: string | undefined): void {
  if (person && hasWaitingJobsOf(tx, person, maxWaitingOfPerson))
    throw tooManyJobs(`${maxWaitingOfPerson} jobs of one person`)
  if (hasWaitingJobs(tx, maxWaiting)) throw tooManyJobs(`${maxWaiting.toLocaleString('en')} jobs`)
}

function tooManyJobs(which: string): CatalogError {
  return rateLimited(message('job.queue_full', { which }), 10)
}

const endedSentence = message('job.from_elsewhere')
const maxNames = 20

/** Adopts a workspace file from another data folder: no job in it continues automatically. */
export function takeOverWorkspace(tx: WritableDb, _input: object): SetAside {
  const jobs = endForeignJobs(tx, endedSentence)
  const names = switchOffGeneration(tx)
  turnOffForeign(tx)
  return { jobs, auto_generated: names.length, names: names.slice(0, maxNames) }
}

export type { ClaimedJob }

export interface Claim {
  readonly job: ClaimedJob | null
  readonly lost: readonly string[]
  readonly wakeAt: number | null
}

/**
 * Takes the oldest job that may start, after requeueing lost ones. Three run at once, one per name, and
 * three that call providers, one per provider.
 */
export function claimJob(tx: WritableDb, { leaseMs }: { readonly leaseMs: number }): Claim {
  const lost = takeUpLostJobs(tx, Date.now())
  const job = claimNextJob(tx, { leaseMs, running: maxRunning }) ?? null
  return { job, lost, wakeAt: nextPausedJob(tx) ?? null }
}

/** Called once when a workspace opens: every job found running was interrupted, whatever its lease says. */
export function requeueJobs(tx: WritableDb, _input: object): null {
  takeUpLostJobs(tx, Number.MAX_SAFE_INTEGER)
  return null
}

/**
 * An interrupted job continues from its checkpoint, one to be cancelled ends, and one without progress
 * fails.
 */
function takeUpLostJobs(tx: WritableDb, leaseEndedBefore: number): string[] {
  const lost = noteLostJobs(tx, leaseEndedBefore)
  for (const { id, isCancelled, interruptions } of lost) {
    if (isCancelled) finishJob(tx, { id, ...cancelledEnd })
    else if (interruptions > maxInterruptions) finishJob(tx, { id, status: 'failed', result: givenUp })
    else requeueJob(tx, id)
  }
  return lost.map(({ id }) => id)
}

const givenUp = {
  error: {
    code: 'internal_error',
    ...message('job.given_up'),
  },
}

export function beatJob(
  tx: WritableDb,
  { id, leaseMs }: { readonly id: string; readonly leaseMs: number },
): null {
  extendLease(tx, id, leaseMs)
  return null
}

/** Ends or pauses a job and records its event; does nothing for an ended job. */
export function finishJob(tx: WritableDb, end: JobEnd & { readonly id: string }): null {
  if (end.status === 'paused') {
    const { reason, until, details } = end
    pauseJob(tx, end.id, { reason: textOf(reason), until, ...referenceOf(reason), ...details })
    noteFeedEnd(tx, end.id, 'paused')
    return null
  }
  const { id, status, result } = end
  if (endJob(tx, id, status, result)) recordJobEvent(tx, id, status)
  if (status !== 'completed') noteFeedEnd(tx, id, status)
  // A failed job may be retried and then continues with its stored rows.
  if (status === 'failed') return null
  clearRowFaults(tx, id)
  clearWanted(tx, id)
  return null
}

export function reportJobProgress(
  tx: WritableDb,
  { id, current, total }: { readonly id: string; readonly current: number; readonly total: number },
): { isCancelled: boolean } {
  return saveJobProgress(tx, id, { current, total, checkpoint: null })
}

/**
 * Cancels a job: at once while it waits, else at its next batch. A repeated or late request changes
 * nothing.
 */
export function cancelJob(tx: WritableDb, { id }: { id: string }): Answer {
  const uuid = parseUuid(id)
  const job = uuid && findJob(tx, uuid)
  if (!job) throw jobNotFound(id)
  if (job.status === 'queued' && endJob(tx, job.id, 'cancelled', null)) {
    recordJobEvent(tx, job.id, 'cancelled')
    noteFeedEnd(tx, job.id, 'cancelled')
  } else if (!isTerminal(job.status)) requestJobCancel(tx, job.id)
  return dataAnswer(200, JSON.stringify(findJob(tx, job.id)))
}

/** Cancels a job that the shield holds for a person; 409 for any other. */
export function dropWaitingJob(tx: WritableDb, { id }: { id: string }): Answer {
  const uuid = parseUuid(id)
  const job = uuid && findJob(tx, uuid)
  if (!job) throw jobNotFound(id)
  const paused = job.metadata['paused']
  const waits = job.status === 'queued' && isObject(paused) && paused['reason'] === 'shield'
  if (!waits) throw conflict(message('job.does_not_wait', { status: job.status }))
  return cancelJob(tx, { id })
}

/** Cancels a job whose person lost the permission for it, with that reason in its result. */
export function withdrawJob(tx: WritableDb, { id }: { readonly id: string }): null {
  noteInJob(tx, id, {
    cancelled_because: mayNoMore.message,
    cancelled_because_message: referenceOf(mayNoMore),
  })
  cancelJob(tx, { id })
  return null
}

const mayNoMore = message('job.not_authorized')

export function listUnfinishedJobsOf(
  db: ReadableDb,
  { person }: { readonly person: string },
): readonly ClaimedJob[] {
  return unfinishedJobsOf(db, person)
}

/** Requeues a failed job or resumes a paused one, from its checkpoint. 409 for any other. */
export function retryJob(tx: WritableDb, { id }: { id: string }): Answer {
  const uuid = parseUuid(id)
  const job = uuid && findJob(tx, uuid)
  if (!job) throw jobNotFound(id)
  refuseMore(tx, contextOfJob(tx, job.id).person)
  if (job.metadata['is_foreign'] === true) throw conflict(message('job.from_elsewhere_no_retry'))
  // A second run would write again what its first actions wrote.
  const isHalfDone = job.name === 'automation' && job.status === 'failed'
  if (isHalfDone || !reviveJob(tx, job.id))
    throw conflict(message('job.not_retriable', { status: job.status }))
  return dataAnswer(202, JSON.stringify(findJob(tx, job.id)), `/jobs/${job.id}`)
}

const system: Actor = { type: 'system', id: null, name: null }

function recordJobEvent(tx: WritableDb, id: string, status: JobStatus): void {
  const context = contextOfJob(tx, id)
  appendEvent(tx, {
    event: status === 'completed' ? 'job.completed' : status === 'failed' ? 'job.failed' : 'job.cancelled',
    entityId: null,
    subject: {},
    changes: [],
    context: {
      actor: context.actor ?? system,
      via: context.via ?? 'import',
      request_id: context.request_id ?? null,
      job_id: id,
      automation: context.automation,
    },
  })
  noteAutomationEnd(tx, id, status)
  gatherTaken(tx, id)
}

export function contextOfJob(db: ReadableDb, id: string): Partial<WriteContext> {
  const { context = {} } = (getJobInput(db, id) ?? {}) as { context?: Partial<WriteContext> }
  return context
}
