import { isOneOf } from '#shared/text.ts'
import type { FieldError } from '#shared/errors.ts'
import { type EntityType, parseUuid, entityTypes, pluralOf } from '#shared/entities.ts'
import { jobStatuses, type Job } from '#shared/jobs.ts'
import { decodeCursor, encodeCursor, markList } from '../query/cursor.ts'
import { dataAnswer, pageAnswer, type Answer } from '../answer.ts'
import { CatalogError, Faults, jobNotFound } from '../errors.ts'
import { message } from '#shared/messages/message.ts'
import { nameRole, type Role } from '#shared/team.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { readDefinitionsVersion } from '../../store/tables/attributes.ts'
import { hasEdit } from '../../store/tables/edits.ts'
import {
  countUnfinishedJobs,
  findJob,
  listJobPage,
  getJobInput,
  readCheckpoint,
  findJobSubject,
} from '../../store/tables/jobs.ts'

export interface GetJob {
  readonly id: string
  /** The types that the caller may read; values of other types in a job are hidden. */
  readonly readable: readonly EntityType[]
}

/** The types of a job whose files somebody asks for; 403 where these may hold what they may not read. */
export function findTypesOfFiles(db: ReadableDb, { id }: { readonly id: string }): readonly EntityType[] {
  const types = findJobTypes(db, { id })
  requireOwnView(db, id.toLowerCase())
  return types
}

/** The types whose values a job shows in its result and files; 404 for an unknown id. */
export function findJobTypes(db: ReadableDb, { id }: { readonly id: string }): readonly EntityType[] {
  const uuid = parseUuid(id)
  const subject = uuid && findJobSubject(db, uuid)
  if (!subject) throw jobNotFound(id)
  const { name, type, vendors, categories } = subject
  if (name === 'source_ingest') return ['source', 'product']
  // A job of unknown subject requires permission to read everything.
  if (type === null) return entityTypes
  return [
    type,
    ...(vendors === 1 ? ['vendor' as const] : []),
    ...(categories === 1 ? ['category' as const] : []),
  ]
}

/**
 * Throws 403 where the files of a job may hold values that the reader may not read: those of a job in
 * another role, or of before a definition changed.
 */
export function requireOwnView(db: ReadableDb, uuid: string): void {
  const { hidden } = db
  if (!hidden) return
  const { context, definitions } = getJobInput(db, uuid) as RestrictedInput
  if (context?.role === hidden.role && definitions === readDefinitionsVersion(db)) return
  throw new CatalogError('forbidden', message('job.file_of_other_role', { role: nameRole(hidden.role) }))
}

interface RestrictedInput {
  readonly context?: { readonly role?: Role }
  readonly definitions?: string
}

function isOfOtherRole(db: ReadableDb, { id }: Job): boolean {
  if (db.hidden === undefined) return false
  const { context } = getJobInput(db, id) as RestrictedInput
  return context?.role !== db.hidden.role
}

/** Operations of jobs that write files and leave the catalog as it is. */
const filesOnly: ReadonlySet<string> = new Set(['export', 'channel_export', 'package', 'asset_export'])

export interface JobWork {
  readonly types: readonly EntityType[]
  readonly writes: boolean
  /** Under which the job has written; null for an import, which is taken back by its job. */
  readonly edit_id: string | null
}

/** The entities that a job works on; 404 for an unknown id. */
export function describeJobWork(db: ReadableDb, { id }: { readonly id: string }): JobWork {
  const types = findJobTypes(db, { id })
  const { name, metadata, result } = findJob(db, id.toLowerCase()) as Job
  const edit = (result as { edit_id?: unknown } | null)?.edit_id ?? metadata['edit_id']
  const hasWritten = typeof edit === 'string' && hasEdit(db, edit)
  return { types, writes: !filesOnly.has(name), edit_id: hasWritten ? edit : null }
}

function visibleJob(db: ReadableDb, job: Job, readable: readonly EntityType[]): Job {
  if (isOfOtherRole(db, job))
    return {
      ...job,
      result: job.result && (withoutValues(job.result, reasonOfOtherRole) as Job['result']),
      metadata: withoutValues(job.metadata),
    }
  if (readable.length === entityTypes.length) return job
  const missing = findJobTypes(db, job).filter((type) => !readable.includes(type))
  if (missing.length === 0) return job
  const scopes = missing.map((type) => `read:${pluralOf[type]}`)
  return {
    ...job,
    result: job.result && (withoutValues(job.result) as Job['result']),
    metadata: { ...withoutValues(job.metadata), missing_scopes: scopes },
  }
}

type Members = Readonly<Record<string, unknown>>

// Texts about the job without values. Every other text is left out, so a new member reveals nothing by
// default.
const facts: ReadonlySet<string> = new Set([
  'cancelled_because',
  'code',
  'content_attribute',
  'delimiter',
  'edit_id',
  'encoding',
  'errors_file',
  'expires_at',
  'file',
  'format',
  'import',
  'import_id',
  'merge_key',
  'sheet',
  'source_id',
  'stage',
  'type',
  'undoes',
  'url',
  'via',
  'watched_folder',
  'workflow',
  'feed_id',
  'connection',
  'outcome',
])

