/** What a job tells follows the scopes of what it works on: its values are for those who may read its types. */
import { entityTypes, parseUuid, type EntityType, pluralOf } from '#shared/entities.ts'
import type { Job } from '#shared/jobs.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { findJobSubject } from '../../store/tables/jobs.ts'
import { jobNotFound } from '../errors.ts'

/** The types whose values a job tells in its result and its files; 404 for an unknown id. */
export function findJobTypes(db: ReadableDb, { id }: { readonly id: string }): readonly EntityType[] {
  const uuid = parseUuid(id)
  const subject = uuid && findJobSubject(db, uuid)
  if (!subject) throw jobNotFound(id)
  const { name, type, vendors, categories } = subject
  if (name === 'source_ingest') return ['source', 'product']
  // Whoever cannot tell what a job is about must be able to read everything.
  if (type === null) return entityTypes
  return [
    type,
    ...(vendors === 1 ? ['vendor' as const] : []),
    ...(categories === 1 ? ['category' as const] : []),
  ]
}

/** A job for somebody who reads these types: without the values of others, and then with the scopes that would show them. */
export function visibleJob(db: ReadableDb, job: Job, readable: readonly EntityType[]): Job {
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

// Texts that tell of the job and of no value; every other one is left out, so that a new member tells nothing unasked.
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
])

/** Numbers, ids and facts stay; a list of values is empty, and `errors_truncated` says that there are errors. */
function withoutValues(members: Members): Record<string, unknown> {
  const kept = Object.entries(members).map(([key, value]) => [key, withoutValue(key, value)])
  const { errors } = members
  const hasErrors = Array.isArray(errors) && errors.length > 0
  return { ...Object.fromEntries(kept), ...(hasErrors && { errors_truncated: true }) }
}

function withoutValue(key: string, value: unknown): unknown {
  if (Array.isArray(value)) return withoutEntries(key, value)
  if (typeof value === 'string') return facts.has(key) ? value : null
  return typeof value === 'object' && value !== null ? withoutMembers(key, value as Members) : value
}

function withoutMembers(key: string, members: Members): Members {
  if (wholeFacts.has(key)) return members
  if (key === 'error') return withoutReason(members)
  return key === 'created' || key === 'updated' ? withoutValues(members) : {}
}

const wholeFacts: ReadonlySet<string> = new Set(['cancelled_because_message', 'file', 'report', 'started_by'])

function withoutReason({ message_code: _code, values: _values, ...error }: Members): Members {
  return { ...withoutValues(error), message: withheldReason }
}

const withheldReason = 'The reason may quote values; metadata.missing_scopes names what shows it.'

function withoutEntries(key: string, list: readonly Members[]): readonly unknown[] {
  if (key.endsWith('_ids')) return list
  return key === 'stages' ? list.map(({ name, status }) => ({ name, status })) : []
}
