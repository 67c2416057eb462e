import type { NewGeneration } from '#shared/generations.ts'
import { createAtom } from '@tanstack/react-store'
import type { EntityType } from '#shared/entities.ts'

const maxRuns = 50

export const startedSearch = createAtom<{ readonly type: EntityType; readonly jobId: string } | undefined>(
  undefined,
)

const runs = new Map<string, NewGeneration>()

/** The runs of this window by job, so that the rest of a run can be requested again. */
export const startedRuns = {
  remember(jobId: string, run: NewGeneration): void {
    runs.set(jobId, run)
    const [oldest] = runs.keys()
    if (runs.size > maxRuns && oldest !== undefined) runs.delete(oldest)
  },
  find: (jobId: string): NewGeneration | undefined => runs.get(jobId),
}

const quiet = new Set<string>()

/** Jobs of this window whose end is told by what has started them. */
export const quietJobs = {
  add(jobId: string): void {
    quiet.add(jobId)
    const [oldest] = quiet
    if (quiet.size > maxRuns && oldest !== undefined) quiet.delete(oldest)
  },
  has: (jobId: string): boolean => quiet.has(jobId),
}
