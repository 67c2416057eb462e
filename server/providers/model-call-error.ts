import type { ModelUsage } from './model-call.ts'
import type { Sentence } from '#shared/messages/message.ts'
import { SentenceError } from '#shared/messages/sentence-error.ts'

/** Why a call gave nothing. `refused`: asking again is of no use; `not_json`: the answer holds no JSON. */
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
  readonly usage?: ModelUsage | undefined
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

  get isPassing(): boolean {
    return passing.has(this.reason)
  }
}
