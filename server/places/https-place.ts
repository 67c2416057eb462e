import { type Dispatcher, request } from 'undici'
import { message } from '#shared/messages/message.ts'
import { CatalogError } from '../catalog/errors.ts'
import { findStorageFault } from '../catalog/storage-fault.ts'
import { connectionFault } from '../fetch/fetch-page.ts'
import { guardedAgent, isPrivate, type Refuses, requireAllowedHost } from '../fetch/private-addresses.ts'
import {
  defaultTimeoutMs,
  type FetchedFile,
  type KnownVersion,
  maxPlaceBytes,
  type Place,
  type PlaceAccess,
  PlaceFault,
  type PlaceFile,
  type PlaceOptions,
} from './place.ts'
import { storeFile, tooLarge } from './store-file.ts'
import { tryAgain } from './try-again.ts'

type ServerAnswer = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers' | 'body'>

const maxRedirects = 5
// A server that sends nothing for so long has stopped.
const silenceMs = 30_000
const allowAll: Refuses = () => false

/** Files of a web server, which are only read. */
export class HttpsPlace implements Place {
  readonly #access: PlaceAccess<'https'>
  readonly #base: URL
  readonly #options: PlaceOptions

  constructor(access: PlaceAccess<'https'>, options: PlaceOptions) {
    this.#access = access
    this.#base = new URL(access.settings.url)
    this.#options = options
  }

