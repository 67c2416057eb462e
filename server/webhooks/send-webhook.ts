/** One request of a webhook: signed as Standard Webhooks say, to an allowed address, without redirects. */
import { request } from 'undici'
import { textOf } from '#shared/messages/message.ts'
import { CatalogError } from '../catalog/errors.ts'
import { connectionFault } from '../fetch/fetch-page.ts'
import { signedHeaders } from './webhook-secrets.ts'
import { guardedAgent, isPrivate, requireAllowedHost, type Refuses } from '../fetch/private-addresses.ts'

export interface SignedRequest {
  readonly url: string
  /** The same over all tries: the receiver knows a request by it that came before. */
  readonly messageId: string
  readonly body: string
  /** The present secret, and for a day a former one. */
  readonly secrets: readonly string[]
  readonly isInNetwork: boolean
  readonly signal: AbortSignal
}

export interface WebhookAnswer {
  readonly at: number
  /** Null where no answer came; `answer` says why. */
  readonly status: number | null
  readonly milliseconds: number
  readonly answer: string
  /** Seconds that the server asks to wait. */
  readonly retryAfter: number | undefined
}

const timeoutMs = 10_000
const maxAnswerBytes = 2048
const allowAll: Refuses = () => false

export async function sendWebhook(order: SignedRequest): Promise<WebhookAnswer> {
  const at = Date.now()
  const started = performance.now()
  const timeout = AbortSignal.timeout(timeoutMs)
  const outcome = await attempt(order, at, AbortSignal.any([order.signal, timeout])).catch(
    (error: unknown) => ({ status: null, answer: describe(error, timeout), retryAfter: undefined }),
  )
  order.signal.throwIfAborted()
  return { at, milliseconds: Math.round(performance.now() - started), ...outcome }
}

async function attempt(
  { url, messageId, body, secrets, isInNetwork }: SignedRequest,
  at: number,
  signal: AbortSignal,
): Promise<Pick<WebhookAnswer, 'status' | 'answer' | 'retryAfter'>> {
  const refuses = isInNetwork ? allowAll : isPrivate
  requireAllowedHost(new URL(url), refuses)
  const agent = guardedAgent({ refuses })
  try {
    const headers = { 'user-agent': 'Vitrine', ...(await signedHeaders({ messageId, at, body }, secrets)) }
    const {
      statusCode: status,
      headers: answered,
      body: stream,
    } = await request(url, {
      method: 'POST',
      dispatcher: agent,
      headers,
      body,
      signal,
    })
    const retryAfter = readRetryAfter(answered['retry-after'], at)
    return { status, answer: await readStart(stream), retryAfter }
  } finally {
    // Whatever else the server sends is not waited for.
    void agent.destroy().catch(() => undefined)
  }
}

async function readStart(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= maxAnswerBytes) break
  }
  return Buffer.concat(chunks).subarray(0, maxAnswerBytes).toString('utf8').toWellFormed()
}

function readRetryAfter(header: string | readonly string[] | undefined, now: number): number | undefined {
  const text = typeof header === 'string' ? header : header?.[0]
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text)
  const date = Date.parse(text)
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000))
}

function describe(error: unknown, timeout: AbortSignal): string {
  if (timeout.aborted) return 'No answer came within 10 seconds.'
  const { cause } = error as { readonly cause?: unknown }
  const refusal = [error, cause].find((one) => one instanceof CatalogError)
  if (refusal) return textOf(refusal.sentence)
  const fault = connectionFault(error)
  return `The address cannot be reached${fault === undefined ? '' : `: ${fault}`}.`
}
