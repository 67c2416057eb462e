import { isTerminal, type Job } from '#shared/jobs.ts'
import type { CatalogClient } from './client.ts'
import type { Invocation } from './command.ts'

const pollMs = 150

/** Waits until a job has ended and tells its steps meanwhile; whoever interrupts cancels it. */
export async function followJob(
  client: CatalogClient,
  { id }: Job,
  { output, interrupted }: Invocation,
): Promise<Job> {
  let isCancelled = false
  let told = -1
  for (;;) {
    const { data: job } = await client.call('GET /api/v1/jobs/{id}', { path: { id } })
    const { current, total } = job.progress
    // Each step once: a job is asked more often than it moves.
    if (current !== told && total > 0 && job.status !== 'queued') {
      told = current
      output.printProgress(job)
    }
    if (isTerminal(job.status)) return job
    if (interrupted.aborted && !isCancelled) {
      isCancelled = true
      await client.call('POST /app/v1/jobs/{id}/cancel', { path: { id } })
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

/** Why a job has not come to its end, in a sentence. */
export function reasonOf({ result }: Job): string {
  return result !== null && 'error' in result ? result.error.message : 'The reason is unknown.'
}
