import { type CalledProvider, ModelCallError } from '../../providers/model-call.ts'
import { ask, ProviderAway, ProviderRefused, CallPace } from '../generation/ask.ts'

export interface EmbedRequest {
  readonly provider: CalledProvider
  readonly model: string
  readonly values: readonly string[]
  readonly concurrency: number
  readonly requestsPerMinute: number | null
  readonly timeoutMs: number
}

/** The result; vectors that were made count even after a failure of the others. */
export interface EmbeddedValues {
  readonly vectors: readonly (readonly [place: number, vector: Int8Array])[]
  readonly calls: readonly { readonly input: number; readonly output: number }[]
  readonly fault: string | null
}

const batchSize = 64

/**
 * Has a model make vectors of values, in batches, within the limits of its provider, until the signal
 * aborts.
 */
export async function embedValues(request: EmbedRequest, cancelled: AbortSignal): Promise<EmbeddedValues> {
  const { provider, model, values, timeoutMs } = request
  const signal = AbortSignal.any([cancelled, AbortSignal.timeout(timeoutMs)])
  const asking = { pace: new CallPace(request.requestsPerMinute), signal, ending: signal }
  const vectors: [number, Int8Array][] = []
  const calls: { input: number; output: number }[] = []
  let next = 0
  const work = async (): Promise<void> => {
    while (next < values.length) {
      const start = next
      next += batchSize
      const batch = values.slice(start, start + batchSize)
      const answer = await ask({ kind: 'embedding', provider, model, values: batch, timeoutMs }, asking)
      calls.push({ input: answer.usage.input ?? 0, output: 0 })
      answer.vectors.forEach((vector, index) => vectors.push([start + index, toBytes(vector)]))
    }
  }
  try {
    await Promise.all(Array.from({ length: request.concurrency }, work))
  } catch (error) {
    next = values.length
    return { vectors, calls, fault: signal.aborted ? tooSlow : toMessage(error) }
  }
  return { vectors, calls, fault: null }
}

const tooSlow = 'The provider did not make all embeddings in time. Ask again: what it has made is kept.'

function toMessage(error: unknown): string {
  const isOurs =
    error instanceof ModelCallError || error instanceof ProviderRefused || error instanceof ProviderAway
  if (isOurs) return error.message
  throw error
}

/** A byte for each number, at the same scale for each vector: of angles that is exact to a hundredth. */
function toBytes(vector: readonly number[]): Int8Array {
  const most = vector.reduce((largest, one) => Math.max(largest, Math.abs(one)), 0)
  return Int8Array.from(vector, (one) => (most === 0 ? 0 : Math.round((one / most) * 127)))
}
