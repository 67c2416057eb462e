import type { ModelUsage } from './model-call.ts'
import type { Sentence } from '#shared/messages/message.ts'
import { SentenceError } from '#shared/messages/sentence-error.ts'

/** Why a call failed. `refused`: a retry is useless; `not_json`: the answer contains no JSON. */
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

const passing: ReadonlySet<CallFault> = new Set(['rate_limited', 'server_error', 'timeout', 'unreachable'])

export interface CallFaultDetails {
  readonly retryAfterMs?: number | undefined
  readonly usage?: ModelUsage | undefined
  readonly text?: string | undefined
}

/** A failed call. The message contains the provider's own words where there are any, and never the key. */
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

  get isPassing(): boolean {
    return passing.has(this.reason)
  }
}
