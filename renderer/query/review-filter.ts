import { findEntityType, type EntityType } from '#shared/entities.ts'

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
export interface ProposalChoice {
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
