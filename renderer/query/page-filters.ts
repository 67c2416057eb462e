import { findEntityType, type EntityType } from '#shared/entities.ts'
import { noteStatuses, type NoteStatus } from '#shared/notes.ts'
import { jobStatuses, type JobStatus } from '#shared/jobs.ts'

/** A filter of notes; without a status the open to-dos, other missing members match all. */
export interface NoteFilter {
  readonly status?: NoteStatus | 'all'
  readonly type?: EntityType
  readonly q?: string
}

export function readNoteFilter(params: URLSearchParams): NoteFilter {
  const status = ([...noteStatuses, 'all'] as const).find((known) => known === params.get('status'))
  const type = findEntityType(params.get('type'))
  const q = params.get('q')
  return { ...(status && { status }), ...(type && { type }), ...(q !== null && q !== '' && { q }) }
}

export interface JobFilter {
  readonly status?: JobStatus
  readonly name?: string
}

export function readJobFilter(params: URLSearchParams): JobFilter {
  const status = jobStatuses.find((known) => known === params.get('status'))
  const name = params.get('name')
  return { ...(status && { status }), ...(name !== null && name !== '' && { name }) }
}

export interface ReviewFilter {
  readonly type?: EntityType
  readonly attribute?: string
  readonly verified?: 'yes' | 'no'
  readonly job?: string
  readonly vendor?: string
  readonly entity?: string
}

export function readReviewFilter(params: URLSearchParams): ReviewFilter {
  const type = findEntityType(params.get('type'))
  const verified = (['yes', 'no'] as const).find((known) => known === params.get('verified'))
  const texts = (['attribute', 'job', 'vendor', 'entity'] as const).flatMap((name) => {
    const text = params.get(name)
    return text === null || text === '' ? [] : [[name, text] as const]
  })
  return { ...(type && { type }), ...(verified && { verified }), ...Object.fromEntries(texts) }
}

/** The filter of proposals in requests: one entity and a vendor become a filter of a list. */
interface ProposalChoice {
  readonly attribute?: string
  readonly job_id?: string
  readonly verified?: boolean
  readonly filter?: string
}

export function toProposalChoice(filter: ReviewFilter, vendorKey: string | undefined): ProposalChoice {
  const { attribute, job, verified, vendor, entity } = filter
  const clauses = [
    ...(entity === undefined ? [] : [['filter[id]', entity]]),
    ...(vendor === undefined || vendorKey === undefined ? [] : [[`filter[${vendorKey}]`, vendor]]),
  ]
  return {
    ...(attribute !== undefined && { attribute }),
    ...(job !== undefined && { job_id: job }),
    ...(verified !== undefined && { verified: verified === 'yes' }),
    ...(clauses.length > 0 && { filter: new URLSearchParams(clauses).toString() }),
  }
}
