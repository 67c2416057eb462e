import type { Job } from '#shared/jobs.ts'

/** A job for tests, which name of its result what they are about. */
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
    // The programs that read it ask which of its members are there.
    result: (result ?? null) as Job['result'],
  }
}
