import { isOneOf } from '#shared/text.ts'
import type { FieldError } from '#shared/errors.ts'
import { type EntityType, parseUuid } from '#shared/entities.ts'
import { jobStatuses } from '#shared/jobs.ts'
import { decodeCursor, encodeCursor, markList } from '../query/cursor.ts'
import { dataAnswer, jsonAnswer, type Answer } from '../answer.ts'
import { Faults, jobNotFound } from '../errors.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { visibleJob } from './job-types.ts'
import { countUnfinishedJobs, findJob, listJobPage } from '../../store/tables/jobs.ts'

export interface GetJob {
  readonly id: string
  /** What the caller may read: a job tells the values of other types to nobody else. */
  readonly readable: readonly EntityType[]
}

/** One job, for polling; 404 for an unknown or malformed id. */
export function getJob(db: ReadableDb, { id, readable }: GetJob): Answer {
  const uuid = parseUuid(id)
  const job = uuid && findJob(db, uuid)
  if (!job) throw jobNotFound(id)
  return dataAnswer(200, JSON.stringify(visibleJob(db, job, readable)))
}

/** Whether a job of this workspace has failed. */
export function hasFailed(db: ReadableDb, { id }: { id: string }): boolean {
  return findJob(db, id)?.status === 'failed'
}

/** How many jobs of this workspace wait and run. */
export function countJobs(db: ReadableDb, _input: object): { queued: number; running: number } {
  return countUnfinishedJobs(db)
}

export interface ListJobs {
  readonly status?: string | undefined
  readonly name?: string | undefined
  readonly limit: number
  readonly offset: number
  readonly cursor?: string | undefined
  readonly readable: readonly EntityType[]
  readonly faults: readonly FieldError[]
}

/** One page of jobs, newest first. An unknown status or a foreign cursor is `invalid_value`. */
export function listJobs(db: ReadableDb, request: ListJobs): Answer {
  const faults = new Faults(request.faults)
  const { status, name, limit, cursor } = request
  if (status !== undefined && !isOneOf(jobStatuses, status)) {
    faults.add('status', 'invalid_value', jobStatuses, status)
  }
  const mark = markList(db, ['jobs', status, name])
  const before = cursor === undefined ? undefined : decodeCursor(mark, cursor, faults)?.entity
  faults.throwIfAny()

  const offset = cursor === undefined ? request.offset : 0
  const page = listJobPage(db, { status, name }, { limit, offset, before })
  const last = page.last ?? before
  const pagination = {
    total: page.total,
    limit,
    offset,
    has_more: page.hasMore,
    next_cursor: encodeCursor(mark, last === undefined ? undefined : { entity: last, values: [] }),
  }
  return jsonAnswer(
    200,
    JSON.stringify({ data: page.jobs.map((job) => visibleJob(db, job, request.readable)), pagination }),
  )
}

/** The newest imports of files from a watched folder. */
export function listWatchedJobs(db: ReadableDb, { folder }: { readonly folder: string }): Answer {
  const { jobs } = listJobPage(db, { folder }, { limit: 10, offset: 0, before: undefined })
  return dataAnswer(200, JSON.stringify(jobs))
}
