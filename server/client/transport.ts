import { VitrineError } from './vitrine-error.ts'

export interface ClientOptions {
  /** Where the server answers, with or without `/api/v1`. */
  readonly url: string
  readonly key: string
  /** How often a request is sent again after a lost connection or a refusal that may pass: 4 unless said. */
  readonly retries?: number
  readonly fetch?: typeof fetch
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
}

interface Call extends CallOptions {
  readonly query?: URLSearchParams | undefined
  readonly body?: unknown
  readonly form?: FormData | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

const [firstWaitMs, longestWaitMs] = [250, 30_000]

/** Sends requests, each write with an idempotency key, so that sending it again does nothing twice. */
export class Transport {
  readonly #root: string
  readonly #key: string
  readonly #retries: number
  readonly #fetch: typeof fetch

  constructor({ url, key, retries = 4, fetch: own = fetch }: ClientOptions) {
    const origin = url.replace(/\/+$/, '')
    this.#root = origin.endsWith('/api/v1') ? origin : `${origin}/api/v1`
    this.#key = key
    this.#retries = retries
    this.#fetch = (...args) => own(...args)
  }

  async json<Body>(method: string, path: string, call: Call = {}): Promise<Body> {
    return (await this.send(method, path, call)).json() as Promise<Body>
  }

  async send(method: string, path: string, call: Call = {}): Promise<Response> {
    const query = call.query?.toString() ?? ''
    const address = `${this.#root}${path}${query === '' ? '' : `?${query}`}`
    const request = this.#requestOf(method, call)
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await this.#attempt(address, request)
      if (outcome instanceof Response) return outcome
      call.signal?.throwIfAborted()
      if (attempt >= this.#retries || !mayPass(outcome)) throw outcome
      await pause(waitBefore(attempt, outcome), call.signal)
    }
  }

  /** The answer, or the error that came in its place. */
  async #attempt(address: string, request: RequestInit): Promise<Response | Error> {
    try {
      const response = await this.#fetch(address, request)
      if (response.ok) return response
      const text = await response.text()
      return new VitrineError(response.status, parse(text))
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error))
    }
  }

  #requestOf(method: string, { body, form, headers, signal }: Call): RequestInit {
    const sent = body === undefined ? form : JSON.stringify(body)
    return {
      method,
      headers: {
        authorization: `Bearer ${this.#key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(method !== 'GET' && { 'idempotency-key': crypto.randomUUID() }),
        ...headers,
      },
      ...(sent !== undefined && { body: sent }),
      ...(signal && { signal }),
    }
  }
}

function parse(text: string): object {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {}
  }
}

/** Nothing that was refused is sent again unchanged, unless the server says that it may pass. */
function mayPass(error: Error): boolean {
  return error instanceof VitrineError ? error.isRetriable : error instanceof TypeError
}

function waitBefore(attempt: number, error: Error): number {
  const said = error instanceof VitrineError ? error.retryAfterSeconds : undefined
  const grown = firstWaitMs * 2 ** attempt * (0.5 + Math.random() / 2)
  return Math.min(said === undefined ? grown : said * 1000, longestWaitMs)
}

/** Waits, and throws at once when the signal is given. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