  /** A folder of a web server often has no page of its own: any answer but a refusal shows that it is there. */
  async check(): Promise<void> {
    await this.#ask(this.#base, {}, (answered) => {
      discard(answered.body)
      const { statusCode } = answered
      if (statusCode === 401 || statusCode === 403 || statusCode >= 500) throw refusalOf(answered)
      return Promise.resolve()
    })
  }

  list(name: string): Promise<PlaceFile[]> {
    return Promise.resolve([{ name, size: null, changedAt: null, etag: null }])
  }

  async fetch(name: string, target: string, known?: KnownVersion): Promise<FetchedFile | undefined> {
    const headers = {
      ...(known?.etag && { 'if-none-match': known.etag }),
      ...(known?.modified && { 'if-modified-since': known.modified }),
    }
    const address = new URL(name.split('/').map(encodeURIComponent).join('/'), this.#base)
    const take = async (answered: ServerAnswer): Promise<FetchedFile | undefined> => {
      const { statusCode, headers: sent, body } = answered
      if (statusCode === 304) return discard(body)
      if (statusCode !== 200) {
        discard(body)
        throw statusCode === 404 || statusCode === 410 ? fileGone(name) : refusalOf(answered)
      }
      const size = await this.#store(answered, target)
      return { size, etag: textOf(sent['etag']), modified: textOf(sent['last-modified']) }
    }
    return tryAgain(this.#options, () => this.#ask(address, headers, take))
  }

  put(): Promise<void> {
    return Promise.reject(new PlaceFault('refused', message('connection.https_only_reads')))
  }

  settle(): Promise<boolean> {
    return Promise.resolve(false)
  }

  close(): Promise<void> {
    return Promise.resolve()
  }

  #store({ body, headers }: ServerAnswer, target: string): Promise<number> {
    const { maxBytes = maxPlaceBytes } = this.#options
    if (Number(textOf(headers['content-length']) ?? 0) > maxBytes) throw tooLarge()
    return storeFile(body, target, this.#options)
  }

  async #ask<Value>(
    address: URL,
    headers: Readonly<Record<string, string>>,
    read: (answered: ServerAnswer) => Promise<Value>,
  ): Promise<Value> {
    const { signal: given, timeoutMs = defaultTimeoutMs } = this.#options
    const timeout = AbortSignal.timeout(timeoutMs)
    const signal = AbortSignal.any([given, timeout])
    try {
      return await this.#follow({ address, headers, signal }, read)
    } catch (error) {
      given.throwIfAborted()
      if (timeout.aborted) throw new PlaceFault('unreachable', message('connection.too_slow'))
      throw toPlaceFault(error)
    }
  }

  /** Each step is checked like the first, and the secret goes to the server of the connection alone. */
  async #follow<Value>(
    { address: first, headers, signal }: Visit,
    read: (answered: ServerAnswer) => Promise<Value>,
  ): Promise<Value> {
    let address = first
    for (let steps = 0; steps <= maxRedirects; steps += 1) {
      const refuses = this.#requireAllowed(address)
      const agent = guardedAgent({ refuses })
      try {
        const answered = await request(address, {
          dispatcher: agent,
          headers: { ...headers, 'user-agent': 'Vitrine', ...authorization(this.#access) },
          headersTimeout: silenceMs,
          bodyTimeout: silenceMs,
          signal,
        })
        const target = nextAddress(answered, address)
        if (target === undefined) return await read(answered)
        discard(answered.body)
        if (sendsSecret(this.#access) && target.origin !== this.#base.origin)
          throw new PlaceFault('refused', message('connection.redirects_away', { host: target.host }))
        address = target
      } finally {
        void agent.destroy().catch(() => undefined)
      }
    }
    throw new PlaceFault('refused', message('connection.redirects_too_often', { count: maxRedirects }))
  }

  /** The owner's permission is for the host of the connection alone. */
  #requireAllowed(address: URL): Refuses {
    const isAllowed = this.#access.isInNetwork && address.host === this.#base.host
    if (address.protocol !== 'https:' && !(isAllowed && address.protocol === 'http:'))
      throw notAllowed(address.host)
    const refuses = isAllowed ? allowAll : isPrivate
    requireAllowedHost(address, refuses)
    return refuses
  }
}

interface Visit {
  readonly address: URL
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

function nextAddress({ statusCode, headers }: ServerAnswer, from: URL): URL | undefined {
  const target = statusCode >= 300 && statusCode < 400 ? textOf(headers['location']) : null
  if (target === null) return undefined
  const next = URL.parse(target, from.href)
  if (!next) throw new PlaceFault('refused', message('connection.redirects_nowhere'))
  return next
}

function sendsSecret({ settings: { auth } }: PlaceAccess<'https'>): boolean {
  return auth !== 'none'
}

function authorization({ settings: { auth }, secret }: PlaceAccess<'https'>): Record<string, string> {
  if (auth === 'none') return {}
  if (secret === undefined) throw new PlaceFault('secret_missing', message('connection.secret_missing'))
  const credentials =
    auth === 'basic' ? `Basic ${Buffer.from(secret).toString('base64')}` : `Bearer ${secret}`
  return { authorization: credentials }
}

function discard(body: ServerAnswer['body']): undefined {
  body.on('error', () => undefined).destroy()
}

function textOf(header: string | readonly string[] | undefined): string | null {
  return (typeof header === 'string' ? header : header?.[0]) ?? null
}

export function notAllowed(host: string): PlaceFault {
  return new PlaceFault('not_allowed_address', message('connection.not_allowed_address', { host }))
}

const secretRefused: ReadonlySet<number> = new Set([401, 403])

/** The problem behind an answer that is no success; 429 and 5xx may be over in a moment. */
export function refusalOf({ statusCode, headers }: Omit<ServerAnswer, 'body'>): PlaceFault {
  if (secretRefused.has(statusCode)) return new PlaceFault('refused', message('connection.secret_refused'))
  const isPassing = statusCode >= 500 || statusCode === 429
  const seconds = Number(textOf(headers['retry-after']) ?? Number.NaN)
  const retryAfterMs = seconds >= 0 ? seconds * 1000 : undefined
  const sentence = message('connection.answered', { status: String(statusCode) })
  return new PlaceFault(isPassing ? 'unreachable' : 'refused', sentence, { isPassing, retryAfterMs })
}

export function fileGone(name: string): PlaceFault {
  return new PlaceFault('not_found', message('connection.file_not_found', { name }))
}

/** A fault of a connection as a sentence; a refusal of an address keeps its problem. */
export function toPlaceFault(error: unknown): unknown {
  const { cause } = error as { readonly cause?: unknown }
  const known = [error, cause].find((one) => one instanceof PlaceFault)
  if (known) return known
  const refusal = [error, cause].find((one) => one instanceof CatalogError)
  if (refusal) return new PlaceFault('not_allowed_address', refusal.sentence)
  // The disk of this computer is no fault of the place.
  if (findStorageFault(error)) return error
  const reason = connectionFault(error) ?? (error instanceof Error ? error.message : String(error))
  return new PlaceFault('unreachable', message('connection.unreachable', { reason }), { isPassing: true })
}
