import type { ModelUsage } from './model-call.ts'
import type { Sentence } from '#shared/messages/message.ts'
import { SentenceError } from '#shared/messages/sentence-error.ts'

/**
 * Why a call gave nothing. `refused`: the provider or the model does not answer this request, and asking again is no use;
 * `not_json`: it did answer, with something that holds no JSON.
 */
export type CallFault =
  | 'unauthorized'
  | 'forbidden'
  | 'quota'
  | 'rate_limited'
  | 'server_error'
  | 'timeout'
  | 'unreachable'
  | 'not_json'
  | 'refused'

/** The same call may succeed later, without anybody doing anything. */
const passing: ReadonlySet<CallFault> = new Set(['rate_limited', 'server_error', 'timeout', 'unreachable'])

export interface CallFaultDetails {
  readonly retryAfterMs?: number | undefined
  /** What was used all the same, where the provider told it. */
  readonly usage?: ModelUsage | undefined
  /** What the model answered instead of JSON. */
  readonly text?: string | undefined
}

/** A call that failed. The message holds the provider's own words where there are any, and never the key. */
export class ModelCallError extends SentenceError {
  readonly reason: CallFault
  readonly retryAfterMs: number | undefined
  readonly usage: ModelUsage | undefined
  readonly text: string | undefined

  constructor(reason: CallFault, sentence: Sentence, { retryAfterMs, usage, text }: CallFaultDetails = {}) {
    super(sentence)
    this.name = 'ModelCallError'
    this.reason = reason
    this.retryAfterMs = retryAfterMs
    this.usage = usage
    this.text = text
  }

  /** Whether it is worth while to make the same call again later. */
  get isPassing(): boolean {
    return passing.has(this.reason)
  }
}
