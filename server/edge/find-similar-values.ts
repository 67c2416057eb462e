import type { Answer } from '../catalog/answer.ts'
import type { FindSimilarValues } from '../catalog/similar-values/find-similar-values.ts'
import { CatalogError, validationFailed } from '../catalog/errors.ts'
import { costOf } from '../catalog/generation-runs/call-cost.ts'
import { ModelCallError } from '../providers/model-call.ts'
import { isFree, priceOf } from '../providers/choose-models.ts'
import type { Providers } from '../providers/providers.ts'
import type { ModelThread } from '../threads/idle-thread.ts'
import type { CalledThreads } from '../threads/pool.ts'
import type { ReadClient } from '../threads/read-lanes.ts'

export interface SimilarValuesFinder {
  readonly workspace: CalledThreads
  readonly client: ReadClient
  readonly providers: Providers
  readonly models: ModelThread
  readonly maySpend: boolean
  readonly signal: AbortSignal
}

const timeoutMs = 60_000

/** Returns a page of clusters; for `embedding` a model is asked about values that it has not seen yet. */
export async function findSimilarValuesFor(
  asker: SimilarValuesFinder,
  asked: FindSimilarValues,
): Promise<Answer> {
  const { workspace, client, providers } = asker
  const embedder = asked.method === 'embedding' ? providers.embedder() : undefined
  if (!embedder) return workspace.call('findClusters', asked, client)
  const values = await workspace.call('readValuesToEmbed', asked, client)
  const model = `${embedder.row.id} ${embedder.model}`
  await embed(asker, embedder, {
    model,
    values: values.filter((value) => !providers.vectors.get(model, value)),
  })
  const found = values.map((value) => providers.vectors.get(model, value) ?? new Int8Array())
  return workspace.call('findClusters', { ...asked, embedded: { model, values, vectors: found } }, client)
}

type Embedder = NonNullable<ReturnType<Providers['embedder']>>

async function embed(
  { workspace, providers, models, maySpend, signal }: SimilarValuesFinder,
  { row, model }: Embedder,
  missing: { readonly model: string; readonly values: readonly string[] },
): Promise<void> {
  if (missing.values.length === 0) return
  if (!maySpend && !isFree(row, model, 'text')) throw spendingForbidden(row.name)
  const called = await providers.forCall(row.id).catch((error: unknown) => {
    throw error instanceof ModelCallError ? notEmbedded(row.name, error.message) : error
  })
  const { concurrency, requestsPerMinute } = row
  const terms = { concurrency, requestsPerMinute, timeoutMs }
  const { vectors, calls, fault } = await models.embed(
    { provider: called, model, values: missing.values, ...terms },
    signal,
  )
  for (const [position, vector] of vectors)
    providers.vectors.put(missing.model, missing.values[position] ?? '', vector)
  const price = priceOf(row, model)
  const priced = calls.map((used) => ({
    ...used,
    cost: costOf(price && { ...price, output: 0 }, 'text', used),
  }))
  if (priced.length > 0) await workspace.call('noteCalls', { provider: row.id, model, calls: priced })
  if (fault !== null) throw notEmbedded(row.name, fault)
}

function spendingForbidden(name: string): CatalogError {
  return new CatalogError(
    'forbidden',
    `Embeddings of ${name} cost money, and the owner does not let keys and agents spend any. Choose another method, or ask the owner to allow it in the settings of the workspace.`,
  )
}

function notEmbedded(name: string, words: string): CatalogError {
  const message = `${name} made no embeddings: ${words}`
  return validationFailed([{ field: 'method', issue: 'no_provider', message }])
}
