import { jobStatuses, type JobStatus } from '#shared/jobs.ts'

/** Which jobs are shown; what is left out is not narrowed. */
export interface JobFilter {
  readonly status?: JobStatus
  /** The name of the operation, such as `import`. */
  readonly name?: string
}

/** The filter that an address tells; what it cannot mean is left out. */
export function readJobFilter(params: URLSearchParams): JobFilter {
  const status = jobStatuses.find((known) => known === params.get('status'))
  const name = params.get('name')
  return { ...(status && { status }), ...(name !== null && name !== '' && { name }) }
}
