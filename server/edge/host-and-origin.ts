import type { FastifyRequest } from 'fastify'
import { CatalogError, validationFailed } from '../catalog/errors.ts'
import { issueSentence } from '#shared/describe-fault.ts'
import type { Server } from 'node:http'
import type { Server as NetServer } from 'node:net'

const loopbackNames = ['127.0.0.1', 'localhost', '[::1]'] as const

/** Returns every value of the Host header that the server answers to; a name without a port means port 80. */
export function allowedHosts(port: number): ReadonlySet<string> {
  const withPort = loopbackNames.map((name) => `${name}:${port}`)
  return new Set(port === 80 ? [...withPort, ...loopbackNames] : withPort)
}

export function originsOf(hosts: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...hosts].map((host) => `http://${host}`))
}

/**
 * Stops DNS rebinding, which no other check does: a rebound page sends its own name as Host and no Origin.
 * Behind a trusted proxy the forwarded name counts.
 */
export function checkHost(request: FastifyRequest, hosts: ReadonlySet<string>): void {
  const { host } = request
  if (!host || countHosts(request.raw.rawHeaders) > 1)
    throw validationFailed([
      { field: 'Host', ...issueSentence('The request must carry exactly one Host header.') },
    ])
  if (!hosts.has(host.toLowerCase())) {
    throw new CatalogError('forbidden', `This server does not answer to the host name "${host}".`)
  }
}

/**
 * Counts Host headers: Node keeps the first of several silently, while a proxy in between may have read
 * the last.
 */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count
}

/**
 * Refuses requests that a page of another origin makes a browser send. Scripts send neither header. `pageAllowed` lets a
 * link on another site open a page (never the API), which does nothing but show itself.
 */
export function checkOrigin(
  request: FastifyRequest,
  origins: ReadonlySet<string>,
  { pageAllowed }: { pageAllowed: boolean },
): void {
  const { origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode } = request.headers
  if (origin !== undefined && !origins.has(origin.toLowerCase())) {
    throw new CatalogError('forbidden', `Requests from the origin "${origin}" are not accepted.`)
  }
  const opensPage = pageAllowed && mode === 'navigate' && request.method === 'GET'
  if (site !== undefined && site !== 'same-origin' && site !== 'none' && !opensPage) {
    throw new CatalogError('forbidden', 'Requests that another site makes a browser send are not accepted.')
  }
}

/**
 * Refuses a write that no page of this server can have sent: a browser sends the page's origin with every
 * write. `checkOrigin` has compared the origin before.
 */
export function requireOrigin({ method, headers }: FastifyRequest): void {
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS' || headers.origin !== undefined) return
  throw new CatalogError(
    'forbidden',
    'A write with the session of a browser carries the header Origin of this server. Scripts send a key instead.',
  )
}

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

export const answerHeaders = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'private, no-cache',
} as const

/**
 * Headers of every answer that a browser might show as a page, including refusals; plain JSON does not
 * need them.
 */
export const pageHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
} as const

export interface Address {
  readonly port: number
  readonly origin: string
  readonly hosts: ReadonlySet<string>
  readonly origins: ReadonlySet<string>
  /**
   * The address by which people reach a team's server, whatever Host a request names; undefined on this
   * computer alone.
   */
  readonly publicOrigin: string | undefined
  /** Cookies are not bound to a port, so the name of the session cookie is. */
  readonly sessionCookie: string
}

/** Reads the address of a listening server once and keeps it. `host` is the name the user wants to see. */
export function addressOf(
  server: Server,
  host: string,
  { publicUrl, isShared = false }: AddressOptions = {},
): () => Address {
  let known: Address | undefined
  const read = () => (publicUrl ? publicAddress(server, publicUrl) : readAddress(server, host))
  return () => (known ??= isShared ? { ...read(), sessionCookie: sharedCookie(publicUrl) } : read())
}

export interface AddressOptions {
  readonly publicUrl?: URL | undefined
  readonly isShared?: boolean
}

function sharedCookie(publicUrl: URL | undefined): string {
  return publicUrl?.protocol === 'https:' ? secureCookie : 'vitrine_session'
}

export function portOf(server: NetServer): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return address.port
}

export function originOf(scheme: 'http' | 'https', host: string, port: number): string {
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Resolves once a server listens; rejects where it cannot. */
export async function listenAt(server: NetServer, host: string, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function readAddress(server: Server, host: string): Address {
  const port = portOf(server)
  return {
    port,
    origin: originOf('http', host, port),
    hosts: allowedHosts(port),
    origins: originsOf(allowedHosts(port)),
    publicOrigin: undefined,
    sessionCookie: `vitrine_session_${port}`,
  }
}

/** A browser takes a cookie of this name over TLS alone, and from no sibling domain. */
const secureCookie = '__Host-vitrine_session'

function publicAddress(server: Server, { origin, host, protocol }: URL): Address {
  const port = portOf(server)
  const isSecure = protocol === 'https:'
  const hasPort = /:\d+$/.test(host)
  return {
    port,
    origin,
    hosts: new Set(hasPort ? [host] : [host, `${host}:${isSecure ? 443 : 80}`]),
    origins: new Set([origin]),
    publicOrigin: origin,
    sessionCookie: isSecure ? secureCookie : `vitrine_session_${port}`,
  }
}
