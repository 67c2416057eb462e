import type { PlannedTry } from '../../catalog/generation-runs/plan-tries.ts'
import type { Settlement, ValueOutcome } from '../../catalog/generation-runs/store-results.ts'
import type { CalledProvider } from '../../providers/model-call.ts'
import type { AskedModel } from '../job-context.ts'
import { ProviderAway, ProviderRefused, CallPace } from './ask.ts'
import { Budget } from './run-book.ts'
import { generateValue } from './generate-value.ts'
import { scalePictures } from './made-files.ts'
import { message, type Message, type Sentence } from '#shared/messages/message.ts'

export interface TryRequest {
  readonly planned: Pick<PlannedTry, 'definition' | 'context'>
  readonly called: CalledProvider
  readonly provider: string
  readonly model: AskedModel
  readonly files: readonly Uint8Array[]
  readonly timeoutMs: number
}

export interface ValueTry {
  readonly outcome: ValueOutcome | null
  readonly calls: readonly Omit<Settlement, 'id'>[]
}

export async function tryValue(
  { planned, called, provider, model, files, timeoutMs }: TryRequest,
  cancelled: AbortSignal,
): Promise<ValueTry> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = AbortSignal.any([cancelled, timeout])
  const settlements: Settlement[] = []
  const generator = {
    access: { provider: called, concurrency: 1, requestsPerMinute: null, models: {} },
    provider,
    budget: new Budget(null, 0),
    book: { settlements, note: () => Promise.resolve(0) },
    pace: new CallPace(null),
    signal,
    ending: signal,
  }
  const pictures = await scalePictures(files)
  const asked = { generated: planned, model, context: planned.context, digest: '', pictures }
  const outcome = await generateValue(generator, asked).catch((error: unknown) => {
    if (cancelled.aborted) return null
    return failed(planned.definition.key, timeout.aborted ? tooSlow(timeoutMs) : toSentence(error))
  })
  return { outcome: outcome ?? null, calls: settlements.map(({ id: _id, ...call }) => call) }
}

function toSentence(error: unknown): Sentence {
  if (error instanceof ProviderRefused || error instanceof ProviderAway) return error.sentence
  throw error
}

function failed(key: string, sentence: Sentence): ValueOutcome {
  return { kind: 'failed', key, issue: 'provider', sentence }
}

function tooSlow(timeoutMs: number): Message {
  return message('model.no_answer_within', { count: timeoutMs / 1000 })
}
