import type { Server } from 'node:http'
import type { Server as NetServer } from 'node:net'
import { allowedHosts } from './guard.ts'

/** Where the server listens, as its callers see it. */
export interface Address {
  readonly port: number
  readonly origin: string
  /** Every value of the Host header that is answered. */
  readonly hosts: ReadonlySet<string>
  /** Cookies are not bound to a port, so the name of the session cookie is. */
  readonly sessionCookie: string
}

/** Reads the address of a listening server once and keeps it. `host` is the name the user wants to see. */
export function addressOf(server: Server, host: string): () => Address {
  let known: Address | undefined
  return () => (known ??= readAddress(server, host))
}

/** The port of a server that listens. */
export function portOf(server: NetServer): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return address.port
}

function readAddress(server: Server, host: string): Address {
  const port = portOf(server)
  const name = host.includes(':') ? `[${host}]` : host
  return {
    port,
    origin: `http://${name}:${port}`,
    hosts: allowedHosts(port),
    sessionCookie: `vitrine_session_${port}`,
  }
}
