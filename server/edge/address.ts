import type { Server } from 'node:http'
import type { Server as NetServer } from 'node:net'
import { allowedHosts, originsOf } from './host-and-origin.ts'

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
