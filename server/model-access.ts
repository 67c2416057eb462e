import type { AskedModel, JobSettings } from './jobs/job-context.ts'
import { ModelCallError } from './providers/model-call.ts'
import { priceOf } from './providers/choose-models.ts'
import type { NoteCalls, Providers } from './providers/providers.ts'
import type { WorkspaceThreads } from './threads/pool.ts'
import { readJob } from './workspaces/job-runner.ts'

export interface StartingRun {
  readonly threads: WorkspaceThreads
  readonly job: { readonly id: string; readonly name: string }
  readonly providers: Providers
}

type NamedModels = Readonly<Record<string, Pick<AskedModel, 'medium' | 'model'>>>

/**
 * Returns the models for a starting run, with the key as it is now, or why they are unavailable, now or in
 * general. Undefined for other jobs.
 */
export async function modelAccessFor({
  threads,
  job,
  providers,
}: StartingRun): Promise<JobSettings['models']> {
  if (job.name !== 'generation') return undefined
  const { metadata } = await readJob(threads, job.id)
  const row = providers.find(String(metadata['provider']))
  if (!row)
    return { refusal: 'The provider of this run is not there any more. Start the run with another one.' }
  const named = metadata['models'] as NamedModels
  const note: NoteCalls = (calls) => threads.call('noteCalls', calls)
  try {
    const models: Record<string, AskedModel> = {}
    for (const [key, { medium, model }] of Object.entries(named))
      models[key] = {
        medium,
        model,
        price: priceOf(row, model),
        structuredOutput: medium === 'text' ? await providers.structuredOutputOf(row, model, note) : 'text',
      }
    return {
      provider: await providers.forCall(row.id),
      concurrency: row.concurrency,
      requestsPerMinute: row.requestsPerMinute,
      models,
    }
  } catch (error) {
    if (!(error instanceof ModelCallError)) throw error
    return error.isPassing ? { away: error.sentence } : { refusal: error.sentence }
  }
}
