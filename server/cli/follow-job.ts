import type { PackageOpening } from '#shared/app-surface.ts'
import { isTerminal, type Job } from '#shared/jobs.ts'
import type { CatalogClient } from './client.ts'
import type { Invocation } from './command.ts'

const pollMs = 150

type Follower = Pick<Invocation, 'interrupted'> & Partial<Pick<Invocation, 'output'>>

/**
 * Waits until a job has ended and prints its steps where there is an output; an interruption cancels the
 * job.
 */
export async function followJob(
  client: CatalogClient,
  { id }: Job,
  { output, interrupted }: Follower,
): Promise<Job> {
  let isCancelled = false
  let reported = -1
  for (;;) {
    const { data: job } = await client.call('GET /api/v1/jobs/{id}', { path: { id } })
    const { current, total } = job.progress
    // Each step once: the job is polled more often than it moves.
    if (current !== reported && total > 0 && job.status !== 'queued') {
      reported = current
      output?.printProgress(job)
    }
    if (isTerminal(job.status)) {
      output?.endProgress()
      return job
    }
    if (interrupted.aborted && !isCancelled) {
      isCancelled = true
      await client.call('POST /api/v1/jobs/{id}/cancel', { path: { id } })
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

/** Does the same as `followJob` for the opening of a package; a cancelled one leaves nothing. */
export async function followOpening(
  client: CatalogClient,
  begun: PackageOpening,
  { output, interrupted }: Invocation,
): Promise<PackageOpening> {
  const path = { id: begun.id }
  for (let reported = 0; ;) {
    if (interrupted.aborted)
      return (await client.call('POST /app/v1/package-openings/{id}/cancel', { path })).data
    const { data: all } = await client.call('GET /app/v1/package-openings')
    const opening = all.find(({ id }) => id === begun.id) ?? begun
    const { current } = opening.progress
    if (current !== reported) output.printProgress(opening, 'bytes')
    reported = current
    if (opening.status !== 'running') {
      output.endProgress()
      return opening
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

export function reasonOf({ result }: Job): string {
  return result !== null && 'error' in result ? result.error.message : 'The reason is unknown.'
}
