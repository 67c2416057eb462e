import type { Job } from '#shared/jobs.ts'

/** Returns a job for tests, which give only the members of its result that they need. */
export function sampleJob({
  result,
  ...part
}: Partial<Omit<Job, 'result'>> & { result?: object | null }): Job {
  return {
    id: 'j',
    name: 'import',
    status: 'running',
    progress: { current: 1200, total: 10_000, percent: 12 },
    created_at: '2026-01-01T00:00:00.000Z',
    started_at: '2026-01-01T00:00:00.000Z',
    completed_at: null,
    metadata: {},
    ...part,
    // Its readers check which members exist.
    result: (result ?? null) as Job['result'],
  }
}
