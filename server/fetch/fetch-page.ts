/**
 * Fetching pages and pictures, politely and guarded: http and https only, what robots.txt allows, a few redirects, a
 * limit in time and in size, and no address of this computer or its network unless the owner allows it.
 */
import type { lookup } from 'node:dns'
import { type Agent, type Dispatcher, request } from 'undici'
import { maxSourceBytes } from '#shared/sources.ts'
import { CatalogError } from '../catalog/errors.ts'
import { guardedAgent, type Refuses, requireAllowedHost } from './private-addresses.ts'
import { RefusedPage, unusable } from './unusable.ts'
import { createRequire } from 'node:module'
import type { Robot } from 'robots-parser'
import type { Readable, Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

export interface FetchOptions {
  readonly signal: AbortSignal
  readonly refuses: Refuses
  readonly lookUp?: typeof lookup
  readonly timeoutMs?: number
  readonly maxBytes?: number
  readonly ignoresRobots?: boolean
}

export interface FetchedPage {
  readonly bytes: Buffer
  readonly mediaType: string | undefined
  readonly url: URL
  readonly etag: string | undefined
  readonly modified: string | undefined
}

/** A known version of a page: a server that still has it answers 304. */
export interface KnownVersion {
  readonly etag: string | null
  readonly modified: string | null
}

const maxRedirects = 5
const defaultTimeoutMs = 30_000

export async function fetchPage(address: string, options: FetchOptions): Promise<FetchedPage> {
  const fetcher = new PageFetcher(options)
  try {
    return await fetcher.fetch(address)
  } finally {
    await fetcher.close()
  }
}

/**
 * Fetches pages as `fetchPage` does; for several of one server the connection is kept, and its robots.txt
 * is read once.
 */
export class PageFetcher {
  readonly #options: FetchOptions
  readonly #agent: Agent
  readonly #robots: RobotRules

  constructor(options: FetchOptions) {
    this.#options = options
    this.#agent = guardedAgent(options)
    this.#robots = new RobotRules((url, maxBytes) => {
      const signal = AbortSignal.any([options.signal, AbortSignal.timeout(timeoutOf(options))])
      return follow(url, { ...options, signal, agent: this.#agent, maxBytes }, allowAll)
    })
  }

  /** With a known version an unchanged page is refused with 304. */
  async fetch(address: string, known?: KnownVersion): Promise<FetchedPage> {
    const options = this.#options
    const timeout = AbortSignal.timeout(timeoutOf(options))
    const signal = AbortSignal.any([options.signal, timeout])
    const permit = options.ignoresRobots ? allowAll : (url: URL) => this.#robots.require(url)
    try {
      return await follow(new URL(address), { ...options, signal, agent: this.#agent, known }, permit)
    } catch (error) {
      options.signal.throwIfAborted()
      if (timeout.aborted) throw unusable(`The page did not arrive in time: ${address}.`)
      throw toSentence(error, address)
    }
  }

  /**
   * Returns the pause in seconds between two requests from the robots.txt of a server, if it has been
   * read.
   */
  crawlDelay(origin: string): Promise<number> {
    return this.#robots.crawlDelay(origin)
  }

  async close(): Promise<void> {
    await this.#agent.destroy()
  }
}

function timeoutOf({ timeoutMs = defaultTimeoutMs }: FetchOptions): number {
  return timeoutMs
}

interface Visit extends FetchOptions {
  readonly agent: Agent
  readonly known?: KnownVersion | undefined
}

type Permit = (url: URL) => Promise<void>
const allowAll: Permit = () => Promise.resolve()

/** Checks every step like the first: a redirect leads only to addresses that could have been requested. */
async function follow(first: URL, visit: Visit, permit: Permit): Promise<FetchedPage> {
  let url = first
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    if (url.protocol !== 'http:' && url.protocol !== 'https:')
      throw unusable(`Only http and https addresses are fetched, not ${url.protocol}`)
    requireAllowedHost(url, visit.refuses)
    await permit(url)
    const { statusCode, headers, body } = await send(url, visit)
    const target = statusCode >= 300 && statusCode < 400 ? textOf(headers, 'location') : undefined
    if (target === undefined) {
      const length = textOf(headers, 'content-length')
      if (statusCode >= 300) {
        body.on('error', () => undefined).destroy()
        throw new RefusedPage(url, statusCode, textOf(headers, 'retry-after'))
      }
      const packed = { body, length, encoding: textOf(headers, 'content-encoding') }
      const bytes = await collectBody(packed, visit.maxBytes ?? maxSourceBytes)
      const version = { etag: textOf(headers, 'etag'), modified: textOf(headers, 'last-modified') }
      return { bytes, mediaType: textOf(headers, 'content-type'), url, ...version }
    }
    body.on('error', () => undefined).destroy()
    url = redirected(target, url)
  }
  throw unusable(`The page redirects more than ${maxRedirects} times.`)
}

function redirected(target: string, from: URL): URL {
  if (!URL.canParse(target, from.href))
    throw unusable(`The page redirects to an address that is none: ${target}.`)
  return new URL(target, from)
}

function send(url: URL, { agent, signal, known }: Visit) {
  const headers = {
    accept: 'text/html, text/*;q=0.9, application/pdf;q=0.8, application/json;q=0.8, */*;q=0.1',
    'accept-encoding': acceptedEncodings,
    'user-agent': userAgent,
    ...(known?.etag && { 'if-none-match': known.etag }),
    ...(known?.modified && { 'if-modified-since': known.modified }),
  }
  return request(url, { dispatcher: agent, headers, signal })
}

function textOf(headers: Dispatcher.ResponseData['headers'], name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

function toSentence(error: unknown, address: string): unknown {
  if (error instanceof CatalogError) return error
  const { message, cause } = error as Error & { cause?: unknown }
  if (cause instanceof CatalogError) return cause
  const reason = connectionFault(error) ?? `it could not be fetched (${message})`
  return unusable(`The page ${address} did not come: ${reason}.`)
}

/** Says in words why a connection failed; undefined for a fault of another kind. */
export function connectionFault(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return connectionFaults[code]
}

const connectionFaults: Readonly<Record<string, string>> = {
  ENOTFOUND: 'there is no server of that name',
  EAI_AGAIN: 'the name of its server could not be looked up; check the connection',
  ECONNREFUSED: 'its server takes no connections',
  ECONNRESET: 'its server broke off',
  UND_ERR_SOCKET: 'its server broke off',
  UND_ERR_CONNECT_TIMEOUT: 'its server does not answer',
  CERT_HAS_EXPIRED: 'the certificate of its server has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate of its server is signed by nobody known',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate of its server is signed by nobody known',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate of its server is for another name',
  Z_DATA_ERROR: 'what came is damaged',
  Z_BUF_ERROR: 'what came is cut off',
}

const userAgent = 'Vitrine'

// The minimum of RFC 9309; a longer file is no page of rules.
const maxRobotsBytes = 512 * 1024

// Its types speak of a default export that Node does not give for CommonJS.
const parse: (url: string, text: string) => Robot = createRequire(import.meta.url)('robots-parser')

/** The robots.txt of the servers of one visit, each read once (RFC 9309). */
class RobotRules {
  readonly #fetch: (url: URL, maxBytes: number) => Promise<{ readonly bytes: Buffer }>
  readonly #known = new Map<string, Promise<Robot>>()

  constructor(fetch: (url: URL, maxBytes: number) => Promise<{ readonly bytes: Buffer }>) {
    this.#fetch = fetch
  }

  /** Throws a sentence where the server excludes programs from this page. */
  async require(url: URL): Promise<void> {
    const { origin } = url
    const known = this.#known.get(origin) ?? this.#read(new URL('/robots.txt', origin))
    this.#known.set(origin, known)
    if ((await known).isAllowed(url.href, userAgent) === false)
      throw unusable(
        `The robots.txt of ${url.host} does not allow programs to read ${url.href}. Save the page and send it as a file.`,
        'refused',
      )
  }

  async crawlDelay(origin: string): Promise<number> {
    const known = await this.#known.get(origin)?.catch(() => undefined)
    return known?.getCrawlDelay(userAgent) ?? 0
  }

  async #read(address: URL): Promise<Robot> {
    try {
      const { bytes } = await this.#fetch(address, maxRobotsBytes)
      return parse(address.href, bytes.toString('utf8'))
    } catch (error) {
      if (!(error instanceof RefusedPage)) throw error
      // None there means no rules; a server that fails may have some, so nothing is read.
      if (error.answered < 500 && error.answered !== 429) return parse(address.href, '')
      throw unusable(
        `The page is not read, because what ${address.host} allows cannot be asked: ${address.href} answered ${error.answered}. Try again later.`,
      )
    }
  }
}

const acceptedEncodings = 'gzip, deflate, br'

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

interface PackedBody {
  readonly body: Readable
  readonly encoding: string | undefined
  readonly length: string | undefined
}

/** The bytes of a response, unpacked. Stops at `maxBytes`, however small the packed bytes are. */
async function collectBody({ body, encoding, length }: PackedBody, maxBytes: number): Promise<Buffer> {
  try {
    if (Number(length) > maxBytes) throw tooLarge(maxBytes)
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of unpacked(body, encoding)) {
      size += chunk.length
      if (size > maxBytes) throw tooLarge(maxBytes)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } finally {
    // The end of the unwanted rest must not count as a failure.
    body.on('error', () => undefined).destroy()
  }
}

function unpacked(body: Readable, header: string | undefined): Readable {
  const encoding = header?.trim().toLowerCase() || 'identity'
  if (encoding === 'identity') return body
  const decoder = Object.hasOwn(decoders, encoding) ? decoders[encoding]?.() : undefined
  if (!decoder) throw unusable(`The page comes in an encoding that is not known: ${encoding}.`)
  body.on('error', (error) => decoder.destroy(error))
  return body.pipe(decoder)
}

function tooLarge(maxBytes: number): Error {
  return unusable(
    `The page is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB. Send a smaller part of it as a file or text.`,
    'too_large',
  )
}
