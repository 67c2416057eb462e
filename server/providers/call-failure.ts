import { APICallError } from 'ai'
import { unparsed } from './ask-model.ts'
import { type ModelRequest, type CallFault, ModelCallError } from './model-call.ts'
import { UnusableAnswer } from './provider-fetch.ts'
import { isObject } from '#shared/exact-json.ts'
import { message, type Message, type Sentence, sentenceOf } from '#shared/messages/message.ts'

interface Circumstances {
  readonly request: Pick<ModelRequest, 'provider' | 'timeoutMs'>
  readonly timedOut: boolean
}

const maxWords = 500
const notOfThisKind = message('provider.answer_of_wrong_kind')

/** Turns any error of a call into a ModelCallError, without the key in its text. */
export function toModelCallError(error: unknown, { request, timedOut }: Circumstances): ModelCallError {
  if (timedOut)
    return new ModelCallError(
      'timeout',
      message('model.did_not_answer_within', { count: Math.round(request.timeoutMs / 1000) }),
    )
  const failure =
    error instanceof ModelCallError ? error : (unparsed(error) ?? describe(error, request.provider.key))
  const { reason, sentence, retryAfterMs, usage, text } = failure
  const { key } = request.provider
  return new ModelCallError(reason, typeof sentence === 'string' ? withoutKey(sentence, key) : sentence, {
    retryAfterMs,
    usage,
    text: text && withoutKey(text, key),
  })
}

function describe(error: unknown, key: string | undefined): ModelCallError {
  const unusable = findCause(error, (cause) => cause instanceof UnusableAnswer)
  if (unusable) return new ModelCallError('refused', sentenceOf(unusable))
  const status = APICallError.isInstance(error) ? error.statusCode : undefined
  if (!APICallError.isInstance(error) || status === undefined || networkCause(error))
    return new ModelCallError('unreachable', describeCause(error, key))
  return status < 400 ? new ModelCallError('refused', notOfThisKind) : describeRefusal(status, error)
}

function describeRefusal(status: number, { responseBody, responseHeaders }: APICallError): ModelCallError {
  const body = readBody(responseBody)
  const reason = reasonOf(status, body)
  const words = body.words ?? responseBody?.trim() ?? ''
  const retryAfterMs = reason === 'rate_limited' ? retryAfter(responseHeaders ?? {}, body) : undefined
  const sentence = words === '' ? message('provider.answered', { status }) : words.slice(0, maxWords)
  return new ModelCallError(reason, sentence, { retryAfterMs })
}

interface ErrorBody {
  readonly words: string | undefined
  readonly codes: readonly string[]
  readonly retryDelayMs: number | undefined
}

/** OpenAI, Anthropic and Google use `error.message`; some local servers `error`, `message` or `detail`. */
function readBody(text: string | undefined): ErrorBody {
  const body = parse(text)
  const error = isObject(body['error']) ? body['error'] : body
  const words = [error['message'], body['error'], body['message'], body['detail']].find(isText)
  const codes = [error['code'], error['type'], error['status']].filter(isText)
  const details: unknown[] = Array.isArray(error['details']) ? error['details'] : []
  const quotas = details
    .filter(isObject)
    .flatMap(({ violations }) => (Array.isArray(violations) ? violations : []))
  const quotaIds = quotas
    .filter(isObject)
    .map(({ quotaId }) => quotaId)
    .filter(isText)
  const delay = details
    .filter(isObject)
    .map(({ retryDelay }) => retryDelay)
    .find(isText)
  return { words, codes: [...codes, ...quotaIds], retryDelayMs: secondsToMs(delay?.replace(/s$/, '')) }
}

const used = /insufficient_quota|billing|PerDay/i
const usedWords = /credit balance|insufficient (?:funds|credits|balance)/i

function reasonOf(status: number, { words = '', codes }: ErrorBody): CallFault {
  if (status === 402 || codes.some((code) => used.test(code)) || usedWords.test(words)) return 'quota'
  const known = reasons[status]
  if (known) return known
  return status >= 500 ? 'server_error' : 'refused'
}

const reasons: Readonly<Record<number, CallFault>> = {
  401: 'unauthorized',
  403: 'forbidden',
  408: 'timeout',
  429: 'rate_limited',
}

function retryAfter(
  headers: Readonly<Record<string, string>>,
  { retryDelayMs }: ErrorBody,
): number | undefined {
  const exact = Number(headers['retry-after-ms'] ?? Number.NaN)
  if (exact >= 0) return exact
  const stated = headers['retry-after']
  if (stated === undefined) return retryDelayMs
  const date = Date.parse(stated)
  return secondsToMs(stated) ?? (Number.isNaN(date) ? retryDelayMs : Math.max(0, date - Date.now()))
}

function secondsToMs(text: string | undefined): number | undefined {
  const seconds = Number(text ?? Number.NaN)
  return seconds >= 0 ? Math.ceil(seconds * 1000) : undefined
}

/** Describes the innermost cause: a refused connection, or an unknown name. */
function describeCause(error: unknown, key: string | undefined): Sentence {
  const cause = networkCause(error)
  const known = cause && causeWords[codeOf(cause)]
  if (known) return known
  const words = error instanceof Error ? error.message : String(error)
  return message('provider.connection_failed', { why: withoutKey(words, key).slice(0, maxWords) })
}

const causeWords: Readonly<Record<string, Message>> = {
  ECONNREFUSED: message('provider.nothing_answers'),
  ENOTFOUND: message('provider.host_unknown'),
  EAI_AGAIN: message('provider.lookup_failed'),
  ECONNRESET: message('provider.connection_cut'),
  UND_ERR_SOCKET: message('provider.connection_cut'),
  UND_ERR_CONNECT_TIMEOUT: message('provider.no_answer'),
}

function networkCause(error: unknown): Error | undefined {
  return findCause(error, (cause) => causeWords[codeOf(cause)] !== undefined)
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}

function findCause(error: unknown, fits: (cause: Error) => boolean): Error | undefined {
  let cause = error
  for (let depth = 0; depth < 8 && cause instanceof Error; depth++) {
    if (fits(cause)) return cause
    cause = cause.cause
  }
  return undefined
}

function withoutKey(text: string, key: string | undefined): string {
  return key ? text.replaceAll(key, '[key]') : text
}

function parse(text: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '')
    const first: unknown = Array.isArray(value) ? value[0] : value
    return isObject(first) ? first : {}
  } catch {
    return {}
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
