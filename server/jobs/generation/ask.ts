import { setTimeout as delay } from 'node:timers/promises'
import {
  callModel,
  type ModelAnswer,
  type ModelRequest,
  type CallFault,
  ModelCallError,
} from '../../providers/model-call.ts'
import { type Sentence, SentenceError } from '#shared/messages/message.ts'

const awayMs = 60_000

/** The pace of calls: a maximum per minute, and none while the provider has asked to wait. */
export class CallPace {
  readonly #gapMs: number
  #nextAt = 0

  constructor(requestsPerMinute: number | null) {
    this.#gapMs = requestsPerMinute === null ? 0 : 60_000 / requestsPerMinute
  }

  async turn(signal: AbortSignal): Promise<void> {
    for (let wait = this.#nextAt - Date.now(); wait > 0; wait = this.#nextAt - Date.now())
      await delay(wait, undefined, { signal })
    signal.throwIfAborted()
    this.#nextAt = Math.max(this.#nextAt, Date.now()) + this.#gapMs
  }

  hold(ms: number): void {
    this.#nextAt = Math.max(this.#nextAt, Date.now() + ms)
  }
}

/** No call of this provider can succeed before somebody acts: the run fails with the provider's words. */
export class ProviderRefused extends SentenceError {}

/** The provider does not answer now, and may later: the run pauses. */
export class ProviderAway extends SentenceError {
  readonly waitMs: number

  constructor(sentence: Sentence, waitMs = 0) {
    super(sentence)
    this.waitMs = Math.max(waitMs, awayMs)
  }
}

const maxTries = 5
const firstPauseMs = 1000
/** A longer wait pauses the run, and its lease with it. */
const maxHoldMs = 120_000

export interface Asking {
  readonly pace: CallPace
  readonly signal: AbortSignal
  /** Aborted with the other signal or before it: from then on no call starts or is retried. */
  readonly ending: AbortSignal
  readonly pauseMs?: number | undefined
}

/**
 * Asks a model, again with growing pauses where the provider failed or was busy. Rejects with ModelCallError
 * where this call alone failed, ProviderRefused or ProviderAway where the run cannot go on.
 */
export async function ask<R extends ModelRequest>(
  request: R,
  { pace, signal, ending, pauseMs = firstPauseMs }: Asking,
): Promise<ModelAnswer<R>> {
  for (let failed = 1; ; failed += 1) {
    await pace.turn(ending)
    try {
      return await callModel(request, signal)
    } catch (error) {
      if (!(error instanceof ModelCallError)) throw error
      const pause = pauseMs * 2 ** (failed - 1)
      const wait = answerTo(error, pause)
      if (failed >= maxTries || wait > maxHoldMs) throw new ProviderAway(error.sentence, wait)
      if (error.reason === 'rate_limited') pace.hold(wait)
      else await delay(wait, undefined, { signal: ending })
    }
  }
}

const answers: Readonly<Record<CallFault, 'end' | 'give_up' | 'wait_as_told' | 'wait'>> = {
  unauthorized: 'end',
  forbidden: 'end',
  quota: 'end',
  not_json: 'give_up',
  refused: 'give_up',
  rate_limited: 'wait_as_told',
  server_error: 'wait',
  timeout: 'wait',
  unreachable: 'wait',
}

function answerTo(error: ModelCallError, pauseMs: number): number {
  const answer = answers[error.reason]
  if (answer === 'end') throw new ProviderRefused(error.sentence)
  if (answer === 'give_up') throw error
  return answer === 'wait_as_told' ? (error.retryAfterMs ?? pauseMs) : pauseMs
}
