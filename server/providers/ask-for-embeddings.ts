import { embedMany } from 'ai'
import type { EmbeddingAnswer, EmbeddingRequest } from './model-call.ts'
import { UnusableAnswer } from './provider-fetch.ts'
import { openEmbeddingModel } from './sdk-models.ts'

/** Has a model make numbers of texts; what goes wrong is thrown as the SDK throws it. */
export async function askForEmbeddings(
  request: EmbeddingRequest,
  signal: AbortSignal,
): Promise<EmbeddingAnswer> {
  const { embeddings, usage } = await embedMany({
    model: await openEmbeddingModel(request),
    values: [...request.values],
    maxRetries: 0,
    maxParallelCalls: 1,
    abortSignal: signal,
  })
  const length = embeddings[0]?.length ?? 0
  if (
    embeddings.length !== request.values.length ||
    length === 0 ||
    embeddings.some((one) => one.length !== length)
  )
    throw new UnusableAnswer('The provider has not made an embedding of each value. Choose another model.')
  return {
    vectors: embeddings,
    usage: { input: Number.isFinite(usage.tokens) ? usage.tokens : null, output: 0 },
  }
}
