import { jobStatuses, type JobStatus } from '#shared/jobs.ts'

export interface JobFilter {
  readonly status?: JobStatus
  readonly name?: string
}

export function readJobFilter(params: URLSearchParams): JobFilter {
  const status = jobStatuses.find((known) => known === params.get('status'))
  const name = params.get('name')
  return { ...(status && { status }), ...(name !== null && name !== '' && { name }) }
}
