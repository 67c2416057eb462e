import type { Probed, ProbeRequest } from '../providers/probe.ts'
import type { Embedded, EmbedRequest } from '../jobs/embeddings/embed-values.ts'
import type { ValueTry, TryRequest } from '../jobs/generation/try-value.ts'
import { IdleThread } from './idle-thread.ts'
import { Thread, type ThreadEntry } from './thread.ts'
import { workerEntry } from './worker-entry.ts'

/** The thread that asks models for the main one. It starts with the first question, as what it loads is large, and ends soon after the last. */
export interface ModelThread {
  probe(request: ProbeRequest): Promise<Probed>
  /** Asks for one value; rejects with the reason of the signal when that ends it. */
  tryValue(request: TryRequest, signal: AbortSignal): Promise<ValueTry>
  /** Has numbers made of values; ends early where the signal does. */
  embed(request: EmbedRequest, signal: AbortSignal): Promise<Embedded>
  close(): Promise<void>
}

/** Makes ready for questions; nothing is started yet. */
export function openModelThread(entry: ThreadEntry = workerEntry): ModelThread {
  const thread = new IdleThread((onCrash) => new Thread({ role: 'models', file: '' }, entry, { onCrash }))
  return {
    probe: (request) => thread.call('probe', request),
    tryValue: (request, signal) => thread.call('tryValue', request, signal),
    embed: (request, signal) => thread.call('embed', request, signal),
    close: () => thread.close(),
  }
}