/** Numbers, ids and facts stay; a list of values is empty, and `errors_truncated` says that there are errors. */
function withoutValues(members: Members, reason = withheldReason): Record<string, unknown> {
  const shortened = Object.entries(members).map(([key, value]) => [key, withoutValue(key, value, reason)])
  const { errors } = members
  const hasErrors = Array.isArray(errors) && errors.length > 0
  return { ...Object.fromEntries(shortened), ...(hasErrors && { errors_truncated: true }) }
}

function withoutValue(key: string, value: unknown, reason: string): unknown {
  if (Array.isArray(value)) return withoutEntries(key, value)
  if (typeof value === 'string') return facts.has(key) ? value : null
  return typeof value === 'object' && value !== null ? withoutMembers(key, value as Members, reason) : value
}

function withoutMembers(key: string, members: Members, reason: string): Members {
  if (wholeFacts.has(key)) return members
  if (key === 'error') return withoutReason(members, reason)
  return key === 'created' || key === 'updated' ? withoutValues(members) : {}
}

const wholeFacts: ReadonlySet<string> = new Set(['cancelled_because_message', 'file', 'report', 'started_by'])

function withoutReason({ message_code: _code, values: _values, ...error }: Members, reason: string): Members {
  return { ...withoutValues(error), message: reason }
}

const withheldReason = 'The reason may quote values; metadata.missing_scopes names what shows it.'
const reasonOfOtherRole = 'The reason may quote values that your role may not read.'

function withoutEntries(key: string, list: readonly Members[]): readonly unknown[] {
  if (key.endsWith('_ids')) return list
  return key === 'stages' ? list.map(({ name, status }) => ({ name, status })) : []
}

/** One job, for polling; 404 for an unknown or malformed id. */
export function getJob(db: ReadableDb, { id, readable }: GetJob): Answer {
  const uuid = parseUuid(id)
  const job = uuid && findJob(db, uuid)
  if (!job) throw jobNotFound(id)
  return dataAnswer(200, JSON.stringify(visibleJob(db, job, readable)))
}

export function hasFailed(db: ReadableDb, { id }: { id: string }): boolean {
  return findJob(db, id)?.status === 'failed'
}

export function countJobs(db: ReadableDb, _input: object): { queued: number; running: number } {
  return countUnfinishedJobs(db)
}

export interface ListJobs {
  readonly status?: string | undefined
  readonly name?: string | undefined
  readonly dry_run?: boolean | undefined
  readonly limit: number
  readonly offset: number
  readonly cursor?: string | undefined
  readonly readable: readonly EntityType[]
  readonly faults: readonly FieldError[]
}

/** One page of jobs, newest first. An unknown status or a foreign cursor is `invalid_value`. */
export function listJobs(db: ReadableDb, request: ListJobs): Answer {
  const faults = new Faults(request.faults)
  const { status, name, dry_run: isDryRun, limit, cursor } = request
  if (status !== undefined && !isOneOf(jobStatuses, status)) {
    faults.add('status', 'invalid_value', jobStatuses, status)
  }
  const mark = markList(db, ['jobs', status, name, isDryRun])
  const before = cursor === undefined ? undefined : decodeCursor(mark, cursor, faults)?.entity
  faults.throwIfAny()

  const offset = cursor === undefined ? request.offset : 0
  const page = listJobPage(db, { status, name, isDryRun }, { limit, offset, before })
  const last = page.last ?? before
  const pagination = {
    total: page.total,
    limit,
    offset,
    has_more: page.hasMore,
    next_cursor: encodeCursor(mark, last === undefined ? undefined : { entity: last, values: [] }),
  }
  const jobs = page.jobs.map((job) => JSON.stringify(visibleJob(db, job, request.readable)))
  return pageAnswer(jobs, pagination)
}

/** The last ten jobs of a watched folder, also those of before it was a feed. */
export function listWatchedJobs(db: ReadableDb, { folder }: { readonly folder: string }): Answer {
  const { jobs } = listJobPage(db, { folder }, { limit: 10, offset: 0, before: undefined })
  const described = jobs.map((job) => ({ ...job, metadata: { ...job.metadata, watched_folder: folder } }))
  return dataAnswer(200, JSON.stringify(described))
}

export interface SavedSoFar {
  readonly of: 'rows' | 'entries'
  readonly total: number
  readonly saved: number
  readonly failed: number
}

interface Counts {
  readonly created?: number
  readonly updated?: number
  readonly changed?: number
  readonly unchanged: number
  readonly failed: number
}

type Checkpoint =
  | { readonly total: number; readonly result: Counts }
  | (Counts & { readonly matched: number })

export function savedSoFar(db: ReadableDb, { id }: { readonly id: string }): SavedSoFar | null {
  const checkpoint = findJob(db, id) && (readCheckpoint(db, id) as Checkpoint | null)
  if (!checkpoint) return null
  const isOfRows = 'result' in checkpoint
  const {
    created = 0,
    updated = 0,
    changed = 0,
    unchanged,
    failed,
  } = isOfRows ? checkpoint.result : checkpoint
  return {
    of: isOfRows ? 'rows' : 'entries',
    total: isOfRows ? checkpoint.total : checkpoint.matched,
    saved: created + updated + changed + unchanged,
    failed,
  }
}
