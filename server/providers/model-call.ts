/**
 * One call of a model, with its request and answer. The SDK behind it takes some 100 ms and 30 MB to load,
 * so it loads with the first call, and calls are made in worker threads only.
 */
import type { ProviderKind, StructuredOutput } from '#shared/providers.ts'
import { type Sentence, SentenceError } from '#shared/messages/message.ts'

/** The target of a call. The key is in memory only (`Providers.forCall`). */
export interface CalledProvider {
  readonly kind: ProviderKind
  readonly baseUrl: string
  readonly key?: string | undefined
}

interface BaseRequest {
  readonly provider: CalledProvider
  readonly model: string
  readonly prompt: string
  readonly timeoutMs: number
}

export interface TextRequest extends BaseRequest {
  readonly kind: 'text'
  readonly system: string
  readonly images: readonly Picture[]
  readonly schema: object
  readonly structuredOutput: StructuredOutput
  /** Lets the provider search the web; only where `canSearchWeb` allows it for its kind. */
  readonly webSearch: boolean
  readonly maxOutputTokens: number
}

export interface PictureRequest extends BaseRequest {
  readonly kind: 'image'
  readonly images: readonly Picture[]
  readonly count: number
  readonly aspectRatio: string | null
}

export interface VideoRequest extends BaseRequest {
  readonly kind: 'video'
  readonly aspectRatio: string | null
  readonly seconds: number | null
  /** Called once the provider has accepted and billed the order: plain JSON, to be stored before the wait. */
  readonly onOrdered?: (order: unknown) => Promise<void>
  /** A stored order: it is waited for, and no other is made. */
  readonly order?: unknown
  /** The pause before the first poll; a second by default, and longer each time. */
  readonly firstLookMs?: number
}

export interface EmbeddingRequest extends Omit<BaseRequest, 'prompt'> {
  readonly kind: 'embedding'
  readonly values: readonly string[]
}

export type ModelRequest = TextRequest | PictureRequest | VideoRequest | EmbeddingRequest

export interface Picture {
  readonly bytes: Uint8Array
  readonly mediaType: string
}

/** Tokens as the provider counted them; null without counts. */
export interface ModelUsage {
  readonly input: number | null
  readonly output: number | null
}

export interface TextAnswer {
  readonly value: unknown
  readonly text: string
  readonly usage: ModelUsage
  readonly sources: readonly string[]
}

export interface PictureAnswer {
  readonly pictures: readonly Picture[]
  readonly usage: ModelUsage
}

export interface VideoAnswer {
  readonly video: Picture
  readonly seconds: number | null
}

export interface EmbeddingAnswer {
  readonly vectors: readonly (readonly number[])[]
  readonly usage: ModelUsage
}

export type ModelAnswer<R extends ModelRequest = ModelRequest> = R extends TextRequest
  ? TextAnswer
  : R extends PictureRequest
    ? PictureAnswer
    : R extends EmbeddingRequest
      ? EmbeddingAnswer
      : VideoAnswer

/**
 * Calls a model once, without retrying. Rejects with ModelCallError for every fault of provider, model or
 * connection, and with the signal's reason when the signal aborts it.
 */
export async function callModel<R extends ModelRequest>(
  request: R,
  signal: AbortSignal,
): Promise<ModelAnswer<R>> {
  signal.throwIfAborted()
  const [{ askModel }, { toModelCallError }] = await Promise.all([
    import('./ask-model.ts'),
    import('./call-failure.ts'),
  ])
  const timeout = AbortSignal.timeout(request.timeoutMs)
  try {
    return (await askModel(request, AbortSignal.any([signal, timeout]))) as ModelAnswer<R>
  } catch (error) {
    signal.throwIfAborted()
    throw toModelCallError(error, { request, timedOut: timeout.aborted })
  }
}

export function takesPictures(kind: ProviderKind, model: string): boolean {
  return kind === 'google' || (kind === 'openai' && model.includes('gpt-image'))
}

export function canSearchWeb(kind: ProviderKind): boolean {
  return kind !== 'openai_compatible'
}

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

interface CallFaultDetails {
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
