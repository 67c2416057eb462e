/** All requests to a provider: no redirect is followed, no answer is read beyond its bound. */
import { Agent, fetch } from 'undici'
import { message, type Message, type Sentence, SentenceError } from '#shared/messages/message.ts'

const maxAnswerBytes = 256 * 1024 * 1024
const connectMs = 10_000

/** The caller sets the time limit: a local model may think for minutes before its first word. */
const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: { timeout: connectMs } })

export class UnusableAnswer extends SentenceError {
  readonly location: string | undefined

  constructor(sentence: Sentence, location?: string) {
    super(sentence)
    this.location = location
  }
}

/**
 * A `fetch` for providers. A redirect is refused, so that a key is sent only to the address of its owner's
 * choice.
 */
export const providerFetch: typeof globalThis.fetch = async (input, init) => {
  const url = input instanceof Request ? input.url : input
  const sent = { ...init, ...(await writtenForm(init)), redirect: 'manual', dispatcher: agent }
  const options = sent as Parameters<typeof fetch>[1]
  const response = (await fetch(url, options)) as unknown as Response
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel()
    const location = response.headers.get('location') ?? undefined
    throw new UnusableAnswer(describeRedirect(location), location)
  }
  return bounded(response)
}

/** This fetch does not know the platform's FormData, and would send its name instead. */
async function writtenForm(init: RequestInit | undefined): Promise<RequestInit> {
  if (!(init?.body instanceof FormData)) return {}
  const written = new Response(init.body)
  const headers = new Headers(init.headers)
  headers.set('content-type', written.headers.get('content-type') ?? 'multipart/form-data')
  return { body: await written.arrayBuffer(), headers: Object.fromEntries(headers) }
}

function describeRedirect(location: string | undefined): Message {
  const where = location === undefined ? 'elsewhere' : `to ${location.slice(0, 200)}`
  return message('provider.redirects', { where })
}

function bounded(response: Response): Response {
  if (!response.body) return response
  let read = 0
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      read += chunk.byteLength
      if (read <= maxAnswerBytes) return controller.enqueue(chunk)
      controller.error(new UnusableAnswer('The answer is larger than 256 MB and was not read to its end.'))
    },
  })
  const { status, statusText, headers } = response
  return new Response(response.body.pipeThrough(bound), { status, statusText, headers: [...headers] })
}
