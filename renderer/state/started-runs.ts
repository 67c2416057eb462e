import type { NewGeneration } from '#shared/generations.ts'

const kept = 50
const runs = new Map<string, NewGeneration>()

/** The runs that were started in this window, by their jobs: what is left of one can be asked for again. */
export const startedRuns = {
  remember(jobId: string, run: NewGeneration): void {
    runs.set(jobId, run)
    const [oldest] = runs.keys()
    if (runs.size > kept && oldest !== undefined) runs.delete(oldest)
  },
  find: (jobId: string): NewGeneration | undefined => runs.get(jobId),
}
